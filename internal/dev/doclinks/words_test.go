package doclinks

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unplain are words of no reader's own: a page says the same in plain ones (again, so, means, result, follows).
var unplain = regexp.MustCompile(`(?i)\b(anew|hence|henceforth|thence|thereof|therein|heeds?|heeded|lapses?|stands? for|came of|obliges?|whilst|amid|lest)\b`)

// translated are turns of phrase that no native engineer writes: next to, with, against, its own, n, is recognised, fix.
var translated = regexp.MustCompile(`(?i)\b(beside|of (its|their|one's) own|so many|(is|are|be) told|is none|wants --|to who|be it|mends?|says? nothing|to be had|in the place of|make up for)\b`)

// fromSource are the pages whose words are written by reports of the NIC model.
var fromSource = map[string]bool{"docs/companions.md": true, "docs/reproduction.md": true}

// TestPlainWords: pages use plain words.
func TestPlainWords(t *testing.T) {
	require.True(t, translated.MatchString("The file beside it has a name of its own."))
	require.False(t, translated.MatchString("Besides, the file has its own name."))
	require.True(t, unplain.MatchString("It is made anew."))
	require.False(t, unplain.MatchString("It is made new; a lapsed timer."))
	for _, d := range files(t, ".md") {
		text, err := os.ReadFile(path.Join(root, d))
		require.NoError(t, err)
		outside, err := prose(os.DirFS(root), d) // of blocks of code
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			word := unplain.FindString(line)
			if word == "" && !fromSource[d] {
				word = translated.FindString(code.ReplaceAllString(outside[i], "``"))
			}
			if word != "" {
				t.Errorf("%s:%d: %q is not a plain word; write another (CONTRIBUTING.md, Words)", d, i+1, word)
			}
		}
	}
}
