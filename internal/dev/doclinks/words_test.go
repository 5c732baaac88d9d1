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

// TestPlainWords: pages use plain words.
func TestPlainWords(t *testing.T) {
	require.True(t, unplain.MatchString("It is made anew."))
	require.False(t, unplain.MatchString("It is made new; a lapsed timer."))
	for _, d := range files(t, ".md") {
		text, err := os.ReadFile(path.Join(root, d))
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if word := unplain.FindString(line); word != "" {
				t.Errorf("%s:%d: %q is not a plain word; write another", d, i+1, word)
			}
		}
	}
}
