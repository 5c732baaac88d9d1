package mutate

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
)

// cuts are the calls that a problem does not follow. What they return stands for any values
// of its types, the same ones wherever the same function is given the same; what else is
// to be known of it, lemmas say. That loses what the callee does, and so shows less, but
// nothing that is wrong.
type cuts struct {
	// keep is followed, and so is what calls it: the function with the mutant.
	keep *ir.Func
	// none: all calls are followed after all.
	none bool
	// deep: what is in the package of keep is followed though it multiplies.
	deep  bool
	isCut map[*ir.Func]bool
	// another, if not nil, is a function that is followed neither: where second holds another
	// one stands in its place, with other results.
	another *ir.Func
	second  bool
	// results are by callee and arguments; list has the calls in the order in which they
	// were met.
	results map[string][]term
	list    []cutCall
}

// cutCall is a call that is not followed. The callee goes by its name, so that functions of
// two programs with the same source meet.
type cutCall struct {
	callee string
	args   []term
}

func newCuts(keep *ir.Func) *cuts {
	return &cuts{keep: keep, isCut: map[*ir.Func]bool{}, results: map[string][]term{}}
}

// cuts tells whether calls of f are not followed: those that change nothing, and multiply or
// look up in tables, in which a solver loses itself. In the package of the mutant only what
// does so itself counts.
func (c *cuts) cuts(f *ir.Func) bool {
	if c == nil || c.none {
		return false
	}
	is, ok := c.isCut[f]
	if !ok {
		reached := ir.Reachable(f)
		is = !slices.Contains(reached, c.keep) && slices.ContainsFunc(reached, heavy) && !slices.ContainsFunc(reached, writes) &&
			(f.Pkg != c.keep.Pkg || heavy(f) && !c.deep)
		c.isCut[f] = is
	}
	return is
}

// heavy tells that a function itself has a product or a table.
func heavy(f *ir.Func) bool {
	found := false
	ir.EachStmt(f.Body, func(s ir.Stmt) {
		ir.EachExpr(s, func(e ir.Expr) {
			switch e := e.(type) {
			case *ir.Binary:
				found = found || e.Op == ir.Mul
			case *ir.Intrinsic:
				found = found || e.Op == ir.MulWide
			case *ir.Index:
				_, table := e.X.(*ir.TableRef)
				found = found || table
			}
		})
	})
	return found
}

// writes tells that a function itself changes what a parameter points to.
func writes(f *ir.Func) bool {
	found := false
	ir.EachStmt(f.Body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok {
			p, _ := placeOf(a.Dst)
			found = found || p.v != nil && p.v.ByRef
		}
	})
	return found
}

// standIn returns what stands for the results of a call that is not followed. That no index in
// it is out of range is asked for all the same.
func (s *symbolic) standIn(fr *frame, e *ir.Call) []term {
	in := &frame{fn: e.Func, vars: map[*ir.Var]*cells{}, alive: fr.alive}
	var args []term
	for i, a := range e.Args {
		var vals []term
		if a.ByRef {
			vals = s.read(s.place(fr, a.X))
		} else {
			vals = s.leaves(fr, a.X)
		}
		args = append(args, vals...)
		in.vars[e.Func.Params[i]] = &cells{slices.Clone(vals)}
	}
	if s.err != nil {
		return s.zeros(e.Func)
	}
	side := *s
	side.known, side.watch, side.fault, side.calls = nil, nil, s.truth(false), &cuts{none: true}
	c, before := s.calls, len(s.nodes)
	side.run(in)
	s.err = side.err
	if c.another != nil && s.is(side.fault, false) {
		s.forget(before) // what the callee is made of plays no part, in the problem's text neither
	}
	s.fault = s.or(s.fault, side.fault)

	key := fmt.Sprint(e.Func.FullName(), args)
	if c.second && c.another != nil && e.Func.FullName() == c.another.FullName() {
		key += " second"
	}
	out, ok := c.results[key]
	if !ok {
		for _, t := range e.Func.Results {
			for _, l := range ir.Layout(t) {
				out = append(out, s.input(widthOf(l.Kind), fmt.Sprintf("of call %d, %s%s", len(c.list)+1, e.Func.FullName(), l.Name)))
			}
		}
		c.results[key] = out
		c.list = append(c.list, cutCall{e.Func.FullName(), args})
	}
	return slices.Clone(out)
}
