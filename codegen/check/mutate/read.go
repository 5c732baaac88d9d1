package mutate

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

// FieldRead is the kind of the mutants of FieldReads.
const FieldRead Kind = "field-read"

// FieldReads returns, for the given functions of a program, the mutants in which one read of a field behind a pointer
// parameter gives 1 more or less, or another field of its struct with the same type: a threshold that is one off at
// the one place where it is compared, the period of another timer. List does not have them; it takes only adjacent
// fields.
func FieldReads(funcs []*ir.Func) []*Mutant {
	var out []*Mutant
	for _, f := range funcs {
		number := 0
		eachRead(f, func(s ir.Stmt, field *ir.FieldRef) {
			if !field.Typ.Kind.IsInteger() {
				return
			}
			add := func(what string, with ir.Expr) {
				number++
				out = append(out, replacing(f, FieldRead, number, s, field, with, what))
			}
			one := constOf(field.Typ, big.NewInt(1))
			add(field.Field.Name+" is read as 1 more", &ir.Binary{ExprInfo: field.ExprInfo, Op: ir.Add, X: field, Y: one})
			add(field.Field.Name+" is read as 1 less", &ir.Binary{ExprInfo: field.ExprInfo, Op: ir.Sub, X: field, Y: one})
			near := map[*ir.Field]bool{field.Field: true}
			for _, n := range (&collector{}).neighbours(field) {
				near[n.(*ir.FieldRef).Field] = true
			}
			for _, other := range field.X.Type().Fields {
				if !near[other] && alike(other.Type, field.Typ) {
					add(other.Name+" is read for "+field.Field.Name, &ir.FieldRef{ExprInfo: field.ExprInfo, X: field.X, Field: other})
				}
			}
		})
	}
	return out
}
