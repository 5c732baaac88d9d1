package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// example is a package outside this module.
func example(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../docs/examples/aimd")
	require.NoError(t, err)
	return dir
}

// good runs a command that is to succeed and returns what it prints.
func good(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := run(args...)
	require.Zero(t, status, "%v: %s", args, stderr)
	return stdout
}

// TestForeignTexts takes a package of your own through the commands that read and print it.
func TestForeignTexts(t *testing.T) {
	aimd, dir := example(t), t.TempDir()
	require.Equal(t, "1 package in the firmware subset\n", good(t, "lint", aimd))
	table := good(t, "ranges", aimd)
	require.Contains(t, table, "increase")
	require.NotContains(t, table, "fixedpoint", "what ccgen carries is not listed")
	require.Contains(t, good(t, "explain", aimd, "aimd.cnp"), "s.Rate is 1..2^31-1")
	require.Contains(t, good(t, "explain", "--dir", aimd, "fixedpoint.MulShiftDown"), "uint64(a) * uint64(b)", "its source is found")
	good(t, "smt", aimd, "-o", filepath.Join(dir, "smt"))

	header, program := filepath.Join(dir, "aimd.h"), filepath.Join(dir, "aimd.c")
	good(t, "c", aimd, "-o", header, "--program", program)
	text, err := os.ReadFile(header)
	require.NoError(t, err)
	for _, want := range []string{"cc_aimd_step", "CC_AIMD_EVENT_CNP", " *   ccgen c " + filepath.ToSlash(aimd) + "\n", "aimd.go:"} {
		require.Contains(t, string(text), want)
	}
	require.NotContains(t, string(text), "cc_fixedpoint_log2", "only what is needed")
	require.Contains(t, good(t, "check", header, program), "aimd.c is current")
	require.Contains(t, good(t, "c", aimd, "--only", "aimd.Next", "-o", "-"), "cc_aimd_next")

	require.Contains(t, good(t, "p4", aimd, "-o", "-"), "aimd_EventCNP")
	require.Equal(t, good(t, "p4", aimd, "-o", "-"), good(t, "p4", aimd, "aimd", "-o", "-"))
}

// TestForeignRuns takes it through those that run it: vectors, a port that is right, one that
// is wrong, faults, costs and the fuzzer; TestExamples those besides.
func TestForeignRuns(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	aimd, dir := example(t), t.TempDir()
	require.Regexp(t, `^[0-9]+ tests in 2 files show [0-9]+ of [0-9]+ planted faults`, good(t, "vectors", aimd, "-o", dir))
	require.Regexp(t, `^[0-9]+ tests in 2 files\n$`, good(t, "vectors", aimd, "--effort", "0", "-o", t.TempDir()))
	vectors := filepath.Join(dir, "aimd.json")
	var rows []testvectors.Outcome
	require.NoError(t, json.Unmarshal([]byte(good(t, "verify", aimd, "--compilers", "gcc", "--opt", "-O1", "--json", vectors)), &rows))
	require.Len(t, rows, 2)
	require.True(t, rows[0].OK && rows[1].OK)

	f, err := testvectors.Read(vectors)
	require.NoError(t, err)
	row := f.Groups[0].Sequences[0].Steps[0]
	row[len(row)-1] ^= 1
	wrong := filepath.Join(dir, "wrong.json")
	require.NoError(t, f.Write(wrong))
	status, stdout, stderr := run("verify", aimd, "--compilers", "gcc", "--opt", "-O1", wrong)
	require.Equal(t, cli.ExitCheck, status, stderr)
	require.Contains(t, stdout, "DIFFERS")

	require.Contains(t, good(t, "mutate", aimd, "--draw", "1", "--package", "aimd.increase", "--least", "100"), "as C, compiled by gcc")
	costs := good(t, "cost", "--no-cache", aimd)
	require.Contains(t, costs, "aimd increase-timer")
	require.Contains(t, costs, "aimd.Next")
	require.Contains(t, good(t, "cost", "--no-cache", "--vectors", vectors, aimd, "aimd cnp"), "aimd cnp, mean of")
	require.Contains(t, good(t, "fuzz", aimd, "--runs", "2000", "--findings", dir, "--only", "aimd"), "C and the interpreter agree")
}

// TestForeignRefusals: one line, status 2, with what to do.
func TestForeignRefusals(t *testing.T) {
	tier.Require(t, "gcc", "clang")
	aimd := example(t)
	plain := filepath.Join(t.TempDir(), "plain")
	require.NoError(t, os.Mkdir(plain, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(plain, "plain.go"), []byte("package plain\n\nfunc F(a uint8) uint8 { return a / 2 }\n"), 0o644))
	bad := filepath.Join(t.TempDir(), "bad")
	require.NoError(t, os.Mkdir(bad, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(bad, "bad.go"), []byte("package bad\n\nfunc F(a, b uint8) uint8 { return a / b }\n\nvar g float64\n"), 0o644))
	space := filepath.Join(t.TempDir(), "a b")
	require.NoError(t, os.Mkdir(space, 0o755))
	for _, c := range []struct {
		args []string
		text string
	}{
		{[]string{"c", aimd, "-o", "-", "--profile", "paper"}, "--profile is for the built-in algorithms; leave it out"},
		{[]string{"c", aimd, "-o", "-", "--set", "ai_rate=50"}, "--set is for the built-in algorithms"},
		{[]string{"c", aimd, "-o", "-", "--target", "doca-pcc"}, "--target is for the built-in algorithms"},
		{[]string{"c", aimd, "-o", "-", "--only", "dcqcn"}, `no package, function or transducer "dcqcn"`},
		{[]string{"p4", aimd, "-o", "-", "--profile", "paper"}, "--profile is for the built-in algorithms"},
		{[]string{"p4", aimd, "dcqcn", "-o", "-"}, `unexpected argument "dcqcn"`},
		{[]string{"p4", plain, "-o", "-"}, "has no algorithm; write //ccgen:transducer"},
		{[]string{"vectors", plain, "-o", "-"}, "no package has an algorithm or an exported function"},
		{[]string{"vectors", aimd, "x.json", "-o", "-"}, "x.json"},
		{[]string{"vectors", aimd, "x.json", "--effort", "0", "-o", "-"}, "--effort 0 is no search"},
		{[]string{"vectors", aimd, "--effort", "-1", "-o", "-"}, "--effort takes a number of 0 to 1000000"},
		{[]string{"vectors", "--effort", "1", "-o", "-"}, "--effort is for vectors made of the source"},
		{[]string{"cost", aimd, "--table", "-"}, "--table is for the built-in algorithms"},
		{[]string{"cost", aimd, "aimd cnq"}, "did you mean aimd cnp?"},
		{[]string{"fuzz", aimd, "--only", "dcqcn"}, `nothing is called "dcqcn"`},
		{[]string{"mutate", aimd, "--draw", "0", "--package", "dcqcn"}, `package "dcqcn" has no mutants`},
		{[]string{"c", space, "-o", "-"}, "a space in its name"},
		{[]string{"smt", "./none", "-o", "x"}, "./none: is not a folder"},
		{[]string{"c", bad, "-o", "-"}, filepath.Join(bad, "bad.go") + ":3:39: "},
		{[]string{"verify", bad}, filepath.Join(bad, "bad.go") + ":3:39: "},
	} {
		status, stdout, stderr := run(c.args...)
		require.Equal(t, cli.ExitUsage, status, "%v: %s", c.args, stderr)
		require.Empty(t, stdout, "%v", c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "%v: one line: %s", c.args, stderr)
		require.Contains(t, stderr, c.text, "%v", c.args)
	}
}

// TestForeignExhaustive: nobody runs a function of your own over all its arguments.
func TestForeignExhaustive(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.go"), []byte("package x\n\n//ccgen:range a 0..128\n//ccgen:exhaustive\n//ccgen:export\nfunc Twice(a uint8) uint8 { return a + a }\n"), 0o644))
	status, _, stderr := run("ranges", "--no-cache", dir)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, stderr, "x.go:6:6: in x.Twice: //ccgen:exhaustive is for the built-in packages")
}
