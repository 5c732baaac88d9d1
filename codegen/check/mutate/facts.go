package mutate

import (
	"slices"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Facts are what is known of the unmodified program: the range of every expression, what is written, and the callers
// of each function.
type Facts struct {
	prog    *ir.Program
	known   map[ir.Expr]ranges.Interval
	written map[*ir.Type]bool
	reached []*ir.Func // from outside, callees first
	texts   map[basis]string
}

// NewFacts analyses the ranges of the program.
func NewFacts(p *ir.Program) *Facts {
	return &Facts{prog: p, known: ranges.Analyse(p).Exprs, written: writtenTypes(p), reached: ir.Reachable(p.Exports()...), texts: map[basis]string{}}
}

// Unreached reports whether the analysis of ranges finds no path to the changed statement: it has evaluated nothing
// that the statement reads. It cannot tell for a statement that reads only constants.
func (f *Facts) Unreached(m *Mutant) bool {
	reads, reached := false, false
	ir.WalkExprs(m.Stmt, func(e ir.Expr) {
		if _, isConst := e.(*ir.Const); isConst || e.Type() == nil || !e.Type().Kind.IsInteger() {
			return
		}
		if a, ok := m.Stmt.(*ir.Assign); ok && e == a.Dst {
			return // written, not read
		}
		reads = true
		if _, ok := f.known[e]; ok {
			reached = true
		}
	})
	return reads && !reached
}

// callersOf returns the functions that call fn and are reached from outside.
func (f *Facts) callersOf(fn *ir.Func) []*ir.Func {
	return slices.DeleteFunc(slices.Clone(f.reached), func(c *ir.Func) bool { return !slices.Contains(c.Calls, fn) })
}

// above returns the function and those on every path from outside to it, up to one that others may call: the
// arguments of such a function have declared ranges.
func (f *Facts) above(fn *ir.Func) []*ir.Func {
	all := []*ir.Func{fn}
	for i := 0; i < len(all); i++ {
		if all[i].Export {
			continue
		}
		all = collect.Union(all, f.callersOf(all[i])...)
	}
	return all
}

// argument returns the range of a scalar parameter over all calls, for a function that is called only inside the
// program. It is false if nothing is known.
func (f *Facts) argument(fn *ir.Func, i int) (r ranges.Interval, ok bool) {
	if fn.Export {
		return r, false
	}
	for _, c := range f.callersOf(fn) {
		ir.WalkStmts(c.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				call, is := e.(*ir.Call)
				if !is || call.Func != fn {
					return
				}
				x, known := f.known[call.Args[i].X]
				switch {
				case !known: // unreachable
				case ok:
					r = r.Join(x)
				default:
					r, ok = x, true
				}
			})
		})
	}
	return r, ok
}
