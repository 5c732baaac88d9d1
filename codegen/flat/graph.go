package flat

import (
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// graph is the values that outputs need, each after its arguments.
type graph struct {
	vals []*Value
	at   map[*Value]int
	uses [][]use
	out  []bool // an output
}

// use is a place where a value is used: argument arg of vals[by].
type use struct{ by, arg int }

func newGraph(outputs []Output) *graph {
	g := &graph{at: map[*Value]int{}}
	var visit func(v *Value)
	visit = func(v *Value) {
		if _, ok := g.at[v]; ok {
			return
		}
		for _, a := range v.Args {
			visit(a)
		}
		g.at[v] = len(g.vals)
		g.vals = append(g.vals, v)
	}
	for _, o := range outputs {
		visit(o.Value)
	}
	g.uses = make([][]use, len(g.vals))
	for i, v := range g.vals {
		for n, a := range v.Args {
			g.uses[g.at[a]] = append(g.uses[g.at[a]], use{i, n})
		}
	}
	g.out = make([]bool, len(g.vals))
	for _, o := range outputs {
		g.out[g.at[o.Value]] = true
	}
	return g
}

// depth returns the number of operations on the longest path to an output.
func (g *graph) depth() int {
	d := make([]int, len(g.vals))
	most := 0
	for i, v := range g.vals {
		for _, a := range v.Args {
			d[i] = max(d[i], d[g.at[a]]+1)
		}
		if g.out[i] {
			most = max(most, d[i])
		}
	}
	return most
}

// operations returns the number of operations.
func (g *graph) operations() int {
	return collect.Count(g.vals, func(v *Value) bool { return len(v.Args) > 0 })
}

// only reports for each value whether it matters on just one side of the condition c, by which the roots select: arg
// is 1 for the side where c holds, 2 for the other.
func (g *graph) only(c *Value, roots []*Value, arg int) []bool {
	only := make([]bool, len(g.vals))
	reached := make([]bool, len(g.vals)) // used by a root's side, or by such a value
	top := 0
	reach := func(v *Value) {
		at := g.at[v]
		reached[at] = true
		top = max(top, at)
	}
	for _, s := range roots {
		reach(s.Args[arg])
	}
	for i := top; i >= 0; i-- {
		if !reached[i] || g.out[i] || len(g.vals[i].Args) == 0 {
			continue
		}
		only[i] = true
		for _, u := range g.uses[i] {
			v := g.vals[u.by]
			switch {
			case only[u.by]:
			case v.Op == Select && v.Args[0] == c && u.arg == arg:
			case v.Kind == ir.Bool && v.Op == And && arg == 1 && v.Args[1-u.arg] == c:
			case v.Kind == ir.Bool && v.Op == Or && arg == 2 && v.Args[1-u.arg] == c:
			default:
				only[i] = false
			}
			if !only[i] {
				break
			}
		}
		if only[i] {
			for _, a := range g.vals[i].Args {
				reached[g.at[a]] = true
			}
		}
	}
	return only
}
