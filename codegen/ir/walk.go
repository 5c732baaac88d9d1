package ir

// EachStmt calls f for every statement of the list, those nested in it included: first
// a statement, then what it holds.
func EachStmt(list []Stmt, f func(Stmt)) {
	for _, s := range list {
		f(s)
		switch s := s.(type) {
		case *If:
			EachStmt(s.Then, f)
			EachStmt(s.Else, f)
		case *For:
			EachStmt(s.Body, f)
		case *Switch:
			for _, c := range s.Cases {
				EachStmt(c.Body, f)
			}
		case *Block:
			EachStmt(s.Body, f)
		}
	}
}

// Returns tells whether some statement of the list, or nested in it, returns from the function.
func Returns(list []Stmt) bool {
	found := false
	EachStmt(list, func(s Stmt) {
		if _, ok := s.(*Return); ok {
			found = true
		}
	})
	return found
}

// EachExpr calls f for every expression of a statement itself and its parts, the parts
// first; not for those of statements in it. Elements of composites that the source
// leaves out, and constants of loops and cases, are none.
func EachExpr(s Stmt, f func(Expr)) {
	switch s := s.(type) {
	case *Declare:
		inside(s.Init, f)
	case *Assign:
		inside(s.Src, f)
		inside(s.Dst, f)
	case *MultiAssign:
		inside(s.From, f)
	case *If:
		inside(s.Cond, f)
	case *Switch:
		inside(s.Tag, f)
	case *Return:
		for _, e := range s.Values {
			inside(e, f)
		}
	case *CallStmt:
		inside(s.Call, f)
	}
}

// inside calls f for the parts of e, then for e.
func inside(e Expr, f func(Expr)) {
	switch e := e.(type) {
	case nil:
		return
	case *FieldRef:
		inside(e.X, f)
	case *Index:
		inside(e.X, f)
		inside(e.I, f)
	case *Unary:
		inside(e.X, f)
	case *Binary:
		inside(e.X, f)
		inside(e.Y, f)
	case *Shift:
		inside(e.X, f)
		inside(e.Count, f)
	case *Convert:
		inside(e.X, f)
	case *MinMax:
		for _, x := range e.Args {
			inside(x, f)
		}
	case *Intrinsic:
		for _, x := range e.Args {
			inside(x, f)
		}
	case *Call:
		for _, x := range e.Args {
			inside(x.X, f)
		}
	case *Composite:
		for _, x := range e.Elems {
			inside(x, f)
		}
	}
	f(e)
}
