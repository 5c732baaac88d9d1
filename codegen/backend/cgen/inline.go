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
// from several, if the copies together are small. So are those for each kind of event of a transducer,
// which has a function of its own, of the functions that call none.
func Inlined(p *ir.Program, roots []*ir.Func) map[*ir.Func]bool {
	var alone [][]*ir.Func
	for _, r := range roots {
		_, calls := CountOps(r)
		alone = append(alone, calls)
	}
	isRoot := map[*ir.Func]bool{}
	for _, r := range roots {
		isRoot[r] = true
	}
	funcs := ir.Reachable(roots...)
	n, leaves := sites(alone), eventLeaves(eventSwitches(p, roots))
	in, size := map[*ir.Func]bool{}, map[*ir.Func]int{}
	for _, f := range funcs { // callees first: what is inlined into f makes it larger
		own, calls := CountOps(f)
		for _, c := range calls {
			if in[c] {
				own += size[c]
			}
		}
		size[f] = own
		in[f] = !isRoot[f] && (own*(n[f]-1) <= inlineGrowth || leaves[f])
	}
	return in
}

// sites counts the places from which each function is called, in the list that has most of them. A list is
// what something calls directly, a function once a place.
func sites(alone [][]*ir.Func) map[*ir.Func]int {
	most := map[*ir.Func]int{}
	for _, direct := range alone {
		n := map[*ir.Func]int{}
		for _, c := range direct {
			n[c]++
		}
		for _, f := range ir.Reachable(direct...) {
			_, calls := CountOps(f)
			for _, c := range calls {
				n[c]++
			}
		}
		for f, k := range n {
			most[f] = max(most[f], k)
		}
	}
	return most
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
