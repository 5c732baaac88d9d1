package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/htmlreport/browser"
)

// TestReportInBrowser writes the report of a run, opens it in Chromium, zooms each of its
// figures by the wheel, and wants no complaint and no request.
func TestReportInBrowser(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "in </script>'cast.out")
	status, _, stderr := run("sim", incast, "-o", dir, "--set", "run.end=3ms")
	require.Zero(t, status, stderr)
	status, stdout, stderr := run("report", dir)
	require.Zero(t, status, stderr)
	path := filepath.Join(dir, "report.html")
	require.Contains(t, stdout, path)
	require.Contains(t, stdout, "1 run, 3 figures")

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
	until(`[...document.querySelectorAll("figure")].every((f) => f.dataset.drawn > 0) && document.querySelectorAll("figure").length === 3`)
	until(`document.title === "Incast of 8 through one switch, HPCC's DCQCN"`)
	for i := range 3 {
		var at [2]float64
		require.NoError(t, b.Eval(fmt.Sprintf(`(() => { const c = document.querySelectorAll("canvas")[%d]; c.scrollIntoView({block: "center"});
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

// TestReportOutputs: where the page goes and what is told; the same inputs give the same bytes.
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
	var got told
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
		{[]string{"report", smallRun, "--points", "5"}, "use 1000 to"},
		{[]string{"report", smallRun, "--bins", "x"}, "bins"},
		{[]string{"report", smallRun, "--conn", "zz", "-o", filepath.Join(t.TempDir(), "x.html")}, "no connection's name contains zz"},
	} {
		refused(t, 2, tc.args, tc.says)
	}
	require.NoFileExists(t, filepath.Join(smallRun, "report.html"))
}
