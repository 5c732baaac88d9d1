package mutate

import (
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Weight is about how many statements a call of a function runs at most, including those of its callees: a loop
// counts as often as it runs.
func Weight(f *ir.Func) int { return weightOf(f, map[*ir.Func]int{}) }

// mostWeight bounds the result of Weight.
const mostWeight = 1 << 30

func weightOf(f *ir.Func, known map[*ir.Func]int) int {
	if n, ok := known[f]; ok {
		return n
	}
	var list func([]ir.Stmt) int
	list = func(body []ir.Stmt) int {
		n := 0
		for _, s := range body {
			n++
			inner, times := 0, 1
			switch s := s.(type) {
			case *ir.If:
				inner = list(s.Then) + list(s.Else)
			case *ir.For:
				inner, times = list(s.Body), int(min(uint64(s.Iterations), mostWeight))
			case *ir.Switch:
				inner += collect.Sum(s.Cases, func(c *ir.Case) int { return list(c.Body) })
			case *ir.Block:
				inner = list(s.Body)
			}
			ir.WalkExprs(s, func(e ir.Expr) {
				if c, ok := e.(*ir.Call); ok {
					n += weightOf(c.Func, known)
				}
			})
			n = min(n+min(inner, mostWeight/max(times, 1))*times, mostWeight)
		}
		return n
	}
	known[f] = list(f.Body)
	return known[f]
}
