package nicconf_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/nicconf"
	"smartnic-cc/internal/nicconf/lint"
)

const document = "../../docs/profiles.md"

// TestDocumentedTablesAreCurrent compares the tables of docs/profiles.md with the
// code; -update rewrites them.
func TestDocumentedTablesAreCurrent(t *testing.T) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	want := string(text)
	for name, table := range map[string]string{"sources": nicconf.NamesTable(), "checks": checksTable()} {
		begin, end := "<!-- table "+name+" -->\n", "<!-- end "+name+" -->"
		i, j := strings.Index(want, begin), strings.Index(want, end)
		require.True(t, i >= 0 && j > i, "%s has no table %s", document, name)
		want = want[:i+len(begin)] + table + want[j:]
	}
	if golden.Update() {
		require.NoError(t, os.WriteFile(document, []byte(want), 0o666))
		return
	}
	if want != string(text) {
		t.Fatalf("the tables of %s are not current; run go test ./internal/nicconf -update", document)
	}
}

func checksTable() string {
	var b strings.Builder
	b.WriteString("| id | severity | needs | why | from |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range lint.Checks() {
		needs := ""
		if c.Needs != "" {
			needs = "`--" + c.Needs + "`"
		}
		source := strings.ReplaceAll(c.Source, " in docs/profiles.md", " below")
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", c.ID, c.Severity, needs, c.Why, source)
	}
	return b.String()
}
