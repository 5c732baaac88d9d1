package ranges

import "smartnic-cc/codegen/ir"

// eachStmt calls f for every statement of the list, nested ones included.
func eachStmt(list []ir.Stmt, f func(ir.Stmt)) {
	for _, s := range list {
		f(s)
		switch s := s.(type) {
		case *ir.If:
			eachStmt(s.Then, f)
			eachStmt(s.Else, f)
		case *ir.For:
			eachStmt(s.Body, f)
		case *ir.Switch:
			for _, c := range s.Cases {
				eachStmt(c.Body, f)
			}
		case *ir.Block:
			eachStmt(s.Body, f)
		}
	}
}

// eachExpr calls f for every expression of a statement itself and its parts, not
// for those of statements in it.
func eachExpr(s ir.Stmt, f func(ir.Expr)) {
	switch s := s.(type) {
	case *ir.Declare:
		inside(s.Init, f)
	case *ir.Assign:
		inside(s.Src, f)
		inside(s.Dst, f)
	case *ir.MultiAssign:
		inside(s.From, f)
	case *ir.If:
		inside(s.Cond, f)
	case *ir.Switch:
		inside(s.Tag, f)
	case *ir.Return:
		for _, e := range s.Values {
			inside(e, f)
		}
	case *ir.CallStmt:
		inside(s.Call, f)
	}
}

// inside calls f for the parts of e, then for e.
func inside(e ir.Expr, f func(ir.Expr)) {
	switch e := e.(type) {
	case nil:
		return
	case *ir.FieldRef:
		inside(e.X, f)
	case *ir.Index:
		inside(e.X, f)
		inside(e.I, f)
	case *ir.Unary:
		inside(e.X, f)
	case *ir.Binary:
		inside(e.X, f)
		inside(e.Y, f)
	case *ir.Shift:
		inside(e.X, f)
		inside(e.Count, f)
	case *ir.Convert:
		inside(e.X, f)
	case *ir.MinMax:
		for _, x := range e.Args {
			inside(x, f)
		}
	case *ir.Intrinsic:
		for _, x := range e.Args {
			inside(x, f)
		}
	case *ir.Call:
		for _, x := range e.Args {
			inside(x.X, f)
		}
	case *ir.Composite:
		for _, x := range e.Elems {
			if x != nil {
				inside(x, f)
			}
		}
	}
	f(e)
}
