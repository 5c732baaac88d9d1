package cgen

import "smartnic-cc/codegen/ir"

// inlineGrowth is how many operations an algorithm may grow by when a function is put
// into it wherever it is called. Where Dolce-RC's decision is cheapest on x86-64
// and rv64imac (docs/ports.md); beyond, other handlers gain and the decision loses.
const inlineGrowth = 48

// Inlined decides which of the functions that the roots reach a compiler for fast code is
// made to inline. Roots are what others call, and are none.
//
// Left to itself a compiler counts the calls in the whole port: what four algorithms
// share is called from four places, and stays a function in all of them. A firmware
// runs one of them. So the calls are counted for each root by itself, as if it were alone:
// what it calls from one place is a part of it and inlined, and what it calls
// from several, if the copies together are small.
func Inlined(roots []*ir.Func) map[*ir.Func]bool {
	isRoot := map[*ir.Func]bool{}
	for _, r := range roots {
		isRoot[r] = true
	}
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
