package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
)

// TestRangesCommands wants the firmware covered, and a package of one's own that
// overflows refused at its line with the facts.
func TestRangesCommands(t *testing.T) {
	status, out, errs := run("ranges")
	require.Zero(t, status, errs)
	require.Contains(t, out, "log2Nearest")
	status, out, _ = run("explain", "bandit.share")
	require.Zero(t, status)
	require.Contains(t, out, "exhaustive over the domain of bandit.share")

	dir := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.Mkdir(dir, 0o755))
	const src = "package mine\n\n//ccgen:range a 0..128\n//ccgen:export\nfunc Twice(a uint8) uint8 { return a + a }\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.go"), []byte(src), 0o600))
	status, out, errs = run("ranges", dir)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, out, "Twice")
	require.Contains(t, errs, "mine.go:5:36: in mine.Twice: uint8 +: cannot show that it fits: 0..128 + 0..128 is 0..256, of uint8")
	status, out, _ = run("ranges", "--json", dir)
	require.Equal(t, cli.ExitCheck, status)
	var counts []countJSON
	require.NoError(t, json.Unmarshal([]byte(out), &counts))
	require.Equal(t, "mine.Twice", counts[0].Func)
	require.Equal(t, 1, counts[0].Unproven)
	status, out, _ = run("explain", "--dir", dir, "mine.Twice")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, out, "UNPROVEN")

	status, _, errs = run("explain", "bandit.nothing")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "ccgen ranges lists them")
}

// TestSMTCommand wants one file a problem, and nothing without a folder.
func TestSMTCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "smt")
	status, out, errs := run("smt", "-o", dir)
	require.Zero(t, status, errs)
	require.Contains(t, out, "problems in")
	text, err := os.ReadFile(filepath.Join(dir, "contracts.TimeAdd.smt2"))
	require.NoError(t, err)
	require.Contains(t, string(text), "(check-sat)")

	// All problems or none.
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "contracts.TimeAdd.smt2"), 0o755))
	status, _, errs = run("smt", "-o", dir)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "contracts.TimeAdd.smt2: is a directory")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)

	status, _, errs = run("smt")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "name a folder")
}
