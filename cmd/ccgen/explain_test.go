package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestRangesCommands checks that the firmware is covered, and that a user's package that overflows is refused at its
// line with the facts.
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

	// As the user names the folder, in the output, the JSON and the errors.
	t.Chdir(filepath.Dir(dir))
	status, out, errs = run("explain", "--json", "--dir", "./mine", "mine.Twice")
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, errs, "mine/mine.go:5:36: in mine.Twice")
	var explained []explainedJSON
	require.NoError(t, json.Unmarshal([]byte(out), &explained))
	require.Len(t, explained, 1)
	require.Equal(t, "mine.Twice", explained[0].Func)
	require.Equal(t, "mine/mine.go:5:6", explained[0].Pos)
	require.Equal(t, 5, explained[0].Lines[0].Number)
	require.Contains(t, explained[0].Lines[0].Notes, "uint8 +: UNPROVEN (0..128 + 0..128 is 0..256, of uint8)")

	require.NoError(t, os.Mkdir("stand", 0o755))
	t.Chdir("stand")
	wideSrc := strings.Replace(src, "(a uint8) uint8 { return a + a }", "(a uint64) uint64 { return a + a }", 1)
	require.NoError(t, os.WriteFile("../mine/mine.go", []byte(wideSrc), 0o600))
	status, out, errs = run("ranges", "--wide", "../mine")
	require.Zero(t, status, errs)
	require.Equal(t, "../mine/mine.go:5:38: in mine.Twice: uint64 + on 0..256\n", out)
	status, out, _ = run("ranges", "--wide", "--json", "../mine")
	require.Zero(t, status)
	var wide []wideJSON
	require.NoError(t, json.Unmarshal([]byte(out), &wide))
	require.Equal(t, []wideJSON{{"../mine/mine.go:5:38", "mine.Twice", "uint64 + on 0..256"}}, wide)
	status, out, _ = run("explain", "--dir", "../mine", "mine.Twice")
	require.Zero(t, status)
	require.True(t, strings.HasPrefix(out, "../mine/mine.go:5:6: mine.Twice\n"), out)
	require.NoError(t, os.WriteFile("../mine/mine.go", []byte("package mine\n\nfunc F(a, b uint32) uint32 { return a / b }\n"), 0o600))
	status, _, errs = run("ranges", "../mine")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "ccgen: ../mine/mine.go:3:")

	status, _, errs = run("explain", "bandit.nothing")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "ccgen ranges lists them")
}

// TestSMTCommand checks that each problem is written to one file, and that nothing is written without a folder.
func TestSMTCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "smt")
	status, out, errs := run("smt", "-o", dir)
	require.Zero(t, status, errs)
	require.Contains(t, out, "problems in")
	text, err := os.ReadFile(filepath.Join(dir, "contracts.TimeAdd.smt2"))
	require.NoError(t, err)
	require.Contains(t, string(text), "(check-sat)")

	status, out, _ = run("smt", "--json", "-o", dir)
	require.Zero(t, status)
	var problems []problemJSON
	require.NoError(t, json.Unmarshal([]byte(out), &problems))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, problems, len(entries))
	for _, q := range problems {
		require.Equal(t, filepath.Join(dir, q.Name+".smt2"), q.File)
		require.FileExists(t, q.File)
		require.NotEmpty(t, q.What, q.Name)
	}

	// All problems or none.
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "contracts.TimeAdd.smt2"), 0o755))
	status, _, errs = run("smt", "-o", dir)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "contracts.TimeAdd.smt2: is a directory")
	entries, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)

	status, _, errs = run("smt")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, errs, "name a folder")
}
