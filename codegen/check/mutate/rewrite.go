package mutate

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// edit is one change of a body: of an expression, of a statement, or of the order of two neighbours. Nodes are known
// by identity; none occurs twice in a body.
type edit struct {
	expr, with ir.Expr // with replaces expr
	stmt       ir.Stmt // by replaces stmt
	by         []ir.Stmt
	swapped    []ir.Stmt // these two change places
}

// list returns the statements with the change, or the list itself if it does not contain it.
func (e *edit) list(list []ir.Stmt) []ir.Stmt {
	for i, s := range list {
		switch {
		case s == e.stmt && e.stmt != nil:
			return slices.Concat(list[:i], e.by, list[i+1:])
		case len(e.swapped) > 0 && s == e.swapped[0]:
			out := slices.Clone(list)
			if j := slices.Index(out, e.swapped[1]); j > i {
				out[i], out[j] = out[j], out[i]
			}
			return out
		}
		if n := e.inStmt(s); n != s {
			out := slices.Clone(list)
			out[i] = n
			return out
		}
	}
	return list
}

// inStmt returns the statement with the change, or s itself.
func (e *edit) inStmt(s ir.Stmt) ir.Stmt {
	if c, ok := s.(*ir.CallStmt); ok {
		if x := e.in(c.Call); x != ir.Expr(c.Call) {
			return &ir.CallStmt{StmtInfo: c.StmtInfo, Call: x.(*ir.Call)}
		}
		return s
	}
	n, exprs, lists := copyStmt(s)
	for _, x := range exprs {
		if y := e.in(*x); y != *x {
			*x = y
			if a, ok := n.(*ir.Assign); ok && a.Inc {
				c, ok := a.Src.(*ir.Const)
				a.Inc = ok && c.Value.IsInt64() && c.Value.Int64() == 1
			}
			return n
		}
	}
	for _, l := range lists {
		if list := e.list(*l); len(list) != len(*l) || len(list) > 0 && &list[0] != &(*l)[0] {
			*l = list
			return n
		}
	}
	return s
}

// in returns the expression with the change, or x itself.
func (e *edit) in(x ir.Expr) ir.Expr {
	if x == nil || e.expr == nil {
		return x
	}
	if x == e.expr {
		return e.with
	}
	n, parts := copyExpr(x)
	for _, p := range parts {
		if y := e.in(*p); y != *p {
			*p = y
			return n
		}
	}
	return x
}

// copyStmt returns a copy of a statement, except a call's, and pointers to its expressions and nested statements,
// which are not copied.
func copyStmt(s ir.Stmt) (ir.Stmt, []*ir.Expr, []*[]ir.Stmt) {
	switch s := s.(type) {
	case *ir.Declare:
		n := *s
		return &n, []*ir.Expr{&n.Init}, nil
	case *ir.Assign:
		n := *s
		return &n, []*ir.Expr{&n.Dst, &n.Src}, nil
	case *ir.MultiAssign:
		n := *s
		return &n, []*ir.Expr{&n.From}, nil
	case *ir.If:
		n := *s
		return &n, []*ir.Expr{&n.Cond}, []*[]ir.Stmt{&n.Then, &n.Else}
	case *ir.For:
		n := *s
		return &n, nil, []*[]ir.Stmt{&n.Body}
	case *ir.Switch:
		n := *s
		n.Cases = slices.Clone(s.Cases)
		var lists []*[]ir.Stmt
		for i, c := range s.Cases {
			k := *c
			n.Cases[i] = &k
			lists = append(lists, &k.Body)
		}
		return &n, []*ir.Expr{&n.Tag}, lists
	case *ir.Return:
		n := *s
		n.Values = slices.Clone(s.Values)
		return &n, each(n.Values), nil
	case *ir.Block:
		n := *s
		return &n, nil, []*[]ir.Stmt{&n.Body}
	}
	return s, nil, nil
}

// copyExpr returns a copy of an expression, and pointers to its parts, which are not copied.
func copyExpr(e ir.Expr) (ir.Expr, []*ir.Expr) {
	switch e := e.(type) {
	case *ir.FieldRef:
		n := *e
		return &n, []*ir.Expr{&n.X}
	case *ir.Index:
		n := *e
		return &n, []*ir.Expr{&n.X, &n.I}
	case *ir.Unary:
		n := *e
		return &n, []*ir.Expr{&n.X}
	case *ir.Binary:
		n := *e
		return &n, []*ir.Expr{&n.X, &n.Y}
	case *ir.Shift:
		n := *e
		return &n, []*ir.Expr{&n.X, &n.Count}
	case *ir.Convert:
		n := *e
		return &n, []*ir.Expr{&n.X}
	case *ir.MinMax:
		n := *e
		n.Args = slices.Clone(e.Args)
		return &n, each(n.Args)
	case *ir.Intrinsic:
		n := *e
		n.Args = slices.Clone(e.Args)
		return &n, each(n.Args)
	case *ir.Composite:
		n := *e
		n.Elems = slices.Clone(e.Elems)
		return &n, each(n.Elems)
	case *ir.Call:
		n := *e
		n.Args = slices.Clone(e.Args)
		var parts []*ir.Expr
		for i := range n.Args {
			parts = append(parts, &n.Args[i].X)
		}
		return &n, parts
	}
	return e, nil
}

func each(list []ir.Expr) []*ir.Expr {
	parts := make([]*ir.Expr, len(list))
	for i := range list {
		parts[i] = &list[i]
	}
	return parts
}
