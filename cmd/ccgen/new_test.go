package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

// TestNewIsTheExample: docs/examples/aimd is what ccgen new writes, but for its page, and its
// modules are those of the main module.
func TestNewIsTheExample(t *testing.T) {
	texts, err := moduleTexts("aimd", "../../..")
	require.NoError(t, err)
	dir := filepath.Join("..", "..", "docs", "examples", "aimd")
	var names []string
	for _, text := range texts {
		if text.name != "README.md" { // that of the example shows what the commands print
			golden.Check(t, filepath.Join(dir, text.name), text.text)
		}
		names = append(names, text.name)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		require.Contains(t, names, e.Name(), "ccgen new does not write it")
	}

	for _, file := range []string{"go.mod", "go.sum"} {
		whole, err := os.ReadFile(filepath.Join("..", "..", file))
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(dir, file))
		require.NoError(t, err)
		for _, line := range regexp.MustCompile(`(?m)^.*v[0-9]+\.[0-9]+\.[0-9]+.*$`).FindAllString(string(text), -1) {
			line = strings.TrimSuffix(strings.TrimPrefix(line, "require "), " // indirect")
			if !strings.HasPrefix(line, "smartnic-cc ") {
				require.Contains(t, string(whole), line, file)
			}
		}
	}
}

// inFolder runs a program in a folder.
func inFolder(t *testing.T, dir string, words ...string) string {
	t.Helper()
	c := exec.Command(words[0], words[1:]...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%v: %s", words, out)
	return string(out)
}

// TestNew takes a new module through go test and the commands that its page names.
func TestNew(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	dir := filepath.Join(t.TempDir(), "a b", "mycc2")
	checkout, err := filepath.Abs("../..")
	require.NoError(t, err)
	said := good(t, "new", dir)
	require.Contains(t, said, "package mycc2; its go.mod takes smartnic-cc from "+checkout+", in which ")
	page, err := os.ReadFile(filepath.Join(dir, "README.md"))
	require.NoError(t, err)
	require.NotContains(t, strings.ReplaceAll(string(page), "examples/aimd", ""), "aimd")
	for _, link := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(string(page), -1) {
		require.FileExists(t, link[1])
	}

	inFolder(t, dir, "go", "vet", ".")
	require.Contains(t, inFolder(t, dir, "go", "test", "."), "example.org/mycc2")
	require.Empty(t, inFolder(t, dir, "gofmt", "-l", "."))
	t.Chdir(dir)
	require.Equal(t, "1 package in the firmware subset\n", good(t, "lint", "."))
	require.Contains(t, good(t, "ranges", "--no-cache", "."), "mycc2  increase")
	good(t, "c", ".", "-o", "mycc2.h", "--program", "mycc2_fw.c")
	header, err := os.ReadFile("mycc2.h")
	require.NoError(t, err)
	require.Contains(t, string(header), "cc_mycc2_step")
	require.Contains(t, good(t, "vectors", ".", "-o", "vectors"), "planted faults")
	require.NotContains(t, good(t, "verify", ".", "--compilers", "gcc", "--opt", "-O1", filepath.Join("vectors", "mycc2.json")), "DIFFERS")

	inside := filepath.Join(t.TempDir(), "here")
	require.NoError(t, os.Mkdir(inside, 0o755))
	require.Contains(t, good(t, "new", "--replace", checkout, inside), "from "+checkout+", as --replace says", "an empty folder will do")
}

// TestNewFromModule: within the checkout a module names it by the way there.
func TestNewFromModule(t *testing.T) {
	for _, c := range []struct{ dir, checkout, want string }{
		{"/src/cc/docs/examples/aimd", "/src/cc", "../../.."},
		{"/src/mycc", "/src/cc", "/src/cc"},
		{"/src/cc2", "/src/cc", "/src/cc"},
	} {
		require.Equal(t, c.want, fromModule(filepath.FromSlash(c.dir), filepath.FromSlash(c.checkout)))
	}
	texts, err := moduleTexts("x", "/a b/cc")
	require.NoError(t, err)
	for _, text := range texts {
		switch text.name {
		case "go.mod":
			require.Contains(t, string(text.text), "replace smartnic-cc => \"/a b/cc\"\n")
		case "README.md":
			require.Contains(t, string(text.text), "(/a%20b/cc/docs/subset.md)")
		}
	}
}

// TestNewRefuses: one line, status 2, with what to do, and nothing is written.
func TestNewRefuses(t *testing.T) {
	dir := t.TempDir()
	full := filepath.Join(dir, "full")
	require.NoError(t, os.Mkdir(full, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(full, "a.txt"), nil, 0o644))
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		args []string
		text string
	}{
		{nil, "name one folder"},
		{[]string{in("a"), in("b")}, "name one folder"},
		{[]string{full}, full + ": is not empty: it has a.txt; name a folder that is empty or not there"},
		{[]string{file}, "name a folder that is empty or not there"},
		{[]string{in("My-CC")}, `"My-CC" cannot be the name of a package; name the folder as the package`},
		{[]string{in("2cc")}, `"2cc" cannot be the name`},
		{[]string{in("func")}, `"func" cannot be the name`},
		{[]string{in("main")}, `"main" cannot be the name`},
		{[]string{in("dcqcn")}, `"dcqcn" is the name of a built-in package`},
		{[]string{in("mycc"), "--replace", dir}, "its go.mod is not that of module smartnic-cc; name the folder of a checkout"},
		{[]string{in("mycc"), "--replace", "."}, "its go.mod is not that of module smartnic-cc"},
	} {
		status, stdout, stderr := run(append([]string{"new"}, c.args...)...)
		require.Equal(t, cli.ExitUsage, status, "%v: %s", c.args, stderr)
		require.Empty(t, stdout)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		require.Contains(t, stderr, c.text)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
}
