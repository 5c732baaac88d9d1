package command

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

// TestComparisonOfAll: docs/comparison.md shows what its commands print. The first tier runs the incast, and looks at the
// tables of the others; -long runs all, in some minutes.
func TestComparisonOfAll(t *testing.T) {
	const file, begin, end = "docs/comparison.md", "<!-- cctrace compare ", "<!-- end -->\n"
	t.Chdir("../../..")
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	parts := strings.Split(string(b), begin)
	require.Len(t, parts, 1+5, "five workloads")
	page := parts[0]
	for i, part := range parts[1:] {
		words, rest, ok := strings.Cut(part, " -->\n")
		require.True(t, ok)
		table, after, ok := strings.Cut(rest, end)
		require.True(t, ok, words)
		args := strings.Fields(words)
		if i == 0 || tier.Long() {
			status, stdout, stderr := run(append([]string{"compare", "--work", t.TempDir()}, args...)...)
			require.Zero(t, status, stderr)
			table = stdout
		} else {
			status, stdout, stderr := run(append([]string{"compare", "--check"}, args...)...)
			require.Zero(t, status, stderr)
			require.Contains(t, stdout, "9 contenders, 5 seeds: 45 runs\n")
		}
		rows := 0
		for line := range strings.Lines(table) {
			if strings.HasPrefix(line, "|") {
				require.Equal(t, 1+1+8+1, strings.Count(line, "|"), line)
				rows++
			}
		}
		require.Equal(t, 2+9, rows, words)
		page += begin + words + " -->\n" + table + end + after
	}
	golden.Check(t, file, []byte(page))
}

// TestCompareTold: what a network cannot tell an algorithm, and a name that is nearly one, end a comparison in one line
// before anything runs.
func TestCompareTold(t *testing.T) {
	const examples, all = "../../../docs/examples/", "../../../docs/sample/compare/"
	for _, c := range []struct{ args, want string }{
		{all + "incast.toml dcqcn " + examples + "hpcc --set switch.telemetry=false",
			"hpcc takes the telemetry of switches, which switch.telemetry = false turns off; leave one of them out"},
		{all + "incast.toml dcqcn dcqnc", `unknown algorithm "dcqnc" (did you mean dcqcn?)`},
		{all + "incast.toml dcqcn " + examples + "hpcc:papper", "(did you mean paper?)"},
		{all + "incast.toml dcqcn none --set switch.ecn=false", "switch.ecn, as set: false, but there are tables switch.marking"},
		{all + "incast.toml dcqcn none --json --markdown", "choose one"},
	} {
		refused(t, cli.ExitUsage, append([]string{"compare"}, strings.Fields(c.args)...), c.want)
	}
	for args, want := range map[string]string{
		all + "incast.toml dcqcn dolcerc:connectx":           "warning: dolcerc:connectx: profile connectx has the settings of another algorithm, and none of dolcerc's",
		all + "incast.toml dcqcn dolcerc:connectx --seeds 1": "warning: one seed says nothing",
	} {
		status, stdout, stderr := run(append([]string{"compare", "--check"}, strings.Fields(args)...)...)
		require.Zero(t, status, stderr)
		require.Contains(t, strings.Join(strings.Fields(stdout), " "), want)
	}
}
