package cost

import "smartnic-cc/codegen/ir"

// inlineSize is the number of operations up to which a function is taken to be
// inlined wherever it is called.
const inlineSize = 13

// inlined returns the functions that a compiler is taken to inline: small ones, and
// those that are called from one place and not part of the interface.
func inlined(p *ir.Program) map[*ir.Func]bool {
	sites := map[*ir.Func]int{}
	size := map[*ir.Func]int{}
	var order []*ir.Func
	for _, q := range p.Packages {
		for _, d := range q.Decls {
			if f, ok := d.(*ir.Func); ok {
				order = append(order, f)
			}
		}
	}
	for _, f := range order {
		walkStmts(f.Body, func(e ir.Expr) {
			if c, ok := e.(*ir.Call); ok {
				sites[c.Func]++
			}
		})
	}
	in := map[*ir.Func]bool{}
	// Callees first: what is inlined into a function makes it larger.
	for _, f := range ir.Reachable(order...) {
		n := 0
		walkStmts(f.Body, func(e ir.Expr) {
			switch e := e.(type) {
			case *ir.Call:
				n++
				if in[e.Func] {
					n += size[e.Func]
				}
			case *ir.Binary, *ir.Shift, *ir.Unary, *ir.MinMax, *ir.Intrinsic, *ir.Index:
				n++
			}
		})
		size[f] = n
		in[f] = n <= inlineSize || sites[f] == 1 && !f.Export
	}
	return in
}

// walkStmts calls visit for every expression.
func walkStmts(list []ir.Stmt, visit func(ir.Expr)) {
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Declare:
			walkExpr(s.Init, visit)
		case *ir.Assign:
			walkExpr(s.Dst, visit)
			walkExpr(s.Src, visit)
		case *ir.MultiAssign:
			walkExpr(s.From, visit)
		case *ir.If:
			walkExpr(s.Cond, visit)
			walkStmts(s.Then, visit)
			walkStmts(s.Else, visit)
		case *ir.For:
			walkStmts(s.Body, visit)
		case *ir.Switch:
			walkExpr(s.Tag, visit)
			for _, c := range s.Cases {
				walkStmts(c.Body, visit)
			}
		case *ir.Return:
			for _, e := range s.Values {
				walkExpr(e, visit)
			}
		case *ir.Block:
			walkStmts(s.Body, visit)
		case *ir.CallStmt:
			walkExpr(s.Call, visit)
		}
	}
}

func walkExpr(e ir.Expr, visit func(ir.Expr)) {
	if e == nil {
		return
	}
	visit(e)
	switch e := e.(type) {
	case *ir.FieldRef:
		walkExpr(e.X, visit)
	case *ir.Index:
		walkExpr(e.X, visit)
		walkExpr(e.I, visit)
	case *ir.Unary:
		walkExpr(e.X, visit)
	case *ir.Binary:
		walkExpr(e.X, visit)
		walkExpr(e.Y, visit)
	case *ir.Shift:
		walkExpr(e.X, visit)
		walkExpr(e.Count, visit)
	case *ir.Convert:
		walkExpr(e.X, visit)
	case *ir.MinMax:
		for _, a := range e.Args {
			walkExpr(a, visit)
		}
	case *ir.Intrinsic:
		for _, a := range e.Args {
			walkExpr(a, visit)
		}
	case *ir.Call:
		for _, a := range e.Args {
			walkExpr(a.X, visit)
		}
	case *ir.Composite:
		for _, x := range e.Elems {
			walkExpr(x, visit)
		}
	}
}
