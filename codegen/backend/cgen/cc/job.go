package cc

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/child"
)

// Job compiles several files to one program.
type Job struct {
	Compiler Compiler
	// Flags stand before the files: language, warnings, level of optimisation.
	Flags []string
	// Files are written to a temporary directory, in which the compiler runs. Their names have no directory.
	Files []File
	// Sources are the names of those that are compiled, in order.
	Sources []string
	// Libraries stand after the files.
	Libraries []string
	// Linker, if it has a name, is another compiler driver that links what Compiler made,
	// with LinkFlags: for a compiler that comes without the target's linker.
	Linker    Compiler
	LinkFlags []string
}

// Build compiles and links, and returns the path of the binary. cleanup removes the
// directory; it is to be called also after an error. The error holds the command and
// what the compiler says, or that it wrote no program.
func (j Job) Build(ctx context.Context) (bin string, cleanup func(), err error) {
	cleanup = func() {}
	path, err := j.Compiler.Find()
	if err != nil {
		return "", cleanup, err
	}
	dir, remove, err := child.Folder("smartnic-cc-")
	if err != nil {
		return "", cleanup, err
	}
	cleanup = remove
	for _, f := range j.Files {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f.Name)), f.Data, 0o644); err != nil {
			return "", cleanup, err
		}
	}
	bin = filepath.Join(dir, "firmware")
	inputs := j.Sources
	if j.Linker.Name != "" {
		inputs = nil
		for _, s := range j.Sources {
			object := s + ".o"
			if err := run(ctx, dir, j.Compiler, path, j.Flags, "-c", "-o", object, s); err != nil {
				return "", cleanup, err
			}
			inputs = append(inputs, object)
		}
		if path, err = j.Linker.Find(); err != nil {
			return "", cleanup, err
		}
		j.Compiler, j.Flags = j.Linker, j.LinkFlags
	}
	rest := slices.Concat([]string{"-o", bin}, inputs, j.Libraries)
	if err := run(ctx, dir, j.Compiler, path, j.Flags, rest...); err != nil {
		return "", cleanup, err
	}
	if slices.Contains(j.Flags, "-fsyntax-only") {
		return bin, cleanup, nil // which writes nothing
	}
	if info, err := os.Stat(bin); err != nil || info.Size() == 0 {
		return "", cleanup, fmt.Errorf("%s %s: exit status 0, but no program was written; does it take gcc's options, -o among them?", j.Compiler.Name, strings.Join(j.Flags, " "))
	}
	return bin, cleanup, nil
}

func run(ctx context.Context, dir string, c Compiler, path string, flags []string, rest ...string) error {
	cmd := child.Command(ctx, dir, path, slices.Concat(flags, rest)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := child.Run(ctx, cmd); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", c.Name, strings.Join(flags, " "), err, strings.TrimRight(out.String(), "\n"))
	}
	return nil
}

// Emulator is a program of qemu's user emulation, as in qemu-s390x, which runs a
// program that was built for another machine.
type Emulator struct {
	Name string
}

// Package returns the Debian package that holds the emulator.
func (e Emulator) Package() string { return "qemu-user" }

// Find returns the path of the emulator. The error names the package that holds it.
func (e Emulator) Find() (string, error) {
	path, err := exec.LookPath(e.Name)
	if err != nil {
		return "", fmt.Errorf("emulator %s is not installed; on Debian: apt-get install %s", e.Name, e.Package())
	}
	return path, nil
}

// Version returns the first line that the emulator prints about itself. The error is that
// of an emulator that is not installed, as Find returns it, or that does not run.
func (e Emulator) Version(ctx context.Context) (string, error) {
	path, err := e.Find()
	if err != nil {
		return "", err
	}
	return version(ctx, e.Name, path)
}
