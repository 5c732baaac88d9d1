package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// place prints something that has fields or elements, or a scalar in it. What
// it prints for an array is a C array (which decays to a pointer).
func (f *fn) place(e ir.Expr) (string, int) {
	switch e := e.(type) {
	case *ir.VarRef:
		return f.varRef(e.Var)
	case *ir.FieldRef:
		name := f.g.field(e.X.Type(), e.Field)
		if v, ok := e.X.(*ir.VarRef); ok && v.Var.ByRef {
			return f.name(v.Var) + "->" + name, precPostfix
		}
		return f.postfix(e.X) + "." + name, precPostfix
	case *ir.Index:
		return f.index(e), precPostfix
	case *ir.TableRef:
		f.g.useTable(e.Table)
		return f.g.n.tables[e.Table], precPostfix
	case *ir.Call:
		s := f.call(e, nil)
		if e.Typ.Kind == ir.Array {
			s += ".v"
		}
		return s, precPostfix
	case *ir.Convert:
		return f.convertAggregate(e)
	case *ir.Composite:
		s := f.make(e)
		if e.Typ.Kind == ir.Array {
			s += ".v"
		}
		return s, precPostfix
	}
	f.fail(e.At(), "unexpected place %T", e)
	return "0", precPostfix
}

// postfix prints a place so that a dot or bracket may follow.
func (f *fn) postfix(e ir.Expr) string {
	s, prec := f.place(e)
	return cx{s: s, prec: prec}.in(precPostfix)
}

func (f *fn) name(v *ir.Var) string {
	f.read = append(f.read, v)
	return f.vars[v]
}

func (f *fn) varRef(v *ir.Var) (string, int) {
	n := f.name(v)
	switch {
	case v.Type.Kind == ir.Array && v.Param && !v.ByRef:
		return n + ".v", precPostfix
	case v.ByRef && v.Type.Kind != ir.Array:
		return "*" + n, precUnary
	}
	return n, precPostfix
}

// index prints an element. A call's result is an array that lives no longer than
// the expression, so its element is taken by a function.
func (f *fn) index(e *ir.Index) string {
	if e.X.Type().Kind == ir.Array && f.temporary(e.X) {
		return fmt.Sprintf("%s(%s, %s)", f.g.useTypeHelper("at", e.X.Type()), f.wrapper(e.X), f.subscript(e, true))
	}
	x := f.postfix(e.X)
	return x + "[" + f.subscript(e, false) + "]"
}

// temporary reports whether the array is part of a value that has no place.
func (f *fn) temporary(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Call, *ir.Composite:
		return true
	case *ir.FieldRef:
		return f.temporary(e.X)
	case *ir.Index:
		return f.temporary(e.X)
	case *ir.Convert:
		return f.temporary(e.X)
	}
	return false
}

// subscript prints an index, through the check where it is not shown to be in
// range.
func (f *fn) subscript(e *ir.Index, arg bool) string {
	n := int64(e.X.Type().Len)
	if c, ok := e.I.(*ir.Const); ok && c.Ref == nil {
		return number(ir.Int32, c.Value, c.Text, c.Lit).s
	}
	x, r := f.expr(e.I), f.g.r.of(e.I)
	if r.nonNegative() && r.below(n) {
		if arg {
			return as(x, ir.Uint32).s
		}
		return x.s
	}
	k := ir.Uint32
	if e.I.Type().Kind.Bits() == 64 {
		k = ir.Uint64
	}
	if e.I.Type().Kind.IsSigned() {
		x = cast(k, x) // a negative index becomes a large one
	}
	return f.g.useHelper("index_"+suffix(k)) + "(" + as(x, k).s + ", " + fmt.Sprint(n) + ")"
}

// address prints a pointer to a place.
func (f *fn) address(e ir.Expr) string {
	if v, ok := e.(*ir.VarRef); ok && v.Var.ByRef {
		return f.name(v.Var)
	}
	s, prec := f.place(e)
	if e.Type().Kind == ir.Array {
		return s
	}
	return "&" + cx{s: s, prec: prec}.in(precUnary)
}

// aggregate prints a struct value.
func (f *fn) aggregate(e ir.Expr) string {
	s, prec := f.place(e)
	return cx{s: s, prec: prec}.in(precUnary)
}

// wrapper prints an array value as the struct that carries it by value.
func (f *fn) wrapper(e ir.Expr) string {
	switch x := e.(type) {
	case *ir.Call:
		return f.call(x, nil)
	case *ir.Composite:
		return f.make(x)
	case *ir.Convert:
		return f.wrapper(x.X)
	case *ir.VarRef:
		if x.Var.Param && !x.Var.ByRef {
			return f.name(x.Var)
		}
	}
	if f.temporary(e) {
		f.fail(e.At(), "an array inside the result of a call cannot be passed on in C; put the result in a variable first")
	}
	s, _ := f.place(e)
	return f.g.useTypeHelper("of", e.Type()) + "(" + s + ")"
}

// byValue prints an argument, result or element of any type.
func (f *fn) byValue(e ir.Expr) string {
	switch e.Type().Kind {
	case ir.Struct:
		return f.aggregate(e)
	case ir.Array:
		return f.wrapper(e)
	}
	return f.value(e).s
}

// call prints a call; outs are the addresses for the results after the first.
func (f *fn) call(c *ir.Call, outs []string) string {
	return f.g.n.funcs[c.Func] + "(" + strings.Join(append(f.args(c), outs...), ", ") + ")"
}

func (f *fn) args(c *ir.Call) []string {
	f.g.useFunc(c.Func)
	args := make([]string, 0, len(c.Args))
	for _, a := range c.Args {
		if a.ByRef {
			args = append(args, f.address(a.X))
		} else {
			args = append(args, f.byValue(a.X))
		}
	}
	return args
}

// make prints a composite inside an expression: a call of a small function, as
// C++ knows no compound literals.
func (f *fn) make(c *ir.Composite) string {
	if zeroComposite(c) {
		return f.g.useTypeHelper("zero", c.Typ) + "()"
	}
	args := make([]string, len(c.Elems))
	for i, e := range c.Elems {
		t := elemType(c.Typ, i)
		switch {
		case e != nil:
			args[i] = f.byValue(e)
		case t.Kind.IsScalar():
			args[i] = zeroScalar(t.Kind)
		default:
			args[i] = f.g.useTypeHelper("zero", t) + "()"
		}
	}
	return f.g.useTypeHelper("make", c.Typ) + "(" + strings.Join(args, ", ") + ")"
}

func zeroComposite(c *ir.Composite) bool {
	for _, e := range c.Elems {
		if e != nil {
			return false
		}
	}
	return true
}

func elemType(t *ir.Type, i int) *ir.Type {
	if t.Kind == ir.Array {
		return t.Elem
	}
	return t.Fields[i].Type
}

func zeroScalar(k ir.Kind) string {
	return number(k, k.Max().SetInt64(0), "", false).s
}

// braces prints a composite as an initialiser in braces, with every element
// written; ok is false if an array in it cannot be initialised so.
func (f *fn) braces(c *ir.Composite) (string, bool) {
	if zeroComposite(c) {
		return f.g.useZero(), true
	}
	parts := make([]string, len(c.Elems))
	for i, e := range c.Elems {
		t := elemType(c.Typ, i)
		switch x := e.(type) {
		case nil:
			parts[i] = f.g.useZero()
			if t.Kind.IsScalar() {
				parts[i] = zeroScalar(t.Kind)
			}
		case *ir.Composite:
			s, ok := f.braces(x)
			if !ok {
				return "", false
			}
			parts[i] = s
		default:
			if t.Kind == ir.Array {
				return "", false
			}
			parts[i] = f.byValue(x)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}", true
}

// convertAggregate prints T(x) of a struct or array. Arrays are the same in C;
// structs of two names are not, and are copied field by field.
func (f *fn) convertAggregate(e *ir.Convert) (string, int) {
	if e.Typ.Kind == ir.Array || e.Typ == e.X.Type() || f.g.structName(e.Typ) == f.g.structName(e.X.Type()) {
		return f.place(e.X)
	}
	return f.g.useConversion(e.Typ, e.X.Type()) + "(" + f.aggregate(e.X) + ")", precPostfix
}
