package mutate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/testvectors"
)

// TestHunt hunts faults with the cases left out that were found by search, and holds what is
// found against two other machines: it is inside the declared ranges, tells the mutant, and
// no change of the case that it was made from can be taken back.
func TestHunt(t *testing.T) {
	p := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	var few []*testvectors.File
	for _, f := range files {
		if f.Name == "fixedpoint.json" || f.Name == "timers.json" {
			few = append(few, f)
		}
	}
	c, err := NewCorpus(p, few)
	require.NoError(t, err)
	right, wrong := interp.New(p), interp.New(p)
	hunter := NewHunter(c, 1)
	edges := hunter.Edges(t.Context(), p.Func("dcqcn.Next"), 40)
	require.NotEmpty(t, edges)
	found := map[string]int{}
	for _, m := range List(p) {
		var f *Found
		by := "near"
		switch m.Func.FullName() {
		case "fixedpoint.AddSat_uint32", "fixedpoint.Pack16Nearest":
			f = hunter.Hunt(t.Context(), m, 2000)
		case "dcqcn.Next":
			by, f = "edge", hunter.Tells(m, edges)
		}
		if f == nil {
			continue
		}
		found[by]++
		require.Same(t, m, f.Mutant)
		all := limitsOf(f.Func, writtenTypes(p))
		require.True(t, inRange(all, f.Args), m.ID)
		restore := wrong.Replace(m.Func, m.Body())
		tells := func(args []uint64) bool {
			x, y := slices.Clone(args), slices.Clone(args)
			want, err := right.CallFunc(f.Func, x)
			require.NoError(t, err, m.ID)
			have, err := wrong.CallFunc(f.Func, y)
			return err != nil || !slices.Equal(want, have) || !slices.Equal(x, y)
		}
		require.True(t, tells(f.Args), m.ID)
		for i := range f.Args {
			if f.Args[i] != f.Base[i] {
				less := slices.Clone(f.Args)
				less[i] = f.Base[i]
				require.False(t, inRange(all, less) && tells(less), "%s: argument %d plays no part", m.ID, i)
			}
		}
		restore()
	}
	require.Greater(t, found["near"], 40)
	require.Greater(t, found["edge"], 5)
}

// TestEdges wants two neighbours at each edge, between which the function turns.
func TestEdges(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	edges := NewHunter(c, 3).Edges(t.Context(), c.prog.Func("fixedpoint.Pack16Nearest"), 20)
	require.NotEmpty(t, edges)
	m := interp.New(c.prog)
	pairs := 0
	for i := range len(edges) - 1 {
		a, b := edges[i].Args, edges[i+1].Args
		var at []int
		for j := range a {
			if a[j] != b[j] {
				at = append(at, j)
			}
		}
		if len(at) != 1 || a[at[0]]+1 != b[at[0]] {
			continue
		}
		x, err := m.CallFunc(edges[i].Func, slices.Clone(a))
		require.NoError(t, err)
		y, err := m.CallFunc(edges[i].Func, slices.Clone(b))
		require.NoError(t, err)
		if !slices.Equal(x, y) {
			pairs++
		}
	}
	require.GreaterOrEqual(t, pairs, len(edges)/2)
}
