package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// own puts the command into a process group of its own, all of which ends when
// the command is cancelled: go test has children, and they have children.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
}

// watch follows the memory of fuzzing workers.
type watch struct {
	first, peak map[int]uint64 // bytes, by process
}

// look measures the workers that descend from process root.
func (w *watch) look(root int) {
	if w.first == nil {
		w.first, w.peak = map[int]uint64{}, map[int]uint64{}
	}
	for _, pid := range workers(root) {
		now, ok := memory(pid)
		if !ok {
			continue
		}
		if _, seen := w.first[pid]; !seen {
			w.first[pid] = now
		}
		w.peak[pid] = max(w.peak[pid], now)
	}
}

// grown is the largest growth; ok is false where no worker was seen.
func (w *watch) grown() (most uint64, ok bool) {
	for pid, first := range w.first {
		most = max(most, w.peak[pid]-first)
	}
	return most, len(w.first) > 0
}

// workers lists the processes of root's group that run a fuzz worker.
func workers(root int) []int {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	var out []int
	for _, path := range stats {
		pid, group, ok := parseStat(path)
		if !ok || group != root {
			continue
		}
		cmdline, err := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		if err == nil && bytes.Contains(cmdline, []byte("-test.fuzzworker")) {
			out = append(out, pid)
		}
	}
	return out
}

// parseStat reads a process's number and its group's.
func parseStat(path string) (pid, group int, ok bool) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, false // it has ended
	}
	// The name in parentheses may hold anything; the fields stand behind it.
	head, rest, found := strings.Cut(string(b), " (")
	i := strings.LastIndex(rest, ") ")
	if !found || i < 0 {
		return 0, 0, false
	}
	fields := strings.Fields(rest[i+2:])
	if len(fields) < 3 {
		return 0, 0, false
	}
	pid, err = strconv.Atoi(head)
	group, err2 := strconv.Atoi(fields[2])
	return pid, group, err == nil && err2 == nil
}

// memory reads how much memory of its own a process has in use: neither the
// program's text nor what go test shares with its workers. Go gives memory back
// to the system slowly, so that a peak between two looks is seen all the same.
func memory(pid int) (bytes uint64, ok bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, false // it has ended
	}
	for line := range strings.Lines(string(b)) {
		if rest, is := strings.CutPrefix(line, "RssAnon:"); is {
			kb, err := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb << 10, err == nil
		}
	}
	return 0, false
}
