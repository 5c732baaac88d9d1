package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/lab/compare"
	"smartnic-cc/nicmodel/lab/experiment"
)

const compared = "../../../nicmodel/lab/compare/testdata/small.toml"

func TestCompareOutputs(t *testing.T) {
	work, dir := t.TempDir(), t.TempDir()
	page, figure := filepath.Join(dir, "all.html"), filepath.Join(dir, "all.svg")
	status, stdout, stderr := run("compare", compared, "dcqcn", "dolcerc:connectx", aimd, "--seeds", "2", "--check")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, compared+": 3 contenders, 2 seeds: 6 runs\n")
	require.Contains(t, stdout, "  C: "+aimd+" (profile slow)\n")
	require.Contains(t, stdout, "warning: dolcerc:connectx: profile connectx has")
	require.Equal(t, "cctrace: "+aimd+": is interpreted, which is slow; ccgen build links it in\n", stderr)

	args := []string{"compare", compared, "dcqcn", "dolcerc:connectx", aimd, "--seeds", "2", "--work", work}
	status, stdout, stderr = run(append(args, "-o", page, "--figure", figure, "--workers", "3")...)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "small: A comparison for tests\n2 seeds, 7 to 8;")
	for name, want := range map[string]string{page: "cctrace compare " + compared + " dcqcn dolcerc:connectx " + aimd + " --seeds 2", figure: "<svg"} {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Contains(t, string(b), want)
	}
	status, again, stderr := run(append(args, "--workers", "1")...)
	require.Zero(t, status, stderr)
	require.Equal(t, stdout, again)
	status, again, stderr = run(append(args, "--merge", "--json")...)
	require.Zero(t, status, stderr)
	var r compare.Report
	require.NoError(t, json.Unmarshal([]byte(again), &r))
	require.Len(t, r.Contenders, 3)
	require.Equal(t, "slow", r.Contenders[2].Profile)
}

func TestCompareShardsAndSlurm(t *testing.T) {
	work := t.TempDir()
	args := []string{"compare", compared, "dcqcn", aimd + ":fast", "--seeds", "2", "--work", work}
	refused(t, cli.ExitCheck, append(args, "--merge"), "round 1: 4 of 4 points have no result in "+work)
	status, stdout, stderr := run(append(args, "--shard", "2/3")...)
	require.Zero(t, status, stderr)
	require.Equal(t, "round 1: 1 of 4 points are this shard's and done\n", stdout)
	status, stdout, stderr = run(append(args, "--set", "run.end=60ms", "--engine", "slurm", "--tasks", "3", "--dry-run")...)
	require.Zero(t, status, stderr)
	scenario, err := filepath.Abs(compared)
	require.NoError(t, err)
	folder, err := filepath.Abs(aimd)
	require.NoError(t, err)
	require.Contains(t, stdout, "'compare' '"+scenario+"' 'dcqcn' '"+folder+":fast' '--seeds' '2' '--set' 'run.end=60ms' '--work' '"+work+"' --workers 1 --round 1 --shard \"$SLURM_ARRAY_TASK_ID/3\"\n")

	// A task, which names all from the root, leaves the results that this command takes.
	status, stdout, stderr = run("compare", scenario, "dcqcn", folder+":fast", "--seeds", "2", "--work", work, "--workers", "1", "--round", "1", "--shard", "1/1")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "4 of 4 points")
	status, stdout, stderr = run(append(args, "--engine", "slurm", "--dry-run")...)
	require.Zero(t, status, stderr)
	require.Equal(t, "# every round is complete: there is nothing to submit\n", stdout)
}

func TestCompareRefusals(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "compare: name a scenario, and two or more algorithms"},
		{compared, "compare: " + compared + ": 0 algorithms to compare; name two or more"},
		{compared + " dcqcn dolcrec", `dolcrec: unknown algorithm "dolcrec" (did you mean dolcerc?)`},
		{compared + " dcqcn dcqcn:papper", "(did you mean paper?)"},
		{compared + " dcqcn none --seeds 0", "--seeds takes a whole number of 1 to 1000, not "},
		{compared + " dcqcn none -o page.txt", "-o page.txt: is no name of a page; let it end in .html"},
		{compared + " dcqcn none -o -", "-o and --figure need names of files"},
		{compared + " dcqcn none --figure sheet.gif", `unknown extension ".gif"`},
		{compared + " dcqcn none --engine slrum", "(did you mean slurm?)"},
		{compared + " dcqcn none --shard 3/2", `--shard takes I/N with I of 1 to N, and N up to 1000000, as in 2/8, not "3/2"`},
		{compared + " dcqcn none --set nic[0].algorithm=dcqcn", "is for one contender"},
		{"none.toml dcqcn none", "none.toml: no such file"},
	} {
		refused(t, cli.ExitUsage, append([]string{"compare"}, strings.Fields(c.args)...), c.want)
	}
}

// TestComparisonPage: docs/comparison.md shows what its first command prints.
func TestComparisonPage(t *testing.T) {
	const page, begin, end = "../../../docs/comparison.md", "<!-- comparison -->\n```\n", "```\n<!-- end comparison -->\n"
	status, stdout, stderr := run("compare", "../../../docs/sample/incast.toml", "dcqcn", "dolcerc:dolcerc-recommended", "none", "--work", t.TempDir())
	require.Zero(t, status, stderr)
	model, err := experiment.Fingerprint()
	require.NoError(t, err)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, ok := strings.Cut(string(text), begin)
	require.True(t, ok)
	_, tail, ok := strings.Cut(rest, end)
	require.True(t, ok)
	golden.Check(t, page, []byte(head+begin+strings.ReplaceAll(stdout, model, "...")+end+tail))
}
