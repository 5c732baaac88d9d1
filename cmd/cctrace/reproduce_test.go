package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
)

func TestReproduceWritesAReport(t *testing.T) {
	dir := t.TempDir()
	work, out := filepath.Join(dir, "work"), filepath.Join(dir, "report.md")
	status, stdout, stderr := run("reproduce", "fig3", "--setting", "smoke", "--work", work, "-o", out)
	require.Equal(t, cli.ExitOK, status, stderr)
	require.Empty(t, stdout)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(text), "## Figure 3")
	for _, name := range []string{"fig3.csv", "fig3.svg", "fig3.png"} {
		require.FileExists(t, filepath.Join(dir, "report", name))
	}
	// With a name and without -o the text goes to standard output.
	status, stdout, stderr = run("reproduce", "fig3", "--setting", "smoke", "--work", work)
	require.Equal(t, cli.ExitOK, status, stderr)
	require.Contains(t, stdout, "## Figure 3")
}

func TestReproduceRefusals(t *testing.T) {
	work := t.TempDir()
	file := filepath.Join(work, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	refused(t, cli.ExitUsage, []string{"reproduce", "table9", "--work", work}, `"table9" is not known`, "table1")
	refused(t, cli.ExitUsage, []string{"reproduce", "--setting", "huge", "--work", work}, `"huge" is not known`, "smoke, fast, full")
	refused(t, cli.ExitUsage, []string{"reproduce", "--workers", "257", "--work", work}, "--workers", "out of range 0..256")
	refused(t, cli.ExitUsage, []string{"reproduce", "fig3", "--work", filepath.Join(file, "below")}, "cannot make the folder")
	refused(t, cli.ExitUsage, []string{"reproduce", "fig3", "--setting", "smoke", "--work", work, "-o", filepath.Join(file, "report.md")}, "cannot make the folder")
}
