package mutate

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
)

// timers returns the points of the corpus for functions of scalars, which are few.
func timers(t *testing.T) *Corpus {
	t.Helper()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(f *testvectors.File) bool { return f.Name != "fixedpoint.json" && f.Name != "timers.json" })
	c, err := NewCorpus(firmware(t), files)
	require.NoError(t, err)
	return c
}

// hunted are mutants of functions that the hunt of a test is for.
func hunted(p *ir.Program, names ...string) []*Mutant {
	return slices.DeleteFunc(List(p), func(m *Mutant) bool { return !slices.Contains(names, m.Func.FullName()) })
}

// inputsOf returns every so many of the inputs of functions.
func inputsOf(c *Corpus, every int, names ...string) []Input {
	var out []Input
	for i, in := range c.Inputs() {
		if i%every == 0 && slices.Contains(names, in.Func.FullName()) {
			out = append(out, in)
		}
	}
	return out
}

// TestHunt hunts faults from a few calls, and compares what is found with two other machines:
// it is inside the declared ranges and tells the mutants. It is the same for any number of
// processors, and another for another seed.
func TestHunt(t *testing.T) {
	c := timers(t)
	names := []string{"dcqcn.Next", "dcqcn.Earlier", "fixedpoint.Pack16Nearest"}
	begin := inputsOf(c, 100, names...)
	hunt := func(seed uint64) (found []*Found, alive int) {
		h := NewHunter(c.prog, hunted(c.prog, names...), begin, seed)
		for range 3 {
			f, err := h.Round(t.Context(), 40_000)
			require.NoError(t, err)
			found = append(found, f...)
		}
		return found, len(h.Alive())
	}
	found, alive := hunt(1)
	right, wrong := interp.New(c.prog), interp.New(c.prog)
	killed := map[*Mutant]bool{}
	for _, f := range found {
		require.True(t, inRange(limitsOf(f.Func, writtenTypes(c.prog)), f.Args))
		for _, m := range f.Mutants {
			require.False(t, killed[m], m.ID)
			killed[m] = true
			restore := wrong.Replace(m.Func, m.Body())
			require.True(t, differs(t, right, wrong, f.Input), m.ID)
			restore()
		}
	}
	all := hunted(c.prog, names...)
	require.Equal(t, len(all), len(killed)+alive)
	verdicts, err := c.Run(t.Context(), all, nil)
	require.NoError(t, err)
	byCorpus := 0
	for _, v := range verdicts {
		if v.Killed {
			byCorpus++
		}
	}
	require.GreaterOrEqual(t, len(killed), byCorpus*95/100)
	require.Less(t, len(found), len(killed)/4, "few calls tell many mutants")

	texts := func(found []*Found) (list [][]uint64) {
		for _, f := range found {
			list = append(list, f.Args)
		}
		return list
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	same, _ := hunt(1)
	require.Equal(t, texts(found), texts(same))
	other, _ := hunt(2)
	require.NotEqual(t, texts(found), texts(other))
}

// differs reports whether a machine with a mutant does something else than the original.
func differs(t *testing.T, right, wrong *interp.Machine, in Input) bool {
	x, y := slices.Clone(in.Args), slices.Clone(in.Args)
	want, err := right.CallFunc(in.Func, x)
	require.NoError(t, err)
	have, err := wrong.CallFunc(in.Func, y)
	return err != nil || !slices.Equal(want, have) || !slices.Equal(x, y)
}

// TestInfector wants every mutant that a call tells to be among those that it may tell, and
// many to be left out.
func TestInfector(t *testing.T) {
	p := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(f *testvectors.File) bool {
		return !slices.Contains([]string{"dcqcn-hpcc.json", "dolcerc4-tx-slots.json", "dolcercplus4.json", "fixedpoint.json"}, f.Name)
	})
	c, err := NewCorpus(p, files)
	require.NoError(t, err)
	mutants := slices.DeleteFunc(List(p), func(m *Mutant) bool { return !inSample(m.ID) })
	x := newInfector(p, mutants)
	right, wrong := interp.New(p), interp.New(p)
	rng := rand.New(rand.NewPCG(1, 1))
	inputs := c.Inputs()
	var drawn []Input
	var lists [][]int32
	may := 0
	for range 400 {
		in := inputs[rng.IntN(len(inputs))]
		list, err := x.run(in.Func, slices.Clone(in.Args), make([]uint64, resultLeaves(in.Func)))
		require.NoError(t, err)
		may += len(list)
		drawn, lists = append(drawn, in), append(lists, slices.Clone(list))
	}
	told, tried := 0, len(drawn)*len(mutants)
	for i, m := range mutants {
		restore := wrong.Replace(m.Func, m.Body())
		for k, in := range drawn {
			if differs(t, right, wrong, in) {
				told++
				require.Contains(t, lists[k], int32(i), "%s is told by %s of %v", m.ID, in.Func.FullName(), in.Args)
			}
		}
		restore()
	}
	t.Logf("of %d runs %d may tell and %d do", tried, may, told)
	require.Greater(t, told, 100)
	require.Less(t, may, tried/4)
}

// TestTurns wants two neighbours between which a place turns, and the places to be gone to
// evenly.
func TestTurns(t *testing.T) {
	c := timers(t)
	const name = "fixedpoint.Pack16Nearest"
	f := c.prog.Func(name)
	h := NewHunter(c.prog, hunted(c.prog, name), inputsOf(c, 1, name), 1)
	m := h.makers[0]
	m.rng, m.turned = rand.New(rand.NewPCG(1, 1)), map[*ir.Func][]int{}
	pairs := 0
	for range 400 {
		args := slices.Clone(m.call(f))
		i := m.rng.IntN(len(args))
		to := h.values.draw(m.rng, f, i, args, m.call(f))
		lo, hi := m.between(f, args, i, args[i], to)
		if lo == hi {
			continue
		}
		pairs++
		require.Equal(t, lo+1, hi)
		args[i] = lo
		low := slices.Clone(mustRun(t, m, f, args))
		args[i] = hi
		require.NotEqual(t, low, mustRun(t, m, f, args))
	}
	require.Greater(t, pairs, 50)
	places := 0
	for _, n := range m.turned[f] {
		if n > 0 {
			places++
		}
	}
	require.Greater(t, places, 3)
}

func mustRun(t *testing.T, m *maker, f *ir.Func, args []uint64) []uint64 {
	sums, err := m.turns.run(f, args, m.scratchOf(args), m.resultsOf(f))
	require.NoError(t, err)
	return sums
}

func TestCover(t *testing.T) {
	require.Equal(t, []int{1, 2}, cover([][]bool{{true, true, false}, {false, true, false}, {true, false, true}, {false, false, true}, {false, true, false}}))
	require.Empty(t, cover([][]bool{{false}, {false}}))
	require.Equal(t, 4, share([][]int32{make([]int32, 9), make([]int32, 2), make([]int32, 7)}, 10))
	require.Equal(t, 1, share([][]int32{make([]int32, 9), make([]int32, 9)}, 1))
}
