package doca_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
)

// TestDocument holds the tables of docs/doca-pcc.md against the code.
func TestDocument(t *testing.T) {
	const path = "../../../docs/doca-pcc.md"
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(old)
	tables := map[string]string{}
	for _, algorithm := range doca.Algorithms() {
		var b strings.Builder
		b.WriteString("| number | name | meaning | range | default | set at run time |\n| --- | --- | --- | --- | --- | --- |\n")
		params, err := doca.Params(algorithm, "connectx", 100_000_000)
		require.NoError(t, err)
		for i, p := range params {
			fmt.Fprintf(&b, "| %d | `%s` | %s | %d..%d | %d | %s |\n", i, p.Name, p.Text, p.Least, p.Most, p.Default, map[bool]string{true: "no", false: "yes"}[p.Fixed])
		}
		tables["params "+algorithm] = b.String()
	}
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
