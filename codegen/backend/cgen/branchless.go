package cgen

import "smartnic-cc/codegen/ir"

// manyTurns is the number of iterations from which loops have min and max without branches. At each branch a verifier
// follows both paths until it meets a state that it kept, and in a long loop it keeps few: 51 iterations of a loop of
// 256 took more than 1,000,000 instructions. The built-in algorithms, with 64 iterations at most, take less than half
// of that with branches; and a branch that the machine predicts is cheaper.
const manyTurns = 128

// branchless returns the min and max that may run turns times or more in a call of a root, in its loops and those of its
// callees. funcs are as returned by ir.Reachable, callees first.
func branchless(funcs []*ir.Func, turns uint64) map[ir.Expr]bool {
	found, calls := map[ir.Expr]bool{}, map[*ir.Func]uint64{}
	for i := len(funcs) - 1; i >= 0; i-- {
		f := funcs[i]
		loops := map[ir.Stmt]uint64{} // iterations of the loops around a statement in its function
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			if s, ok := s.(*ir.For); ok {
				ir.WalkStmts(s.Body, func(in ir.Stmt) { loops[in] = max(1, loops[in]) * max(1, s.Iterations) })
			}
		})
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			n := max(1, calls[f]) * max(1, loops[s])
			ir.WalkExprs(s, func(e ir.Expr) {
				switch e := e.(type) {
				case *ir.Call:
					calls[e.Func] = max(calls[e.Func], n)
				case *ir.MinMax:
					found[e] = n >= turns
				}
			})
		})
	}
	return found
}
