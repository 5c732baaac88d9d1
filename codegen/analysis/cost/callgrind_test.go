package cost_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/child"
)

// instructions are what the calls of a handler took.
type instructions struct{ calls, total uint64 }

// mean returns the instructions a call, without those of the caller.
func (c instructions) mean() float64 { return float64(c.total) / float64(c.calls) }

// tool finds a program. The error names the Debian package that holds it.
func tool(name, debian string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is not installed; on Debian: apt-get install %s", name, debian)
	}
	return path, nil
}

func run(ctx context.Context, dir string, name string, args ...string) error {
	cmd := child.Command(ctx, dir, name, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := child.Run(ctx, cmd); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(name), err, bytes.TrimSpace(out.Bytes()))
	}
	return nil
}

// cFiles are sources by name.
type cFiles map[string][]byte

func (f cFiles) write(dir string) error {
	for name, text := range f {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (f cFiles) sources() []string {
	var names []string
	for name := range f {
		if strings.HasSuffix(name, ".c") || strings.HasSuffix(name, ".S") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// build compiles the sources among the files into the program bench in a temporary folder, with options before them
// and flags after. remove deletes the folder; after an error there is nothing to delete.
func build(ctx context.Context, gcc string, options []string, files cFiles, flags []string) (dir string, remove func(), err error) {
	dir, remove, err = child.Folder("smartnic-cc-")
	if err != nil {
		return "", nil, err
	}
	if err = files.write(dir); err == nil {
		args := append(slices.Concat(options, []string{"-std=gnu99", "-o", "bench"}, files.sources(), flags), "-lm")
		err = run(ctx, dir, gcc, args...)
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return dir, remove, nil
}

// countX86 compiles the C files among the files with gcc and the flags, runs it under callgrind and
// returns, for each function drive_NAME, what the functions that it calls took.
func countX86(ctx context.Context, files cFiles, flags ...string) (map[string]instructions, error) {
	gcc, err := tool("gcc", "gcc")
	if err != nil {
		return nil, err
	}
	valgrind, err := tool("valgrind", "valgrind")
	if err != nil {
		return nil, err
	}
	dir, remove, err := build(ctx, gcc, nil, files, flags)
	if err != nil {
		return nil, err
	}
	defer remove()
	err = run(ctx, dir, valgrind, "--tool=callgrind", "--callgrind-out-file=profile", "--compress-strings=no", "--compress-pos=no", "./bench")
	if err != nil {
		return nil, err
	}
	profile, err := os.Open(filepath.Join(dir, "profile"))
	if err != nil {
		return nil, err
	}
	defer profile.Close()
	return callgrind(profile)
}

// callgrind reads a profile: below "fn=(caller)" a line "calls=N TARGET" is followed by
// a line "POSITION COST" with the inclusive cost of those calls.
func callgrind(r io.Reader) (map[string]instructions, error) {
	counts := map[string]instructions{}
	fn := ""
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "fn="); ok {
			fn = strings.TrimPrefix(name, "drive_")
			if fn == name {
				fn = ""
			}
			continue
		}
		calls, ok := strings.CutPrefix(line, "calls=")
		if !ok || !lines.Scan() || fn == "" {
			continue
		}
		n, err1 := strconv.ParseUint(strings.Fields(calls)[0], 10, 64)
		cost := strings.Fields(lines.Text())
		ir, err2 := strconv.ParseUint(cost[len(cost)-1], 10, 64)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("callgrind's profile: %w", err)
		}
		c := counts[fn]
		c.calls += n
		c.total += ir
		counts[fn] = c
	}
	return counts, lines.Err()
}
