//go:build linux

package command

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cilium/ebpf"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/tool/live"
)

// asRoot is for tests that send packets through the kernel: with -long, as root (make live).
func asRoot(t *testing.T) {
	t.Helper()
	tier.Nightly(t)
	tier.Root(t)
	tier.Require(t, "ip", "tc", "lsns", "setpriv", "tshark")
}

// liveFlags choose the algorithm of the sample for a replay.
func liveFlags(algo string) []string {
	return []string{"--algo", algo, "--line-rate", "200M", "--set", "time_reset=2200", "--set", "dce_tcp_rtt=2200",
		"--set", "ai_rate=1", "--set", "hai_rate=5", "--set", "min_rate=1"}
}

// TestLive runs the sample through the kernel, with notification points in the receiver's thread and in the
// kernel: a replay of the capture writes the same log, byte for byte, verify takes the log for the
// algorithm's, and tshark reads every frame.
func TestLive(t *testing.T) {
	asRoot(t)
	tier.Require(t, "clang")
	for _, c := range [][2]string{{"dcqcn", "thread"}, {"dolcerc", "thread"}, {"dcqcn", "kernel"}, {"dolcerc", "kernel"}} {
		algo, notify := c[0], c[1]
		dir := t.TempDir()
		out, again := filepath.Join(dir, "out"), filepath.Join(dir, "again.csv")
		before := leftovers(t)
		status, stdout, stderr := run("live", liveSample, "-o", out, "--set", "run.end=2s", "--set", "nic[0].algorithm="+algo, "--notify", notify, "--plot", filepath.Join(dir, "live.svg"))
		require.Zero(t, status, stderr)
		require.Regexp(t, `4 connections, 2(\.0\d\d?)?s through the kernel`, stdout) // an answer may be some ms late
		require.Equal(t, before, leftovers(t))

		status, _, stderr = run(append([]string{"replay", filepath.Join(out, "capture.pcapng"), "--log", "all", "-o", again}, liveFlags(algo)...)...)
		require.Zero(t, status, stderr)
		want, err := os.ReadFile(again)
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(out, "rates.csv"))
		require.NoError(t, err)
		require.True(t, string(want) == string(got), "the replay's log differs from the senders'")
		status, stdout, stderr = run(append([]string{"verify", filepath.Join(out, "rates.csv")}, liveFlags(algo)...)...)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "all bit-exact")

		text, err := exec.Command("tshark", "-r", filepath.Join(out, "capture.pcapng")).Output()
		require.NoError(t, err)
		require.NotContains(t, string(text), "Malformed")
		require.Contains(t, string(text), "CM: ConnectRequest")
		require.Contains(t, string(text), "RRoCE 74", "a CNP")

		var sum live.Summary
		b, err := os.ReadFile(filepath.Join(out, "live.json"))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(b, &sum))
		require.Equal(t, notify == "kernel", sum.Notified != nil)
		for _, c := range sum.Connections {
			require.Positive(t, c.Arrived)
			require.Positive(t, c.CNPs)
		}
	}
}

// TestLiveInKernel has the kernel mark, and run reaction and notification points, these called by a thread and
// at their hooks, each step compared with the reference.
func TestLiveInKernel(t *testing.T) {
	asRoot(t)
	tier.Require(t, "clang")
	for _, c := range [][2]string{{"dcqcn", "thread"}, {"dolcerc", "thread"}, {"dcqcn", "kernel"}, {"dolcerc", "kernel"}} {
		status, stdout, stderr := run("live", liveSample, "-o", "-", "--mark", "kernel", "--engine", "bpf", "--notify", c[1], "--compare", "--set", "run.end=1s", "--set", "nic[0].algorithm="+c[0])
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "the kernel's BPF ran the algorithm")
		require.Regexp(t, `port to host 4:[^:]* [0-9]+\s+marks`, stdout)
		if c[1] == "kernel" {
			require.Regexp(t, `notification\s+points\s+took\s+[1-9][0-9]*\s+marked\s+packets[^;]*;\s+[1-9][0-9]*\s+decisions\s+compared`, stdout)
		}
	}
}

// leftovers lists the namespaces with a name, the links and the filters of this machine's own
// namespace.
func leftovers(t *testing.T) string {
	t.Helper()
	text := ""
	for _, args := range [][]string{{"ip", "netns"}, {"ip", "-o", "link"}, {"tc", "qdisc"}} {
		out, err := exec.Command(args[0], args[1:]...).Output()
		require.NoError(t, err)
		text += string(out)
	}
	return text
}

// namespaces counts the network namespaces that processes of this machine have, this one's included.
func namespaces(t *testing.T) int {
	t.Helper()
	out, err := exec.Command("lsns", "-t", "net", "-n", "-o", "NS").Output()
	require.NoError(t, err)
	return strings.Count(string(out), "\n")
}

// markers counts the programs of live runs that mark or notify, which the kernel holds.
func markers(t *testing.T) (n int) {
	t.Helper()
	for id := ebpf.ProgramID(0); ; {
		next, err := ebpf.ProgramGetNextID(id)
		if errors.Is(err, os.ErrNotExist) {
			return n
		}
		require.NoError(t, err)
		id = next
		p, err := ebpf.NewProgramFromID(id)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		require.NoError(t, err)
		info, err := p.Info()
		require.NoError(t, err)
		if slices.Contains([]string{"live_red", "np_notify", "np_answer"}, info.Name) {
			n++
		}
		require.NoError(t, p.Close())
	}
}

// TestLiveEnds: however a run ends, nothing of it stays; one that is interrupted writes what it has.
func TestLiveEnds(t *testing.T) {
	asRoot(t)
	tier.Require(t, "clang")
	bin := filepath.Join(t.TempDir(), "cctrace")
	build := exec.Command("go", "build", "-o", bin, "smartnic-cc/cmd/cctrace")
	b, err := build.CombinedOutput()
	require.NoError(t, err, string(b))
	before, spaces := leftovers(t), namespaces(t)
	for without, want := range map[string]string{"sys_admin": "live: no network namespace can be made", "net_raw": "live: a packet socket: ", "bpf,-sys_admin": "live: "} {
		dir := filepath.Join(t.TempDir(), "out")
		out, err := exec.Command("setpriv", "--bounding-set=-"+without, "--inh-caps=-"+without, bin, "live", liveSample, "-o", dir, "--mark", "kernel").CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), want)
		require.Equal(t, 1, strings.Count(string(out), "\n"), "one line: %s", out)
		require.NoDirExists(t, dir)
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		out := filepath.Join(t.TempDir(), "out")
		// Under nohup SIGHUP is ignored, and by what the test starts too.
		c := exec.Command("env", "--default-signal=HUP", bin, "live", liveSample, "-o", out, "--set", "run.end=60s", "--mark", "kernel", "--notify", "kernel")
		var text strings.Builder
		c.Stdout, c.Stderr = &text, &text
		require.NoError(t, c.Start())
		require.Eventually(t, func() bool { return markers(t) == 5+2 }, 20*time.Second, 10*time.Millisecond)
		time.Sleep(500 * time.Millisecond)
		require.NoError(t, c.Process.Signal(signal))
		_ = c.Wait()
		if signal == syscall.SIGINT || signal == syscall.SIGTERM {
			require.Contains(t, text.String(), "interrupted: the outputs are whole up to")
			require.Equal(t, 1, c.ProcessState.ExitCode())
			require.FileExists(t, filepath.Join(out, "capture.pcapng"))
		} else {
			require.True(t, c.ProcessState.Sys().(syscall.WaitStatus).Signaled(), text.String())
			require.NoFileExists(t, filepath.Join(out, "capture.pcapng"))
		}
		require.Equal(t, before, leftovers(t), "%v", signal)
		require.Eventually(t, func() bool { return namespaces(t) == spaces && markers(t) == 0 }, 10*time.Second, 100*time.Millisecond, "%v", signal)
	}
}
