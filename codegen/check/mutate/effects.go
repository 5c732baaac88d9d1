package mutate

import (
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// effects are what a statement reads, writes and declares.
type effects struct {
	reads, writes []place
	declares      map[*ir.Var]bool
	leaves        bool // it may leave the function, the loop or the iteration
}

// place is a variable or a part of one, by the path of fields to it.
type place struct {
	v    *ir.Var
	path string
}

// overlaps reports whether one is the other or a part of it.
func (p place) overlaps(q place) bool {
	return p.v == q.v && (strings.HasPrefix(p.path, q.path) || strings.HasPrefix(q.path, p.path))
}

// placeOf returns the place that an expression denotes; the whole array if an index is not constant.
func placeOf(e ir.Expr) (place, bool) {
	switch e := e.(type) {
	case *ir.VarRef:
		return place{e.Var, "."}, true
	case *ir.FieldRef:
		p, ok := placeOf(e.X)
		p.path += e.Field.Name + "."
		return p, ok
	case *ir.Index:
		p, ok := placeOf(e.X)
		if k, isConst := e.I.(*ir.Const); isConst {
			p.path += "[" + k.Value.String() + "]."
		}
		return p, ok
	}
	return place{}, false
}

func effectsOf(s ir.Stmt) effects {
	e := effects{declares: map[*ir.Var]bool{}}
	ir.WalkStmts([]ir.Stmt{s}, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Declare:
			e.declares[s.Var] = true
			e.writes = append(e.writes, place{s.Var, "."})
		case *ir.Assign:
			if p, ok := placeOf(s.Dst); ok {
				e.writes = append(e.writes, p)
			}
		case *ir.MultiAssign:
			for i, v := range s.Dst {
				if v != nil {
					e.writes = append(e.writes, place{v, "."})
					if s.Define[i] {
						e.declares[v] = true
					}
				}
			}
		case *ir.For:
			e.declares[s.Var] = true
		case *ir.Return, *ir.Break, *ir.Continue:
			e.leaves = true
		}
		ir.WalkExprs(s, func(x ir.Expr) {
			if a, ok := s.(*ir.Assign); ok && x == a.Dst && a.Op == ir.NoOp {
				return
			}
			e.expr(x)
		})
	})
	return e
}

func (e *effects) expr(x ir.Expr) {
	switch x := x.(type) {
	case *ir.VarRef, *ir.FieldRef, *ir.Index:
		// A part of a place is visited too, as if the whole were read; only scalars count.
		if p, ok := placeOf(x); ok && x.Type().Kind.IsScalar() {
			e.reads = append(e.reads, p)
		}
	case *ir.Composite:
		for _, y := range x.Elems {
			e.whole(y)
		}
	case *ir.Call:
		for _, a := range x.Args {
			e.whole(a.X)
			if p, ok := placeOf(a.X); ok && a.ByRef {
				e.writes = append(e.writes, p)
			}
		}
	}
}

// whole records that a struct or array is read as a whole.
func (e *effects) whole(x ir.Expr) {
	if x == nil {
		return
	}
	if p, ok := placeOf(x); ok && !x.Type().Kind.IsScalar() {
		e.reads = append(e.reads, p)
	}
}

// movable reports whether b may come before a: neither uses what the other declares.
func (e effects) movable(b effects) bool {
	uses := func(x effects, declared map[*ir.Var]bool) bool {
		for _, l := range [][]place{x.reads, x.writes} {
			for _, p := range l {
				if declared[p.v] {
					return true
				}
			}
		}
		return false
	}
	return !uses(b, e.declares) && !uses(e, b.declares)
}

// meets reports whether the order matters: one writes what the other reads or writes, or may leave before the other
// writes through a pointer.
func (e effects) meets(b effects) bool {
	any := func(x, y []place) bool {
		for _, p := range x {
			for _, q := range y {
				if p.overlaps(q) {
					return true
				}
			}
		}
		return false
	}
	return any(e.writes, b.reads) || any(e.reads, b.writes) || any(e.writes, b.writes) ||
		e.leaves && b.outside() || b.leaves && e.outside()
}

// outside reports whether it writes to something that outlives the function.
func (e effects) outside() bool {
	return slices.ContainsFunc(e.writes, func(p place) bool { return p.v.ByRef })
}

// powerOfTwo returns n for 2^n.
func powerOfTwo(c *ir.Const) (int, bool) {
	if c.Value.Sign() <= 0 {
		return 0, false
	}
	n := c.Value.BitLen() - 1
	return n, c.Value.TrailingZeroBits() == uint(n)
}
