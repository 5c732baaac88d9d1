package cgen

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// place prints something with fields or elements, or a scalar in it. An array is printed as a C array (which decays
// to a pointer).
func (f *fn) place(e ir.Expr) (string, int) {
	switch e := e.(type) {
	case *ir.VarRef:
		return f.varRef(e.Var)
	case *ir.FieldRef:
		s := f.postfix(e.X) + "."
		if v, ok := e.X.(*ir.VarRef); ok && f.g.pointed(v.Var) {
			s = f.name(v.Var) + "->"
		}
		s += f.g.n.fields[e.Field]
		if v := ir.BaseVar(e); f.reread && e.Type().Kind.IsScalar() && v != nil && v.ByRef {
			return "*(const volatile " + f.g.typeName(e.Type()) + " *)&" + s, precUnary
		}
		return s, precPostfix
	case *ir.Index:
		x := f.postfix(e.X)
		return x + "[" + f.subscript(e) + "]", precPostfix
	case *ir.TableRef:
		f.g.useTable(e.Table)
		return f.g.n.tables[e.Table], precPostfix
	case *ir.Call:
		return f.call(e), precPostfix
	case *ir.Composite:
		return f.make(e), precPostfix
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
	case f.g.pointed(v) && v.Type.Kind != ir.Array:
		return "*" + n, precUnary
	}
	return n, precPostfix
}

// temporary reports whether the array is a value without a place.
func temporary(e ir.Expr) bool {
	switch e.(type) {
	case *ir.Call, *ir.Composite:
		return true
	}
	return false
}

// subscript prints an index, through the check if it is not proved to be in range.
func (f *fn) subscript(e *ir.Index) string {
	n := int64(e.X.Type().Len)
	if c, ok := e.I.(*ir.Const); ok && c.Ref == nil {
		return number(ir.Int32, c.Value, c.Text, c.Lit).s
	}
	reread := f.reread
	f.reread = f.g.guarded(e)
	x := f.expr(e.I)
	f.reread = reread
	if f.g.inRange(e) && !f.g.guarded(e) {
		return x.s
	}
	k := ir.Uint32
	if e.I.Type().Kind.Bits() == 64 {
		k = ir.Uint64
	}
	if e.I.Type().Kind.IsSigned() {
		x = cast(k, x) // a negative index becomes a large one
	}
	name := "index_"
	if f.g.guarded(e) {
		name = "within_"
	}
	return f.g.useHelper(name+suffix(k)) + "(" + as(x, k).s + ", " + fmt.Sprint(n) + ")"
}

// address prints a pointer to a place.
func (f *fn) address(e ir.Expr) string {
	if v, ok := e.(*ir.VarRef); ok && f.g.pointed(v.Var) {
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
		return f.call(x)
	case *ir.Composite:
		return f.make(x)
	case *ir.VarRef:
		if x.Var.Param && !x.Var.ByRef {
			return f.name(x.Var)
		}
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

// call prints a call of a function with at most one result.
func (f *fn) call(c *ir.Call) string {
	return f.g.n.funcs[c.Func] + "(" + strings.Join(f.args(c), ", ") + ")"
}

func (f *fn) args(c *ir.Call) []string {
	f.g.useFunc(c.Func)
	args := make([]string, 0, len(c.Args))
	for i, a := range c.Args {
		if a.ByRef || f.g.pointed(c.Func.Params[i]) {
			args = append(args, f.address(a.X))
		} else {
			args = append(args, f.byValue(a.X))
		}
	}
	return args
}

// make prints a composite inside an expression: a call of a small function, as C++ has no compound literals.
func (f *fn) make(c *ir.Composite) string {
	if zeroComposite(c) {
		return f.g.useTypeHelper("zero", c.Typ) + "()"
	}
	args := make([]string, len(c.Elems))
	for i, e := range c.Elems {
		t := c.Typ.Component(i)
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
	return !slices.ContainsFunc(c.Elems, func(e ir.Expr) bool { return e != nil })
}

// zeros prints the zero of a type with all braces and elements.
func zeros(t *ir.Type) string {
	if t.Kind.IsScalar() {
		return zeroScalar(t.Kind)
	}
	n := t.Len
	if t.Kind == ir.Struct {
		n = len(t.Fields)
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = zeros(t.Component(i))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func zeroScalar(k ir.Kind) string {
	return number(k, k.Max().SetInt64(0), "", false).s
}

// mostZeros is the most zeros that are written for an element that is not given.
const mostZeros = 32

// braces prints a composite as an initialiser in braces, with every element
// written; ok is false if an array in it cannot be initialised so, or would be too long.
func (f *fn) braces(c *ir.Composite) (string, bool) {
	if zeroComposite(c) {
		return f.g.useZero(), true
	}
	return f.inner(c)
}

// inner is braces of a nested composite. Zeros are written out there: only a whole initialiser may be {0} if
// aggregates are nested (-Wmissing-braces).
func (f *fn) inner(c *ir.Composite) (string, bool) {
	parts := make([]string, len(c.Elems))
	for i, e := range c.Elems {
		t := c.Typ.Component(i)
		switch x := e.(type) {
		case nil:
			if t.Leaves() > mostZeros {
				return "", false
			}
			parts[i] = zeros(t)
		case *ir.Composite:
			s, ok := f.inner(x)
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
