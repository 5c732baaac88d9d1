package mutate

import (
	"math/big"
	"slices"

	"smartnic-cc/codegen/ir"
)

// CalleeSwap is the kind of the mutants of CalleeSwaps, ConstantSwap that of the mutants of ConstantSwaps.
const (
	CalleeSwap   Kind = "callee"
	ConstantSwap Kind = "other-constant"
)

// CalleeSwaps returns, for the given functions of a program, the mutants in which one call of a function of another
// package calls a different function of that package with the same parameter and result types: a product rounded half
// up for one rounded down. List does not have them: its faults of a called function affect all calls of it.
func CalleeSwaps(funcs []*ir.Func) []*Mutant {
	var out []*Mutant
	for _, f := range funcs {
		number := 0
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				call, ok := e.(*ir.Call)
				if !ok || call.Func.Pkg == f.Pkg {
					return
				}
				for _, d := range call.Func.Pkg.Decls {
					other, ok := d.(*ir.Func)
					if !ok || other == call.Func || !sameTypes(call.Func, other) {
						continue
					}
					number++
					with := &ir.Call{ExprInfo: call.ExprInfo, Func: other, Args: call.Args}
					out = append(out, replacing(f, CalleeSwap, number, s, call, with, other.GoName+" is called for "+call.Func.GoName))
				}
			})
		})
	}
	return out
}

// sameTypes reports whether two functions have the same parameter and result types.
func sameTypes(f, g *ir.Func) bool {
	return f.Recv == g.Recv && slices.Equal(f.Results, g.Results) && slices.EqualFunc(f.Params, g.Params, func(a, b *ir.Var) bool {
		return a.Type == b.Type && a.ByRef == b.ByRef
	})
}

// ConstantSwaps returns, for the given functions of a program, the mutants in which a constant is replaced by another
// named one of its package, its double or its half: a threshold taken for its neighbour. Those of List are 1 more and
// 1 less.
func ConstantSwaps(funcs []*ir.Func) []*Mutant {
	var out []*Mutant
	for _, f := range funcs {
		number := 0
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			index := map[ir.Expr]bool{} // of elements, which are in range
			ir.WalkExprs(s, func(e ir.Expr) {
				if e, ok := e.(*ir.Index); ok {
					index[e.I] = true
				}
			})
			ir.WalkExprs(s, func(e ir.Expr) {
				k, ok := e.(*ir.Const)
				if !ok || !k.Typ.Kind.IsInteger() || index[k] {
					return
				}
				for _, o := range otherValues(f.Pkg, k) {
					with := constOf(k.Typ, o.value)
					with.Ref = o.named
					m := replacing(f, ConstantSwap, number+1, s, k, with, o.text+" for "+constText(k))
					if !m.dividesByZero() {
						out, number = append(out, m), number+1
					}
				}
			})
		})
	}
	return out
}

// otherValue is a value that a constant may have by mistake.
type otherValue struct {
	value *big.Int
	named *ir.ConstDecl // nil if it is not a named constant
	text  string
}

// otherValues lists what a constant may be by mistake, each value once and without those that are 1 off. If the
// constants of its type are named, only these qualify.
func otherValues(p *ir.Package, k *ir.Const) []otherValue {
	var list []otherValue
	add := func(v *big.Int, named *ir.ConstDecl, text string) {
		off := new(big.Int).Sub(v, k.Value)
		if off.IsInt64() && off.Int64() >= -1 && off.Int64() <= 1 || v.Cmp(k.Typ.Kind.Min()) < 0 || v.Cmp(k.Typ.Kind.Max()) > 0 ||
			slices.ContainsFunc(list, func(o otherValue) bool { return o.value.Cmp(v) == 0 }) {
			return
		}
		list = append(list, otherValue{v, named, text})
	}
	if d := k.Typ.Decl; d != nil && len(d.Consts()) > 0 {
		for _, c := range d.Consts() {
			add(c.Value, c, c.Name)
		}
		return list
	}
	for _, d := range p.Decls {
		if g, ok := d.(*ir.ConstGroup); ok {
			for _, c := range g.Consts {
				if !c.Bool && c.Type == nil {
					add(c.Value, c, c.Name)
				}
			}
		}
	}
	for _, v := range []*big.Int{new(big.Int).Lsh(k.Value, 1), new(big.Int).Quo(k.Value, big.NewInt(2)), new(big.Int)} {
		add(v, nil, v.String())
	}
	return list
}

// constText is the name of a constant, else its value.
func constText(k *ir.Const) string {
	if k.Ref != nil {
		return k.Ref.Name
	}
	return k.Value.String()
}
