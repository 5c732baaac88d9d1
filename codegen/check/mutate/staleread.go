package mutate

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// StaleRead is the kind of the mutants of StaleReads.
const StaleRead Kind = "stale-value"

// StaleReads returns, for the given functions of a program, the mutants in which a field behind a pointer parameter
// is read with its value at the function's entry, although the function writes it: a port that keeps the old rate in
// a register. List does not have them: most are the same as two updates in the other order.
func StaleReads(funcs []*ir.Func) []*Mutant {
	var out []*Mutant
	for _, f := range funcs {
		number := 0
		written := effectsOf(&ir.Block{Body: f.Body}).writes
		eachRead(f, func(s ir.Stmt, field *ir.FieldRef) {
			if !changes(written, field) {
				return
			}
			number++
			old := &ir.Var{Name: "old" + field.Field.Name, GoName: "old" + field.Field.Name, Type: field.Typ, Pos: field.Pos, Index: -1}
			ref := &ir.VarRef{ExprInfo: field.ExprInfo, Var: old}
			m := replacing(f, StaleRead, number, s, field, ref, "the old "+field.Field.Name+" is used, that of the begin of "+f.Name)
			m.prologue = []ir.Stmt{&ir.Declare{StmtInfo: ir.StmtInfo{Pos: f.Pos}, Var: old, Init: field}}
			out = append(out, m)
		})
	}
	return out
}

// eachRead calls visit for each read of a scalar field behind a pointer parameter, with its statement. The target of
// an assignment does not count as read, nor does that of +=: the mutant would write another place.
func eachRead(f *ir.Func, visit func(ir.Stmt, *ir.FieldRef)) {
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		a, _ := s.(*ir.Assign)
		ir.WalkExprs(s, func(e ir.Expr) {
			if field, ok := e.(*ir.FieldRef); ok && field.Typ.Kind.IsScalar() && entry(field) && (a == nil || a.Dst != e) {
				visit(s, field)
			}
		})
	})
}

// entry reports whether a place can be read at the entry of its function: a field behind a pointer parameter.
func entry(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.VarRef:
		return e.Var.Param && e.Var.ByRef
	case *ir.FieldRef:
		return entry(e.X)
	}
	return false
}

func changes(written []place, e ir.Expr) bool {
	p, ok := placeOf(e)
	return ok && slices.ContainsFunc(written, func(w place) bool { return w.overlaps(p) })
}
