package doclinks

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unplain are words of no reader's own: a page says the same in plain ones (again, so, means, result, follows).
var unplain = regexp.MustCompile(`(?i)\b(anew|hence|henceforth|thence|thereof|therein|heeds?|heeded|lapses?|stands? for|came of|obliges?|whilst|amid|lest)\b`)

// translated are turns of phrase that no native engineer writes: next to, with, against, its own, n, is recognised, fix.
var translated = regexp.MustCompile(`(?i)\b(beside|of (its|their|one's) own|so many|(is|are|be) told|is none|wants --|to who|be it|mends?|says? nothing|to be had|in the place of|make up for)\b`)

// TestPlainWords: pages use plain words, and so do the tables of those that reports write.
func TestPlainWords(t *testing.T) {
	require.True(t, translated.MatchString("The file beside it has a name of its own."))
	require.False(t, translated.MatchString("Besides, the file has its own name."))
	require.True(t, unplain.MatchString("It is made anew."))
	require.False(t, unplain.MatchString("It is made new; a lapsed timer."))
	tables := slices.DeleteFunc(files(t, ".csv"), func(name string) bool {
		return !strings.HasPrefix(name, "docs/companions/") && !strings.HasPrefix(name, "docs/reproduction/")
	})
	require.Greater(t, len(tables), 10)
	for _, d := range append(files(t, ".md"), tables...) {
		text, err := os.ReadFile(path.Join(root, d))
		require.NoError(t, err)
		outside, err := prose(os.DirFS(root), d) // of blocks of code
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			word := unplain.FindString(line)
			if word == "" {
				word = translated.FindString(code.ReplaceAllString(outside[i], "``"))
			}
			if word != "" {
				t.Errorf("%s:%d: %q is not a plain word; write another (CONTRIBUTING.md, Words)", d, i+1, word)
			}
		}
	}
}

// TestPagesAreShort: a page tells each fact once. Words are those of wc -w, of the README and the pages that it leads to.
func TestPagesAreShort(t *testing.T) {
	pages := 0
	for _, d := range files(t, ".md") {
		text, err := os.ReadFile(path.Join(root, d))
		require.NoError(t, err)
		n := len(strings.Fields(string(text)))
		if d == "README.md" {
			require.LessOrEqual(t, n, 1_100, d)
		}
		if d == "README.md" || path.Dir(d) == "docs" {
			pages += n
		}
	}
	require.Greater(t, pages, 10_000)
	require.LessOrEqual(t, pages, 75_000)
}
