package mutate

import "smartnic-cc/codegen/ir"

// edit is one change of a body: of an expression, of a statement, or of the order of
// two neighbours. Nodes are known by identity; none stands in a body twice.
type edit struct {
	expr, with ir.Expr // with stands in the place of expr
	stmt       ir.Stmt // by stand in the place of stmt
	by         []ir.Stmt
	swapped    []ir.Stmt // the two of these change places
}

// list returns the statements with the change, if it is in them: the list itself if not.
func (e *edit) list(list []ir.Stmt) []ir.Stmt {
	for i, s := range list {
		switch {
		case s == e.stmt && e.stmt != nil:
			out := append([]ir.Stmt(nil), list[:i]...)
			return append(append(out, e.by...), list[i+1:]...)
		case len(e.swapped) > 0 && s == e.swapped[0]:
			out := append([]ir.Stmt(nil), list...)
			for j := i + 1; j < len(out); j++ {
				if out[j] == e.swapped[1] {
					out[i], out[j] = out[j], out[i]
				}
			}
			return out
		}
		if n := e.inStmt(s); n != s {
			out := append([]ir.Stmt(nil), list...)
			out[i] = n
			return out
		}
	}
	return list
}

// same reports whether two lists are one: that the change is not in it.
func same(a, b []ir.Stmt) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// inStmt returns the statement with the change in it, or s itself.
func (e *edit) inStmt(s ir.Stmt) ir.Stmt {
	switch s := s.(type) {
	case *ir.Declare:
		if x := e.in(s.Init); x != s.Init {
			n := *s
			n.Init = x
			return &n
		}
	case *ir.Assign:
		if x, y := e.in(s.Dst), e.in(s.Src); x != s.Dst || y != s.Src {
			n := *s
			n.Dst, n.Src = x, y
			if s.Inc {
				c, ok := y.(*ir.Const)
				n.Inc = ok && c.Value.IsInt64() && c.Value.Int64() == 1
			}
			return &n
		}
	case *ir.MultiAssign:
		if x := e.in(s.From); x != s.From {
			n := *s
			n.From = x
			return &n
		}
	case *ir.If:
		if x := e.in(s.Cond); x != s.Cond {
			n := *s
			n.Cond = x
			return &n
		}
		if l := e.list(s.Then); !same(l, s.Then) {
			n := *s
			n.Then = l
			return &n
		}
		if l := e.list(s.Else); !same(l, s.Else) {
			n := *s
			n.Else = l
			return &n
		}
	case *ir.For:
		if l := e.list(s.Body); !same(l, s.Body) {
			n := *s
			n.Body = l
			return &n
		}
	case *ir.Switch:
		if x := e.in(s.Tag); x != s.Tag {
			n := *s
			n.Tag = x
			return &n
		}
		for i, c := range s.Cases {
			if l := e.list(c.Body); !same(l, c.Body) {
				n, k := *s, *c
				k.Body = l
				n.Cases = append([]*ir.Case(nil), s.Cases...)
				n.Cases[i] = &k
				return &n
			}
		}
	case *ir.Return:
		if l, ok := e.inList(s.Values); ok {
			n := *s
			n.Values = l
			return &n
		}
	case *ir.Block:
		if l := e.list(s.Body); !same(l, s.Body) {
			n := *s
			n.Body = l
			return &n
		}
	case *ir.CallStmt:
		if x := e.in(s.Call); x != ir.Expr(s.Call) {
			n := *s
			n.Call = x.(*ir.Call)
			return &n
		}
	}
	return s
}

func (e *edit) inList(list []ir.Expr) ([]ir.Expr, bool) {
	for i, x := range list {
		if y := e.in(x); y != x {
			out := append([]ir.Expr(nil), list...)
			out[i] = y
			return out, true
		}
	}
	return list, false
}

// in returns the expression with the change in it, or x itself.
func (e *edit) in(x ir.Expr) ir.Expr {
	if x == nil || e.expr == nil {
		return x
	}
	if x == e.expr {
		return e.with
	}
	switch x := x.(type) {
	case *ir.FieldRef:
		if y := e.in(x.X); y != x.X {
			n := *x
			n.X = y
			return &n
		}
	case *ir.Index:
		if y, i := e.in(x.X), e.in(x.I); y != x.X || i != x.I {
			n := *x
			n.X, n.I = y, i
			return &n
		}
	case *ir.Unary:
		if y := e.in(x.X); y != x.X {
			n := *x
			n.X = y
			return &n
		}
	case *ir.Binary:
		if y, z := e.in(x.X), e.in(x.Y); y != x.X || z != x.Y {
			n := *x
			n.X, n.Y = y, z
			return &n
		}
	case *ir.Shift:
		if y, z := e.in(x.X), e.in(x.Count); y != x.X || z != x.Count {
			n := *x
			n.X, n.Count = y, z
			return &n
		}
	case *ir.Convert:
		if y := e.in(x.X); y != x.X {
			n := *x
			n.X = y
			return &n
		}
	case *ir.MinMax:
		if l, ok := e.inList(x.Args); ok {
			n := *x
			n.Args = l
			return &n
		}
	case *ir.Intrinsic:
		if l, ok := e.inList(x.Args); ok {
			n := *x
			n.Args = l
			return &n
		}
	case *ir.Composite:
		if l, ok := e.inList(x.Elems); ok {
			n := *x
			n.Elems = l
			return &n
		}
	case *ir.Call:
		for i, a := range x.Args {
			if y := e.in(a.X); y != a.X {
				n := *x
				n.Args = append([]ir.Arg(nil), x.Args...)
				n.Args[i].X = y
				return &n
			}
		}
	}
	return x
}
