package mutate

import (
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// The work of a call is the statements that it runs, counted per iteration, plus the scalars that it is given, which
// are copied and compared. Up to usualWork it counts as one call: the built-in algorithms have at most 333. It is
// measured as the mean of workSample calls.
const (
	usualWork  = 400
	workSample = 64
)

// measure measures the work of the initial calls.
func (h *Searcher) measure() {
	statements := 0
	m := interp.NewObserved(h.prog, interp.Observer{Enter: func(ir.Stmt) func() { return func() { statements++ } }})
	var args []uint64
	for f, q := range h.calls {
		statements = 0
		sample := q.given[:min(len(q.given), workSample)]
		for i := range sample {
			// A call that faults counts with its work up to the fault.
			args = append(args[:0], sample[i].Args...)
			_, _ = m.CallFunc(f, args)
		}
		q.work = statements/len(sample) + len(sample[0].Args)
	}
}

// budgeted returns how many calls take as much work as the given number of usual ones.
func (h *Searcher) budgeted(targets []target, calls int) int {
	work, sum := 0, 0
	for _, t := range targets {
		work += h.calls[t.fn].work * t.mutants
		sum += t.mutants
	}
	return int(int64(calls) * usualWork / int64(max(work/sum, usualWork)))
}
