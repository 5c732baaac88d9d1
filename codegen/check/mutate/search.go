package mutate

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Input is a call: of the step of a transducer, or of an exported function.
type Input struct {
	Func *ir.Func
	// Args are its arguments, flattened.
	Args []uint64
}

// KillingCall is a call, in the declared ranges, that kills mutants.
type KillingCall struct {
	Input
	Mutants []*Mutant
}

// Searcher looks for calls that kill mutants. It begins with given calls and changes them, at random and towards
// places where something that the function computes turns, since a small fault shows there. The result depends only
// on the seed, not on the number of processors.
type Searcher struct {
	prog   *ir.Program
	funcs  []*ir.Func // that have the mutants
	values *values
	right  *interp.Machine
	seed   uint64
	round  uint64
	alive  []*Mutant

	calls map[*ir.Func]*pool
	order []*ir.Func // of calls
	// near has a few calls in which a fault changes a value, but not the call's result.
	near   map[*Mutant][]Input
	makers []*maker // one for each processor
}

// pool holds calls of one function to start from.
type pool struct {
	given, found []Input
	work         int       // of a call, of those given
	turned       []int     // how often the searcher visited each place
	near         [][]Input // as in Searcher, of the mutants alive
}

// NewSearcher returns a searcher for calls that kill mutants of a program, starting from the given calls.
func NewSearcher(p *ir.Program, mutants []*Mutant, calls []Input, seed uint64) *Searcher {
	h := &Searcher{prog: p, right: interp.New(p), seed: seed, alive: slices.Clone(mutants), calls: map[*ir.Func]*pool{}, near: map[*Mutant][]Input{}}
	h.funcs = collect.Union(h.funcs, collect.Of(mutants, func(m *Mutant) *ir.Func { return m.Func })...)
	h.values = newValues(p, h.funcs)
	for _, c := range calls {
		q := h.calls[c.Func]
		if q == nil {
			q = &pool{}
			h.calls[c.Func] = q
			h.order = append(h.order, c.Func)
		}
		q.given = append(q.given, c)
	}
	h.measure()
	for range runtime.GOMAXPROCS(0) {
		h.makers = append(h.makers, &maker{h: h, turns: newTurns(p, h.funcs)})
	}
	return h
}

// Surviving returns the mutants that are not killed yet.
func (h *Searcher) Surviving() []*Mutant { return h.alive }

// candidate is a call with the original's result.
type candidate struct {
	Input
	after, results []uint64
	mutants        []int32 // that it may kill, by their index among those alive
}

// Round tries about the given number of calls, half of them of the original and half of mutants, and returns what it
// found. Where calls take more work than those of the built-in algorithms it makes fewer, so that a round takes about
// the same time. The error is that of the context.
func (h *Searcher) Round(ctx context.Context, calls int) ([]*KillingCall, error) {
	h.round++
	targets := h.targets()
	if len(targets) == 0 {
		return nil, ctx.Err()
	}
	calls = h.budgeted(targets, calls)
	candidates := h.candidates(ctx, targets, calls/2)
	may := make([][]int32, len(h.alive))
	for i := range candidates {
		for _, m := range candidates[i].mutants {
			may[m] = append(may[m], int32(i))
		}
	}
	killers := h.try(ctx, candidates, may, calls/2)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	h.approach(candidates, may, killers)
	return h.choose(candidates, killers), nil
}

// nearEach is how many calls that nearly kill a mutant are kept per round.
const nearEach = 4

// approach keeps calls that nearly kill the mutants that no candidate kills.
func (h *Searcher) approach(candidates []candidate, may [][]int32, killers []int) {
	for _, q := range h.calls {
		q.near = nil
	}
	for i, m := range h.alive {
		if killers[i] >= 0 {
			delete(h.near, m)
			continue
		}
		var list []Input
		for k := range spread(len(may[i])) {
			if list = append(list, candidates[may[i][k]].Input); len(list) == nearEach {
				break
			}
		}
		if len(list) > 0 {
			h.near[m] = list
		}
		of := map[*ir.Func][]Input{}
		for _, c := range h.near[m] {
			of[c.Func] = append(of[c.Func], c)
		}
		for f, list := range of {
			h.calls[f].near = append(h.calls[f].near, list)
		}
	}
}

// target is a function that is called, more often the more living mutants it reaches.
type target struct {
	fn      *ir.Func
	mutants int
}

func (h *Searcher) targets() []target {
	in := map[*ir.Func]int{}
	for _, m := range h.alive {
		in[m.Func]++
	}
	var out []target
	for _, f := range h.order {
		n := collect.Sum(ir.Reachable(f), func(g *ir.Func) int { return in[g] })
		if n > 0 {
			out = append(out, target{f, n})
		}
	}
	return out
}

// chunkSize is how many candidates are made with one stream of random numbers, and callsEach about how many calls of
// the original a candidate takes.
const (
	chunkSize = 256
	callsEach = 16
)

// candidates makes candidates with about the given number of calls of the original.
func (h *Searcher) candidates(ctx context.Context, targets []target, calls int) []candidate {
	chunks := make([][]candidate, max(1, calls/(chunkSize*callsEach)))
	turned := make([]map[*ir.Func][]int, len(chunks))
	for _, m := range h.makers {
		m.infector = nil
	}
	h.parallel(len(chunks), func(worker, i int) {
		if ctx.Err() != nil {
			return
		}
		m := h.makers[worker]
		if m.infector == nil {
			m.infector = newInfector(h.prog, h.alive)
		}
		m.rng = rand.New(rand.NewPCG(h.seed, h.round<<32|uint64(i)))
		chunks[i] = m.chunk(targets)
		turned[i] = m.turned
	})
	for _, t := range turned {
		for f, counts := range t {
			q := h.calls[f]
			if q.turned == nil {
				q.turned = make([]int, len(counts))
			}
			for i, n := range counts {
				q.turned[i] += n
			}
		}
	}
	return slices.Concat(chunks...)
}

// parallel runs work for the numbers below n, with a worker for each maker.
func (h *Searcher) parallel(n int, work func(worker, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for worker := range min(len(h.makers), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(worker, i)
			}
		})
	}
	wg.Wait()
}

// runner runs a mutant.
type runner struct {
	m             *interp.Machine
	args, results []uint64
}

// kills reports whether the runner's result differs from the original's.
func (r *runner) kills(c *candidate) bool {
	r.args = append(r.args[:0], c.Args...)
	r.results = append(r.results[:0], c.results...)
	err := r.m.CallInto(c.Func, r.args, r.results)
	return err != nil || !slices.Equal(r.results, c.results) || !slices.Equal(r.args, c.after)
}

// each runs work for each of some mutants, with a runner of the mutant.
func (h *Searcher) each(mutants []*Mutant, work func(r *runner, i int)) {
	runners := make([]*runner, len(h.makers))
	h.parallel(len(mutants), func(worker, i int) {
		if runners[worker] == nil {
			runners[worker] = &runner{m: interp.New(h.prog)}
		}
		r := runners[worker]
		defer r.m.Replace(mutants[i].Func, mutants[i].Body())()
		work(r, i)
	})
}
