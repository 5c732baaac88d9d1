package conformance_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/conformance/bare"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// fake puts programs of these names, shell scripts, before all others.
func fake(t *testing.T, scripts map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}

// Scripts that replace a foreign toolchain: the host's gcc whose output is marked as
// a program for aarch64 (byte 18 of an ELF header is the machine), and an emulator that
// takes the mark off again.
const (
	fakeCompiler = `case "$*" in *--version*) echo fake compiler 1; exit;; esac
gcc "$@" || exit
for last; do case "$prev" in -o) out=$last;; esac; prev=$last; done
printf '\267' | dd of="$out" bs=1 seek=18 conv=notrunc status=none`
	fakeEmulator = `case "$1" in --version) echo qemu-aarch64 version 0; exit;; esac
cp "$1" "$1.native"
printf '\076' | dd of="$1.native" bs=1 seek=18 conv=notrunc status=none
exec "$1.native"`
)

func one(t *testing.T, platform, family string) []conformance.Target {
	t.Helper()
	p, err := conformance.SelectPlatforms([]string{platform})
	require.NoError(t, err)
	targets, err := conformance.MatrixTargets(p, []string{family}, []string{"-O1"})
	require.NoError(t, err)
	require.NotEmpty(t, targets)
	return targets[:1]
}

func small(t *testing.T, targets []conformance.Target) conformance.Config {
	t.Helper()
	c := config(t, targets)
	for _, f := range c.Files {
		if f.Name == "dcqcnnp.json" {
			c.Files = []*testvectors.File{f}
		}
	}
	require.Len(t, c.Files, 1)
	return c
}

// TestMatrixRow runs vectors through a toolchain and an emulator that are made up, from
// the build to the row of the table.
func TestMatrixRow(t *testing.T) {
	tier.Require(t, "gcc")
	fake(t, map[string]string{"aarch64-linux-gnu-gcc": fakeCompiler, "qemu-aarch64": fakeEmulator})
	targets := one(t, "aarch64", "gcc")
	require.NoError(t, conformance.Missing(targets))
	c := small(t, targets)
	rows, err := conformance.Run(t.Context(), c)
	require.NoError(t, err)
	require.True(t, rows[0].OK)
	require.Equal(t, c.Files[0].Steps(), rows[0].Steps)
	rows[0].Tests, rows[0].Steps = 1, 2
	var text strings.Builder
	require.NoError(t, testvectors.WriteOutcomes(&text, rows))
	require.Equal(t, "target           vectors  steps  result     bits  endian  runs on       tool\n"+
		"aarch64 gcc -O1  1        2      bit-exact  64    little  qemu-aarch64  fake compiler 1, qemu-aarch64 version 0\n", text.String())
	b, err := json.Marshal(rows)
	require.NoError(t, err)
	require.JSONEq(t, `[{"target":"aarch64 gcc -O1","tool":"fake compiler 1, qemu-aarch64 version 0","files":1,"tests":1,"steps":2,"ok":true,
		"facts":{"bits":64,"endian":"little","runsOn":"qemu-aarch64"}}]`, string(b))
}

// TestMatrixErrors: what can be wrong with a toolchain, and the one line that says so.
func TestMatrixErrors(t *testing.T) {
	tier.Require(t, "gcc")
	run := func(platform string) error {
		rows, err := conformance.Run(t.Context(), small(t, one(t, platform, "gcc")))
		require.Error(t, err)
		require.False(t, rows[0].OK)
		return err
	}
	fake(t, map[string]string{"s390x-linux-gnu-gcc": `exec gcc "$@"`})
	require.EqualError(t, run("s390x"), "the program for s390x is for EM_X86_64 (ELFCLASS64, ELFDATA2LSB); its compiler does not build for s390x")

	fake(t, map[string]string{"i686-linux-gnu-gcc": `case "$*" in *--version*) exit;; esac; echo "stdio.h: no such file"; exit 1`})
	require.EqualError(t, run("i386"), "i686-linux-gnu-gcc cannot link a C program for i386; on Debian: apt-get install gcc-i686-linux-gnu libc6-dev-i386-cross")

	// A toolchain that works and does not like the port says what is wrong itself.
	fake(t, map[string]string{"i686-linux-gnu-gcc": `case "$*" in *--version*|*empty.c*) exit;; esac; echo "firmware.c:7: odd"; exit 1`})
	require.ErrorContains(t, run("i386"), "firmware.c:7: odd")

	fake(t, map[string]string{"aarch64-linux-gnu-gcc": fakeCompiler, "qemu-aarch64": `case "$1" in --version) echo 0; exit;; esac; echo bad syscall >&2; exit 3`})
	require.ErrorContains(t, run("aarch64"), "bad syscall")
}

// TestMissing names all that is missing in one line.
func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	all, err := conformance.SelectPlatforms(nil)
	require.NoError(t, err)
	targets, err := conformance.MatrixTargets(all, []string{"gcc", "clang"}, []string{"-O0", "-O2"})
	require.NoError(t, err)
	require.Len(t, targets, 5*6+7*4-2, "five with an operating system and a form more; clang does not build for Xtensa")
	err = conformance.Missing(targets)
	require.Error(t, err)
	require.NotContains(t, err.Error(), "\n")
	tools, packages, ok := strings.Cut(err.Error(), "; on Debian: apt-get install ")
	require.True(t, ok, err)
	require.ElementsMatch(t, strings.Split(strings.TrimPrefix(tools, "not installed: "), ", "), []string{
		hostGCC(), "clang", "i686-linux-gnu-gcc", "qemu-i386", "riscv64-unknown-elf-gcc", "qemu-riscv64", "arm-linux-gnueabihf-gcc",
		"qemu-arm", "aarch64-linux-gnu-gcc", "qemu-aarch64", "s390x-linux-gnu-gcc", "qemu-s390x",
		"qemu-riscv32", "arm-none-eabi-gcc", "xtensa-lx106-elf-gcc", "qemu-xtensa",
	})
	require.Subset(t, strings.Fields(packages), []string{"qemu-user", "clang", "gcc-s390x-linux-gnu", "libc6-dev-s390x-cross", "gcc-riscv64-unknown-elf", "gcc-arm-none-eabi", "gcc-xtensa-lx106"})
	require.NoError(t, conformance.Missing(conformance.Targets([]cc.Compiler{{Name: "gcc"}}, []string{"-O0"}, false)), "the host's compilers name themselves when they are missing")

	var list strings.Builder
	require.NoError(t, conformance.WritePlatforms(&list, all))
	for _, p := range all {
		require.Contains(t, list.String(), p.Name)
		require.Contains(t, list.String(), p.RunsOn())
	}
}

func hostGCC() string { return conformance.Platforms()[0].Toolchains[0].Compiler.Name }

func TestMatrixUsage(t *testing.T) {
	_, err := conformance.SelectPlatforms([]string{"vax"})
	require.EqualError(t, err, `unknown platform "vax"; one of x86-64, i386, armv7, aarch64, s390x, rv64imac, rv32imac, rv32imc, lx106, cortex-m0plus, cortex-m4, cortex-r5`)
	_, err = conformance.MatrixTargets(nil, []string{"tcc"}, nil)
	require.EqualError(t, err, `compiler "tcc" does not build for the matrix; use gcc and clang`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = conformance.Run(ctx, small(t, one(t, "x86-64", "gcc")))
	require.ErrorIs(t, err, context.Canceled)
}

// TestMatrixCovers what the matrix is for: both word sizes, both byte orders, cores without
// operating system, at the level that makes them small too, two families of compilers each where there are.
func TestMatrixCovers(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range conformance.Platforms() {
		seen[p.Order] = true
		seen[map[int]string{32: "32", 64: "64"}[p.Word]] = true
		require.Len(t, p.Toolchains, map[bool]int{false: 2, true: 1}[p.Name == "lx106"], p.Name)
		for _, tc := range p.Toolchains {
			seen[tc.Family] = true
			if tc.Bare {
				require.Contains(t, tc.Flags, "-ffreestanding")
				seen[p.Name] = true
			}
		}
	}
	for _, k := range []string{"little", "big", "32", "64", "gcc", "clang", "rv64imac", "rv32imac", "rv32imc", "lx106", "cortex-m0plus", "cortex-m4", "cortex-r5"} {
		require.True(t, seen[k], k)
	}
	targets, err := conformance.MatrixTargets(conformance.Platforms(), []string{"gcc", "clang"}, nil)
	require.NoError(t, err)
	var labels []string
	for i := range targets {
		labels = append(labels, targets[i].Name())
	}
	require.Subset(t, labels, []string{"s390x gcc -O0", "s390x clang -O2", "s390x clang -O2 NO_LIBGCC", "lx106 gcc -Os", "cortex-m0plus clang -O2"})
	require.NotContains(t, labels, "lx106 gcc -O0")
	files, err := bare.Files()
	require.NoError(t, err)
	names := map[string]bool{}
	for _, f := range files {
		names[f.Name] = true
	}
	for _, s := range bare.Sources() {
		require.True(t, names[s], s)
	}
}

// TestNoWideState: i386 aligns a 64-bit integer to 4 bytes and the others to 8, so a
// structure with one would have two sizes. No state, and nothing whose size is stated,
// has one.
func TestNoWideState(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	checked := 0
	for _, tr := range p.Transducers {
		require.False(t, wide(tr.State), "state of %s", tr.Name)
		checked++
	}
	for _, pkg := range p.Packages {
		for _, d := range pkg.Decls {
			if td, ok := d.(*ir.TypeDecl); ok && td.Size > 0 {
				require.False(t, wide(td.Type), "%s.%s", pkg.Name, td.Name)
				checked++
			}
		}
	}
	require.Greater(t, checked, len(p.Transducers))
	require.True(t, wide(&ir.Type{Kind: ir.Array, Len: 2, Elem: &ir.Type{Kind: ir.Uint64}}))
}

func wide(t *ir.Type) bool {
	switch t.Kind {
	case ir.Array:
		return wide(t.Elem)
	case ir.Struct:
		for _, f := range t.Fields {
			if wide(f.Type) {
				return true
			}
		}
		return false
	}
	return t.Kind.Bits() == 64
}
