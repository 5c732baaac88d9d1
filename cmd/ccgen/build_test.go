package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestBuild: an algorithm that is linked in gives the same log as interpreted, by its folder and
// by its name, and the program says what it has and when the source is another.
func TestBuild(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	aimd := filepath.Join(root, "docs", "examples", "aimd")
	dir := t.TempDir()
	t.Chdir(dir)
	require.Equal(t, "new/cctrace-aimd: cctrace with aimd; built from "+root+"\n", good(t, "build", aimd, "-o", "new/cctrace-aimd"))
	require.Contains(t, inFolder(t, ".", "new/cctrace-aimd", "--version"), " with aimd")

	require.NoError(t, os.CopyFS("other", os.DirFS(aimd)))
	source, err := os.ReadFile(filepath.Join("other", "aimd.go"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join("other", "aimd.go"), append(source, "// Another.\n"...), 0o644))

	const stale = "has changed since it was linked in, and is interpreted"
	logs := map[string]string{}
	for _, algo := range []string{"aimd", aimd, "./other"} {
		said := inFolder(t, ".", "new/cctrace-aimd", "replay", filepath.Join(root, "docs", "sample", "incast.pcapng"), "--algo", algo, "--log", "all", "-o", "log.csv")
		require.Equal(t, algo == "./other", strings.Contains(said, stale), said)
		text, err := os.ReadFile("log.csv")
		require.NoError(t, err)
		logs[algo] = string(text)
	}
	require.Greater(t, strings.Count(logs["aimd"], "\n"), 1000)
	require.Equal(t, logs["./other"], logs["aimd"])
	require.Equal(t, logs["./other"], logs[aimd])
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, entries, 3, "nothing else is left behind")
	entries, err = os.ReadDir("new")
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// TestBuildRefuses: one line with the place or the folder, and what to do.
func TestBuildRefuses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "examples", "timely", "timely.go"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	folder := func(name, mod string, changes ...string) string {
		require.NoError(t, os.Mkdir(name, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(name, "timely.go"), []byte(strings.NewReplacer(changes...).Replace(string(text))), 0o644))
		if mod != "" {
			require.NoError(t, os.WriteFile(filepath.Join(name, "go.mod"), []byte(mod), 0o644))
		}
		return "./" + name
	}
	const mod = "module example.org/timely\n"
	good := folder("good", mod)
	for _, c := range []struct {
		args []string
		text string
	}{
		{nil, "build: name a folder"},
		{[]string{"dcqcn", "-o", "out"}, "dcqcn: is not a folder"},
		{[]string{good}, "build: -o is missing"},
		{[]string{good, "-o", "good"}, "build: good is a folder"},
		{[]string{folder("alone", ""), "-o", "out"}, "build: ./alone is in no module; go mod init"},
		{[]string{folder("hidden", mod, "func Init(", "func begin(", "init=Init", "init=begin"), "-o", "out"},
			"hidden/timely.go:149: begin is not a function that another package can name; begin its name with a capital letter"},
		{[]string{folder("taken", mod, "transducer timely", "transducer dcqcn"), "-o", "out"},
			"taken/timely.go:160: dcqcn is the name of a built-in algorithm; write another one at //ccgen:transducer"},
		{[]string{good, folder("second", "module example.org/second\n"), "-o", "out"}, "second/timely.go:160: timely is an algorithm of "},
		{[]string{folder("none", mod, "//ccgen:transducer", "//"), "-o", "out"}, "build: ./none has no algorithm"},
		{[]string{folder("unheard", mod, "//ccgen:signal now", ""), "-o", "out"}, "unheard/timely.go:"},
		{[]string{good, "-o", "out", "--replace", "."}, "build: --replace .: its go.mod is not that of module smartnic-cc"},
	} {
		status, stdout, stderr := run(append([]string{"build"}, c.args...)...)
		require.Equal(t, cli.ExitUsage, status, "%v: %s", c.args, stderr)
		require.Empty(t, stdout)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		require.Contains(t, stderr, c.text)
	}
	t.Setenv("PATH", "")
	status, _, stderr := run("build", good, "-o", "out")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "build: go is not installed")
	require.NoFileExists(t, "out")
}

// TestBuildFlags: what GOFLAGS says of compiling is for this build, too, and what it says of modules is not.
func TestBuildFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"": "", "-mod=mod -pgo=off": "-pgo=off", "-trimpath --ldflags=-w -tags=x -gcflags=all=-dwarf=false": "-trimpath --ldflags=-w -gcflags=all=-dwarf=false",
		"'-ldflags=-s -w' -modcacherw": "",
	} {
		require.Equal(t, want, buildFlags(flags), flags)
	}
}
