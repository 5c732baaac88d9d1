package doclinks

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// unplain are words of no reader's own: a page says the same in plain ones (again, so, means, result, follows).
var unplain = phrases(`anew|hence|henceforth|thence|thereof|therein|heeds?|heeded|lapses?|stands? for|came of|obliges?|whilst|amid|lest`)

// translated are turns of phrase that no native engineer writes: next to, with, its, n, is distinguished, is not a, needs, fix.
var translated = phrases(`beside|of (its|their|one's) own|so (many|much)|(is|are|was|were) told|told apart|(is|are) none|(is|are) no [a-z]+|` +
	`as (\S+ ){1,4}(has|have) it|what there is of|as it is meant|wants|to who|be it|mends?|mended|says? nothing|to be had|in the place of|make up for`)

// sound is what translated would find in plain English, and in comments that begin with a name.
var sound = phrases(`there (is|are) (none|no)|(is|are) no (more|longer|less|fewer|larger|smaller|higher|lower|later|earlier|slower|faster|better|worse|wider)|` +
	`wants reports`)

// phrases matches whole words in any case, on one line or several.
func phrases(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(` + strings.ReplaceAll(pattern, " ", `\s+`) + `)\b`)
}

// turns returns where in a text such a turn of phrase begins and ends.
func turns(text string) [][]int {
	blank := func(s string) string { return strings.Repeat("_", len(s)) }
	return translated.FindAllStringIndex(sound.ReplaceAllStringFunc(text, blank), -1)
}

// TestPhrases: what the tests of words find, and what they do not.
func TestPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"The file beside it.":                               "beside",
		"It has a name of its own, and they of\ntheir own.": "of its own",
		"a name of\ntheir own":                              "of\ntheir own",
		"the time of so many bytes":                         "so many",
		"1 is so much in ns":                                "so much",
		"Differs is told of each":                           "is told",
		"runs that cannot be told apart":                    "told apart",
		"0 for what is none; there are none":                "is none",
		"a file that is no capture":                         "is no capture",
		"packets that are\nno data":                         "are\nno data",
		"JSON as all the outputs have it":                   "as all the outputs have it",
		"what there is of it":                               "what there is of",
		"the test wants three rows":                         "wants",
		"ccgen wants --algo":                                "wants",
		"says so to who asks":                               "to who",
		"a file, be it a log or a trace":                    "be it",
		"It mends the header, which was mended.":            "mends",
		"That says nothing of the rate.":                    "says nothing",
		"where CNPs are to be had":                          "to be had",
		"Beside the right ones a wrong one":                 "Beside",

		"Besides, there is none, and there are no others of his own.":         "",
		"It is no longer there, and no more than 3 are no more than needed.":  "",
		"wants reports whether a connection is kept; whoever knows, have it.": "",
		"It amends the bylaws, so they are many; the source has it.":          "",
		"He told her own story of a besieged, beneath it.":                    "",
	} {
		found := ""
		if at := turns(text); len(at) > 0 {
			found = text[at[0][0]:at[0][1]]
		}
		require.Equal(t, want, found, text)
	}
	for text, want := range map[string]string{"It is made anew.": "anew", "a timer lapses": "lapses", "N stands\nfor it": "stands\nfor", "It is made new; a lapsed timer.": ""} {
		require.Equal(t, want, unplain.FindString(text), text)
	}
}

// TestPlainWords: pages use plain words, and so do the tables of those that reports write.
func TestPlainWords(t *testing.T) {
	tables := slices.DeleteFunc(files(t, ".csv"), func(name string) bool {
		return !strings.HasPrefix(name, "docs/companions/") && !strings.HasPrefix(name, "docs/reproduction/")
	})
	require.Greater(t, len(tables), 10)
	for _, d := range append(files(t, ".md"), tables...) {
		text, err := os.ReadFile(path.Join(root, d))
		require.NoError(t, err)
		outside, err := prose(os.DirFS(root), d) // of blocks of code
		require.NoError(t, err)
		for i, line := range outside {
			outside[i] = code.ReplaceAllString(line, "``")
		}
		report := func(text string, at [][]int) {
			for _, at := range at {
				t.Errorf("%s:%d: %q is not plain; write it another way (CONTRIBUTING.md, Words)", d, 1+strings.Count(text[:at[0]], "\n"), text[at[0]:at[1]])
			}
		}
		report(string(text), unplain.FindAllStringIndex(string(text), -1))
		page := strings.Join(outside, "\n")
		report(page, turns(page))
	}
}

// copied are folders of firmware whose comments have such turns of phrase, and stay: ccgen copies them into C, P4 and the other
// ports, so that plain ones would change golden texts; and fixedpoint/exhaustive, whose tried.txt has a hash of its sources.
var copied = []string{
	"bandit", "dcqcn", "dolcerc", "fixedpoint", "fixedpoint/exhaustive",
	"nicmodel/systems/avatar/egress", "nicmodel/systems/avatar/ingress",
	"nicmodel/systems/drum/bucket", "nicmodel/systems/drum/budget", "nicmodel/systems/rperf/rttmeter", "nicmodel/systems/saba/curve",
	"nicmodel/systems/saba/weigh", "nicmodel/systems/themis/notify", "nicmodel/systems/themis/pace", "nicmodel/systems/themis/resubmit",
}

// TestPlainComments: comments in Go use plain words, tests included.
func TestPlainComments(t *testing.T) {
	groups := 0
	needed := map[string]bool{} // the folders of copied
	for _, file := range files(t, ".go") {
		if strings.HasPrefix(file, "docs/examples/") || strings.Contains(file, "testdata/") {
			continue
		}
		at := token.NewFileSet()
		parsed, err := parser.ParseFile(at, path.Join(root, file), nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, group := range parsed.Comments {
			groups++
			text, _, _ := strings.Cut(group.Text(), "Output:\n") // without directives, and without what an example prints
			for _, found := range append(turns(text), unplain.FindAllStringIndex(text, -1)...) {
				if folder := path.Dir(file); slices.Contains(copied, folder) && !strings.HasSuffix(file, "_test.go") {
					needed[folder] = true
					continue
				}
				t.Errorf("%s:%d: %q is not plain; write it another way (CONTRIBUTING.md, Words)", file, at.Position(group.Pos()).Line, text[found[0]:found[1]])
			}
		}
	}
	require.Greater(t, groups, 5_000)
	for _, folder := range copied {
		require.True(t, needed[folder], "%s: its comments are plain; take it out of the list", folder)
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
