package nicconf_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/nicconf"
	"smartnic-cc/internal/nicconf/lint"
)

// TestDocumentedTablesAreCurrent: the sources' names and the checks of docs/profiles are those of the code; -update
// rewrites them.
func TestDocumentedTablesAreCurrent(t *testing.T) {
	checks := [][]string{{"id", "severity", "needs", "why", "from"}}
	for _, c := range lint.Checks() {
		needs := ""
		if c.Needs != "" {
			needs = "--" + c.Needs
		}
		checks = append(checks, []string{c.ID, fmt.Sprint(c.Severity), needs, c.Why, c.Source})
	}
	for name, table := range map[string][][]string{"sources": nicconf.NamesTable(), "checks": checks} {
		var b bytes.Buffer
		require.NoError(t, csv.NewWriter(&b).WriteAll(table))
		golden.Check(t, "../../docs/profiles/"+name+".csv", b.Bytes())
	}
}
