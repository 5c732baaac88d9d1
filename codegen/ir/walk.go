package ir

// WalkStmts calls f for every statement of the list, those nested in it included: first
// a statement, then what it holds.
func WalkStmts(list []Stmt, f func(Stmt)) {
	for _, s := range list {
		f(s)
		switch s := s.(type) {
		case *If:
			WalkStmts(s.Then, f)
			WalkStmts(s.Else, f)
		case *For:
			WalkStmts(s.Body, f)
		case *Switch:
			for _, c := range s.Cases {
				WalkStmts(c.Body, f)
			}
		case *Block:
			WalkStmts(s.Body, f)
		}
	}
}

// HasReturn reports whether some statement of the list, or nested in it, returns from the function.
func HasReturn(list []Stmt) bool {
	found := false
	WalkStmts(list, func(s Stmt) {
		if _, ok := s.(*Return); ok {
			found = true
		}
	})
	return found
}

// WalkExprs calls f for every expression of a statement and its parts, the parts first, but not for those of nested
// statements. It skips elements of composites that the source leaves out, and constants of loops and cases.
func WalkExprs(s Stmt, f func(Expr)) {
	switch s := s.(type) {
	case *Declare:
		WalkSubexprs(s.Init, f)
	case *Assign:
		WalkSubexprs(s.Src, f)
		WalkSubexprs(s.Dst, f)
	case *MultiAssign:
		WalkSubexprs(s.From, f)
	case *If:
		WalkSubexprs(s.Cond, f)
	case *Switch:
		WalkSubexprs(s.Tag, f)
	case *Return:
		for _, e := range s.Values {
			WalkSubexprs(e, f)
		}
	case *CallStmt:
		WalkSubexprs(s.Call, f)
	}
}

// WalkSubexprs calls f for the parts of an expression, then for itself; not at all for nil.
func WalkSubexprs(e Expr, f func(Expr)) {
	switch e := e.(type) {
	case nil:
		return
	case *FieldRef:
		WalkSubexprs(e.X, f)
	case *Index:
		WalkSubexprs(e.X, f)
		WalkSubexprs(e.I, f)
	case *Unary:
		WalkSubexprs(e.X, f)
	case *Binary:
		WalkSubexprs(e.X, f)
		WalkSubexprs(e.Y, f)
	case *Shift:
		WalkSubexprs(e.X, f)
		WalkSubexprs(e.Count, f)
	case *Convert:
		WalkSubexprs(e.X, f)
	case *MinMax:
		for _, x := range e.Args {
			WalkSubexprs(x, f)
		}
	case *Intrinsic:
		for _, x := range e.Args {
			WalkSubexprs(x, f)
		}
	case *Call:
		for _, x := range e.Args {
			WalkSubexprs(x.X, f)
		}
	case *Composite:
		for _, x := range e.Elems {
			WalkSubexprs(x, f)
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

// Modified returns the variables that the functions change after their declaration, and the pointers through which they, or
// what they call, write. The functions are in the order of Reachable, callees first.
func Modified(funcs []*Func) map[*Var]bool {
	written := map[*Var]bool{}
	for _, f := range funcs {
		WalkStmts(f.Body, func(s Stmt) {
			switch s := s.(type) {
			case *Assign:
				written[BaseVar(s.Dst)] = true
			case *MultiAssign:
				for i, v := range s.Dst {
					written[v] = written[v] || !s.Define[i]
				}
			}
			WalkExprs(s, func(e Expr) {
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
