package mutate

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/cgen/cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// sampledBlocks is one in how many blocks of inputs every run tries again.
const sampledBlocks = 1 << 14

func trier(p *ir.Program, every uint64) *Trier {
	return &Trier{Program: p, Compiler: cc.Compiler{Name: "gcc"}, Every: every}
}

// TestTried wants every mutant that is listed as tried to be compared in the same way
// still, and tries it again on a sample of the inputs, with -long on all.
func TestTried(t *testing.T) {
	p := firmware(t)
	prover := NewProver(p)
	proofs, err := Proofs()
	require.NoError(t, err)
	var trials []*Trial
	for _, m := range List(p) {
		proof, ok := proofs[m.ID]
		if !ok || proof.Scope != Inputs && proof.Scope != Callers {
			continue
		}
		trial, err := prover.Trial(m, proof.Scope)
		require.NoError(t, err, m.ID)
		require.Equal(t, proof.Hash, trial.Hash(), "%s is another function now: go test ./codegen/mutate -run TestEqual -update -timeout 0", m.ID)
		trials = append(trials, trial)
	}
	require.Greater(t, len(trials), 100)
	tryAgain(t, p, trials)
}

// tried tells whether what a scope shows is not for the solver alone.
func tried(s Scope) bool { return slices.Contains([]Scope{Inputs, Callers, Bounds, Reasoned}, s) }

// tryAgain tries on a sample of the inputs, with -long on all.
func tryAgain(t *testing.T, p *ir.Program, trials []*Trial) {
	every := uint64(sampledBlocks)
	if *long {
		every = 1
	}
	found, err := trier(p, every).Try(t.Context(), trials)
	require.NoError(t, err)
	for i, d := range found {
		require.Nil(t, d, "%s is listed as equal", trials[i].Mutant.ID)
	}
	t.Logf("%d mutants, one in %d blocks of inputs", len(trials), every)
}

// rewriteTried tries what is open still, first on a sample of the inputs.
func rewriteTried(t *testing.T, prover *Prover, list []*Mutant, results []Result, kept map[string]Proof) {
	for _, scope := range []Scope{Inputs, Callers} {
		if !wanted(scope) {
			continue
		}
		var trials []*Trial
		for _, r := range results {
			if _, done := kept[r.Mutant.ID]; done || r.Fate != Alive {
				continue
			}
			if trial, err := prover.Trial(r.Mutant, scope); err == nil {
				trials = append(trials, trial)
			}
		}
		found, err := trier(prover.prog, 1<<10).Try(t.Context(), trials)
		require.NoError(t, err)
		left := map[*ir.Func][]*Trial{}
		var order []*ir.Func
		for i, d := range found {
			if d != nil {
				t.Logf("%s differs: %s%v", trials[i].Mutant.ID, d.In.FullName(), d.Args)
				continue
			}
			f := trials[i].Mutant.Func
			if left[f] == nil {
				order = append(order, f)
			}
			left[f] = append(left[f], trials[i])
		}
		for _, f := range order {
			found, err := trier(prover.prog, 1).Try(t.Context(), left[f])
			require.NoError(t, err)
			for i, d := range found {
				m := left[f][i].Mutant
				if d != nil {
					t.Logf("%s differs: %s%v", m.ID, d.In.FullName(), d.Args)
					continue
				}
				kept[m.ID] = Proof{m.ID, scope, left[f][i].Hash()}
			}
			writeEqual(t, list, kept)
		}
	}
}

// TestTryKeepsToRelatedRanges: of combinations that a range rules out which names another
// argument none counts, and all others do.
func TestTryKeepsToRelatedRanges(t *testing.T) {
	const body = "package p\n\n//ccgen:export\n//ccgen:range n 2..999\n//ccgen:range w max(n/2, 1)..min(n-1, 400)\n" +
		"func F(w uint32, n uint32) uint32 {\n\tx := uint32(0)\n\tif w < %s {\n\t\tx = n\n\t}\n\treturn x\n}\n"
	for _, c := range []struct {
		bound string
		want  []uint64 // the arguments that tell < from <=
	}{
		{"n", nil},
		{"n-1", []uint64{1, 2}}, // 400 with 401 is the last such
		{"401", nil},
		{"400", []uint64{400, 401}},
		{"n>>1", []uint64{1, 2}},
		{"(n>>1)-1", nil},
	} {
		p, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: fmt.Appendf(nil, body, c.bound)}}, "m", []string{"p"}, frontend.Options{})
		require.NoError(t, err)
		prover := NewProver(p)
		found := false
		for _, m := range List(p) {
			if m.ID != "p.F/boundary/1" {
				continue
			}
			found = true
			trial, err := prover.Trial(m, Inputs)
			require.NoError(t, err)
			got, err := trier(p, 1).Try(t.Context(), []*Trial{trial})
			require.NoError(t, err)
			if c.want == nil {
				require.Nil(t, got[0], c.bound)
			} else {
				require.Equal(t, c.want, got[0].Args, c.bound)
			}
		}
		require.True(t, found)
	}
}

// TestTryTells holds what is found against the interpreter: every mutant that vectors kill
// of some functions of one argument has a difference, and it is one.
func TestTryTells(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	p := c.prog
	prover := NewProver(p)
	var some []*Mutant
	for i, m := range List(p) {
		// Of one argument, of two, of too many, and under several callers.
		switch m.Func.FullName() {
		case "fixedpoint.ISqrt", "fixedpoint.logReduce", "fixedpoint.Div", "fixedpoint.MulSat_uint16", "fixedpoint.MulSat_int16", "fixedpoint.Exp2":
			if i%7 == 0 {
				some = append(some, m)
			}
		}
	}
	verdicts, err := c.Run(t.Context(), some, nil)
	require.NoError(t, err)
	var trials []*Trial
	for _, v := range verdicts {
		if !v.Killed {
			continue
		}
		for _, scope := range []Scope{Inputs, Callers} {
			if trial, err := prover.Trial(v.Mutant, scope); err == nil {
				trials = append(trials, trial)
			}
		}
	}
	require.Greater(t, len(trials), 20)
	before := text(t, p)
	found, err := trier(p, 1<<8).Try(t.Context(), trials)
	require.NoError(t, err)
	require.Equal(t, before, text(t, p), "the program is as it was")
	right, wrong := interp.New(p), interp.New(p)
	told := 0
	for i, d := range found {
		m := trials[i].Mutant
		if d == nil {
			continue // a function's differences may be few
		}
		told++
		want, err := right.CallFunc(d.In, slices.Clone(d.Args))
		require.NoError(t, err, m.ID)
		restore := wrong.Replace(m.Func, m.Body())
		have, err := wrong.CallFunc(d.In, slices.Clone(d.Args))
		restore()
		require.True(t, err != nil || !slices.Equal(want, have), "%s: %s%v gives %v both ways", m.ID, d.In.FullName(), d.Args, want)
	}
	require.Greater(t, told, len(trials)*9/10)
	t.Logf("%d of %d told", told, len(trials))
}
