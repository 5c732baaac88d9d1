package doclinks

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
)

// TestExcerpts: what pages quote of files is in them.
func TestExcerpts(t *testing.T) {
	all := tree.Of(t, root)
	quoted := 0
	for _, d := range files(t, ".md") {
		page, err := fs.ReadFile(all, d)
		require.NoError(t, err)
		found := Excerpts(string(page))
		require.Equal(t, strings.Count(string(page), "<!-- from "), len(found), "%s: a comment without its block", d)
		for _, e := range found {
			if strings.Contains(e.From, " ") {
				continue // a command's output, which the command's own test compares
			}
			text, err := fs.ReadFile(all, e.From)
			require.NoError(t, err, d)
			require.True(t, e.In(string(text)), "%s quotes what %s does not have:\n%s", d, e.From, e.Text)
			quoted++
		}
	}
	require.GreaterOrEqual(t, quoted, 8)
}

// TestExcerptIn: an excerpt is whole lines, one after the other.
func TestExcerptIn(t *testing.T) {
	const text = "a {\n\tb\n\tc\n}\n"
	for excerpt, want := range map[string]bool{"b\nc\n": true, "  b\n  c\n": true, "a {\n": true, "a {\nc\n": false, "{\nb\n": false, "c\nb\n": false} {
		e := Excerpt{Text: excerpt}
		require.Equal(t, want, e.In(text), "%q", excerpt)
	}
	page := Excerpts("<!-- from ccgen c x -->\n```c\nint x;\n```\n\n```\nnot this\n```\n")
	require.Equal(t, []Excerpt{{"ccgen c x", "int x;\n"}}, page)
	args, ok := page[0].IsCommand("ccgen")
	require.True(t, ok)
	require.Equal(t, []string{"c", "x"}, args)
}
