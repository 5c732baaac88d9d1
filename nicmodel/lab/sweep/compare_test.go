package sweep

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/lab/experiment"
)

// TestComparison: without axes the report is a table of all schemes, as wide as a terminal,
// whose last row is computed again here from the runs in points.csv.
func TestComparison(t *testing.T) {
	text, _, _ := strings.Cut(tiny, "[[axis]]\nname = \"increase\"")
	const others = 7
	for i := 1; i < others; i++ {
		text = strings.Replace(text, "[[scenario]]\nbuiltin", fmt.Sprintf("[[compare.other]]\nname = \"other %d\"\n"+
			"set = [\"nic[0].algorithm=dcqcn\", \"nic[0].cnp_interval=%dus\"]\n[[scenario]]\nbuiltin", i, 9*i), 1)
	}
	out := saved(t, write(t, text), local(t.TempDir(), 2))
	model, err := experiment.Fingerprint()
	require.NoError(t, err)
	golden.Check(t, "testdata/compare.txt.golden", []byte(strings.Replace(out["sweep.txt"], model, "(model's name)..", 1)))

	rows, err := csv.NewReader(strings.NewReader(out["points.csv"])).ReadAll()
	require.NoError(t, err)
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	sum := map[[3]string]float64{} // seeds, scheme, environment
	envs := map[string]bool{}
	for _, row := range rows[1:] {
		ps := 0.0
		require.NoError(t, json.Unmarshal([]byte(row[at["fct_mean_ps"]]), &ps))
		sum[[3]string{row[at["held_out"]], row[at["scheme"]], row[at["environment"]]}] += ps
		envs[row[at["environment"]]] = true
	}
	require.Len(t, envs, 6)
	names := []string{"Dolce-RC", "DCQCN", "no control"}
	for i := 1; i < others; i++ {
		names = append(names, fmt.Sprintf("other %d", i))
	}
	var want []string
	for _, held := range []string{"false", "true"} {
		for _, name := range names {
			product := 1.0
			for env := range envs {
				product *= sum[[3]string{held, name, env}] / sum[[3]string{held, names[0], env}]
			}
			want = append(want, strconv.FormatFloat(math.Pow(product, 1./6), 'f', 3, 64))
		}
	}
	var got []string
	for line := range strings.Lines(out["sweep.txt"]) {
		require.LessOrEqual(t, len(line), textwidth.Columns+1)
		if values, ok := strings.CutPrefix(strings.TrimSpace(line), "over A  "); ok {
			got = append(got, strings.Fields(values)...)
		}
	}
	require.Equal(t, want, got)
}

func TestLetters(t *testing.T) {
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		require.Equal(t, want, Letter(i))
	}
}

// TestDocumentedComparison: docs/comparison/recommended.csv has the last rows of the
// reports in that folder, its columns named as there.
func TestDocumentedComparison(t *testing.T) {
	docs := filepath.Join("..", "..", "..", "docs")
	f, err := os.Open(filepath.Join(docs, "comparison", "recommended.csv"))
	require.NoError(t, err)
	defer f.Close()
	table, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	var want []string // a row a scheme: its ratios
	for _, cells := range table[1:] {
		require.Len(t, cells, 4)
		for i, c := range cells[1:] {
			if c == "1" {
				cells[1+i] = "1.000"
			}
		}
		want = append(want, strings.Join(cells[1:], " "))
	}
	// In the table's order.
	columns := []string{
		"dolcerc-recommended, the rival", "Dolce-RC, paper", "paper-derived arms", "one arm 1:1", "one arm 0.7:1.3", "counting slots",
		"CNPs 10 us apart", "DCQCN, same increase", "DCQCN, tuned, the baseline", "DCQCN, paper", "DCQCN, connectx",
	}
	var rows [][]string // of each kind of seeds, in the order of the reports
	var names []string
	for _, name := range []string{"recommended-slowdown-mean.txt", "recommended-loads-slowdown-mean.txt"} {
		report, err := os.ReadFile(filepath.Join(docs, "sweep", name))
		require.NoError(t, err)
		names = nil
		title := ""
		for _, line := range strings.Split(string(report), "\n") {
			if strings.HasPrefix(line, "  ") && strings.Contains(line, ": ") && len(names) < len(columns) {
				_, name, _ := strings.Cut(line, ": ")
				names = append(names, name)
			}
			if strings.HasPrefix(line, "mean slow-down, ") && line != title {
				title = line
				rows = append(rows, nil)
			}
			if values, ok := strings.CutPrefix(strings.TrimSpace(line), "over A  "); ok {
				rows[len(rows)-1] = append(rows[len(rows)-1], strings.Fields(values)...)
			}
		}
		require.ElementsMatch(t, columns, names)
	}
	require.Len(t, rows, 3)
	var got []string
	for _, column := range columns {
		i := slices.Index(names, column)
		got = append(got, rows[0][i]+" "+rows[1][i]+" "+rows[2][i])
	}
	require.Equal(t, want, got)
}
