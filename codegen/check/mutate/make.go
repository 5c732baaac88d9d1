package mutate

import (
	"math/rand/v2"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// maker makes candidates.
type maker struct {
	h        *Searcher
	turns    *turns
	infector *infector
	rng      *rand.Rand
	turned   map[*ir.Func][]int // as in pool, of a chunk
	out      []candidate
	scratch  []uint64
	results  []uint64
}

// chunk makes candidates with one stream of random numbers.
func (m *maker) chunk(targets []target) []candidate {
	m.out, m.turned = nil, map[*ir.Func][]int{}
	sum := collect.Sum(targets, func(t target) int { return t.mutants })
	for tries := 0; len(m.out) < chunkSize && tries < 4*chunkSize; tries++ {
		n := m.rng.IntN(sum)
		i := 0
		for n >= targets[i].mutants {
			n -= targets[i].mutants
			i++
		}
		m.one(targets[i].fn)
	}
	return m.out
}

// one makes candidates of a function.
func (m *maker) one(f *ir.Func) {
	args := slices.Clone(m.call(f))
	if m.rng.IntN(3) > 0 {
		m.change(f, args)
	}
	if !m.h.values.holds(f, args) {
		return
	}
	if m.rng.IntN(4) == 0 {
		m.add(f, args)
		return
	}
	// From next to one turn to next to another, up to three times.
	for range 1 + m.rng.IntN(3) {
		if args = m.turn(f, args); args == nil {
			return
		}
	}
}

// call returns the arguments of a call to start from.
func (m *maker) call(f *ir.Func) []uint64 {
	q := m.h.calls[f]
	from := q.given
	switch k := m.rng.IntN(6); {
	case k == 0 && len(q.found) > 0:
		from = q.found
	case k < 3 && len(q.near) > 0:
		from = q.near[m.rng.IntN(len(q.near))]
	}
	return from[m.rng.IntN(len(from))].Args
}

// change changes one to four of the scalars.
func (m *maker) change(f *ir.Func, args []uint64) {
	like := m.call(f)
	for range 1 + m.rng.IntN(4) {
		i := m.rng.IntN(len(args))
		args[i] = m.h.values.draw(m.rng, f, i, args, like)
	}
}

// turn moves one scalar next to a turn, adds the calls on both sides of it, and returns one of them; nil if it found
// no turn.
func (m *maker) turn(f *ir.Func, args []uint64) []uint64 {
	for range 8 {
		i := m.rng.IntN(len(args))
		was := args[i]
		to := m.h.values.draw(m.rng, f, i, args, m.call(f))
		if m.rng.IntN(2) == 0 {
			// Not far, so that it is another turn in the same direction.
			to = m.h.values.leaves[f][i].Kind.Norm(was + uint64(m.rng.Int64N(1<<m.rng.IntN(30)))*uint64(1-2*m.rng.IntN(2)))
		}
		if to == was {
			continue
		}
		lo, hi := m.between(f, args, i, was, to)
		if lo == hi {
			continue
		}
		out := slices.Clone(args)
		out[i] = lo
		other := slices.Clone(args)
		other[i] = hi
		if !m.h.values.holds(f, out) || !m.h.values.holds(f, other) {
			continue
		}
		m.add(f, out)
		m.add(f, other)
		if m.rng.IntN(2) == 0 {
			return out
		}
		return other
	}
	return nil
}

// between returns two adjacent values of a scalar, between the given ones, between which a place turns; twice the
// same value if none does.
func (m *maker) between(f *ir.Func, args []uint64, i int, from, to uint64) (lo, hi uint64) {
	signed := m.h.values.leaves[f][i].Kind.IsSigned()
	lo, hi = min(from, to), max(from, to)
	if signed {
		lo, hi = uint64(min(int64(from), int64(to))), uint64(max(int64(from), int64(to)))
	}
	given := slices.Clone(args)
	does := func(v uint64) []uint64 {
		given[i] = v
		sums, err := m.turns.run(f, given, m.scratchOf(args), m.resultsOf(f))
		if err != nil {
			return nil
		}
		return sums
	}
	low := slices.Clone(does(lo))
	high := does(hi)
	if low == nil || high == nil {
		return 0, 0
	}
	at := m.place(f, low, high)
	if at < 0 {
		return 0, 0
	}
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		sums := does(mid)
		if sums == nil {
			return 0, 0
		}
		if sums[at] == low[at] {
			lo = mid
		} else {
			hi = mid
		}
	}
	m.turned[f][at]++
	return lo, hi
}

// place returns the least visited place at which two runs differ, or -1 if they are the same.
func (m *maker) place(f *ir.Func, a, b []uint64) int {
	if m.turned[f] == nil {
		m.turned[f] = make([]int, len(a))
	}
	best, least, ties := -1, 0, 0
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		n := m.turned[f][i]
		if all := m.h.calls[f].turned; all != nil {
			n += all[i]
		}
		switch {
		case best < 0 || n < least:
			best, least, ties = i, n, 1
		case n == least:
			if ties++; m.rng.IntN(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// add adds a call, with the original's result and the mutants that it may kill.
func (m *maker) add(f *ir.Func, args []uint64) {
	c := candidate{Input: Input{f, slices.Clone(args)}, after: slices.Clone(args), results: make([]uint64, f.ResultLeaves())}
	mutants, err := m.infector.run(f, c.after, c.results)
	if err != nil {
		return
	}
	if c.mutants = slices.Clone(mutants); len(c.mutants) > 0 {
		m.out = append(m.out, c)
	}
}

func (m *maker) scratchOf(args []uint64) []uint64 {
	if len(m.scratch) != len(args) {
		m.scratch = make([]uint64, len(args))
	}
	return m.scratch
}

func (m *maker) resultsOf(f *ir.Func) []uint64 {
	if n := f.ResultLeaves(); len(m.results) != n {
		m.results = make([]uint64, n)
	}
	return m.results
}
