// Package cc runs the host's C and C++ compilers on what codegen/cgen prints.
package cc

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Compiler is a compiler driver by the name of its program.
type Compiler struct {
	Name string // gcc, clang, g++, clang++ or another driver that takes the same options
}

// All are the compilers that the port is held against.
var All = []Compiler{{"gcc"}, {"clang"}, {"g++"}, {"clang++"}}

// Warnings are the options under which the port must compile in silence.
var Warnings = []string{"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"}

// Sanitizers are the options under which the port must run in silence; the
// first finding ends the program.
var Sanitizers = []string{"-fsanitize=undefined,address", "-fno-sanitize-recover=all"}

// CPlusPlus reports whether the compiler is one for C++, as g++ and
// clang++-14 are.
func (c Compiler) CPlusPlus() bool { return strings.Contains(filepath.Base(c.Name), "++") }

// Standard returns the option for the oldest language version that the port
// is written for: C99 or C++11.
func (c Compiler) Standard() string {
	if c.CPlusPlus() {
		return "-std=c++11"
	}
	return "-std=c99"
}

var debian = regexp.MustCompile(`^(gcc|g\+\+|clang)(?:\+\+)?(-[0-9]+)?$`)

// Package returns the Debian package that holds the compiler, or "" if that is
// not known.
func (c Compiler) Package() string {
	m := debian.FindStringSubmatch(c.Name)
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

// Find returns the path of the compiler. The error names the package that
// holds it.
func (c Compiler) Find() (string, error) {
	path, err := exec.LookPath(c.Name)
	if err == nil {
		return path, nil
	}
	if p := c.Package(); p != "" {
		return "", fmt.Errorf("compiler %s is not installed; on Debian: apt-get install %s", c.Name, p)
	}
	return "", fmt.Errorf("compiler %s is not installed; install it, or name one of gcc, clang, g++, clang++", c.Name)
}

// Version returns the first line that the compiler prints about itself.
func (c Compiler) Version(ctx context.Context) (string, error) {
	path, err := c.Find()
	if err != nil {
		return "", err
	}
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", c.Name, err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, nil
}

// File is a source file by its name, which program text includes it by.
type File struct {
	Name string
	Data []byte
}

// Build compiles the program with the header beside it, in a directory of its
// own, and returns the path of the binary. flags stand before the file: as a
// rule Standard, Warnings and a level of optimisation. cleanup removes the
// directory; it is to be called also after an error. The error holds what the
// compiler says.
func Build(ctx context.Context, c Compiler, flags []string, header File, program []byte) (bin string, cleanup func(), err error) {
	cleanup = func() {}
	path, err := c.Find()
	if err != nil {
		return "", cleanup, err
	}
	if header.Name != filepath.Base(header.Name) {
		return "", cleanup, fmt.Errorf("header name %q has a directory or is empty; give the file name alone", header.Name)
	}
	dir, err := os.MkdirTemp("", "smartnic-cc-")
	if err != nil {
		return "", cleanup, err
	}
	cleanup = func() { _ = os.RemoveAll(dir) }
	source := "firmware.c"
	if c.CPlusPlus() {
		source = "firmware.cc"
	}
	for _, f := range []File{header, {source, program}} {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			return "", cleanup, err
		}
	}
	bin = filepath.Join(dir, "firmware")
	args := append(append([]string{}, flags...), "-o", bin, source)
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return "", cleanup, fmt.Errorf("%s %s: %w\n%s", c.Name, strings.Join(flags, " "), err, strings.TrimRight(out.String(), "\n"))
	}
	return bin, cleanup, nil
}
