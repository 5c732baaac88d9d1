package mutate

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlantedScopes shows mutants equal that are so for a reason that one scope sees and
// the cheaper ones do not, and others not.
func TestPlantedScopes(t *testing.T) {
	const product = "func g(a, b uint32) uint32 { return a * b }\n\n"
	for _, c := range []struct {
		body, id string
		less     Scope // does not show it
		scope    Scope
		want     Answer
	}{
		// A product does not know its order.
		{product + "func F(a, b uint32) uint32 { return g(a, b) + 1 }", "variable", Expression, Call, Equal},
		{"func g(a, b uint32) uint32 { return a - b }\n\nfunc F(a, b uint32) uint32 { return g(a, b) + 1 }", "variable", Expression, Call, Different},
		// What the sign changes is cut off around it.
		{"func F(a, b uint32) uint32 { return (a >> 20 & 4095) + b }", "signedness", Call, Outer, Equal},
		{"func F(a, b uint32) uint32 { return (a >> 20 & 8191) + b }", "signedness", Call, Outer, Different},
		// At the boundary the branch does nothing.
		{"func F(a, b uint32) uint32 {\n\tif a > 8 {\n\t\tb = max(b, a-8)\n\t}\n\treturn b\n}", "boundary", Outer, Alone, Equal},
		{"func F(a, b uint32) uint32 {\n\tif a > 8 {\n\t\tb = max(b, a-7)\n\t}\n\treturn b\n}", "boundary", Outer, Alone, Different},
		// Both branches give the greater of two products, whatever those are.
		{product + "func F(a, b uint32) uint32 {\n\tx := g(a, a)\n\ty := g(b, 3)\n\tif x >= y {\n\t\treturn x\n\t}\n\treturn y\n}", "boundary", Alone, Lemmas, Equal},
		{product + "func F(a, b uint32) uint32 {\n\tx := g(a, a)\n\ty := g(b, 3)\n\tif x >= y {\n\t\treturn x\n\t}\n\treturn y + 1\n}", "boundary", Alone, Lemmas, Different},
		{product + "func F(a, b uint32) uint32 {\n\tx := g(a, a)\n\ty := g(b, 3)\n\tif x >= y {\n\t\treturn x\n\t}\n\treturn y\n}", "boundary", Alone, Cuts, Equal},
		// No caller has an argument for which it matters.
		{"func g(a uint32) uint32 {\n\tif a >= 1 {\n\t\treturn a\n\t}\n\treturn 7\n}\n\nfunc F(a, b uint32) uint32 { return g(a&^1) + b }", "boundary", Function, Around, Equal},
		{"func g(a uint32) uint32 {\n\tif a >= 1 {\n\t\treturn a\n\t}\n\treturn 7\n}\n\nfunc F(a, b uint32) uint32 { return g(a&1) + b }", "boundary", Function, Around, Different},
	} {
		planted(t, c.body, c.less, c.scope, c.want, func(m *Mutant) bool {
			return string(m.Kind) == c.id && (c.id != "variable" || strings.Contains(m.What, "order"))
		})
	}
}

// planted asks about the first mutant of a program that is meant, in two scopes: in the lesser
// one it is not shown equal, in the other the answer is the one wanted.
func planted(t *testing.T, body string, less, scope Scope, want Answer, meant func(*Mutant) bool) {
	t.Helper()
	p := loadOne(t, "package p\n\n"+strings.Replace(body, "func F", "//ccgen:export\nfunc F", 1)+"\n")
	prover := NewProver(p)
	for _, m := range List(p) {
		if !meant(m) {
			continue
		}
		answer := func(scope Scope) Answer {
			q, err := prover.Problem(m, scope, m.Func)
			if errors.Is(err, errScope) {
				return Open
			}
			require.NoError(t, err)
			a, _, err := q.Solve(t.Context(), 1_000_000)
			require.NoError(t, err)
			return a
		}
		require.NotEqual(t, Equal, answer(less), "%s: %s -> %s\n%s", m.ID, m.Before, m.After, body)
		require.Equal(t, want, answer(scope), "%s: %s -> %s\n%s", m.ID, m.Before, m.After, body)
		return
	}
	t.Fatal("no such mutant:\n" + body)
}

// TestLemmasAreSaid: the lemmas load, and a function that calls what they are about is told
// them.
func TestLemmasAreSaid(t *testing.T) {
	funcs, err := lemmaFuncs()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(funcs), 5)
	for _, f := range funcs {
		require.Len(t, f.Results, 1, f.Name)
		require.Equal(t, "bool", f.Results[0].String(), f.Name)
		for _, v := range f.Params {
			require.NotEmpty(t, passedOn(f, v), "%s: %s is given to no function, so nothing is said with it", f.Name, v.Name)
		}
	}
	prover := NewProver(firmware(t))
	for _, m := range List(prover.prog) {
		if m.ID != "bandit.selectExact_2Arm/condition/4" {
			continue
		}
		q, err := prover.Problem(m, Lemmas, m.Func)
		require.NoError(t, err)
		require.Contains(t, q.Text, "16777216", "the largest scale of PaddingFalls")
		a, _, err := q.Solve(t.Context(), 100_000)
		require.NoError(t, err)
		require.Equal(t, Equal, a)
		return
	}
	t.Fatal("no such mutant")
}

// TestScopesAreSound: of mutants that some vector kills, none may be shown equal in the scopes
// that leave calls or terms open, or are told lemmas.
func TestScopesAreSound(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	prover := NewProver(c.prog)
	var some []*Mutant
	for i, m := range List(c.prog) {
		switch m.Func.FullName() {
		case "bandit.Select_2Arm", "bandit.selectExact_2Arm", "bandit.explorationScale_2Arm", "bandit.ObserveSent_4Arm", "bandit.Observe_4Arm",
			"dcqcn.cnp", "dcqcn.Rates_Sent", "dolcercplus.Reward":
			if i%40 == 0 {
				some = append(some, m)
			}
		}
	}
	verdicts, err := c.Run(t.Context(), some, nil)
	require.NoError(t, err)
	different := 0
	for _, v := range verdicts {
		if !v.Killed {
			continue
		}
		for _, scope := range []Scope{Call, Outer, Alone, Lemmas, Paths, Guards} {
			q, err := prover.Problem(v.Mutant, scope, v.Mutant.Func)
			if err != nil {
				continue
			}
			require.False(t, q.Same, "%s %s", v.Mutant.ID, scope)
			a, _, err := q.Solve(t.Context(), 20_000)
			require.NoError(t, err)
			require.NotEqual(t, Equal, a, "%s is killed, and yet shown equal as %s", v.Mutant.ID, scope)
			if a == Different {
				different++
			}
		}
	}
	require.Greater(t, different, 8)
}
