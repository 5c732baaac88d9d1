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
)

// meter is an algorithm of which a test states laws.
const meter = `package meter

// Params are the parameters.
type Params struct {
	//ccgen:range 1..100
	Most uint32
}

// State is the state.
type State struct{ Level uint32 }

// Event is the event.
type Event struct{ Add uint8 }

// Output is the output.
type Output struct{ Level uint32 }

// Init begins.
func Init(p *Params, s *State) { *s = State{} }

// Step is a step.
//
//ccgen:transducer meter init=Init
LAW
func Step(p *Params, s *State, e *Event) Output {
	s.Level = min(s.Level+uint32(e.Add), p.Most)
	return Output{Level: s.Level}
}
`

// TestLaws: proofs, counterexamples with their traces, and what cannot be asked.
func TestLaws(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "meter")
	require.NoError(t, os.Mkdir(dir, 0o755))
	state := func(laws string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "meter.go"), []byte(strings.Replace(meter, "LAW", laws, 1)), 0o600))
	}
	state("//ccgen:law told o.Level == t.Level")
	require.Equal(t, "meter told: proven by ranges\n", good(t, "laws", dir))

	tier.Require(t, "z3")
	state("//ccgen:invariant low s.Level <= p.Most\n//ccgen:law still e.Add == 7 implies t.Level == s.Level")
	status, out, errs := run("laws", dir)
	require.Equal(t, cli.ExitCheck, status)
	require.Contains(t, out, "meter low: proven by z3 (1 problem, 0.0 M)\nmeter still: does not hold (")
	require.Contains(t, out, "meter.go:25:1: e.Add == 7 implies t.Level == s.Level\n  p  Most=")
	require.Contains(t, out, "  reached from init by 1 event:\n    Add=7\n")
	require.Contains(t, errs, "laws: 1 law of meter not proven")
	status, out, _ = run("laws", dir, "--json", "--law", "still")
	require.Equal(t, cli.ExitCheck, status)
	var list []lawJSON
	require.NoError(t, json.Unmarshal([]byte(out), &list))
	require.Len(t, list, 1)
	require.Equal(t, "false", list[0].Answer)
	require.True(t, list[0].Reachable)

	for _, c := range []struct {
		law, want string
		args      []string
	}{
		{"//ccgen:law low s.Level <= p.Mots", "meter.go:24:30: law low: p.Mots undefined", nil},
		{"//ccgen:law low s.Level <= 0.5", "meter.go:24:", nil},
		{"//ccgen:law low e2.Add > 0", "law low: undefined: e2", nil},
		{"// none", "laws: meter has no law; write //ccgen:law NAME EXPR above its step function", nil},
		{"//ccgen:law low t.Level > 0", "laws: no law lwo (did you mean low?); ccgen laws lists them", []string{"--law", "lwo"}},
		{"//ccgen:law low t.Level > 0", "laws: --effort takes a whole number of 1 to 2147483647, not", []string{"--effort", "0"}},
	} {
		state(c.law)
		status, out, errs := run(append([]string{"laws", dir}, c.args...)...)
		require.NotZero(t, status)
		require.Empty(t, out)
		require.Contains(t, errs, c.want)
	}
}

// TestBuiltInLaws: what is recorded needs no solver.
func TestBuiltInLaws(t *testing.T) {
	t.Setenv("PATH", "")
	out := good(t, "laws", "dcqcnnp")
	require.Contains(t, out, "dcqcnnp cnps-are-apart: proven by ranges\n")
	require.Contains(t, out, "dcqcnnp marks-are-kept: proven by z3 (")
	require.Contains(t, good(t, "laws", "dcqcn", "--law", "recovery-ends"), "  connectx: at most 1 event\n")
	status, _, errs := run("laws", "dcqcnnp", "--solve")
	require.NotZero(t, status)
	require.Contains(t, errs, "z3 is not installed; on Debian: apt-get install z3")
}
