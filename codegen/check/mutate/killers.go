package mutate

import (
	"context"
	"slices"
)

// try runs the mutants on the candidates that may tell them, in about so many calls, and
// returns for each mutant the first that does, or -1. may has the candidates by mutant.
func (h *Hunter) try(ctx context.Context, candidates []candidate, may [][]int32, calls int) []int {
	most := share(may, calls)
	killers := make([]int, len(h.alive))
	h.each(h.alive, func(r *runner, i int) {
		killers[i] = -1
		runs := 0
		for k := range spread(len(may[i])) {
			if runs++; runs > most || ctx.Err() != nil {
				break
			}
			if r.tells(&candidates[may[i][k]]) {
				killers[i] = int(may[i][k])
				break
			}
		}
	})
	return killers
}

// share returns how many calls each mutant may have, so that all together have about so many
// and those with few candidates leave what they do not need to the others.
func share(may [][]int32, calls int) int {
	var sizes []int
	for _, l := range may {
		sizes = append(sizes, len(l))
	}
	slices.Sort(sizes)
	for i, n := range sizes {
		if rest := len(sizes) - i; n*rest > calls {
			return max(1, calls/rest)
		}
		calls -= n
	}
	return calls
}

// choose returns a few of the killers such that each mutant that has one is told, and takes
// these mutants off those alive.
func (h *Hunter) choose(candidates []candidate, killers []int) []*Found {
	var dead, alive []*Mutant
	var index []int32 // of the dead among those that were alive
	var all []int     // the killers
	for i, k := range killers {
		if k < 0 {
			alive = append(alive, h.alive[i])
			continue
		}
		dead, index, all = append(dead, h.alive[i]), append(index, int32(i)), append(all, k)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	told := make([][]bool, len(dead)) // by mutant and killer
	h.each(dead, func(r *runner, i int) {
		told[i] = make([]bool, len(all))
		for k, c := range all {
			_, may := slices.BinarySearch(candidates[c].mutants, index[i])
			told[i][k] = may && r.tells(&candidates[c])
		}
	})
	var out []*Found
	var from []*candidate
	for _, k := range cover(told) {
		c := &candidates[all[k]]
		f := &Found{Input: c.Input}
		for i, m := range dead {
			if m != nil && told[i][k] {
				f.Mutants = append(f.Mutants, m)
				dead[i] = nil
			}
		}
		out, from = append(out, f), append(from, c)
		q := h.calls[c.Func]
		q.found = append(q.found, c.Input)
	}
	h.alive = alive
	h.simplify(out, from)
	return out
}

// cover chooses columns so that each row that has a true has one in them: the one with the
// most rows first.
func cover(rows [][]bool) []int {
	var out []int
	done := make([]bool, len(rows))
	for {
		var counts []int
		for i, row := range rows {
			if done[i] {
				continue
			}
			if counts == nil {
				counts = make([]int, len(row))
			}
			for k, is := range row {
				if is {
					counts[k]++
				}
			}
		}
		if counts == nil || slices.Max(counts) == 0 {
			return out
		}
		best := slices.Index(counts, slices.Max(counts))
		out = append(out, best)
		for i, row := range rows {
			done[i] = done[i] || row[best]
		}
	}
}

// simplify takes back what was changed and plays no part: first, as far as that goes, each
// scalar by itself, and then these together.
func (h *Hunter) simplify(found []*Found, from []*candidate) {
	singly := make([][][]int, len(found))
	for i, c := range from {
		for k := range c.Args {
			if c.Args[k] != c.base[k] {
				singly[i] = append(singly[i], []int{k})
			}
		}
	}
	singly = h.without(found, from, singly)
	together := make([][][]int, len(found))
	for i, f := range found {
		params := f.Func.Params[0].Type.Leaves()
		var all, first []int
		for _, l := range singly[i] {
			all = append(all, l[0])
			if l[0] < params {
				first = append(first, l[0])
			}
		}
		together[i] = append([][]int{all, first}, singly[i]...)
	}
	for i, l := range h.without(found, from, together) {
		if len(l) > 0 {
			found[i].Args = takenBack(from[i], l[0])
		}
	}
}

// takenBack returns the arguments of a candidate with some of them as they were.
func takenBack(c *candidate, which []int) []uint64 {
	args := slices.Clone(c.Args)
	for _, k := range which {
		args[k] = c.base[k]
	}
	return args
}

// without returns which of the sets of scalars of each can be taken back, so that the call is
// in range and still tells all its mutants.
func (h *Hunter) without(found []*Found, from []*candidate, sets [][][]int) [][][]int {
	var trials [][]candidate
	var mutants []*Mutant
	var of []int
	for i, f := range found {
		trials = append(trials, h.trials(f, from[i], sets[i]))
		for _, m := range f.Mutants {
			mutants, of = append(mutants, m), append(of, i)
		}
	}
	told := make([][]bool, len(mutants))
	h.each(mutants, func(r *runner, i int) {
		told[i] = make([]bool, len(trials[of[i]]))
		for k := range trials[of[i]] {
			c := &trials[of[i]][k]
			told[i][k] = c.Args != nil && r.tells(c)
		}
	})
	out := make([][][]int, len(found))
	for i := range found {
		for k, set := range sets[i] {
			all := true
			for j := range mutants {
				all = all && (of[j] != i || told[j][k])
			}
			if all {
				out[i] = append(out[i], set)
			}
		}
	}
	return out
}

// trials returns the call without each set of changes, and what the original makes of it; no
// arguments where that is out of range.
func (h *Hunter) trials(f *Found, c *candidate, sets [][]int) []candidate {
	out := make([]candidate, len(sets))
	for i, set := range sets {
		args := takenBack(c, set)
		x := candidate{Input: Input{f.Func, args}, after: slices.Clone(args), results: make([]uint64, len(c.results))}
		if h.values.holds(f.Func, args) && h.right.CallInto(f.Func, x.after, x.results) == nil {
			out[i] = x
		}
	}
	return out
}
