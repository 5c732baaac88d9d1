package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
)

// TestPlotOwn: the log of an algorithm of your own is drawn with the names of its columns, with
// --algo in the units of its source too; beside a built-in one; and on the page of a report.
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
	for _, want := range []string{"choice (choices)", "replayed under aimd, profile slow", "Replay under aimd", "mean rate, Gb/s", "cctrace replay " + capture + " --algo ",
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
