package cost

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
)

// Result is what one handler costs.
type Result struct {
	Name string
	// Calls is the number of calls in the vectors, and Mean their total cost.
	Calls uint64
	Mean  Counts
	// Worst is the costliest path through the handler, whether or not values exist that
	// take it; of two ways the one that weighs more on the profile it was made for.
	Worst Counts
	// Depth is the longest chain of operations from the input to the new state and the
	// output, over all paths, conditions included.
	Depth int
}

// Model evaluates the handlers of a set of vectors.
type Model struct {
	set    *HandlerSet
	inline map[*ir.Func]bool
	tables map[*ir.Table][]uint64
	calls  map[*ir.Func]bool // functions with calls that are not inlined
}

// NewModel prepares the evaluation of the handlers of a set: its tables, and which functions
// a compiler would inline.
func NewModel(set *HandlerSet) *Model {
	mo := &Model{set: set, inline: inlined(set.Program), tables: map[*ir.Table][]uint64{}, calls: map[*ir.Func]bool{}}
	for _, p := range set.Program.Packages {
		for _, d := range p.Decls {
			if t, ok := d.(*ir.Table); ok {
				mo.tables[t] = t.Words()
			}
		}
	}
	var deep func(f *ir.Func) bool
	deep = func(f *ir.Func) bool {
		return slices.ContainsFunc(f.Calls, func(c *ir.Func) bool { return !mo.inline[c] || deep(c) })
	}
	for _, h := range set.Handlers {
		mo.calls[h.Func] = deep(h.Func)
	}
	return mo
}

// Measure evaluates the handlers of these names, in the order of the set, or all of them if names is empty. The
// profile decides which of two paths is the worse. progress, unless nil, is called from several goroutines with the
// number of calls evaluated and their total. It is an error if the evaluation differs from a vector: then it does not
// model the firmware.
func (mo *Model) Measure(p *Profile, names []string, progress func(done, total int)) ([]Result, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	var out []Result
	index := map[*Handler]int{}
	m := mo.machine(p)
	m.worst = true
	for _, h := range mo.set.Handlers {
		if len(names) > 0 && !slices.Contains(names, h.Name) {
			continue
		}
		i := len(out)
		index[h] = i
		out = append(out, Result{Name: h.Name})
		mo.worst(m, h, &out[i])
	}
	asked := func(h *Handler) bool { _, ok := index[h]; return ok }
	total := collect.Sum(mo.set.Files, callsOf)
	var done atomic.Int64
	// The files are evaluated side by side; sums do not depend on the order.
	parts := make([][]Result, len(mo.set.Files))
	errs := make([]error, len(mo.set.Files))
	machines := make(chan *machine, runtime.GOMAXPROCS(0))
	for range cap(machines) {
		machines <- mo.machine(p)
	}
	var wg sync.WaitGroup
	for i, f := range mo.set.Files {
		wg.Go(func() {
			m := <-machines
			defer func() { machines <- m }()
			part := make([]Result, len(out))
			errs[i] = mo.file(m, f, asked, func() { progress(int(done.Add(1)), total) }, func(h *Handler) {
				r := &part[index[h]]
				r.Calls++
				r.Mean.add(&m.n)
			})
			parts[i] = part
		})
	}
	wg.Wait()
	for i, part := range parts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		for j := range part {
			out[j].Calls += part[j].Calls
			out[j].Mean.add(&part[j].Mean)
		}
	}
	return out, nil
}

func (mo *Model) machine(p *Profile) *machine {
	return &machine{inline: mo.inline, tables: mo.tables, weights: &p.weights, kinds: map[*ir.Type][]ir.Kind{},
		vars: map[*ir.Var]place{}, consts: map[uint64]int32{}, cse: map[key]val{}, compl: map[int32]int32{}, paths: newPaths(mo.set.Program)}
}

// callsOf is the number of calls that the vectors of a file make.
func callsOf(f *testvectors.File) int {
	n := 0
	for i := range f.Groups {
		g := &f.Groups[i]
		n += len(g.Calls)
		for j := range g.Sequences {
			n += 1 + len(g.Sequences[j].Steps)
		}
	}
	return n
}

// file evaluates the calls in a file's vectors of the handlers that are asked for. count gets the cost of each of
// them; next is called after every call, also of other handlers.
func (mo *Model) file(m *machine, f *testvectors.File, asked func(*Handler) bool, next func(), count func(*Handler)) error {
	for i := range f.Groups {
		g := &f.Groups[i]
		t := mo.set.Program.Transducer(g.Name)
		if t == nil {
			h := mo.set.Handler(g.Name)
			for _, c := range g.Calls {
				next()
				if !asked(h) {
					continue
				}
				got := mo.call(m, h, c.Args, nil)
				if !slices.Equal(got, c.Results) {
					return fmt.Errorf("cost: %s comes to %d for %d, the vector to %d", h.Name, got, c.Args, c.Results)
				}
				count(h)
			}
			continue
		}
		for _, q := range g.Sequences {
			cur := make([]uint64, t.State.Leaves())
			next()
			if h := mo.set.Handler(t.Name + " init"); asked(h) {
				mo.call(m, h, append(slices.Clone(g.ParamValues), cur...), cur)
				count(h)
			}
			cur = slices.Clone(q.Initial)
			for n, row := range q.Steps {
				ev, wantOut, wantState := g.Split(row)
				h := mo.set.Step(t, ev, wantOut)
				next()
				if !asked(h) {
					copy(cur, wantState)
					continue
				}
				args := append(append(slices.Clone(g.ParamValues), cur...), ev...)
				got := mo.call(m, h, args, cur)
				if !slices.Equal(got, wantOut) || !slices.Equal(cur, wantState) {
					return fmt.Errorf("cost: %s comes to %d, %d in step %d of test %d, the vector to %d, %d", h.Name, got, cur, n+1, q.ID, wantOut, wantState)
				}
				count(h)
			}
		}
	}
	return nil
}

// roots makes the objects of a call.
func (mo *Model) roots(m *machine, h *Handler, args []uint64) ([]place, object) {
	m.reset()
	var ps []place
	var st object
	for i, p := range h.Func.Params {
		r := local
		if p.ByRef {
			r = params
			if h.Transducer != nil {
				r = []root{params, state, event}[i]
			} else if i == 0 {
				r = state
			}
		}
		o := m.newObject(p.Type, r)
		for j, k := range o.kinds {
			m.mem[o.at+j] = val{bits: args[j], id: m.fresh(), width: uint8(widthOf(k)), wide: r != local || k.Bits() >= 32}
		}
		args = args[len(o.kinds):]
		if r == state {
			st = o
		}
		ps = append(ps, place{o: o})
	}
	m.n.N[Entry]++
	if mo.calls[h.Func] {
		m.n.N[Frame]++
	}
	return ps, st
}

// call evaluates one call, unless one of its path was, and returns the results; the state after it goes to cur.
func (mo *Model) call(m *machine, h *Handler, args, cur []uint64) []uint64 {
	after := slices.Clone(args)
	m.taken = append(m.taken[:0], h.Name...)
	got, err := m.firmware.CallFunc(h.Func, after)
	if n, ok := m.costs[string(m.taken)]; ok && err == nil {
		m.n = n
		copy(cur, after[h.Func.Params[0].Type.Leaves():])
		return got
	}
	ps, st := mo.roots(m, h, args)
	vs := m.run(h.Func, ps)
	mo.results(m, h)
	for i := range cur {
		cur[i] = m.mem[st.at+i].bits
	}
	out := collect.Of(vs, func(v val) uint64 { return v.bits })
	m.costs[string(m.taken)] = m.n
	return out
}

// results counts the cost of returning the results.
func (mo *Model) results(m *machine, h *Handler) {
	for i, r := range h.Func.Results {
		if r.Kind.IsScalar() && i > 0 {
			m.n.N[Store]++ // through a pointer
		} else if !r.Kind.IsScalar() {
			m.n.N[Pack] += uint64(r.Leaves() - 1)
		}
	}
}

// worst evaluates the worst path.
func (mo *Model) worst(m *machine, h *Handler, r *Result) {
	args := make([]uint64, 0, 64)
	for _, p := range h.Func.Params {
		args = append(args, make([]uint64, p.Type.Leaves())...)
	}
	ps, st := mo.roots(m, h, args)
	if h.Kind >= 0 {
		ev := ps[2].o
		kind, _ := h.Transducer.EventKinds()
		m.mem[ev.at+kind] = m.constant(uint64(h.Kind))
		m.mem[ev.at+kind].held = true
		m.n.N[Load]++
		m.n.N[Switch]++
	}
	vs := m.run(h.Func, ps)
	mo.results(m, h)
	depth := int32(0)
	for _, v := range vs {
		depth = max(depth, v.depth)
	}
	for _, v := range m.leaves(st) {
		depth = max(depth, v.depth)
	}
	r.Worst, r.Depth = m.n, int(depth)
}
