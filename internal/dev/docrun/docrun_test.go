package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// docrun runs the command on a page in a tree with one other file.
func docrun(t *testing.T, page string, flags ...string) (status int, stdout, stderr, now string) {
	t.Helper()
	root := t.TempDir()
	path := filepath.Join(root, "docs", "one", "README.md")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(page), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(root, "docs", "beside.txt"), []byte("beside\n"), 0o644))
	track(t, root)
	untracked := filepath.Join(filepath.Dir(path), "untracked.txt")
	require.NoError(t, os.WriteFile(untracked, nil, 0o644))
	var out, errs bytes.Buffer
	status = run(t.Context(), append(flags, "--root", root, path), &out, &errs)
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 2, "the page's own folder is not written to")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return status, out.String(), errs.String(), string(text)
}

// track puts what is in a folder under git's eyes.
func track(t *testing.T, root string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		c := exec.Command("git", args...)
		c.Dir = root
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// page is a page with one session.
func page(lines ...string) string {
	return "# A page\n\n    $ not run\n\n```\nno command\n```\n\n```\n" + strings.Join(lines, "\n") + "\n```\nEnd.\n"
}

// TestRight: commands share one folder, links lead out of it, and what may differ is masked.
func TestRight(t *testing.T) {
	for _, text := range []string{
		page("$ echo b >&2; echo a > file", "b", "$ cat file ../beside.txt", "a", "beside"),
		page("$ printf 'a  \\nb'", "a", "b"),
		page("$ echo a; \\", "  echo b", "a", "b"),
		page("$ seq 9", "1", "...", "7", "...", "9"),
		page("$ seq 2", "1", "...", "2"),
		page("$ echo took 5 s.", "took ... s."),
		page("$ true"),
		page("$ ls", "README.md"), // what git does not track is not there
		page("$ echo a; exit 3", "a", "exit status 3"),
		page("$ false | true", "exit status 1"),
	} {
		status, stdout, stderr, now := docrun(t, text)
		require.Equal(t, cli.ExitOK, status, "%s%s", stdout, stderr)
		require.Contains(t, stdout, "0 differ")
		require.Equal(t, text, now)
	}
}

// TestModule: a module finds what it replaces in the tree itself, which may embed files.
func TestModule(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                "module whole\n",
		"text/a.txt":            "embedded",
		"whole.go":              "package whole\n\nimport \"embed\"\n\n//go:embed text/*.txt\nvar Text embed.FS\n",
		"docs/one/go.mod":       "module one\n\nrequire whole v0.0.0\n\nreplace whole => ../..\n",
		"docs/one/one_test.go":  "package one\n\nimport \"whole\"\n\nfunc Example() {\n\tb, _ := whole.Text.ReadFile(\"text/a.txt\")\n\tprintln(string(b))\n}\n",
		"docs/one/README.md":    page("$ go vet ."),
		"docs/other/unused.txt": "",
	} {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	track(t, root)
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"--root", root, filepath.Join(root, "docs/one/README.md")}, &out, &errs)
	require.Equal(t, cli.ExitOK, status, "%s%s", &out, &errs)
}

// TestDiffers: a page that shows anything else fails, and says where.
func TestDiffers(t *testing.T) {
	for _, c := range []struct{ wrong, right string }{
		{page("$ echo a", "b", "$ echo c", "c"), page("$ echo a", "a", "$ echo c", "c")},
		{page("$ echo a"), page("$ echo a", "a")},
		{page("$ echo a", "a", ""), page("$ echo a", "a")},
		{page("$ true", "a"), page("$ true")},
		{page("$ seq 9", "1", "...", "8"), page("$ seq 9", "1", "2", "3", "4", "5", "6", "7", "8", "9")},
		{page("$ echo took 5 s.", "took ... s"), page("$ echo took 5 s.", "took 5 s.")},
		{page("$ echo b >&2; echo a"), page("$ echo b >&2; echo a", "a", "b")},
		{page("$ seq 3; echo 5 s", "1", "... s"), page("$ seq 3; echo 5 s", "1", "2", "3", "... s")},
		{page("$ echo axb", "a.b"), page("$ echo axb", "axb")},
		{page("$ exit 3"), page("$ exit 3", "exit status 3")},
		{page("$ true", "exit status 1"), page("$ true")},
	} {
		status, stdout, _, now := docrun(t, c.wrong)
		require.Equal(t, cli.ExitCheck, status, c.wrong)
		require.Contains(t, stdout, "README.md:10: ")
		require.Equal(t, c.wrong, now)
		status, stdout, stderr, now := docrun(t, c.wrong, "--update")
		require.Equal(t, cli.ExitOK, status, "%s%s", stdout, stderr)
		require.Equal(t, c.right, now)
	}
}

// TestRefuses: what cannot be run has status 2 and one line.
func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"# No block\n":    "shows no command",
		"```\n$ true\n":   "README.md:1: the block does not end",
		page("$ sleep 9"): "README.md:10: sleep 9: does not end within 100ms",
	} {
		status, _, stderr, _ := docrun(t, text, "--limit", "100ms")
		require.Equal(t, cli.ExitUsage, status)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
	}
	var out, errs bytes.Buffer
	require.Equal(t, cli.ExitUsage, run(t.Context(), nil, &out, &errs))
	require.Equal(t, cli.ExitUsage, run(t.Context(), []string{"--root", t.TempDir(), "main.go"}, &out, &errs))
	require.Equal(t, cli.ExitUsage, run(t.Context(), []string{"none.md"}, &out, &errs))
	require.Empty(t, out)
}
