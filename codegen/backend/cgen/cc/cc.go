// Package cc runs the host's C and C++ compilers on what codegen/backend/cgen prints.
package cc

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"smartnic-cc/internal/base/sys/child"
)

// Compiler is a compiler driver by the name of its program.
type Compiler struct {
	Name string // gcc, clang, g++, clang++ or another driver that takes the same options
}

// All returns the compilers that the port is checked against.
func All() []Compiler { return []Compiler{{"gcc"}, {"clang"}, {"g++"}, {"clang++"}} }

// Warnings returns the options under which the port must compile in silence.
func Warnings() []string {
	return []string{"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"}
}

// Sanitizers returns the options under which the port must run in silence; the
// first finding ends the program.
func Sanitizers() []string {
	return []string{"-fsanitize=undefined,address", "-fno-sanitize-recover=all"}
}

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

// cross is a cross compiler by its Debian name, as in aarch64-linux-gnu-gcc.
var cross = regexp.MustCompile(`^([a-z0-9]+(?:[_-][a-z0-9]+)+)-gcc$`)

// Package returns the Debian package that holds the compiler, or "" if that is
// not known.
func (c Compiler) Package() string {
	if m := debian.FindStringSubmatch(c.Name); m != nil {
		return m[1] + m[2]
	}
	if m := cross.FindStringSubmatch(c.Name); m != nil {
		return "gcc-" + strings.ReplaceAll(strings.Replace(m[1], "lx106-elf", "lx106", 1), "_", "-")
	}
	return ""
}

// Find returns the absolute path of the compiler, which is run in other folders. The error names the package to
// install.
func (c Compiler) Find() (string, error) {
	path, err := exec.LookPath(c.Name)
	if err == nil {
		return filepath.Abs(path)
	}
	if p := c.Package(); p != "" {
		return "", fmt.Errorf("compiler %s is not installed; on Debian: apt-get install %s", c.Name, p)
	}
	return "", fmt.Errorf("compiler %s is not installed; install it, or name one of gcc, clang, g++, clang++", c.Name)
}

// Version returns the first line that the compiler prints about itself. The error is that
// of a compiler that is not installed, as Find returns it, or that does not run.
func (c Compiler) Version(ctx context.Context) (string, error) {
	path, err := c.Find()
	if err != nil {
		return "", err
	}
	return version(ctx, c.Name, path)
}

func version(ctx context.Context, name, path string) (string, error) {
	cmd := child.Command(ctx, "", path, "--version")
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := child.Run(ctx, cmd); err != nil {
		return "", fmt.Errorf("%s --version: %w", name, err)
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	return line, nil
}

// File is a source file by its name, which program text includes it by.
type File struct {
	Name string
	Data []byte
}

// Build compiles the program with the header in a temporary directory and returns the path of the binary. flags,
// usually Standard, Warnings and an optimisation level, precede the file. cleanup removes the directory; call it
// after an error, too. The error holds the compiler's messages.
func Build(ctx context.Context, c Compiler, flags []string, header File, program []byte) (bin string, cleanup func(), err error) {
	if header.Name != filepath.Base(header.Name) {
		return "", func() {}, fmt.Errorf("header name %q has a directory or is empty; give the file name alone", header.Name)
	}
	source := "firmware.c"
	if c.CPlusPlus() {
		source = "firmware.cc"
	}
	return Job{Compiler: c, Flags: flags, Files: []File{header, {source, program}}, Sources: []string{source}}.Build(ctx)
}
