package cgen

import (
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// inlineGrowth is how many operations an algorithm may grow by when a function is inlined wherever it is called. At
// this value Dolce-RC's decision is cheapest on x86-64 and rv64imac (docs/ports.md); beyond it other handlers gain
// and the decision loses.
const inlineGrowth = 48

// Inlined returns the functions reachable from the roots that a compiler for speed is made to inline. The roots
// themselves, which other code calls, are not inlined.
//
// Left to itself, a compiler counts the calls in the whole port: a function that four algorithms share is called from
// four places and is not inlined, although a firmware runs only one of them. So calls are counted for each root
// separately: a function is inlined if the root calls it from one place, or from several and the copies together are
// small.
func Inlined(roots []*ir.Func) map[*ir.Func]bool {
	isRoot := collect.Map(roots, func(r *ir.Func) (*ir.Func, bool) { return r, true })
	funcs := ir.Reachable(roots...)
	own, calls := map[*ir.Func]int{}, map[*ir.Func][]*ir.Func{}
	for _, f := range funcs {
		own[f], calls[f] = CountOps(f)
	}
	sites := map[*ir.Func]int{} // in the root that has most of them
	for _, r := range roots {
		n := map[*ir.Func]int{}
		for _, f := range ir.Reachable(r) {
			for _, c := range calls[f] {
				n[c]++
			}
		}
		for f, k := range n {
			sites[f] = max(sites[f], k)
		}
	}
	in, size := map[*ir.Func]bool{}, map[*ir.Func]int{}
	for _, f := range funcs { // callees first: what is inlined into f makes it larger
		size[f] = own[f]
		for _, c := range calls[f] {
			if in[c] {
				size[f] += size[c]
			}
		}
		in[f] = !isRoot[f] && size[f]*(sites[f]-1) <= inlineGrowth
	}
	return in
}

// CountOps counts the operations of a function, a call as one, and lists its calls.
func CountOps(f *ir.Func) (int, []*ir.Func) {
	n := 0
	var calls []*ir.Func
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		ir.WalkExprs(s, func(e ir.Expr) {
			switch e := e.(type) {
			case *ir.Call:
				n++
				calls = append(calls, e.Func)
			case *ir.Binary, *ir.Shift, *ir.Unary, *ir.MinMax, *ir.Intrinsic, *ir.Index:
				n++
			}
		})
	})
	return n, calls
}

// anyInline reports whether any function that is printed is to be inlined.
func (g *gen) anyInline() bool {
	for f := range g.isLive {
		if g.inline[f] {
			return true
		}
	}
	return false
}
