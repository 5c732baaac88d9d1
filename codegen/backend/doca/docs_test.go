package doca_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/profile"
)

// TestDocument holds the tables of docs/doca-pcc.md against the code.
func TestDocument(t *testing.T) {
	const path = "../../../docs/doca-pcc.md"
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(old)
	tables := map[string]string{}
	// A parameter of both algorithms is one row, with its number in each.
	type row struct{ numbers [2]string }
	var texts []string
	rows := map[string]*row{}
	for i, algorithm := range doca.Algorithms() {
		params, err := doca.Params(algorithm, profile.Choice{Profile: "connectx", Line: "100G"})
		require.NoError(t, err)
		for n, p := range params {
			text := fmt.Sprintf("`%s` | %s | %d..%d | %d | %s", p.Name, p.Text, p.Least, p.Most, p.Default, map[bool]string{true: "no", false: "yes"}[p.Fixed])
			if rows[text] == nil {
				texts, rows[text] = append(texts, text), &row{}
			}
			rows[text].numbers[i] = strconv.Itoa(n)
		}
	}
	var params strings.Builder
	params.WriteString("| DCQCN | Dolce-RC | name | meaning | range | default | set at run time |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, text := range texts {
		fmt.Fprintf(&params, "| %s | %s | %s |\n", rows[text].numbers[0], rows[text].numbers[1], text)
	}
	tables["params"] = params.String()
	var b strings.Builder
	b.WriteString("| number | name | counts |\n| --- | --- | --- |\n")
	dcqcn := len(doca.Counters("dcqcn"))
	for i, c := range doca.Counters("dolcerc4") {
		only := ""
		if i >= dcqcn {
			only = " (Dolce-RC)"
		}
		fmt.Fprintf(&b, "| %d | `%s` | %s%s |\n", i, c.Name, c.Text, only)
	}
	tables["counters"] = b.String()
	for name, table := range tables {
		mark := "<!-- " + name + " -->\n"
		before, rest, ok := strings.Cut(text, mark)
		require.True(t, ok, name)
		_, after, ok := strings.Cut(rest, "<!-- end -->\n")
		require.True(t, ok, name)
		text = before + mark + table + "<!-- end -->\n" + after
	}
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	require.Equal(t, text, string(old), "go test ./codegen/backend/doca -update rewrites the tables")
}
