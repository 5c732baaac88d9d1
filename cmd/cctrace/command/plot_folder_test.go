package command

import (
	"compress/gzip"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// figuresOf is the data of the figures that a page carries.
func figuresOf(t *testing.T, page string) string {
	t.Helper()
	_, after, _ := strings.Cut(page, `id="figures">"`)
	data, _, found := strings.Cut(after, `"`)
	require.True(t, found)
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	return string(text)
}

// TestPlotOneAxis: a run of 10 and one of 100 Gb/s have an axis each, and one if that is asked for.
func TestPlotOneAxis(t *testing.T) {
	dir := t.TempDir()
	log := func(name, kbps string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("time_ns,conn,event,rate_kbps\n1000000,a,ack,0\n2000000,a,ack,"+kbps+"\n"), 0o644))
		return path
	}
	marks := func(args ...string) (list []string) {
		status, svg, stderr := run(append(args, "-o", "-")...)
		require.Zero(t, status, stderr)
		for _, m := range regexp.MustCompile(`>(\d+)</text>`).FindAllStringSubmatch(svg, -1) {
			list = append(list, m[1])
		}
		return list
	}
	slow, fast := log("slow.csv", "10000000"), log("fast.csv", "100000000")
	const tens = "0 10 20 30 40 50 60 70 80 90 100"
	require.Equal(t, strings.Fields("0 1 2 3 4 5 6 7 8 9 10 "+tens), marks("plot", slow, fast))
	require.Equal(t, strings.Fields(tens), marks("plot", slow, fast, "--one-axis"))
}

// TestPlotOwn: the log of an algorithm of your own is drawn with the names of its columns, and with --algo in the
// units of its source; also next to a built-in one, and on the page of a report.
func TestPlotOwn(t *testing.T) {
	folder := changedAIMD(t, "	Runs bool\n", "	Runs bool\n	// Choice is a test.\n	//\n	//ccgen:show choice\n	//ccgen:unit choices\n	Choice uint8\n")
	dir := t.TempDir()
	log, built := filepath.Join(dir, "mine.csv"), filepath.Join(dir, "built.csv")
	good := func(args ...string) string {
		t.Helper()
		status, stdout, stderr := run(args...)
		require.Zero(t, status, stderr)
		return stdout
	}
	first := filepath.Join(dir, "first.svg")
	good("replay", capture, "--algo", folder, "--set", "Line=10Gb/s", "--line-rate", "10G", "-o", log, "--plot", first)
	good("replay", capture, "--line-rate", "10G", "-o", built)
	svg, err := os.ReadFile(first)
	require.NoError(t, err)
	for _, want := range []string{"aimd, profile slow, line rate 10 Gb/s", "rate (Gb/s)", "runs", "choice (choices)"} {
		require.Contains(t, wellFormed(t, svg), want)
	}

	for _, layout := range []string{"columns", "overlay"} {
		text := wellFormed(t, []byte(good("plot", log, built, "--layout", layout, "-o", "-")))
		require.Contains(t, text, "runs")
		require.NotContains(t, text, "(choices)")
		text = wellFormed(t, []byte(good("plot", log, built, "--layout", layout, "--algo", folder, "-o", "-")))
		require.Contains(t, text, "choice (choices)")
		require.Contains(t, text, "alpha")
	}
	text := wellFormed(t, []byte(good("plot", log, "--algo", folder, "--what", "choice", "-o", "-")))
	require.Contains(t, text, "choice (choices)")
	require.NotContains(t, text, "rate (Gb/s)")
	lines := filepath.Join(dir, "mine.jsonl")
	good("replay", capture, "--algo", folder, "--set", "Line=10Gb/s", "--line-rate", "10G", "-o", lines)
	require.Equal(t, strings.ReplaceAll(good("plot", log, "--table"), ".csv", ".jsonl"), good("plot", lines, "--table"))

	out := filepath.Join(dir, "mine.out")
	good("replay", capture, "--algo", folder, "--set", "Line=10Gb/s", "--line-rate", "10G", "-o", out+"/")
	page := good("report", out, "--algo", folder, "-o", "-")
	require.Contains(t, figuresOf(t, page), "choice (choices)")
	for _, want := range []string{"replayed under aimd, profile slow", "Replay under aimd", "mean rate, Gb/s", "cctrace replay " + capture + " --algo ",
		"Keep is the share of the rate that a cut keeps.", ">timer</th>", "--algo " + folder + " -o -"} {
		require.Contains(t, page, want)
	}
	require.NotContains(t, page, "mean RC")

	for args, says := range map[string]string{
		"plot " + log + " --algo aimd":                       `algo: "aimd" is no folder; the logs of built-in algorithms need none`,
		"plot " + log + " --algo ./none":                     "./none: is not a folder",
		"report " + log + " --algo ../../../fixedpoint":      "../../../fixedpoint has no algorithm",
		"plot " + log + " --algo " + folder + " --what runz": `what: "runz" is unknown (did you mean runs?)`,
	} {
		refused(t, cli.ExitUsage, append(strings.Fields(args), "-o", filepath.Join(dir, "x.svg")), says)
	}
	require.NoFileExists(t, filepath.Join(dir, "x.svg"))
}
