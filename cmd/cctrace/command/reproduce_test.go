package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/regret"
	"smartnic-cc/internal/base/cli"
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
	for _, name := range []string{"fig3.csv", "fig3.svg"} {
		require.FileExists(t, filepath.Join(dir, "report", name))
	}
	// With a name and without -o the text goes to standard output.
	status, stdout, stderr = run("reproduce", "fig3", "--setting", "smoke", "--work", work)
	require.Equal(t, cli.ExitOK, status, stderr)
	require.Contains(t, stdout, "## Figure 3")
}

// TestReproduceJSON: the data is that of the CSV, and without -o no file is written.
func TestReproduceJSON(t *testing.T) {
	work, out := t.TempDir(), filepath.Join(t.TempDir(), "report.md")
	status, stdout, stderr := run("reproduce", "fig3", "--setting", "smoke", "--work", work, "--json", "-o", out)
	require.Equal(t, cli.ExitOK, status, stderr)
	var r reportJSON
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.Equal(t, "smoke", r.Setting)
	require.NotEmpty(t, r.Model)
	require.Len(t, r.Sections, 1)
	s := &r.Sections[0]
	require.Equal(t, "fig3", s.Name)
	require.NotEmpty(t, s.Verdict)
	f, err := os.Open(filepath.Join(filepath.Dir(out), "report", s.Data[0].Name+".csv"))
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Equal(t, rows, append([][]string{s.Data[0].Header}, s.Data[0].Rows...))

	t.Chdir(t.TempDir())
	status, again, stderr := run("reproduce", "fig3", "--setting", "smoke", "--work", work, "--json")
	require.Equal(t, cli.ExitOK, status, stderr)
	require.Equal(t, stdout, again)
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Empty(t, entries)
}

// TestReproduceCompanions: other papers' systems are run by name, also along with the paper's experiments; the report
// and its data are the same for any number of workers.
func TestReproduceCompanions(t *testing.T) {
	want := ""
	for _, workers := range []string{"1", "3"} {
		work, out := t.TempDir(), filepath.Join(t.TempDir(), "avatar.md")
		status, stdout, stderr := run("reproduce", "avatar", "--workers", workers, "--work", work, "--json", "-o", out)
		require.Equal(t, cli.ExitOK, status, stderr)
		var r reportJSON
		require.NoError(t, json.Unmarshal([]byte(stdout), &r))
		require.Len(t, r.Sections, 1)
		require.Len(t, r.Sections[0].Data[0].Rows, 35)
		require.Empty(t, r.Model, "no run of the paper's model")
		if want == "" {
			want = stdout
		}
		require.Equal(t, want, stdout)
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Contains(t, string(text), "# Systems of other papers on the NIC model\n\nWritten by `cctrace reproduce avatar --setting fast`")
		require.FileExists(t, filepath.Join(filepath.Dir(out), "avatar", "avatar.csv"))

		status, stdout, stderr = run("reproduce", "avatar", "choices", "--work", work)
		require.Equal(t, cli.ExitOK, status, stderr)
		require.Contains(t, stdout, "# The paper's evaluation, run again")
		require.Regexp(t, "(?s)## What is taken.*## Avatar", stdout)
	}
	refused(t, cli.ExitUsage, []string{"reproduce", "druma"}, `"druma" is not known (did you mean drum?)`, "table1", "rperf, avatar, drum, themis")
}

// TestFigureTableJSON: the numbers of the table.
func TestFigureTableJSON(t *testing.T) {
	var text, out bytes.Buffer
	require.NoError(t, regretTable(cli.Env{Stdout: &text, Stderr: io.Discard}, 1, false))
	require.NoError(t, regretTable(cli.Env{Stdout: &out, Stderr: io.Discard}, 1, true))
	var rows []regret.Row
	require.NoError(t, json.Unmarshal(out.Bytes(), &rows))
	require.Len(t, rows, len(regret.Scenarios()))
	require.Equal(t, regret.Table(rows), text.String())
	refused(t, cli.ExitUsage, []string{"figure", "fig3", "--json", "-o", filepath.Join(t.TempDir(), "f.svg")}, "--json goes with --table")
}

func TestReproduceRefusals(t *testing.T) {
	work := t.TempDir()
	file := filepath.Join(work, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	refused(t, cli.ExitUsage, []string{"reproduce", "table9", "--work", work}, `"table9" is not known`, "table1")
	refused(t, cli.ExitUsage, []string{"reproduce", "--setting", "huge", "--work", work}, `"huge"`, "smoke, fast or full")
	refused(t, cli.ExitUsage, []string{"reproduce", "--workers", "257", "--work", work}, "--workers takes a whole number of 1 to 256, or 0: one a core, not ")
	refused(t, cli.ExitUsage, []string{"reproduce", "fig3", "--work", filepath.Join(file, "below")}, "is a file; name a folder for the outputs")
	refused(t, cli.ExitUsage, []string{"reproduce", "fig3", "--setting", "smoke", "--work", work, "-o", filepath.Join(file, "report.md")}, "is a file; name a folder for the outputs")
}
