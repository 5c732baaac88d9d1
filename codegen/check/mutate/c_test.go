package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// TestPortSurvivor: a mutant that no vector reaches passes as C, and one that vectors kill
// does not.
func TestPortSurvivor(t *testing.T) {
	tier.Require(t, "gcc")
	c, err := corpus()
	require.NoError(t, err)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	var timers []*testvectors.File
	for _, f := range files {
		if f.Name == "timers.json" {
			timers = append(timers, f)
		}
	}
	var some []Verdict
	for _, m := range List(c.prog) {
		// The first is of a function that the file does not call.
		if m.ID == "fixedpoint.Log2/off-by-one/1" || m.ID == "dcqcn.Earlier/boundary/1" {
			some = append(some, Verdict{Mutant: m, Killed: true, By: Witness{File: "timers.json"}})
		}
	}
	require.Len(t, some, 2)
	port := Port{Program: c.prog, Compiler: cc.Compiler{Name: "gcc"}, Catalog: reference.Catalog(), Files: timers}
	out, err := port.Run(t.Context(), some, true, nil)
	require.NoError(t, err)
	require.Equal(t, "fixedpoint.Log2/off-by-one/1", out[0].Mutant.ID)
	require.False(t, out[0].Killed, out[0].How)
	require.True(t, out[1].Killed)
	require.Contains(t, out[1].How, "timers.json")
}

// TestDraw checks that each killed mutant is drawn once, no other is, and the draw ends when all are drawn.
func TestDraw(t *testing.T) {
	var results []Result
	killed := 0
	for i, m := range List(small(t)) {
		v := Verdict{Mutant: m, Killed: i%3 > 0}
		if v.Killed {
			killed++
		}
		results = append(results, Result{Verdict: v})
	}
	hypotheses, drawn := Draw(results, 1<<40, 9)
	seen := map[*Mutant]bool{}
	for _, v := range append(hypotheses, drawn...) {
		require.True(t, v.Killed)
		require.False(t, seen[v.Mutant], v.Mutant.ID)
		seen[v.Mutant] = true
	}
	require.Len(t, seen, killed)
	_, few := Draw(results, 7, 9)
	require.Equal(t, drawn[:7], few)
	_, others := Draw(results, 7, 10)
	require.NotEqual(t, few, others)
}
