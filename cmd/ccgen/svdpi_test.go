package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
)

func TestDPI(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dpi")
	status, stdout, stderr := run("sv-dpi", "dcqcnnp", "--vectors", "-o", dir)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	names := []string{"dcqcnnp.h", "dcqcnnp_dpi.c", "dcqcnnp_dpi.sv", "dcqcnnp_scoreboard.sv", "dcqcnnp_tb.sv"}
	for _, name := range names {
		path := filepath.Join(dir, name)
		status, stdout, stderr = run("check", path)
		require.Zero(t, status, stderr)
		require.Equal(t, path+" is current\n", stdout)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o600))
		status, _, stderr = run("check", path)
		require.Equal(t, cli.ExitCheck, status)
		require.Contains(t, stderr, ": not current; make it again with: ccgen sv-dpi dcqcnnp -o "+dir+"\n")
	}
	text, err := os.ReadFile(filepath.Join(dir, "dcqcnnp_vectors.txt"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "I c350 0 0\nS "), "%.40q", text)

	renamed := filepath.Join(dir, "other.sv")
	require.NoError(t, os.Rename(filepath.Join(dir, names[2]), renamed))
	status, _, stderr = run("check", renamed)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "it makes no file other.sv, but dcqcnnp.h, dcqcnnp_dpi.c, ")

	status, _, stderr = run("sv-dpi", "../../docs/examples/aimd", "-o", dir)
	require.Zero(t, status, stderr)
	require.FileExists(t, filepath.Join(dir, "aimd_tb.sv"))
}

// TestDPIRefuses: one line each, exit status 2, no folder.
func TestDPIRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dpi")
	for want, args := range map[string][]string{
		"sv-dpi: name the algorithm":              {},
		`unknown algorithm "foo"`:                 {"foo", "-o", dir},
		"sv-dpi: -o is missing":                   {"dcqcn"},
		"sv-dpi: there are several files; -o has": {"dcqcn", "-o", atomicfile.Stdout},
		`sv-dpi: unexpected argument "x.json"`:    {"dcqcn", "x.json", "-o", dir},
		"sv-dpi: --json goes with --check":        {"dcqcn", "--json", "-o", dir},
		"sv-dpi: --vectors goes with -o":          {"dcqcn", "--vectors", "--check"},
		"x.json":                                  {"dcqcn", "x.json", "--vectors", "-o", dir},
		"sv-dpi: no vectors of dcqcn; give files": {"dcqcn", "../../testvectors/corpus/bandit2.json.gz", "--vectors", "-o", dir},
	} {
		status, _, stderr := run(append([]string{"sv-dpi"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, stderr)
		require.Contains(t, stderr, want)
		require.Regexp(t, `^[^\n]*\n$`, stderr)
	}
	t.Setenv("PATH", t.TempDir())
	status, _, stderr := run("sv-dpi", "dcqcnnp", "--check", "-o", dir)
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: sv-dpi: verilator is not installed; version 5 or later is needed to run the bench (on Debian: apt-get install verilator g++ make)\n", stderr)
	require.NoDirExists(t, dir)
}
