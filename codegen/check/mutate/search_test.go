package mutate

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
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

// inputsOf returns one in every of the inputs of functions.
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
	hunt := func(seed uint64) (found []*KillingCall, alive int) {
		h := NewSearcher(c.prog, hunted(c.prog, names...), begin, seed)
		for range 3 {
			f, err := h.Round(t.Context(), 40_000)
			require.NoError(t, err)
			found = append(found, f...)
		}
		return found, len(h.Surviving())
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

	texts := func(found []*KillingCall) (list [][]uint64) {
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

// forms has changes in all places of a body.
const forms = `package x

type S struct {
	A, B uint32
	Ring [4]uint16
}

var table = [4]uint32{3, 1, 4, 1}

func (s *S) bump(by uint32) uint32 {
	s.A += by
	return s.A
}

func twice(a uint32) uint32 { return a + a }

//ccgen:export
func F(s *S, n uint32, d int32) (uint32, bool) {
	k := s.bump(n)
	k *= 2
	if n < 4 && s.Ring[n] > 7 {
		s.Ring[n]--
	} else if n == 9 {
		b := s.bump(3)
		s.B += (b >> 1) + twice(b)
	} else {
		s.B = k & s.A
		switch d {
		case 1, 2:
			s.B = min(s.B, 50) + table[n&3]
		case -3:
			s.A++
		default:
			for i := uint32(0); i < 4; i++ {
				if s.Ring[i] > 9 {
					break
				}
				s.Ring[i] = s.Ring[i] | 1<<(n&7)
			}
		}
	}
	{
		hi := uint32(d>>2) ^ s.B
		s.A -= hi / 3
	}
	return s.A + k, d > -2 || s.B == 7
}
`

// TestInfector checks that every mutant that a call kills is among those that it may kill, and that others are left
// out.
func TestInfector(t *testing.T) {
	p, err := frontend.Load(fstest.MapFS{"x/x.go": {Data: []byte(forms)}}, "m", []string{"x"}, frontend.Options{})
	require.NoError(t, err)
	mutants, f := List(p), p.Func("x.F")
	x := newInfector(p, mutants)
	right, wrong := interp.New(p), interp.New(p)
	v, rng := newValues(p, []*ir.Func{f}), rand.New(rand.NewPCG(1, 1))
	var inputs []Input
	var may []map[int32]bool
	listed := 0
	args := make([]uint64, len(v.leaves[f]))
	for range 1000 {
		for i := range args {
			args[i] = v.draw(rng, f, i, args, args)
			if l := v.leaves[f][i]; rng.IntN(3) > 0 {
				args[i] = l.Kind.Norm(rng.Uint64N(14) - 4)
			}
		}
		list, err := x.run(f, slices.Clone(args), make([]uint64, f.ResultLeaves()))
		require.NoError(t, err)
		listed += len(list)
		set := map[int32]bool{}
		for _, i := range list {
			set[i] = true
		}
		inputs, may = append(inputs, Input{f, slices.Clone(args)}), append(may, set)
	}
	told, some := 0, 0
	for i, m := range mutants {
		restore := wrong.Replace(m.Func, m.Body())
		any := false
		for k, in := range inputs {
			if differs(t, right, wrong, in) {
				told++
				any = true
				require.True(t, may[k][int32(i)], "%s, %s for %s, is told by %d", m.ID, m.After, m.Before, in.Args)
			}
		}
		if any {
			some++
		}
		restore()
	}
	t.Logf("%d of %d mutants are told; of %d runs %d may tell and %d do", some, len(mutants), len(inputs)*len(mutants), listed, told)
	require.Greater(t, some, len(mutants)*9/10)
	require.Less(t, listed, 2*told)
}

// TestTurns checks that turn finds two neighbours between which a branch turns, and visits the places evenly.
func TestTurns(t *testing.T) {
	c := timers(t)
	const name = "fixedpoint.Pack16Nearest"
	f := c.prog.Func(name)
	h := NewSearcher(c.prog, hunted(c.prog, name), inputsOf(c, 1, name), 1)
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

// TestValues checks that values are in their ranges, the ends among them, and constants of the source.
func TestValues(t *testing.T) {
	src := "package x\n\n//ccgen:export\n//ccgen:range a 10..5000\n//ccgen:range b -7..7\nfunc F(a uint32, b int8, c uint64, d bool) bool { return a > 1234 && c > 987654321 && d && b > 0 }\n"
	p, err := frontend.Load(fstest.MapFS{"x/x.go": {Data: []byte(src)}}, "m", []string{"x"}, frontend.Options{})
	require.NoError(t, err)
	f := p.Func("x.F")
	v := newValues(p, []*ir.Func{f})
	rng := rand.New(rand.NewPCG(1, 1))
	var seen [4]map[int64]bool
	for i := range seen {
		seen[i] = map[int64]bool{}
		for range 2000 {
			seen[i][int64(v.draw(rng, f, i, []uint64{20, 1, 1 << 60, 0}, []uint64{77, 2, 5, 1}))] = true
		}
	}
	for a := range seen[0] {
		require.True(t, 10 <= a && a <= 5000, a)
	}
	for _, a := range []int64{10, 5000, 1234, 1235, 77} {
		require.True(t, seen[0][a], a)
	}
	require.Len(t, seen[1], 15)
	require.True(t, seen[2][987654321] && len(seen[2]) > 500)
	require.Len(t, seen[3], 2)
}
