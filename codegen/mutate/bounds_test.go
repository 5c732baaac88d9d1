package mutate

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// TestRoots: the rough root as it is keeps within what the lemmas say of it.
func TestRoots(t *testing.T) {
	tried, err := Roots(nil)
	require.NoError(t, err)
	require.Greater(t, tried, 1<<16)
	t.Logf("%d scales tried", tried)
}

// TestRootsRefuses: of mutants of the rough root some leave the bounds.
func TestRootsRefuses(t *testing.T) {
	p := firmware(t)
	proofs, err := Proofs()
	require.NoError(t, err)
	refused := 0
	for _, m := range List(p) {
		if m.Func.FullName() != roughRoot {
			continue
		}
		if _, err := Roots(m); err != nil {
			refused++
			continue
		}
		// What is not refused is what vectors do not tell.
		_, listed := proofs[m.ID]
		require.True(t, listed, "%s: %s -> %s", m.ID, m.Before, m.After)
	}
	require.Greater(t, refused, 5)
}

// bounded returns the mutants that are listed in the scope Bounds.
func bounded(t *testing.T, p *ir.Program, prover *Prover) []*Bounded {
	proofs, err := Proofs()
	require.NoError(t, err)
	var out []*Bounded
	for _, m := range List(p) {
		if proof := proofs[m.ID]; proof.Scope == Bounds {
			b, err := prover.Bounded(m)
			require.NoError(t, err)
			require.Equal(t, proof.Hash, b.Hash(), "%s is another function now: go test ./codegen/mutate -run TestEqual -update -timeout 0", m.ID)
			out = append(out, b)
		}
	}
	return out
}

// TestBounds shows all three parts of every mutant that is listed in the scope Bounds, the
// trials on a sample of the inputs, and the problems of the callers with few arms; with -long
// all of it.
func TestBounds(t *testing.T) {
	p := firmware(t)
	list := bounded(t, p, NewProver(p))
	require.Greater(t, len(list), 5)
	var trials []*Trial
	for _, b := range list {
		_, err := Roots(b.Mutant)
		require.NoError(t, err, b.Mutant.ID)
		if b.Trial != nil {
			trials = append(trials, b.Trial)
		}
	}
	tryAgain(t, p, trials)
	solveAll(t, distinct(list, *long), solverEffort, func(q *Problem, a Answer, _ []uint64) {
		require.Equal(t, Equal, a, "%s in %s", q.Mutant.ID, q.In.FullName())
	})
}

// distinct returns the problems, each text once, without -long those that are quick.
func distinct(list []*Bounded, all bool) []*Problem {
	var out []*Problem
	seen := map[string]bool{}
	for _, b := range list {
		for _, q := range b.Problems {
			if !seen[q.Text] && (all || quick(q)) {
				seen[q.Text] = true
				out = append(out, q)
			}
		}
	}
	return out
}

// quick reports whether a problem is none of eight arms, which may take most of a minute.
func quick(q *Problem) bool { return !strings.Contains(q.In.Name, "8Arm") }

// TestBoundsAdmit: what the problems are told of both roots can be, as it would not if lemmas
// contradicted each other or what is known of the function: then anything would be shown.
func TestBoundsAdmit(t *testing.T) {
	p := firmware(t)
	rough := p.Func(roughRoot)
	m := List(p)[0] // none of the root: it plays no part
	prover := NewProver(p)
	for _, in := range prover.callersOf(rough) {
		q, err := prover.withTwo(m, in, rough, roughLemmas)
		require.NoError(t, err)
		goal := strings.LastIndex(q.Text, "(assert ")
		q.Text = q.Text[:goal] + "(check-sat)"
		a, _, err := q.Solve(t.Context(), 1_000_000)
		require.NoError(t, err)
		require.Equal(t, Different, a, in.FullName())
	}
}

// TestBoundsAreNeeded: without either of the lemmas of the other root, there are roots with
// which another arm is chosen.
func TestBoundsAreNeeded(t *testing.T) {
	p := firmware(t)
	prover := NewProver(p)
	rough := p.Func(roughRoot)
	var m *Mutant
	for _, x := range List(p) {
		if x.Func == rough {
			m = x
		}
	}
	for _, in := range prover.callersOf(rough) {
		if strings.Contains(in.Name, "8Arm") {
			continue
		}
		for i := range roughLemmas {
			q, err := prover.withTwo(m, in, rough, slices.Delete(slices.Clone(roughLemmas), i, i+1))
			require.NoError(t, err)
			a, _, err := q.Solve(t.Context(), 1_000_000)
			require.NoError(t, err)
			require.Equal(t, Different, a, "%s without %s", in.FullName(), roughLemmas[i])
		}
	}
}

// rewriteBounded shows in the scope Bounds what is open still.
func rewriteBounded(t *testing.T, prover *Prover, list []*Mutant, results []Result, kept map[string]Proof) {
	var left []*Bounded
	for _, r := range results {
		if _, done := kept[r.Mutant.ID]; done || r.Fate != Alive || !wanted(Bounds) {
			continue
		}
		b, err := prover.Bounded(r.Mutant)
		if err != nil {
			continue
		}
		if _, err := Roots(r.Mutant); err != nil {
			t.Logf("%s: %v", r.Mutant.ID, err)
			continue
		}
		left = append(left, b)
	}
	equal := map[string]bool{}
	solveAll(t, distinct(left, true), solverEffort, func(q *Problem, a Answer, _ []uint64) { equal[q.Text] = a == Equal })
	var trials []*Trial
	left = slices.DeleteFunc(left, func(b *Bounded) bool {
		return slices.ContainsFunc(b.Problems, func(q *Problem) bool { return !equal[q.Text] })
	})
	for _, b := range left {
		if b.Trial != nil {
			trials = append(trials, b.Trial)
		}
	}
	found, err := trier(prover.prog, 1).Try(t.Context(), trials)
	require.NoError(t, err)
	for _, b := range left {
		if i := slices.Index(trials, b.Trial); i >= 0 && found[i] != nil {
			t.Logf("%s differs: %s%v", b.Mutant.ID, found[i].In.FullName(), found[i].Args)
			continue
		}
		kept[b.Mutant.ID] = Proof{b.Mutant.ID, Bounds, b.Hash()}
	}
	writeEqual(t, list, kept)
}
