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

// HasReturn reports whether some statement of the list, or nested in it, returns from the function.
func HasReturn(list []Stmt) bool {
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
		EachPart(s.Init, f)
	case *Assign:
		EachPart(s.Src, f)
		EachPart(s.Dst, f)
	case *MultiAssign:
		EachPart(s.From, f)
	case *If:
		EachPart(s.Cond, f)
	case *Switch:
		EachPart(s.Tag, f)
	case *Return:
		for _, e := range s.Values {
			EachPart(e, f)
		}
	case *CallStmt:
		EachPart(s.Call, f)
	}
}

// EachPart calls f for the parts of an expression, then for itself; not at all for nil.
func EachPart(e Expr, f func(Expr)) {
	switch e := e.(type) {
	case nil:
		return
	case *FieldRef:
		EachPart(e.X, f)
	case *Index:
		EachPart(e.X, f)
		EachPart(e.I, f)
	case *Unary:
		EachPart(e.X, f)
	case *Binary:
		EachPart(e.X, f)
		EachPart(e.Y, f)
	case *Shift:
		EachPart(e.X, f)
		EachPart(e.Count, f)
	case *Convert:
		EachPart(e.X, f)
	case *MinMax:
		for _, x := range e.Args {
			EachPart(x, f)
		}
	case *Intrinsic:
		for _, x := range e.Args {
			EachPart(x, f)
		}
	case *Call:
		for _, x := range e.Args {
			EachPart(x.X, f)
		}
	case *Composite:
		for _, x := range e.Elems {
			EachPart(x, f)
		}
	}
	f(e)
}

// Base returns what a place is a part of: the variable or table that its fields and indices are
// taken of. It returns any other expression itself.
func Base(e Expr) Expr {
	switch x := e.(type) {
	case *FieldRef:
		return Base(x.X)
	case *Index:
		return Base(x.X)
	}
	return e
}

// BaseVar returns the variable that a place is a part of, nil if it is part of none.
func BaseVar(e Expr) *Var {
	if x, ok := Base(e).(*VarRef); ok {
		return x.Var
	}
	return nil
}

// Written returns the variables that the functions change after their declaration, and the pointers through which they, or
// what they call, write. The functions are in the order of Reachable, callees first.
func Written(funcs []*Func) map[*Var]bool {
	written := map[*Var]bool{}
	for _, f := range funcs {
		EachStmt(f.Body, func(s Stmt) {
			switch s := s.(type) {
			case *Assign:
				written[BaseVar(s.Dst)] = true
			case *MultiAssign:
				for i, v := range s.Dst {
					written[v] = written[v] || !s.Define[i]
				}
			}
			EachExpr(s, func(e Expr) {
				if c, ok := e.(*Call); ok {
					for i, a := range c.Args {
						if a.ByRef && written[c.Func.Params[i]] {
							written[BaseVar(a.X)] = true
						}
					}
				}
			})
		})
	}
	return written
}
