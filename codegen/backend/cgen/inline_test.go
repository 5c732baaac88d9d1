package cgen

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// compile writes a header and a C file that includes it, and has the compiler make out.
func compile(t *testing.T, compiler string, header []byte, source string, flags ...string) (path string) {
	t.Helper()
	tier.Require(t, compiler)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cc.h"), header, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "port.c"), []byte(source), 0o644))
	cmd := exec.Command(compiler, append(append([]string{"-o", "out"}, flags...), "port.c")...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s %s: %s", compiler, flags, out)
	return filepath.Join(dir, "out")
}

const onlyPort = "#define CC_IMPLEMENTATION\n#include \"cc.h\"\n"

var inlined = regexp.MustCompile(`(?m)^static CC_INLINE \w+ (\w+)\(`)

// TestInline: in the whole port the functions of one algorithm are inlined although several algorithms call them, and
// a compiler for speed emits none of them.
func TestInline(t *testing.T) {
	whole, err := Generate(firmware(t), Options{})
	require.NoError(t, err)
	hints := map[string]bool{}
	for _, m := range inlined.FindAllStringSubmatch(string(whole), -1) {
		hints[m[1]] = true
	}
	for _, name := range []string{"cc_bandit_select_4_arm", "cc_bandit_update_8_arm", "cc_fixedpoint_log2_nearest", "cc_dolcerc_cnp_4bandit_arm"} {
		require.True(t, hints[name], name)
	}
	// Called from four places of an algorithm, and not small.
	require.False(t, hints["cc_dcqcn_rates_increase"])
	require.Contains(t, string(whole), "\nstatic CC_LEAF void cc_dcqcn_rates_increase(")

	for _, compiler := range []string{"gcc", "clang"} {
		for flag, none := range map[string]bool{"-O2": true, "-O3": true, "-Os": false, "-O0": false} {
			t.Run(compiler+flag, func(t *testing.T) {
				if flag == "-O3" || flag == "-Os" {
					tier.Nightly(t) // as -O2 and -O0
				}
				f, err := elf.Open(compile(t, compiler, whole, onlyPort, "-std=c99", "-c", flag))
				require.NoError(t, err)
				defer func() { _ = f.Close() }()
				symbols, err := f.Symbols()
				require.NoError(t, err)
				left := 0
				for _, s := range symbols {
					name, _, _ := strings.Cut(s.Name, ".") // gcc names a part f.part.0
					if hints[name] {
						left++
					}
				}
				if none {
					require.Zero(t, left)
				} else {
					require.NotZero(t, left, "the macro takes the choice from a compiler that is not to make fast code")
				}
			})
		}
	}
}

// TestInlineIsPerAlgorithm: the other algorithms of a port do not change what is
// inlined into one.
func TestInlineIsPerAlgorithm(t *testing.T) {
	whole, err := newGen(firmware(t), Options{})
	require.NoError(t, err)
	for _, name := range []string{"dolcerc4", "dolcercplus8", "bandit2", "dcqcn.Next"} {
		alone, err := newGen(firmware(t), Options{Only: []string{name}})
		require.NoError(t, err)
		more := 0
		for f, in := range alone.inline {
			if in && !whole.isRoot[f] && !whole.inline[f] {
				t.Errorf("%s: %s is inlined, and in the whole port it is not", name, f.FullName())
			}
			if in {
				more++
			}
		}
		require.NotZero(t, more, name)
	}
}

// TestInlineGrowth: a function with two callers is inlined up to the limit.
func TestInlineGrowth(t *testing.T) {
	const budget = 48
	require.EqualValues(t, budget, inlineGrowth)
	g, err := newGen(firmware(t), Options{})
	require.NoError(t, err)
	size := map[*ir.Func]int{}
	for _, f := range ir.Reachable(g.roots...) {
		n, calls := CountOps(f)
		for _, c := range calls {
			if g.inline[c] {
				n += size[c]
			}
		}
		size[f] = n
		require.False(t, g.inline[f] && g.isRoot[f], f.FullName())
		worst := 0
		for _, r := range g.roots {
			sites := 0
			for _, caller := range ir.Reachable(r) {
				_, calls := CountOps(caller)
				for _, c := range calls {
					if c == f {
						sites++
					}
				}
			}
			worst = max(worst, sites)
		}
		if !g.isRoot[f] {
			require.Equal(t, (worst-1)*n <= budget, g.inline[f], "%s: %d operations, %d places", f.FullName(), n, worst)
		}
	}
}

// TestLeadingZeros: the builtin only where the core has the instruction.
func TestLeadingZeros(t *testing.T) {
	header, err := Generate(firmware(t), Options{Only: []string{"fixedpoint.Log2"}})
	require.NoError(t, err)
	for _, c := range []struct {
		flags   string
		builtin bool
	}{
		{"--target=x86_64-linux-gnu", true},
		{"--target=x86_64-linux-gnu -DCC_PORTABLE", false},
		{"--target=riscv64 -march=rv64imac", false},
		{"--target=riscv32 -march=rv32imac", false},
		{"--target=riscv64 -march=rv64imac_zbb1p0 -menable-experimental-extensions", true},
		{"--target=aarch64-none-elf", true},
		{"--target=armv7m-none-eabi", true},
		{"--target=armv6m-none-eabi", false},
		{"--target=s390x-linux-gnu", true},
	} {
		text, err := os.ReadFile(compile(t, "clang", header, onlyPort, append([]string{"-E", "-P", "-ffreestanding", "-nostdlibinc"}, strings.Fields(c.flags)...)...))
		require.NoError(t, err)
		require.Equal(t, c.builtin, strings.Contains(string(text), "__builtin_clz"), c.flags)
	}

	// The sequence in its place, on all numbers of 16 significant bits.
	run := exec.Command(compile(t, "gcc", header, onlyPort+fmt.Sprintf(`
#include <stdio.h>
int main(void)
{
	uint32_t i, k, n;
	for (i = 0u; i < 65536u; i++) {
		for (k = 0u; k <= 16u; k++) {
			uint32_t x = i << k | (i & ((1u << k) - 1u));
			for (n = 0u; n < 32u && (x & UINT32_C(0x%X) >> n) == 0u; n++) {
			}
			if (cc_clz32(x) != n) {
				printf("%%lu: %%lu zeros, have %%lu\n", (unsigned long)x, (unsigned long)n, (unsigned long)cc_clz32(x));
				return 1;
			}
		}
	}
	return 0;
}
`, uint32(1)<<31), "-std=c99", "-O2", "-DCC_PORTABLE"))
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
