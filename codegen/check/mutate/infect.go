package mutate

import (
	"slices"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// infector determines in one run of a function which of many mutants may show: those whose changed expression has
// another value. The others need not be run.
type infector struct {
	m       *interp.Machine
	current []int32 // mutants of the run, by their index
	hit     []bool
}

// newInfector compiles the program with a test for each mutant in front of the statement that it changes.
func newInfector(p *ir.Program, mutants []*Mutant) *infector {
	x := &infector{hit: make([]bool, len(mutants))}
	marks := map[ir.Stmt]int32{}
	tests := map[ir.Stmt][]ir.Stmt{}
	var funcs []*ir.Func
	boolean := &ir.Type{Kind: ir.Bool}
	for i, m := range mutants {
		mark := &ir.Block{StmtInfo: ir.StmtInfo{Pos: m.Site}}
		marks[mark] = int32(i)
		test := ir.Stmt(mark)
		if right, wrong := m.local(); right != nil {
			test = &ir.If{StmtInfo: mark.StmtInfo, Then: []ir.Stmt{mark},
				Cond: &ir.Binary{ExprInfo: ir.ExprInfo{Typ: boolean, Pos: m.Site}, Op: ir.Ne, X: right, Y: wrong}}
		}
		tests[m.Stmt] = append(tests[m.Stmt], test)
		funcs = collect.Union(funcs, m.Func)
	}
	x.m = interp.NewObserved(p, interp.Observer{Enter: func(s ir.Stmt) func() {
		i, ok := marks[s]
		if !ok {
			return nil
		}
		return func() {
			if !x.hit[i] {
				x.hit[i] = true
				x.current = append(x.current, i)
			}
		}
	}})
	for _, f := range funcs {
		x.m.Replace(f, withTests(f.Body, tests))
	}
	return x
}

// run returns the mutants, in order, that a call may kill. args is changed as the function changes it; results are
// stored.
func (x *infector) run(f *ir.Func, args, results []uint64) ([]int32, error) {
	for _, i := range x.current {
		x.hit[i] = false
	}
	x.current = x.current[:0]
	err := x.m.CallInto(f, args, results)
	slices.Sort(x.current)
	return x.current, err
}

// local returns an expression whose value differs with the fault if the statement's effect does, without and with the
// fault; nil if that cannot be evaluated in front of the statement. (Nothing in an expression changes a variable: the
// subset forbids it.)
func (m *Mutant) local() (right, wrong ir.Expr) {
	if m.edit.expr == nil {
		return nil, nil
	}
	for _, e := range []ir.Expr{m.enclosing(), m.edit.expr} {
		if e == nil || e.Type() == nil || !e.Type().Kind.IsScalar() {
			continue
		}
		if w := m.edit.in(e); w != e && w != nil && plain(e) && plain(w) && w.Type().Kind == e.Type().Kind {
			return e, w
		}
	}
	return nil, nil
}

// enclosing returns the whole expression that contains the change.
func (m *Mutant) enclosing() ir.Expr {
	var whole []ir.Expr
	switch s := m.Stmt.(type) {
	case *ir.Declare:
		whole = []ir.Expr{s.Init}
	case *ir.Assign:
		whole = []ir.Expr{s.Src}
	case *ir.If:
		whole = []ir.Expr{s.Cond}
	case *ir.Return:
		whole = s.Values
	case *ir.CallStmt:
		whole = append(whole, collect.Pick(s.Call.Args, func(a ir.Arg) (ir.Expr, bool) { return a.X, !a.ByRef })...)
	}
	return collect.First(whole, func(e ir.Expr) bool { return m.edit.in(e) != e })
}

// plain reports whether an expression has no effect and no fault, whenever it is evaluated.
func plain(e ir.Expr) bool {
	ok := true
	ir.WalkExprs(&ir.Declare{Init: e}, func(e ir.Expr) {
		switch e := e.(type) {
		case *ir.Call:
			ok = false
		case *ir.Index:
			_, isConst := e.I.(*ir.Const)
			ok = ok && isConst
		}
	})
	return ok
}

// withTests returns statements with their tests in front of them.
func withTests(list []ir.Stmt, tests map[ir.Stmt][]ir.Stmt) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range list {
		out = append(out, tests[s]...)
		n, _, lists := copyStmt(s)
		for _, l := range lists {
			*l = withTests(*l, tests)
		}
		out = append(out, n)
	}
	return out
}
