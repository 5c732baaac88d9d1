package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
)

func TestBPF(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bpf")
	status, stdout, stderr := run("bpf", "dolcerc", "--profile", "connectx", "--set", "ai_rate=50", "--connections", "64", "--source-only", "-o", dir)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	text, err := os.ReadFile(filepath.Join(dir, "dolcerc4.bpf.h"))
	require.NoError(t, err)
	require.Contains(t, string(text), " *   ccgen bpf dolcerc4 --profile connectx --set ai_rate=50 --connections 64\n")
	require.Contains(t, string(text), "#define CC_BPF_DOLCERC4_CONNECTIONS 64u\n")
	require.NoFileExists(t, filepath.Join(dir, "dolcerc4.bpf.o"))

	tier.Require(t, "clang")
	status, _, stderr = run("bpf", "../../docs/examples/aimd", "-o", dir)
	require.Zero(t, status, stderr)
	require.FileExists(t, filepath.Join(dir, "aimd.bpf.o"))
	for profile, keep := range map[string]string{"": ".keep = 32768u,", "fast": ".keep = 49152u,"} {
		status, _, stderr = run("bpf", "../../docs/examples/aimd", "-o", dir, "--profile", profile)
		require.Zero(t, status, stderr)
		text, err = os.ReadFile(filepath.Join(dir, "aimd.bpf.h"))
		require.NoError(t, err)
		require.Contains(t, string(text), keep)
	}
}

// TestBPFRefuses: one line each, and no folder.
func TestBPFRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bpf")
	for want, args := range map[string][]string{
		"bpf: -o is missing":                                    {"dcqcn"},
		"bpf: there are several files; -o has to":               {"dcqcn", "-o", "-"},
		"bpf: --json goes with --check":                         {"dcqcn", "-o", dir, "--json", "--source-only"},
		"bpf: --rounds goes with --check":                       {"dcqcn", "-o", dir, "--rounds", "3"},
		"bpf: name the algorithm":                               {"-o", dir},
		"unknown algorithm \"dcqc\"":                            {"dcqc", "-o", dir},
		"bpf: unexpected argument \"x.json\"":                   {"dcqcn", "x.json", "-o", dir},
		"bpf: --connections takes a whole number of 1 to 65536": {"dcqcn", "-o", dir, "--connections", "0"},
		"bpf: --rounds takes a whole number of 0 to 10000000":   {"--check", "--rounds", "-1"},
		"bpf: --line-rate is for the built-in":                  {"../../docs/examples/aimd", "-o", dir, "--line-rate", "25G"},
		"\"quickest\" is unknown":                               {"../../docs/examples/aimd", "-o", dir, "--profile", "quickest"},
	} {
		status, stdout, stderr := run(append([]string{"bpf"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, want)
		require.Empty(t, stdout)
		require.Regexp(t, `^ccgen: [^\n]*\n$`, stderr)
		require.Contains(t, stderr, want)
	}
	require.NoDirExists(t, dir)

	t.Setenv("PATH", t.TempDir())
	status, _, stderr := run("bpf", "dcqcn", "-o", dir)
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: bpf: compiler clang is not installed; on Debian: apt-get install clang; --source-only writes the C alone\n", stderr)
	require.NoDirExists(t, dir)
}
