package cost_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/child"
)

// start is the entry of a program without an operating system's library under it:
// main, then the exit call of Linux.
const start = `
	.globl _start
_start:
	.option push
	.option norelax
	la gp, __global_pointer$
	.option pop
	call main
	li a7, 93
	ecall
`

// riscv is a machine: what gcc calls it, and its emulator.
type riscv struct{ march, mabi, qemu string }

var (
	rv64imac = riscv{"rv64imac", "lp64", "qemu-riscv64"}
	rv32imac = riscv{"rv32imac", "ilp32", "qemu-riscv32"}
)

const riscvGCC = "riscv64-unknown-elf-gcc"

func (m riscv) options() []string {
	return []string{"--specs=picolibc.specs", "-march=" + m.march, "-mabi=" + m.mabi, "-mcmodel=medany"}
}

// count compiles the C files among the files in soft floating point, with picolibc's libm, runs
// them under qemu's user emulation, one instruction at a time, and returns, for each function
// drive_NAME, what the functions that it calls took.
//
// qemu logs each block that it executes, and has to make blocks of one
// instruction: the log has a line for each instruction that is executed. It is
// exact, and long, so that the vectors should be few.
func (m riscv) count(ctx context.Context, files cFiles, flags ...string) (map[string]instructions, error) {
	var paths [3]string
	for i, p := range [...]struct{ name, debian string }{
		{riscvGCC, "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf"},
		{"riscv64-unknown-elf-nm", "binutils-riscv64-unknown-elf"},
		{m.qemu, "qemu-user"},
	} {
		var err error
		if paths[i], err = tool(p.name, p.debian); err != nil {
			return nil, err
		}
	}
	all := cFiles{"start.S": []byte(start)}
	maps.Copy(all, files)
	dir, remove, err := build(ctx, paths[0], append(m.options(), "-nostartfiles",
		"-Wl,--defsym=__flash=0x10000,--defsym=__flash_size=0x8000000,--defsym=__ram=0x10000000,--defsym=__ram_size=0x1000000,-e,_start"), all, flags)
	if err != nil {
		return nil, err
	}
	defer remove()
	return trace(ctx, dir, paths[2], paths[1])
}

type function struct {
	at   uint64
	name string
}

func functions(symbols []byte) []function {
	var fs []function
	for _, line := range bytes.Split(symbols, []byte("\n")) {
		f := bytes.Fields(line)
		if len(f) != 3 || f[1][0] != 't' && f[1][0] != 'T' || bytes.HasPrefix(f[2], []byte(".")) || bytes.HasPrefix(f[2], []byte("$")) {
			continue
		}
		at, err := strconv.ParseUint(string(f[0]), 16, 64)
		if err == nil {
			fs = append(fs, function{at, string(f[2])})
		}
	}
	return fs
}

// trace runs the program and counts the lines of the log, which goes through a pipe.
func trace(ctx context.Context, dir, qemu, nm string) (map[string]instructions, error) {
	var symbols bytes.Buffer
	list := child.Command(ctx, dir, nm, "--defined-only", "-n", "bench")
	list.Stdout = &symbols
	if err := child.Run(ctx, list); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(nm), err)
	}
	fs := functions(symbols.Bytes())
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd := child.Command(ctx, dir, qemu, "-singlestep", "-d", "exec,nochain", "-D", "/dev/fd/3", "./bench")
	cmd.ExtraFiles = []*os.File{w}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	ended, err := child.Start(cmd)
	w.Close()
	if err != nil {
		return nil, err
	}
	defer ended()
	counts, err := countLines(r, fs)
	_, _ = io.Copy(io.Discard, r)
	if werr := cmd.Wait(); ctx.Err() != nil {
		err = ctx.Err()
	} else if werr != nil {
		err = errors.Join(fmt.Errorf("%s: %w: %s", filepath.Base(qemu), werr, bytes.TrimSpace(out.Bytes())), err)
	}
	return counts, err
}

// countLines reads lines "Trace 0: HOST [FLAGS/PC/...] SYMBOL" and counts those between
// two stays in a drive function as the cost of what it called.
func countLines(r io.Reader, fs []function) (map[string]instructions, error) {
	counts := map[string]instructions{}
	lines := bufio.NewReaderSize(r, 1<<20)
	current := ""     // the drive function that is running
	var inside uint64 // instructions of its callees since
	var lo, hi uint64 // the function of the line before
	var name string   // its name
	leave := func() {
		if current != "" && inside > 0 {
			c := counts[current]
			c.calls++
			c.total += inside
			counts[current] = c
		}
		inside = 0
	}
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			leave()
			return counts, nil
		}
		if err != nil {
			return nil, err
		}
		i := bytes.IndexByte(line, '/')
		if i < 0 || !bytes.HasPrefix(line, []byte("Trace")) {
			continue
		}
		n := bytes.IndexByte(line[i+1:], '/')
		if n < 0 {
			return nil, fmt.Errorf("qemu's log: %.100q is no line of an execution", line)
		}
		pc, err := strconv.ParseUint(string(line[i+1:i+1+n]), 16, 64)
		if err != nil {
			return nil, fmt.Errorf("qemu's log: %w", err)
		}
		if pc < lo || pc >= hi {
			k := sort.Search(len(fs), func(i int) bool { return fs[i].at > pc })
			if k == 0 {
				return nil, fmt.Errorf("qemu's log: %#x is in no function", pc)
			}
			lo, hi, name = fs[k-1].at, ^uint64(0), fs[k-1].name
			if k < len(fs) {
				hi = fs[k].at
			}
		}
		if drive, ok := strings.CutPrefix(name, "drive_"); ok {
			leave()
			current = drive
		} else if name == "main" {
			leave()
			current = ""
		} else if current != "" {
			inside++
		}
	}
}
