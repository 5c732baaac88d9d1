package doclinks

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
)

// root is the root of the repository.
const root = "../../.."

// files returns the files of the repository that end so.
func files(t *testing.T, ending string) []string {
	t.Helper()
	return tree.Names(t, tree.Of(t, root), func(name string) bool { return path.Ext(name) == ending })
}

// TestDocuments: every link and every name of a file in every document leads somewhere, and
// README leads to every document.
func TestDocuments(t *testing.T) {
	documents := files(t, ".md")
	require.Greater(t, len(documents), 15)
	problems, err := check(tree.Of(t, root), documents)
	require.NoError(t, err)
	for _, p := range problems {
		t.Error(p)
	}
	readme, err := os.ReadFile(path.Join(root, "README.md"))
	require.NoError(t, err)
	for _, d := range documents {
		if path.Dir(d) == "docs" {
			require.Contains(t, string(readme), "]("+d+")", "README's table lacks a document")
		}
	}
}

// TestPicturesAreSVG: pictures of the documents have one format, whose bytes a test compares.
func TestPicturesAreSVG(t *testing.T) {
	for _, format := range []string{".png", ".pdf", ".gif", ".jpg", ".jpeg", ".webp"} {
		require.Empty(t, files(t, format))
	}
	require.Greater(t, len(files(t, ".svg")), 15)
}

// TestSourceNamesDocuments: the documents that comments and messages in the source name exist.
func TestSourceNamesDocuments(t *testing.T) {
	document := regexp.MustCompile(`\bdocs/[a-z0-9-]+\.md\b`)
	named := 0
	for _, file := range files(t, ".go") {
		if strings.HasPrefix(file, "internal/dev/doclinks/") {
			continue
		}
		text, err := os.ReadFile(path.Join(root, file))
		require.NoError(t, err)
		for _, d := range document.FindAllString(string(text), -1) {
			named++
			require.FileExists(t, path.Join(root, d), "named in %s", file)
		}
	}
	require.Greater(t, named, 50)
}

// TestCheck: each kind of reference, right and wrong.
func TestCheck(t *testing.T) {
	at := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tree := fstest.MapFS{
		"docs/b.md": at("# The Q format, `Q5.26` and _more_\n## Twice\n## Twice\n<a id=\"own\"></a>\n" +
			"```\n# not a heading\n[no](link.md)\n```\n### A [link](b.md) here\n"),
		"pkg/corpus/one-paper.json": at("{}\n"),
		"pkg/code.go":               at("package pkg\n\n// Two.\n"),
		"pkg/with space.md":         at("# S\n"),
	}
	for text, want := range map[string]string{
		"[b](b.md)":                                     "",
		"[b](b.md#the-q-format-q526-and-_more_)":        "",
		"[b](b.md#twice-1) and [c](b.md#twice)":         "",
		"[b](b.md#twice-2)":                             "no such heading",
		"[b](b.md#own) [c](b.md#a-link-here)":           "",
		"[b](b.md#not-a-heading)":                       "no such heading",
		"[b](c.md)":                                     "no such file",
		"![a picture](c.png \"title\")":                 "no such file",
		"[up](../pkg) [code](../pkg/code.go)":           "",
		"[code](../pkg/code.go#Two)":                    "only documents have headings",
		"[folder](../pkg#x)":                            "a folder has no headings",
		"[out](../../x.md)":                             "no such file",
		"[root](/docs/b.md)":                            "a link from the server's root, not from the document",
		"[s](../pkg/with%20space.md)":                   "",
		"[s](%zz.md)":                                   "not a link: invalid URL escape \"%zz\"",
		"[w](https://example.com/x.md) [m](mailto:a)":   "",
		"<img src=\"b.png\">":                           "no such file",
		"[ref]: c.md":                                   "no such file",
		"# Here\n[self](#here)":                         "",
		"[self](#there)":                                "no such heading",
		"`[b](c.md)` is how a link is written":          "",
		"`pkg/code.go`, `pkg/corpus/`, `pkg/corpus`":    "",
		"`pkg/lost.go`":                                 "no such file",
		"`pkg/corpus/one-PROFILE.json` `pkg/*.go`":      "",
		"`pkg/corpus/two-PROFILE.json`":                 "no such file",
		"`pkg/corpus.Check` `elsewhere/x.go` `pkg/s/1`": "",
	} {
		tree["docs/a.md"] = at(text + "\n")
		problems, err := check(tree, []string{"docs/a.md"})
		require.NoError(t, err)
		if want == "" {
			require.Empty(t, problems, text)
			continue
		}
		require.Len(t, problems, 1, text)
		require.Equal(t, want, problems[0].Reason, text)
		require.Equal(t, 1, problems[0].Line)
	}
	_, err := check(tree, []string{"docs/none.md"})
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func Example_check() {
	tree := fstest.MapFS{
		"README.md":       {Data: []byte("# Tool\n\nSee [the formats](docs/formats.md#units).\n")},
		"docs/formats.md": {Data: []byte("# Formats\n\n## Units and ranges\n")},
	}
	problems, err := check(tree, []string{"README.md"})
	fmt.Println(problems, err)
	// Output: [README.md:3: docs/formats.md#units: no such heading] <nil>
}
