package cc

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

var header = File{Name: "answer.h", Data: []byte("#define ANSWER 42\n")}

const program = "#include <stdio.h>\n#include \"answer.h\"\nint main(void) { printf(\"%d\\n\", ANSWER); return 0; }\n"

// TestBuild compiles and runs with every compiler; one that is not installed
// fails the test with the package's name.
func TestBuild(t *testing.T) {
	tier.Require(t, "gcc", "clang", "g++", "clang++")
	for _, c := range All() {
		flags := append([]string{c.Standard(), "-O1"}, Warnings()...)
		bin, cleanup, err := Build(context.Background(), c, flags, header, []byte(program))
		require.NoError(t, err)
		out, err := exec.Command(bin).Output()
		require.NoError(t, err)
		require.Equal(t, "42\n", string(out))
		cleanup()
		_, err = os.Stat(bin)
		require.ErrorIs(t, err, os.ErrNotExist, "cleanup removes the binary")
		version, err := c.Version(context.Background())
		require.NoError(t, err)
		require.Regexp(t, `[0-9]+\.[0-9]+`, version)
	}
}

func TestErrors(t *testing.T) {
	tier.Require(t, "gcc")
	build := func(ctx context.Context, c Compiler, f File, text string) error {
		_, cleanup, err := Build(ctx, c, []string{"-std=c99", "-Wall", "-Werror"}, f, []byte(text))
		cleanup()
		return err
	}
	ctx := context.Background()
	err := build(ctx, Compiler{"gcc"}, header, "int main(void) { int unused; return 0; }\n")
	require.ErrorContains(t, err, "gcc -std=c99 -Wall -Werror: exit status 1\n")
	require.ErrorContains(t, err, "firmware.c:1:22: error: unused variable")
	require.ErrorContains(t, build(ctx, Compiler{"gcc"}, File{Name: "../x.h"}, program), `header name "../x.h" has a directory`)
	require.ErrorContains(t, build(ctx, Compiler{"gcc"}, File{Name: ""}, program), "header name")

	canceled, cancel := context.WithTimeout(ctx, -time.Second)
	defer cancel()
	require.ErrorIs(t, build(canceled, Compiler{"gcc"}, header, program), context.DeadlineExceeded)

	t.Setenv("PATH", t.TempDir())
	require.EqualError(t, build(ctx, Compiler{"clang++"}, header, program), "compiler clang++ is not installed; on Debian: apt-get install clang")
	require.EqualError(t, build(ctx, Compiler{"g++"}, header, program), "compiler g++ is not installed; on Debian: apt-get install g++")
	for name, pkg := range map[string]string{"gcc": "gcc", "g++-12": "g++-12", "clang++-14": "clang-14", "clang-16": "clang-16", "/opt/x/gcc": "", "icx": "",
		"x86_64-linux-gnu-gcc": "gcc-x86-64-linux-gnu", "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf", "/opt/arm-none-gcc": ""} {
		require.Equal(t, pkg, Compiler{name}.Package(), name)
	}
	require.True(t, Compiler{"/usr/bin/g++-12"}.CPlusPlus())
	require.False(t, Compiler{"/opt/c++/gcc"}.CPlusPlus())
	_, err = Compiler{"tcc"}.Version(ctx)
	require.ErrorContains(t, err, "compiler tcc is not installed; install it, or name one of ")
	require.True(t, strings.HasSuffix(err.Error(), "gcc, clang, g++, clang++"))
}
