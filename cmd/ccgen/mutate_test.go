package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
)

func runMutate(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = program().Run(cli.Env{Stdout: &out, Stderr: &errs}, append([]string{"mutate"}, args...))
	return status, out.String(), errs.String()
}

// TestMutateCommand kills the mutants of a small function, one of each of its kinds as C
// too.
func TestMutateCommand(t *testing.T) {
	draw := "0"
	if tier.Long() {
		tier.Require(t, "gcc")
		draw = "1"
	}
	status, out, stderr := runMutate("--package", "dcqcn.Params_roundAlpha", "--draw", draw, "--least", "90", "--json")
	require.Zero(t, status, stderr)
	var report struct {
		Score   float64
		EqualBy map[string]int
		Table   []struct{ Mutants, Killed, Equal, Open int }
		AsC     []struct{ ID, C string }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	total := report.Table[len(report.Table)-1]
	require.Greater(t, total.Killed, 5)
	require.Equal(t, total.Mutants, total.Killed+total.Equal+total.Open)
	equal := 0
	for _, n := range report.EqualBy {
		equal += n
	}
	require.Equal(t, total.Equal, equal)
	require.Equal(t, tier.Long(), len(report.AsC) > 4)
	for _, m := range report.AsC {
		require.NotEqual(t, "survives", m.C, m.ID)
	}
}

func TestMutateBadUsage(t *testing.T) {
	for _, args := range [][]string{{"--package", "nosuch"}, {"--draw", "-1"}, {"--least", "101"}, {"--least", "NaN"},
		{"--compiler", "nosuchcc"}, {"nosuch.json"}} {
		status, out, stderr := runMutate(args...)
		require.Equal(t, cli.ExitUsage, status, args)
		require.Empty(t, out)
		require.NotEmpty(t, stderr)
	}
}

// TestMutateFails: open mutants and survivors as C are failures, not bad usage, and the
// report is there all the same.
func TestMutateFails(t *testing.T) {
	// The vectors of timers do not come to a cut.
	status, out, stderr := runMutate("--package", "dcqcn.Rates_Cut", "--draw", "0", "--least", "100", "../../testvectors/corpus/timers.json.gz")
	require.Equal(t, 1, status, stderr)
	require.Contains(t, out, "dcqcn.Rates_Cut/")
	require.Contains(t, out, "shown equal: 6 by value, 1 by statement")
	require.Contains(t, out, "open: no vector runs the statement")
	require.Contains(t, stderr, "less than 100 %")
	c := mutateConfig{inC: []mutate.CResult{{Mutant: &mutate.Mutant{ID: "p.F/sign/1"}}}}
	require.ErrorContains(t, c.check(), "p.F/sign/1 survives as C")
	c.inC[0].Killed = true
	require.NoError(t, c.check())

	c.inC[0].How, c.inC[0].Hypothesis, c.compiler = "vector 3", true, "gcc"
	c.inC = append(c.inC, mutate.CResult{Mutant: &mutate.Mutant{ID: "p.F/sign/2", What: "the other way"}})
	var text bytes.Buffer
	require.NoError(t, c.writeText(&text))
	require.Contains(t, text.String(), "as C, compiled by gcc:\np.F/sign/1 (its kind), \n  vector 3\np.F/sign/2 (drawn), the other way\n  SURVIVES\n")
}

// TestMutateFullDisk: a report that is cut short is an error, wherever it is cut.
func TestMutateFullDisk(t *testing.T) {
	t.Setenv("PATH", "") // no z3
	source, _ := ownMost(t)
	status, out, stderr := runMutate(filepath.Dir(source), "--draw", "0", "--all")
	require.Zero(t, status, stderr)
	for _, room := range []int{0, len(out) / 2, len(out) - 1} {
		var errs bytes.Buffer
		status := program().Run(cli.Env{Stdout: &limited{room}, Stderr: &errs}, []string{"mutate", filepath.Dir(source), "--draw", "0", "--all"})
		require.NotZero(t, status, room)
		require.Contains(t, errs.String(), "no space")
	}
}

// limited accepts room bytes, then fails.
type limited struct{ room int }

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.room)
	l.room -= n
	if n < len(b) {
		return n, errors.New("no space left on device")
	}
	return n, nil
}

// ownMost writes a package of one function, whose mutant a > b changes nothing.
func ownMost(t *testing.T) (source, code string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "own")
	require.NoError(t, os.Mkdir(dir, 0o755))
	source = filepath.Join(dir, "own.go")
	code = "package own\n\n// Most is the larger one.\n//\n//ccgen:export\nfunc Most(a, b uint8) uint8 {\n\tif a >= b {\n\t\treturn a\n\t}\n\treturn b\n}\n"
	require.NoError(t, os.WriteFile(source, []byte(code), 0o600))
	return source, code
}

// TestMutateOwnList: an open mutant is listed with the line that the report has for it, until the
// function changes; an entry without a mutant is refused.
func TestMutateOwnList(t *testing.T) {
	t.Setenv("PATH", "") // no z3
	source, code := ownMost(t)
	dir := filepath.Dir(source)
	list := filepath.Join(dir, "equivalent.txt")
	mutate := func() (int, string, string) { return runMutate(dir, "--draw", "0", "--least", "100", "--all") }

	status, out, stderr := mutate()
	require.Equal(t, cli.ExitCheck, status, stderr)
	require.Contains(t, out, "own.Most/boundary/1, open: z3 is not installed; on Debian: apt-get install z3\n")
	line := regexp.MustCompile(`to list it: (own.Most/boundary/1 reasoned [0-9a-f]{16}) WHY`).FindStringSubmatch(out)
	require.Len(t, line, 2, out)

	require.NoError(t, os.WriteFile(list, []byte(line[1]+" at a == b both branches return the same\n"), 0o600))
	status, out, stderr = mutate()
	require.Zero(t, status, stderr)
	require.Contains(t, out, "own.Most/boundary/1, equal, reasoned: at a == b both branches return the same")
	require.Contains(t, out, "shown equal: 1 by reasoned")

	require.NoError(t, os.WriteFile(source, []byte(strings.Replace(code, "return b\n", "return b &^ 0\n", 1)), 0o600))
	status, out, stderr = mutate()
	require.Equal(t, cli.ExitCheck, status, stderr)
	require.Contains(t, out, list+":1 is stale: own.Most, what it calls, or what calls it has changed; review the argument (at a == b both branches return the same)")

	require.NoError(t, os.WriteFile(list, []byte("own.Most/boundary/7 reasoned 0123456789abcdef x\n"), 0o600))
	status, out, stderr = mutate()
	require.Equal(t, cli.ExitUsage, status)
	require.Empty(t, out)
	require.Contains(t, stderr, list+":1: there is no mutant own.Most/boundary/7; delete the line")
}

// TestMutateExample: nothing is open of an example whose list has what z3 does not decide.
func TestMutateExample(t *testing.T) {
	tier.Require(t, "gcc")
	status, out, stderr := runMutate("../../docs/examples/timely", "--draw", "0", "--least", "100")
	require.Zero(t, status, stderr)
	require.Contains(t, out, "shown equal: 6 by reasoned, ")
}
