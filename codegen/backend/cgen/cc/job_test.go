package cc

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

var parts = Job{
	Compiler: Compiler{"gcc"}, Flags: []string{"-std=c99", "-O1"}, Sources: []string{"main.c", "half.c"},
	Files: []File{
		{"half.h", []byte("double half(double x);\n")},
		{"half.c", []byte("#include <math.h>\n#include \"half.h\"\ndouble half(double x) { return cbrt(x * x * x) / 2; }\n")},
		{"main.c", []byte("#include <stdio.h>\n#include \"half.h\"\nint main(int n, char **v) { (void)v; printf(\"%g\\n\", half(2.0 * n)); return 0; }\n")},
	},
	Libraries: []string{"-lm"},
}

// TestJob builds of several files and a library, with one driver and with another that
// links.
func TestJob(t *testing.T) {
	tier.Require(t, "gcc")
	linked := parts
	linked.Compiler, linked.Linker = Compiler{"clang"}, Compiler{"gcc"}
	linked.LinkFlags = []string{"-s"}
	for _, j := range []Job{parts, linked} {
		bin, cleanup, err := j.Build(context.Background())
		require.NoError(t, err)
		out, err := exec.Command(bin).Output()
		require.NoError(t, err)
		require.Equal(t, "1\n", string(out))
		cleanup()
		require.NoDirExists(t, filepath.Dir(bin))
	}
}

func TestJobErrors(t *testing.T) {
	tier.Require(t, "gcc")
	build := func(j Job) error {
		_, cleanup, err := j.Build(context.Background())
		cleanup()
		return err
	}
	j := parts
	j.Libraries = nil
	j.Flags = append(j.Flags, "-fno-builtin")
	require.ErrorContains(t, build(j), "cbrt")
	j = parts
	j.Linker = Compiler{"s390x-none-gcc"}
	require.EqualError(t, build(j), "compiler s390x-none-gcc is not installed; on Debian: apt-get install gcc-s390x-none")
	j.Sources = []string{"other.c"}
	require.ErrorContains(t, build(j), "other.c")
}

func TestEmulator(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "qemu-vax"), []byte("#!/bin/sh\necho vax 1\necho more\n"), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	v, err := Emulator{"qemu-vax"}.Version(context.Background())
	require.NoError(t, err)
	require.Equal(t, "vax 1", v)
	_, err = Emulator{"qemu-pdp11"}.Version(context.Background())
	require.EqualError(t, err, "emulator qemu-pdp11 is not installed; on Debian: apt-get install qemu-user")
}

// TestNoProgram: a compiler that succeeds but writes nothing gets a separate message.
func TestNoProgram(t *testing.T) {
	j := parts
	j.Compiler = Compiler{"true"}
	_, cleanup, err := j.Build(context.Background())
	cleanup()
	require.EqualError(t, err, "true -std=c99 -O1: exit status 0, but no program was written; does it take gcc's options, -o among them?")
}
