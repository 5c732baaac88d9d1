package command

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reports/views"
)

const smallRun = "../../../nicmodel/lab/scenario/testdata/small"

// wellFormed reads an SVG to its end and returns its texts.
func wellFormed(t *testing.T, svg []byte) string {
	t.Helper()
	var text strings.Builder
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return text.String()
		}
		require.NoError(t, err)
		if c, ok := token.(xml.CharData); ok {
			text.Write(c)
		}
	}
}

// TestPlot draws a run and a replay in each form.
func TestPlot(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "mine.csv")
	status, _, stderr := run("replay", capture, "--algo", "dolcerc", "--line-rate", "10G", "--state=false", "-o", log)
	require.Zero(t, status, stderr)
	for _, layout := range []string{"columns", "overlay"} {
		status, svg, stderr := run("plot", smallRun, log, "--label", "model", "--layout", layout, "--title", "Two of them", "-o", "-")
		require.Zero(t, status, stderr)
		text := wellFormed(t, []byte(svg))
		for _, want := range []string{"Two of them", "model", "mine", "Gb/s", "alpha", "queue (KB)", "Flow completion times", "Slow-down by size"} {
			require.Contains(t, text, want)
		}
		// The same again in a file, which tells the format; and as PNG.
		path := filepath.Join(dir, "a.svg")
		status, stdout, stderr := run("plot", smallRun, log, "--label", "model", "--layout", layout, "--title", "Two of them", "-o", path)
		require.Zero(t, status, stderr)
		require.Empty(t, stdout)
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, svg, string(b))
		path = filepath.Join(dir, "a.out")
		status, _, stderr = run("plot", smallRun, log, "--format", "png", "--width", "500", "--height", "300", "-o", path)
		require.Zero(t, status, stderr)
		b, err = os.ReadFile(path)
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(b))
		require.NoError(t, err)
		require.Equal(t, 1000, img.Bounds().Dx())
		require.Equal(t, 3*600, img.Bounds().Dy())
	}
}

// TestPlotSaysWhatIsLeftOut: of several logs one that has nothing to draw is named.
func TestPlotSaysWhatIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	log, empty := filepath.Join(dir, "mine.csv"), filepath.Join(dir, "none.csv")
	status, _, stderr := run("replay", capture, "--line-rate", "10G", "--state=false", "-o", log)
	require.Zero(t, status, stderr)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	header, _, _ := bytes.Cut(text, []byte("\n"))
	require.NoError(t, os.WriteFile(empty, append(header, '\n'), 0o644))
	out := filepath.Join(dir, "a.svg")
	status, _, stderr = run("plot", log, empty, "-o", out)
	require.Zero(t, status, stderr)
	require.Equal(t, "cctrace: warning: \"none\": nothing to draw; the files have no row, or the flags leave none\n", stderr)
	status, _, stderr = run("plot", log, "-o", out)
	require.Zero(t, status)
	require.Empty(t, stderr)
	status, _, stderr = run("plot", empty, "-o", out)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "nothing to draw")
}

// TestPlotNumbers holds what a log of all events says to the summary of the replay that
// wrote it, and the text to 80 columns.
func TestPlotNumbers(t *testing.T) {
	log := filepath.Join(t.TempDir(), "all.csv")
	status, stdout, stderr := run("replay", capture, "--algo", "dcqcn", "--line-rate", "10G", "--log", "all", "-o", log, "--json")
	require.Zero(t, status, stderr)
	var sum replay.Summary
	require.NoError(t, json.Unmarshal([]byte(stdout), &sum))
	status, stdout, stderr = run("plot", log, "--json")
	require.Zero(t, status, stderr)
	var list []views.Numbers
	require.NoError(t, json.Unmarshal([]byte(stdout), &list))
	require.Len(t, list, 1)
	byName := map[string]views.ConnNumbers{}
	for _, c := range list[0].Conns {
		byName[c.Name] = c
	}
	cnps := 0
	for _, want := range sum.Conns {
		if want.Events["cnp"] == 0 && want.Bytes == 0 {
			continue
		}
		got, ok := byName[want.Name]
		require.True(t, ok, want.Name)
		require.Equal(t, want.Events["cnp"], got.CNPs)
		// The log ends with its last event, the summary with the trace.
		require.InEpsilon(t, float64(want.MeanRate)/1e6, *got.Mean, 0.01, want.Name)
		require.Equal(t, float64(want.FinalRate)/1e6, *got.Final)
		cnps += int(got.CNPs)
	}
	require.Equal(t, 601, cnps, "those of the sample")

	status, stdout, stderr = run("plot", smallRun, log, "--table")
	require.Zero(t, status, stderr)
	for _, line := range strings.Split(stdout, "\n") {
		require.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
	}
	status, svg, table := run("plot", smallRun, "-o", "-", "--table", "--bins", "2")
	require.Zero(t, status, table)
	wellFormed(t, []byte(svg))
	require.Contains(t, table, "slow-down")
}

// TestTextFits: what the commands print, their help too, fits 80 columns; examples are
// commands, which are not broken.
func TestTextFits(t *testing.T) {
	check := func(args ...string) {
		t.Helper()
		status, stdout, stderr := run(args...)
		require.Zero(t, status, stderr)
		text, _, _ := strings.Cut(stdout, "\nExamples:\n")
		for _, line := range strings.Split(text, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%v: %s", args, line)
		}
	}
	for _, algo := range []string{"dcqcn", "dolcerc"} {
		check("replay", capture, "--algo", algo, "--line-rate", "10G")
	}
	for _, name := range []string{"incast", "alltoall", "websearch"} {
		check("sim", "../../../docs/sample/"+name+".toml", "-o", "-", "--set", "run.end=4ms")
	}
	check("--help")
	for _, c := range program(&Options{}).Commands {
		check(c.Name, "--help")
	}
}

func TestPlotRefuses(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.csv")
	require.NoError(t, os.WriteFile(bad, []byte("hello\n"), 0o644))
	out := filepath.Join(t.TempDir(), "out.svg")
	for _, tc := range []struct {
		args []string
		says string
	}{
		{[]string{"plot"}, "name the logs"},
		{[]string{"plot", smallRun}, "-o is missing"},
		{[]string{"plot", smallRun, "-o", "x.gif"}, `unknown extension ".gif"`},
		{[]string{"plot", smallRun, "-o", out, "--format", "eps"}, "--format takes svg, pdf or png, not "},
		{[]string{"plot", bad, "-o", out}, "bad.csv: not recognised"},
		{[]string{"plot", smallRun, "-o", out, "--what", "rates"}, `"rates" is unknown`},
		{[]string{"plot", smallRun, "-o", out, "--layout", "rows"}, "use columns or overlay"},
		{[]string{"plot", smallRun, "-o", out, "--bins", "0"}, "bins"},
		{[]string{"plot", smallRun, "-o", out, "--from", "5"}, "--from takes a time with its unit"},
		{[]string{"plot", smallRun, "-o", out, "--from", "5us", "--to", "4us"}, "--to must be after --from"},
		{[]string{"plot", smallRun, "-o", out, "--to", "0s"}, "empty"},
		{[]string{"plot", smallRun, "-o", out, "--conn", "zz"}, "no connection's name contains zz"},
		{[]string{"plot", smallRun, "-o", out, "--width", "7"}, "--width takes a number of 100 to 5000, or 0"},
		{[]string{"plot", "--label", "a", "--label", "b", smallRun, "-o", out}, "2 labels for 1 arguments"},
	} {
		refused(t, 2, tc.args, tc.says)
		require.NoFileExists(t, out)
	}
}
