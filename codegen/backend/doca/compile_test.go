package doca_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

// TestGolden keeps the printed glue.
func TestGolden(t *testing.T) {
	for _, algorithm := range doca.Algorithms() {
		text := files(t, algorithm)[1].Data
		golden.Check(t, filepath.Join("testdata", algorithm+".c.golden"), text)
		require.Equal(t, string(text), string(files(t, algorithm)[1].Data), "the same bytes again")
	}
}

// TestCompilers: no warning under either compiler, and the same answers. Without -long an algorithm has every other way.
func TestCompilers(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	for turn, algorithm := range doca.Algorithms() {
		request := "I\nZ\nE 2 1000 1000 3 0 0\nE 3 90000 80000 0 100 5000\nE 6 5000000 0 0 0 0\nC\n"
		want := host(t, algorithm).ask(t, request)
		for i, c := range []struct{ name, std, level, more string }{
			{"gcc", "-std=c99", "-O0", "-DCC_PORTABLE"}, {"gcc", "-std=c11", "-O3", "-Wshadow"},
			{"clang", "-std=c11", "-O2", "-Wshadow"}, {"clang", "-std=c99", "-O0", "-DCC_PORTABLE"},
		} {
			if !tier.Long() && (turn+i)%2 == 1 {
				continue
			}
			bin := build(t.Context(), t, algorithm, cc.Compiler{Name: c.name}, c.std, c.level, c.more)
			require.Equal(t, want, (&device{algorithm, []string{bin}}).ask(t, request), "%+v", c)
		}
	}
}

// TestSanitized runs random lives under the sanitizers.
func TestSanitized(t *testing.T) {
	tier.Require(t, "gcc")
	for _, algorithm := range doca.Algorithms() {
		s, _, _ := corpusScript(t, algorithm)
		bin := build(t.Context(), t, algorithm, cc.Compiler{Name: "gcc"}, append([]string{"-std=c99", "-O1"}, cc.Sanitizers()...)...)
		s.run(t, &device{algorithm, []string{bin}})
	}
}

// object compiles the glue alone, as firmware would, and returns the object's path.
func object(t *testing.T, algorithm, compiler string, flags ...string) (string, error) {
	t.Helper()
	tier.Require(t, compiler)
	dir := t.TempDir()
	for _, f := range files(t, algorithm) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644))
	}
	cmd := exec.CommandContext(t.Context(), compiler, slices.Concat([]string{"-std=c99", "-ffreestanding", "-I.", "-c", "glue.c", "-o", "glue.o"}, cc.Warnings(), flags)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = &failure{string(out)}
	}
	return filepath.Join(dir, "glue.o"), err
}

type failure struct{ text string }

func (f *failure) Error() string { return f.text }

// TestObject: as code for a NIC's core the glue has no writable data, defines the three
// callbacks, needs nothing but the device library, and divides nothing.
func TestObject(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "riscv64-unknown-elf-gcc")
	for _, algorithm := range doca.Algorithms() {
		path, err := object(t, algorithm, "riscv64-unknown-elf-gcc", "-O2", "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany")
		require.NoError(t, err)
		symbols, err := exec.CommandContext(t.Context(), "riscv64-unknown-elf-nm", path).Output()
		require.NoError(t, err)
		var defined []string
		for _, line := range strings.Split(strings.TrimSpace(string(symbols)), "\n") {
			w := strings.Fields(line)
			kind, name := w[len(w)-2], w[len(w)-1]
			switch kind {
			case "T":
				defined = append(defined, name)
			case "U":
				// Compilers call memcpy for structs, and libgcc where the core does not count zeros.
				require.Regexp(t, `^(doca_pcc_dev_\w+|memcpy|memset|__clz[sd]i2|__ctz[sd]i2|__popcount[sd]i2)$`, name)
			default:
				require.Regexp(t, `^[trn]$`, kind, line) // no d, b, C: nothing writable
			}
		}
		slices.Sort(defined)
		require.Equal(t, []string{"doca_pcc_dev_user_algo", "doca_pcc_dev_user_init", "doca_pcc_dev_user_set_algo_params"}, defined)
		code, err := exec.CommandContext(t.Context(), "riscv64-unknown-elf-objdump", "-d", path).Output()
		require.NoError(t, err)
		require.Contains(t, string(code), "mul")
		require.Empty(t, regexp.MustCompile(`\t(div|rem)\w*\t.*`).FindString(string(code)))
	}
}

// TestAssertions: a device that takes less than the program needs does not get one.
func TestAssertions(t *testing.T) {
	for _, c := range []struct{ algorithm, flag, says string }{
		{"dcqcn", "-DDOCA_PCC_DEV_MAX_NUM_PARAMS_PER_ALGO=30", ""},
		{"dcqcn", "-DDOCA_PCC_DEV_MAX_NUM_PARAMS_PER_ALGO=29", "cc_doca_sdk_takes_the_parameters"},
		{"dolcerc4", "-DDOCA_PCC_DEV_MAX_NUM_PARAMS_PER_ALGO=30", "cc_doca_sdk_takes_the_parameters"},
		{"dolcerc4", "-DDOCA_PCC_DEV_MAX_NUM_COUNTERS_PER_ALGO=15", ""},
		{"dolcerc4", "-DDOCA_PCC_DEV_MAX_NUM_COUNTERS_PER_ALGO=13", "cc_doca_sdk_takes_the_counters"},
		{"dolcerc4", "-DSHIM_CONTEXT_BYTES=44", "cc_doca_context_has_48_bytes"},
		{"dolcerc4", "-DSHIM_CONTEXT_BYTES=64", ""},
	} {
		_, err := object(t, c.algorithm, "gcc", c.flag)
		if c.says == "" {
			require.NoError(t, err, c.flag)
		} else {
			require.ErrorContains(t, err, c.says, c.flag)
		}
	}
}

// TestPrefix: with another prefix no name of the glue's own is left under the old one.
func TestPrefix(t *testing.T) {
	c := port.Config{Prefix: "nic_", Lines: "none", Line: "400G", Profiles: []string{"paper"}, Target: port.DOCAPCC, Algorithm: "dolcerc4"}
	require.Equal(t, "nic_doca_pcc.c", c.GlueName())
	glue, err := c.Glue("nic.h")
	require.NoError(t, err)
	require.Contains(t, string(glue), " *   ccgen c --target doca-pcc --algo dolcerc4 --prefix nic_ --profile paper --line-rate 400G\n")
	require.Empty(t, regexp.MustCompile(`\b(cc|CC)_\w+`).FindString(string(glue)))
}
