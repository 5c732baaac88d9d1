package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

func run(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = program().Run(cli.Env{Stdout: &out, Stderr: &err}, args)
	return status, out.String(), err.String()
}

func TestHeaderProgramAndCheck(t *testing.T) {
	dir := t.TempDir()
	header, fw := filepath.Join(dir, "nic.h"), filepath.Join(dir, "fw.c")
	status, stdout, stderr := run("c", "--only", "dolcerc4", "--prefix", "nic_", "--profile", "connectx", "--line-rate", "200G", "-o", header, "--program", fw)
	require.Zero(t, status, stderr)
	require.Empty(t, stdout)
	text, err := os.ReadFile(fw)
	require.NoError(t, err)
	require.Contains(t, string(text), `#include "nic.h"`)
	text, err = os.ReadFile(header)
	require.NoError(t, err)
	require.Contains(t, string(text), "NIC_DOLCERC_PARAMS_CONNECTX")

	status, stdout, _ = run("check", header)
	require.Zero(t, status)
	require.Contains(t, stdout, "is current")
	require.NoError(t, os.WriteFile(header, bytes.Replace(text, []byte("return"), []byte("return "), 1), 0o644))
	status, _, stderr = run("check", header)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stderr, "nic.h:")
	require.Contains(t, stderr, "make it again with: ccgen c --prefix nic_ --only dolcerc4")
	status, stdout, stderr = run("check", "--json", header, fw)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, `"current": false,`)
	require.Contains(t, stdout, `"current": true`)
	require.Contains(t, stderr, "1 of 2 files are not current")
	status, _, stderr = run("check", fw)
	require.Zero(t, status, stderr)
	status, _, stderr = run("c", "-o", fw, "--program", fw)
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "name two files")
	status, _, _ = run("check", "ccgen_test.go")
	require.Equal(t, cli.ExitUsage, status)
}

func TestVectorsAreTheCorpus(t *testing.T) {
	dir := t.TempDir()
	status, _, stderr := run("vectors", "-o", dir, "--form", "json,text,c")
	require.Zero(t, status, stderr)
	for _, name := range testvectors.CorpusNames() {
		want, err := testvectors.CorpusBytes(name)
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), name)
		for _, ext := range []string{".txt", ".h"} {
			require.FileExists(t, filepath.Join(dir, strings.TrimSuffix(name, ".json")+ext))
		}
	}
	status, stdout, stderr := run("vectors", "--form", "text", "-o", "-", filepath.Join(dir, "dcqcnnp.json"))
	require.Zero(t, status, stderr)
	text, err := os.ReadFile(filepath.Join(dir, "dcqcnnp.txt"))
	require.NoError(t, err)
	require.Equal(t, string(text), stdout)

	// Of two files of one name, one would be lost.
	two, file := t.TempDir(), filepath.Join(dir, "dcqcnnp.json")
	status, _, stderr = run("vectors", "-o", two, file, "../../testvectors/corpus/dcqcnnp.json.gz")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "have one name")
	require.NoFileExists(t, filepath.Join(two, "dcqcnnp.json"))
}

// TestVerifyRelativeCompiler: a compiler that is named from here runs in another folder.
func TestVerifyRelativeCompiler(t *testing.T) {
	tier.Require(t, "gcc")
	gcc, err := exec.LookPath("gcc")
	require.NoError(t, err)
	vectors, err := filepath.Abs("../../testvectors/corpus/timers.json.gz")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(gcc, "mygcc"))
	status, _, stderr := run("verify", "--compilers", "./mygcc", "--opt", "-O0", vectors)
	require.Zero(t, status, stderr)
}

func TestVerify(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	status, stdout, stderr := run("verify", "--compilers", "gcc", "--opt", "-O1", "--json", "../../testvectors/corpus/bandit4.json.gz")
	require.Zero(t, status, stderr)
	var rows []testvectors.Outcome
	require.NoError(t, json.Unmarshal([]byte(stdout), &rows))
	require.Len(t, rows, 2)
	require.True(t, rows[0].OK && rows[1].OK)
	require.Equal(t, "gcc -O1", rows[1].Target)

	// A vector with a wrong answer and a correct digest: the port is reported to differ.
	f, err := testvectors.Read("../../testvectors/corpus/dcqcnnp.json.gz")
	require.NoError(t, err)
	g := &f.Groups[len(f.Groups)-1]
	rowsOf := g.Sequences[0].Steps
	rowsOf[0][len(rowsOf[0])-1] ^= 1
	path := filepath.Join(t.TempDir(), "wrong.json")
	require.NoError(t, f.Write(path))
	status, stdout, stderr = run("verify", "--compilers", "gcc", "--opt", "-O1", path)
	require.Equal(t, cli.ExitCheck, status, stderr)
	require.Contains(t, stdout, "DIFFERS")
	require.Contains(t, stdout, "first differing bit 0")
	require.Contains(t, stderr, "2 of 2 targets differ")
}

func TestLint(t *testing.T) {
	status, stdout, stderr := run("lint")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "5 packages in the firmware subset")
	status, stdout, stderr = run("lint", "../../fixedpoint")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "1 package ")

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.go"), []byte("package x\n\nfunc F(a, b uint32) uint32 { return a / b }\n"), 0o644))
	status, stdout, stderr = run("lint", dir)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stdout, "x.go:3:")
	require.Equal(t, 1, strings.Count(stderr, "\n"))

	// Places are named from where the user stands, not from the module's root.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "deep", "stand"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "deep", "y.go"), []byte("package deep\n\nfunc F(a, b uint32) uint32 { return a / b }\n"), 0o644))
	t.Chdir(filepath.Join(dir, "deep", "stand"))
	status, stdout, _ = run("lint", "..")
	require.Equal(t, cli.ExitCheck, status)
	require.True(t, strings.HasPrefix(stdout, "../y.go:3:"), stdout)

	status, stdout, _ = run("lint", "--json", dir)
	require.Equal(t, cli.ExitCheck, status)
	var places []placeJSON
	require.NoError(t, json.Unmarshal([]byte(stdout), &places))
	require.Contains(t, places[0].Pos, "x.go:3:")
	require.NotEmpty(t, places[0].Rule)

	for _, command := range []string{"lint", "ranges"} {
		empty := t.TempDir()
		status, _, stderr = run(command, empty)
		require.Equal(t, cli.ExitUsage, status)
		require.Equal(t, "ccgen: "+empty+": no Go source file there; name the folder of a package\n", stderr)
	}
	status, _, stderr = run("check", "/dev/zero")
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: /dev/zero: is no regular file; name a saved file or folder\n", stderr)
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	for _, c := range []struct {
		args  []string
		texts []string
	}{
		{[]string{"c"}, []string{"-o is missing"}},
		{[]string{"c", "-o", filepath.Join(dir, "a.h"), "--prefix", "9x"}, []string{`"9x" is no lower case C identifier`}},
		{[]string{"c", "-o", filepath.Join(dir, "a.h"), "--only", "dolcerc9"}, []string{"dolcerc9"}},
		{[]string{"c", "-o", filepath.Join(dir, "a.h"), "--profile", "fast"}, []string{`unknown profile "fast"`}},
		{[]string{"c", "-o", filepath.Join("ccgen_test.go", "a.h")}, []string{"ccgen_test.go: is a file; name a folder for the outputs"}},
		{[]string{"c", "-o", dir}, []string{"is a directory"}},
		{[]string{"c", "extra", "-o", "-"}, []string{`unexpected argument "extra"`}},
		{[]string{"check"}, []string{"name the file"}},
		{[]string{"check", filepath.Join(dir, "none.h")}, []string{"none.h"}},
		{[]string{"vectors"}, []string{"-o is missing"}},
		{[]string{"vectors", "-o", dir, "--form", "xml"}, []string{`unknown form "xml"`}},
		{[]string{"vectors", "-o", "-"}, []string{"takes one file in one form"}},
		{[]string{"verify", "--compilers", "tcc-none"}, []string{"tcc-none is not installed"}},
		{[]string{"verify", "--opt", "-O9"}, []string{`"-O9" is no level`}},
		{[]string{"verify", file("other.json", `{"schema":"other"}`)}, []string{"other.json"}},
		{[]string{"verify", filepath.Join(dir, "none.json")}, []string{"none.json"}},
		{[]string{"lint", filepath.Join(dir, "none")}, []string{"is not a folder"}},
		{[]string{"compile"}, []string{`unknown command "compile"`}},
	} {
		status, stdout, stderr := run(c.args...)
		require.Equal(t, cli.ExitUsage, status, "%v: %s", c.args, stderr)
		require.Empty(t, stdout, "%v", c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "one line: %s", stderr)
		for _, text := range c.texts {
			require.Contains(t, stderr, text, "%v", c.args)
		}
	}
	require.NoFileExists(t, filepath.Join(dir, "a.h"))
}

func TestHelp(t *testing.T) {
	status, stdout, _ := run("--help")
	require.Zero(t, status)
	for _, c := range program().Commands {
		require.Contains(t, stdout, c.Name)
		status, help, _ := run(c.Name, "--help")
		require.Zero(t, status)
		require.Contains(t, help, "Usage: ccgen "+c.Name)
		require.Contains(t, help, "Examples:")
	}
}
