package command

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reports/htmlreport/browser"
	"smartnic-cc/internal/reports/runreport"
)

// TestReportInBrowser writes the report of a run, opens it in Chromium and zooms each figure by the wheel; the page
// must log no error and request nothing.
func TestReportInBrowser(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "chromium")
	dir := filepath.Join(t.TempDir(), "in </script>'cast.out")
	status, _, stderr := run("sim", incast, "-o", dir, "--set", "run.end=3ms")
	require.Zero(t, status, stderr)
	status, stdout, stderr := run("report", dir)
	require.Zero(t, status, stderr)
	path := filepath.Join(dir, "report.html")
	require.Contains(t, stdout, path)
	require.Contains(t, stdout, "1 run, 2 figures")

	b, err := browser.Start(1200, 900)
	require.NoError(t, err)
	defer b.Close()
	// By the file's address, as the shell would give it.
	plain := filepath.Join(t.TempDir(), "report.html")
	html, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(plain, html, 0o644))
	require.NoError(t, b.Open("file://"+plain))
	until := func(expression string) {
		t.Helper()
		ok := false
		for range 600 {
			require.NoError(t, b.Eval(expression, &ok))
			if ok {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		require.Fail(t, "never: "+expression, "%v", b.Errors())
	}
	until(`[...document.querySelectorAll("figure")].every((f) => f.dataset.drawn > 0) && document.querySelectorAll("figure").length === 2`)
	until(`document.title === "Incast of 8 through one switch, HPCC's DCQCN"`)
	for i := range 2 {
		var at [2]float64
		require.NoError(t, b.Eval(fmt.Sprintf(`(() => { const c = document.querySelectorAll("figure")[%d].querySelector("canvas"); c.scrollIntoView({block: "center"});
			const r = c.getBoundingClientRect(); return [r.left + r.width / 2, r.top + 60]; })()`, i), &at))
		figure := fmt.Sprintf(`document.querySelectorAll("figure")[%d].dataset`, i)
		var full float64
		require.NoError(t, b.Eval(figure+".x1 - "+figure+".x0", &full))
		require.Greater(t, full, 0.0)
		require.NoError(t, b.Wheel(at[0], at[1], -240, browser.Ctrl))
		until(fmt.Sprintf("%s.x1 - %s.x0 < %g", figure, figure, full*0.7))
		require.NoError(t, b.DoubleClick(at[0], at[1]))
		until(fmt.Sprintf("Math.abs(%s.x1 - %s.x0 - %g) < 1e-6 * %g", figure, figure, full, full))
	}
	// The scenario and its command are there.
	until(`document.querySelector("main").textContent.includes('kind = "incast"') && document.querySelector("main").textContent.includes("cctrace sim incast.toml --set run.end=3ms -o ")`)
	require.Empty(t, b.Errors())
	for _, r := range b.Requests() {
		require.Regexp(t, "^(file|data):", r)
	}
}

// TestReportOutputs: where the page goes and what is reportOutput; the same inputs give the same bytes.
func TestReportOutputs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "r.html")
	args := []string{"report", smallRun, "--title", "T", "--command", "made so", "-o"}
	status, page, stderr := run(append(args, "-")...)
	require.Zero(t, status, stderr)
	require.True(t, strings.HasPrefix(page, "<!DOCTYPE html>"))
	require.Contains(t, page, "made so")
	require.Contains(t, stderr, "1 run, ")
	status, stdout, stderr := run(append(args, out, "--json")...)
	require.Zero(t, status, stderr)
	var got reportOutput
	require.NoError(t, json.Unmarshal([]byte(stdout), &got))
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, len(b), got.Bytes)
	require.Equal(t, out, got.Output)
	require.Equal(t, 1, got.Runs)
	require.Equal(t, strings.ReplaceAll(page, "-o -\n", "-o X\n"), strings.ReplaceAll(string(b), "-o "+out+"\n", "-o X\n"))

	for _, tc := range []struct {
		args []string
		says string
	}{
		{[]string{"report"}, "name the folder"},
		{[]string{"report", smallRun, smallRun}, "-o is missing"},
		{[]string{"report", smallRun + "/queues.csv"}, "-o is missing"},
		{[]string{"report", t.TempDir()}, "holds no rate log"},
		{[]string{"report", "/nowhere"}, "no such file"},
		{[]string{"report", smallRun, "--points", "5"}, "--points takes a whole number of 1000 to 10000000"},
		{[]string{"report", smallRun, "--bins", "x"}, "bins"},
		{[]string{"report", smallRun, "--conn", "zz", "-o", filepath.Join(t.TempDir(), "x.html")}, "no connection's name contains zz"},
	} {
		refused(t, 2, tc.args, tc.says)
	}
	require.NoFileExists(t, filepath.Join(smallRun, "report.html"))
}

// TestReplayFolder: a replay into a folder leaves behind what it was made from, by which the
// report shows its parameters, and the command that makes the same bytes again.
func TestReplayFolder(t *testing.T) {
	dir := t.TempDir()
	profile := filepath.Join(dir, "nic.toml")
	status, _, stderr := run("profile", "export", "connectx", "--as", "toml", "--line-rate", "10G", "-o", profile)
	require.Zero(t, status, stderr)
	for name, flags := range map[string][]string{
		"dcqcn":   {"--algo", "dcqcn", "--profile", profile, "--set", "time_reset=55", "--set", "ai_rate=7"},
		"dolcerc": {"--algo", "dolcerc", "--arms", "0.25:1.05", "--arms", "0.5:1.5", "--log", "all", "--state=false"},
	} {
		out := filepath.Join(dir, name)
		status, stdout, stderr := run(append([]string{"replay", capture, "--line-rate", "10G", "-o", out + "/"}, flags...)...)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "connections", "the summary is printed all the same")
		var origin runreport.Replayed
		text, err := os.ReadFile(filepath.Join(out, "run.json"))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &origin))
		require.Equal(t, capture, origin.Capture)
		require.Equal(t, "10G", origin.LineRate)
		require.Equal(t, 8, origin.Connections)
		require.Equal(t, name == "dcqcn", origin.Learning == nil)
		require.Equal(t, name == "dcqcn", origin.ProfileFile != "")
		if name == "dcqcn" {
			at := slices.IndexFunc(origin.Parameters, func(p reaction.Parameter) bool { return p.Name == "rp_time_reset" })
			require.Equal(t, "55", origin.Parameters[at].Value)
			require.Contains(t, origin.Integers, reaction.Parameter{Name: "IncreasePeriod", Value: "55000"})
		}
		// The same again, by what run.json says, into the same folder.
		again := filepath.Join(dir, "again")
		require.NoError(t, os.MkdirAll(again, 0o777))
		status, _, stderr = run(append([]string{"replay", origin.Capture, "-o", again}, origin.Arguments...)...)
		require.Zero(t, status, stderr)
		for _, file := range []string{"rates.csv", "summary.json", "run.json"} {
			want, err := os.ReadFile(filepath.Join(out, file))
			require.NoError(t, err)
			got, err := os.ReadFile(filepath.Join(again, file))
			require.NoError(t, err)
			require.Equal(t, string(want), string(got), file)
		}
		status, page, stderr := run("report", out, "-o", "-")
		require.Zero(t, status, stderr)
		for _, part := range append(flags, "cctrace replay "+capture, "-o "+out+"/", "replayed under "+origin.Algorithm, "rp_time_reset", "IncreasePeriod", "Replay under") {
			require.Contains(t, page, html.EscapeString(part))
		}
	}
	// Both are compared: their parameters stand side by side.
	status, page, stderr := run("report", filepath.Join(dir, "dcqcn"), filepath.Join(dir, "dolcerc"), "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, page, "2 runs compared")
	require.Regexp(t, `<th scope="col">dcqcn</th>\s*<th scope="col">dolcerc</th>`, page)

	// A replay that fails leaves no folder behind.
	none := filepath.Join(dir, "none")
	status, _, _ = run("replay", capture, "-o", none+"/", "--plot", filepath.Join(capture, "plot.svg"))
	require.Equal(t, cli.ExitUsage, status)
	require.NoDirExists(t, none)
	// Nor does it go among the outputs of a simulation.
	sim := filepath.Join(dir, "sim")
	require.NoError(t, os.MkdirAll(sim, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(sim, "queues.csv"), nil, 0o666))
	refused(t, cli.ExitUsage, []string{"replay", capture, "-o", sim}, "queues.csv: is of a simulation; name another folder")
	require.NoFileExists(t, filepath.Join(sim, "rates.csv"))
	refused(t, cli.ExitUsage, []string{"replay", capture, "-o", filepath.Join(sim, "queues.csv") + "/"}, "queues.csv: is a file; name a folder for the outputs")
}
