package testvectors_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/testvectors"
)

// fences returns the lines of the code blocks of a document.
func fences(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "docs", name))
	require.NoError(t, err)
	var lines []string
	inside := false
	for _, line := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(line, "```") {
			inside = !inside
		} else if inside {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestDocumentShowsTheCorpus: the excerpts in docs/vectors.md are lines of the corpus and
// of its text form, and the files that its table names are those that there are.
func TestDocumentShowsTheCorpus(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	var have strings.Builder
	tests, steps := 0, 0
	for _, f := range files {
		have.Write(encode(t, f))
		have.WriteString(text(t, f))
		tests, steps = tests+f.Tests(), steps+f.Steps()
	}
	// The document breaks and indents the rows of a sequence for reading.
	all := strings.ReplaceAll(strings.ReplaceAll(have.String(), "\n  ", "\n"), "\n ", "\n")
	shown := 0
	for _, line := range fences(t, "vectors.md") {
		trimmed := strings.TrimLeft(line, " ")
		for _, begin := range []string{`{"tcId"`, `"initial"`, `"steps"`, "[1000000", "open ", "step ", "close ", "call ", "# params", "# event", "# output", "# state", "# group"} {
			if strings.HasPrefix(trimmed, begin) {
				shown++
				require.Contains(t, all, "\n"+trimmed, "docs/vectors.md")
			}
		}
	}
	require.Greater(t, shown, 12)
	require.GreaterOrEqual(t, tests, 26_000)
	require.GreaterOrEqual(t, steps, 120_000)

	b, err := os.ReadFile(filepath.Join("..", "docs", "vectors.md"))
	require.NoError(t, err)
	for _, f := range files {
		name := f.Name
		for pattern, generic := range map[string]string{
			"dcqcn-": "dcqcn-PROFILE.json", "dolcerc4-": "dolcercK-ESTIMATE.json", "dolcerc8-": "dolcercK-ESTIMATE.json", "dolcercplus": "dolcercplusK.json",
		} {
			if strings.HasPrefix(name, pattern) && !strings.Contains(name, "limits") && !strings.Contains(name, "recommended") {
				name = generic
			}
		}
		require.Contains(t, string(b), "`"+name+"`", f.Name)
	}
	for _, schema := range []string{testvectors.FunctionSchema, testvectors.SequenceSchema} {
		require.Contains(t, string(b), schema)
	}
}
