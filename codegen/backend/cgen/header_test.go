package cgen

import (
	"context"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/internal/dev/tier"
)

// TestFreestanding compiles the header alone, without a C library, for the host
// and for the cores of NICs: 32 and 64 bits, both byte orders, char signed and not.
// The host's object must ask for nothing but what every compiler may add.
func TestFreestanding(t *testing.T) {
	tier.Require(t, "clang", "gcc")
	dir := t.TempDir()
	header, err := Generate(firmware(t), Options{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cc.h"), header, 0o644))
	source := filepath.Join(dir, "port.c")
	require.NoError(t, os.WriteFile(source, []byte("#define CC_IMPLEMENTATION\n#include \"cc.h\"\n"), 0o644))

	for _, target := range []string{"riscv64", "riscv32", "armv7m-none-eabi", "aarch64-none-elf", "mips-none-elf", "powerpc64-none-elf"} {
		args := append([]string{"--target=" + target, "-ffreestanding", "-nostdlibinc", "-std=c99", "-fsyntax-only"}, cc.Warnings()...)
		out, err := exec.Command("clang", append(args, source)...).CombinedOutput()
		require.NoError(t, err, "%s: %s", target, out)
	}

	object := filepath.Join(dir, "port.o")
	args := append([]string{"-ffreestanding", "-std=c99", "-O2", "-c", "-o", object}, cc.Warnings()...)
	out, err := exec.Command("gcc", append(args, source)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	f, err := elf.Open(object)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	symbols, err := f.Symbols()
	require.NoError(t, err)
	for _, s := range symbols {
		switch {
		case s.Section == elf.SHN_UNDEF && s.Name != "":
			require.Contains(t, []string{"memcpy", "memset", "memmove", "memcmp"}, s.Name, "the header needs a library")
		case s.Section < elf.SHN_LORESERVE && elf.ST_TYPE(s.Info) == elf.STT_OBJECT:
			require.Zero(t, f.Sections[s.Section].Flags&elf.SHF_WRITE, "%s can be written to", s.Name)
		}
	}
}

// TestOptions compiles with every line mode and another prefix, in C and C++, together with a second header of the
// default prefix.
func TestOptions(t *testing.T) {
	for _, lines := range []LineMode{NoLines, LineComments, LineDirectives} {
		opt := Options{Prefix: "nic2_", HeaderName: "nic-port.h", Lines: lines, Only: []string{"corner", "learner4"}}
		for _, compiler := range []string{"gcc", "clang++"} {
			c := cc.Compiler{Name: compiler}
			run(t, build(t, constructs(t), c, opt, c.Standard(), "-O1"), []exchange{
				{"call corner.Product 65535 65535", "ok 1 2 1 0"},
				{"call arith.U8 1 2 3", "error unknown function arith.U8"},
			})
		}
	}
}

// TestNoParameters: the parameters of a function without any are void.
func TestNoParameters(t *testing.T) {
	const source = `package p

//ccgen:export
func Least(x uint32) uint32 { return max(x, seven()) }

func seven() uint32 { return 7 }
`
	p, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(source)}}, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	for _, compiler := range []string{"gcc", "clang++"} {
		c := cc.Compiler{Name: compiler}
		run(t, build(t, p, c, Options{}, c.Standard(), "-O1"), []exchange{{"call p.Least 3", "ok 7"}, {"call p.Least 9", "ok 9"}})
	}
}

// TestTwoHeaders includes the declarations several times and two ports in one
// file, and calls across files.
func TestTwoHeaders(t *testing.T) {
	tier.Require(t, "gcc", "clang", "g++", "clang++")
	a, err := Generate(firmware(t), Options{Only: []string{"fixedpoint.Log2"}})
	require.NoError(t, err)
	b, err := Generate(firmware(t), Options{Prefix: "b_", Only: []string{"bandit"}})
	require.NoError(t, err)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cc.h": string(a), "b.h": string(b),
		"port.c": "#define CC_IMPLEMENTATION\n#define B_IMPLEMENTATION\n#include \"cc.h\"\n#include \"b.h\"\n#include \"cc.h\"\n",
		"main.c": "#include \"b.h\"\n#include \"cc.h\"\nint main(void) { return cc_fixedpoint_log2(8u) == 3 << 16 ? 0 : 1; }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for _, c := range cc.All() {
		args := append([]string{c.Standard(), "-o", "port", "port.c", "main.c"}, cc.Warnings()...)
		if c.CPlusPlus() {
			args = append([]string{"-x", "c++"}, args...)
		}
		cmd := exec.Command(c.Name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s: %s", c.Name, out)
		require.NoError(t, exec.Command(filepath.Join(dir, "port")).Run(), c.Name)
	}
}

// TestSize has the compiler find a struct that is not as large as the source
// says.
func TestSize(t *testing.T) {
	tier.Require(t, "gcc", "clang", "g++", "clang++")
	header, err := Generate(constructs(t), Options{})
	require.NoError(t, err)
	wrong := strings.Replace(string(header), "sizeof(cc_corner_pair) == 6", "sizeof(cc_corner_pair) == 5", 1)
	require.NotEqual(t, string(header), wrong)
	program, err := Program(constructs(t), Options{})
	require.NoError(t, err)
	for _, c := range cc.All() {
		for _, std := range []string{c.Standard(), map[bool]string{false: "-std=c11", true: "-std=c++17"}[c.CPlusPlus()]} {
			_, cleanup, err := cc.Build(context.Background(), c, []string{std, "-fsyntax-only"}, cc.File{Name: "cc.h", Data: []byte(wrong)}, program)
			cleanup()
			require.ErrorContains(t, err, "cc_corner_pair_has_6_bytes", c.Name)
		}
	}
}

func TestSelection(t *testing.T) {
	p := firmware(t)
	text := func(only ...string) string {
		h, err := Generate(p, Options{Only: only})
		require.NoError(t, err)
		return string(h)
	}
	log := text("fixedpoint.Log2")
	require.Contains(t, log, "CC_API cc_fixedpoint_q5x16 cc_fixedpoint_log2(uint32_t x);")
	require.NotContains(t, log, "cc_fixedpoint_exp2")
	require.NotContains(t, log, "bandit")
	require.Equal(t, log, text("fixedpoint.Log2"), "the same bytes each time")
	bandit := text("bandit4")
	require.Contains(t, bandit, "cc_bandit_step4(")
	require.NotContains(t, bandit, "cc_bandit_step2(")
	require.NotContains(t, bandit, "dcqcn")

	for want, opt := range map[string]Options{
		`no package, function or transducer "nothing"; it has `:            {Only: []string{"nothing"}},
		`function bandit.learn is not exported; mark it`:                   {Only: []string{"bandit.learn"}},
		`prefix "9x" is no lower case C identifier`:                        {Prefix: "9x"},
		`line mode 7 is unknown; use NoLines, LineComments or LineDirecti`: {Lines: 7},
	} {
		_, err := Generate(p, opt)
		require.ErrorContains(t, err, want)
		_, err = Program(p, opt)
		require.ErrorContains(t, err, want)
		_, err = HeaderName(opt)
		if opt.Only == nil {
			require.ErrorContains(t, err, want)
		}
	}
}

// TestWithoutLibrary: on no core of 32 bits a compiler calls its library for any operation of the constructs.
func TestWithoutLibrary(t *testing.T) {
	dir := t.TempDir()
	header, err := Generate(constructs(t), Options{})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cc.h"), header, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "port.c"), []byte("#define CC_IMPLEMENTATION\n#include \"cc.h\"\n"), 0o644))
	for _, core := range []string{
		"clang --target=riscv32 -march=rv32imac -mabi=ilp32",
		"clang --target=arm-none-eabi -mcpu=cortex-m0plus -mthumb -mllvm -replexitval=never", // docs/ports.md has this flag
		"clang --target=arm-none-eabi -mcpu=cortex-m4 -mthumb", "clang --target=arm-none-eabi -mcpu=cortex-a9",
		"riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32", "arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb",
		"arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb", "arm-none-eabi-gcc -mcpu=cortex-a9", "xtensa-lx106-elf-gcc",
	} {
		for _, level := range []string{"-Os", "-O2"} {
			t.Run(core+" "+level, func(t *testing.T) {
				command := append(strings.Fields(core), "-std=c99", "-ffreestanding", level, "-c", "port.c", "-o", "port.o")
				if command[0] != "clang" || level == "-O2" {
					tier.Nightly(t)
				}
				tier.Require(t, command[0])
				cmd := exec.Command(command[0], append(command[1:], cc.Warnings()...)...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				f, err := elf.Open(filepath.Join(dir, "port.o"))
				require.NoError(t, err)
				defer func() { _ = f.Close() }()
				symbols, err := f.Symbols()
				require.NoError(t, err)
				for _, s := range symbols {
					if s.Section == elf.SHN_UNDEF && s.Name != "" {
						require.Contains(t, []string{"memcpy", "memset", "memmove", "memcmp"}, s.Name, "the header needs a library")
					}
				}
			})
		}
	}
}
