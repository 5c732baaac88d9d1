package mutate

import (
	"context"
	"slices"

	"smartnic-cc/internal/base/text/collect"
)

// try runs the mutants on the candidates that may kill them, in about the given number of calls, and returns for each
// mutant the first candidate that does, or -1. may has the candidates by mutant.
func (h *Searcher) try(ctx context.Context, candidates []candidate, may [][]int32, calls int) []int {
	most := share(may, calls)
	killers := make([]int, len(h.alive))
	h.each(h.alive, func(r *runner, i int) {
		killers[i] = -1
		runs := 0
		for k := range spread(len(may[i])) {
			if runs++; runs > most || ctx.Err() != nil {
				break
			}
			if r.kills(&candidates[may[i][k]]) {
				killers[i] = int(may[i][k])
				break
			}
		}
	})
	return killers
}

// share returns how many calls each mutant may have, so that together they make about the given number, and mutants
// with few candidates leave their rest to the others.
func share(may [][]int32, calls int) int {
	sizes := collect.Of(may, func(l []int32) int { return len(l) })
	slices.Sort(sizes)
	for i, n := range sizes {
		if rest := len(sizes) - i; n*rest > calls {
			return max(1, calls/rest)
		}
		calls -= n
	}
	return calls
}

// choose returns a few of the killers that together kill each mutant that has one, and removes these mutants from
// those alive.
func (h *Searcher) choose(candidates []candidate, killers []int) []*KillingCall {
	var dead, alive []*Mutant
	var index []int32 // of the killed mutants among those that were alive
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
	killed := make([][]bool, len(dead)) // by mutant and killer
	h.each(dead, func(r *runner, i int) {
		killed[i] = make([]bool, len(all))
		for k, c := range all {
			_, may := slices.BinarySearch(candidates[c].mutants, index[i])
			killed[i][k] = may && r.kills(&candidates[c])
		}
	})
	var out []*KillingCall
	for _, k := range cover(killed) {
		c := &candidates[all[k]]
		f := &KillingCall{Input: c.Input}
		for i, m := range dead {
			if m != nil && killed[i][k] {
				f.Mutants = append(f.Mutants, m)
				dead[i] = nil
			}
		}
		out = append(out, f)
		q := h.calls[c.Func]
		q.found = append(q.found, c.Input)
	}
	h.alive = alive
	return out
}

// cover chooses columns such that each row with a true has one in them: greedily, the one with the most rows first.
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
