package command

import (
	"bytes"
	"encoding/csv"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

// TestComparisonOfAll: the CSV files of docs/comparison are the tables of compare, and docs/comparison.md has two columns of
// each. The first tier runs the incast and reads the files of the others; -long runs all, in some minutes.
func TestComparisonOfAll(t *testing.T) {
	const contenders = "dcqcn dolcerc:dolcerc-recommended dolcercplus ./docs/examples/timely ./docs/examples/swift ./docs/examples/hpcc:paper " +
		"./docs/examples/dctcp:hpcc-ns3-nowin ./docs/examples/nscc none --seeds 5 --markdown"
	t.Chdir("../../..")
	rows := make([]string, 2+9)
	rows[0], rows[1] = "| |", "| --- |"
	for i, workload := range []string{"incast", "websearch", "hadoop", "alltoall", "longhaul"} {
		args := append([]string{"docs/sample/compare/" + workload + ".toml"}, strings.Fields(contenders)...)
		file := "docs/comparison/" + workload + ".csv"
		if i == 0 || tier.Long() {
			status, stdout, stderr := run(append([]string{"compare", "--work", t.TempDir()}, args...)...)
			require.Zero(t, status, stderr)
			golden.Check(t, file, tableCSV(t, stdout))
		} else {
			status, stdout, stderr := run(append([]string{"compare", "--check"}, args...)...)
			require.Zero(t, status, stderr)
			require.Contains(t, stdout, "9 contenders, 5 seeds: 45 runs\n")
		}
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		table, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		require.NoError(t, err, file)
		require.Len(t, table, 1+9, file)
		slowdown, queue := slices.Index(table[0], "mean slow-down, over the first"), slices.Index(table[0], "99 % longest queue, KB")
		rows[0] += " " + workload + " |"
		rows[1] += " ---: |"
		for j, row := range table[1:] {
			if i == 0 {
				name, _, _ := strings.Cut(row[0], " ")
				rows[2+j] = "| " + path.Base(name) + " |"
			}
			cell := " - |"
			if !strings.Contains(row[slowdown], "*") {
				cell = " " + mean(row[slowdown]) + ", " + mean(row[queue]) + " |"
			}
			rows[2+j] += cell
		}
	}
	golden.CheckPart(t, "docs/comparison.md", "nine", strings.Join(rows, "\n")+"\n")
}

// mean is a number without its confidence interval.
func mean(cell string) string {
	text, _, _ := strings.Cut(cell, " ")
	return text
}

// tableCSV turns a table in Markdown into CSV.
func tableCSV(t *testing.T, table string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| ---") {
			continue
		}
		cells := strings.Split(line, "|")
		cells = cells[1 : len(cells)-1]
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cell), `\*`, "*")
		}
		if cells[0] == "" {
			cells[0] = "contender"
		}
		require.NoError(t, w.Write(cells))
	}
	w.Flush()
	require.NoError(t, w.Error())
	return b.Bytes()
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
