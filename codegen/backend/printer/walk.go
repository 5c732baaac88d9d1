package printer

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Dialect is the table of what languages spell differently.
type Dialect struct {
	Signs
	Mark, Trail      string // of a comment on a line, and behind one
	If, ElseIf, Else string // with %s for the condition
	End              string // of a block; "" if its indentation ends it
	Empty            string // a statement for a block without one; "" if it needs none
	Semicolon        string
	False, True      string
	Deref            string // before a variable that is a reference; "" if it reads like what it refers to
	Field            string // between a field's name and its value
	Results          string // with %s for several results
	Methods          bool   // min and max are methods of numbers
	Copies           bool   // a struct or array that is not copied is another name for the same
	ArrayType        string // with %[1]s for the type of elements and %[2]d for how many there are
	Made             Text   // a struct, with %s for its type and its fields
	Rest             string // before the zero that gives the other fields; "" if it is not needed
	Zeroed           string // the zero of a struct type
	LocalConst       string // with %[1]s for the name, %[2]s for the type and %[3]s for the value
	// Struct and Array assign, by the first %s, to the object behind a reference parameter; "" if = does.
	Struct, Array string
	// Scalar returns the name of a scalar type; nil is of a language whose numbers have no type.
	Scalar func(ir.Kind) string
	// ZeroArray prints the zero of an array by that of an element.
	ZeroArray func(elem string, t *ir.Type) Text
}

// Language prints what a table cannot express. Each statement prints whole lines to its Body.
type Language interface {
	// Name returns the name of a function, a constant, a table or a struct in the text.
	Name(what any) string
	// Local names a constant of a function.
	Local(*ir.ConstDecl) string
	Subscript(*ir.Index) string
	Unary(e *ir.Unary, x Text) Text
	Arith(op ir.Op, pos ir.Pos, x, y ir.Expr) Text
	Convert(e *ir.Convert, x Text) Text
	Intrinsic(e *ir.Intrinsic, args []Text) Text
	Call(*ir.Call) string
	// Declare prints a variable that begins as x, which is init if that is not nil.
	Declare(v *ir.Var, init ir.Expr, x string)
	Multi(*ir.MultiAssign)
	// For prints a loop that has turns.
	For(*ir.For)
	// Switch prints one whose tag is not a constant. def is the default clause, or nil.
	Switch(tag ir.Expr, cases []*ir.Case, def *ir.Case)
}

// Mention returns the name of something, which is used with that.
func (b *Body) Mention(what any) string {
	b.Use(what)
	return b.Name(what)
}

// Expr prints an expression. A struct or array is not copied.
func (b *Body) Expr(e ir.Expr) Text {
	switch e := e.(type) {
	case *ir.Const:
		return b.Const(e)
	case *ir.VarRef:
		if e.Var.ByRef && b.Deref != "" {
			return Unary(b.Deref + b.Vars[e.Var])
		}
		return Atom(b.Vars[e.Var])
	case *ir.TableRef:
		return Atom(b.Mention(e.Table))
	case *ir.FieldRef:
		return Atom(b.place(e.X) + "." + b.Names[e.Field])
	case *ir.Index:
		return Atom(b.place(e.X) + "[" + b.Subscript(e) + "]")
	case *ir.Unary:
		return b.Unary(e, b.Expr(e.X))
	case *ir.Binary:
		if e.Op.IsCompare() || e.Op == ir.LAnd || e.Op == ir.LOr {
			return b.Infix(e.Op, b.Expr(e.X), b.Expr(e.Y))
		}
		return b.Arith(e.Op, e.Pos, e.X, e.Y)
	case *ir.Shift:
		return b.Arith(e.Op, e.Pos, e.X, e.Count)
	case *ir.Convert:
		return b.Convert(e, b.Expr(e.X))
	case *ir.MinMax:
		return b.minMax(map[bool]string{true: "max", false: "min"}[e.Max], b.exprs(e.Args))
	case *ir.Intrinsic:
		return b.Intrinsic(e, b.exprs(e.Args))
	case *ir.Call:
		return Atom(b.Call(e))
	case *ir.Composite:
		return b.composite(e)
	}
	b.Fail(e.At(), "unexpected expression %T", e)
	return Atom("0")
}

func (b *Body) minMax(name string, args []Text) Text {
	if len(args) == 1 {
		return args[0]
	}
	if !b.Methods {
		return Call(name, args...)
	}
	x := args[0]
	for _, a := range args[1:] {
		x = Method(x, name, a.S)
	}
	return x
}

// Call returns the call of a function.
func Call(name string, args ...Text) Text {
	list := collect.Of(args, func(a Text) string { return a.S })
	return Atom(name + "(" + strings.Join(list, ", ") + ")")
}

// Method returns the call of a method.
func Method(x Text, name string, args ...string) Text {
	return Atom(x.WithType().In(PrecPostfix) + "." + name + "(" + strings.Join(args, ", ") + ")")
}

// Value prints an expression for another place: a struct or array that has one is copied.
func (b *Body) Value(e ir.Expr) Text {
	x := b.Expr(e)
	switch e.(type) {
	case *ir.VarRef, *ir.FieldRef, *ir.Index:
		return b.Copied(x, e.Type())
	}
	return x
}

// Copied prints a copy of a value for another place.
func (b *Body) Copied(x Text, t *ir.Type) Text {
	switch {
	case !b.Copies || t.Kind.IsScalar():
		return x
	case t.Kind == ir.Struct:
		return Method(x, "copy")
	case t.Elem.Kind.IsScalar():
		return Atom(x.In(PrecPostfix) + "[:]")
	}
	return Atom("[" + b.Copied(Atom("x"), t.Elem).S + " for x in " + x.S + "]")
}

func (b *Body) exprs(list []ir.Expr) []Text {
	return collect.Of(list, b.Expr)
}

// place prints the operand of a field or an element: references are followed implicitly.
func (b *Body) place(e ir.Expr) string {
	if v, ok := e.(*ir.VarRef); ok {
		return b.Vars[v.Var]
	}
	return b.Expr(e).In(PrecPostfix)
}

// Parts prints the elements of an array, or the fields of a struct that are given, by name. given is false if none is.
func (b *Body) Parts(c *ir.Composite) (parts []string, given bool) {
	for i, e := range c.Elems {
		given = given || e != nil
		switch {
		case e != nil && c.Typ.Kind == ir.Struct:
			parts = append(parts, b.Names[c.Typ.Fields[i]]+b.Field+b.Value(e).S)
		case e != nil:
			parts = append(parts, b.Value(e).S)
		case c.Typ.Kind == ir.Array:
			parts = append(parts, b.Zero(c.Typ.Elem).S)
		}
	}
	return parts, given
}

func (b *Body) composite(c *ir.Composite) Text {
	parts, given := b.Parts(c)
	switch {
	case !given:
		return b.Zero(c.Typ)
	case c.Typ.Kind == ir.Array:
		return Atom("[" + strings.Join(parts, ", ") + "]")
	}
	if b.Rest != "" && len(parts) < len(c.Elems) {
		parts = append(parts, b.Rest+b.Zero(c.Typ).S)
	}
	return Text{S: fmt.Sprintf(b.Made.S, b.ClassOf(c.Typ), strings.Join(parts, ", ")), Prec: b.Made.Prec}
}

// Zero prints a zero value.
func (b *Body) Zero(t *ir.Type) Text {
	switch t.Kind {
	case ir.Struct:
		return Atom(fmt.Sprintf(b.Zeroed, b.ClassOf(t)))
	case ir.Array:
		return b.ZeroArray(b.Zero(t.Elem).S, t)
	}
	return b.Number(new(big.Int), "", t.Kind)
}

// ClassOf returns the name of a struct where one is made.
func (b *Body) ClassOf(t *ir.Type) string {
	if b.Class != nil {
		return b.Class(t)
	}
	return b.TypeName(t)
}

// TypeName prints a type. That of a scalar is its own name only in a language whose numbers have types; elsewhere its constants
// are used.
func (b *Body) TypeName(t *ir.Type) string {
	switch {
	case t.Decl != nil && (b.Scalar != nil || t.Kind == ir.Struct):
		return b.Mention(t)
	case t.Kind == ir.Struct:
		for _, f := range t.Fields {
			b.Fail(f.Pos, "a struct without a name; declare a type for it")
		}
	case t.Kind == ir.Array:
		return fmt.Sprintf(b.ArrayType, b.TypeName(t.Elem), t.Len)
	case b.Scalar != nil:
		return b.Scalar(t.Kind)
	case t.Decl != nil:
		for _, c := range t.Decl.Consts() {
			b.Use(c)
		}
	}
	return t.Kind.String()
}

// TypeNames prints types.
func (b *Body) TypeNames(types []*ir.Type) []string {
	return collect.Of(types, b.TypeName)
}

// Const prints a constant as in the source, if the language reads that alike.
func (b *Body) Const(c *ir.Const) Text {
	if d := c.Ref; d != nil && b.isOf(d, c.Typ.Kind) {
		if !d.Local {
			return Atom(b.Mention(d))
		}
		if b.Locals[d] != "" {
			return Atom(b.Locals[d])
		}
	}
	return b.Number(c.Value, c.Text, c.Typ.Kind)
}

// isOf reports whether a constant's name denotes a value of a kind.
func (b *Body) isOf(d *ir.ConstDecl, k ir.Kind) bool { return b.Scalar == nil || b.Kind(d, k) == k }

// Number prints a value of a kind, by its text if that is an expression of literals and constants that the language computes
// alike.
func (b *Body) Number(v *big.Int, text string, k ir.Kind) Text {
	switch {
	case k == ir.Bool && v.Sign() != 0:
		return Atom(b.True)
	case k == ir.Bool:
		return Atom(b.False)
	}
	var named []*ir.ConstDecl
	t := Spelling{Program: b.Program, Package: b.Pkg, Signs: b.Signs, Name: func(d *ir.ConstDecl) string {
		if !b.isOf(d, k) {
			return ""
		}
		named = append(named, d)
		return b.Name(d)
	}}
	if b.Scalar != nil {
		t.Suffix, t.Fits = "_"+b.Scalar(k), func(v *big.Int) bool { return interval.Point(v).Fits(k) }
	}
	if x, ok := t.Constant(text, v); ok {
		for _, d := range named {
			b.Use(d)
		}
		return x
	}
	x := Atom(v.String())
	if b.Scalar != nil && v.BitLen() > 16 && v.Sign() > 0 && text != "" {
		x.S = fmt.Sprintf("0x%X", v)
	}
	if v.Sign() < 0 {
		x.Prec = PrecUnary
	}
	x.Typed = x.S + t.Suffix
	return x
}

func (b *Body) declare(s *ir.Declare) {
	x := Text{}
	if s.Init != nil {
		x = b.Value(s.Init)
	} else {
		x = b.Zero(s.Var.Type)
	}
	b.Declare(s.Var, s.Init, x.S)
}

// declareConst prints a constant that is not the blank one. One without a type that nothing mentions has none.
func (b *Body) declareConst(c *ir.ConstDecl) {
	k := b.Kind(c, ir.Invalid)
	if k == ir.Invalid && b.Scalar != nil {
		return
	}
	t, name := "", b.Local(c)
	if b.Scalar != nil {
		t = b.Scalar(k)
	}
	x := b.Number(c.Value, c.Text, k)
	b.Locals[c] = name
	b.Line(b.LocalConst, name, t, x.S)
}

// assign prints x = y, and x op= y as such where the language means the same by it.
func (b *Body) assign(s *ir.Assign) {
	dst, format := b.Expr(s.Dst), "%s = %s"+b.Semicolon
	if s.Op != ir.NoOp {
		full, src := b.Arith(s.Op, s.Pos, s.Dst, s.Src), b.Expr(s.Src)
		if full.S == b.Infix(s.Op, dst, src).S {
			b.Line("%s %s= %s%s", dst.S, b.Sign(s.Op), b.Operand(s.Op, src).S, b.Semicolon)
			return
		}
		b.Line(format, dst.S, full.S)
		return
	}
	v, whole := s.Dst.(*ir.VarRef)
	switch {
	case whole && v.Var.ByRef && b.Struct != "" && s.Dst.Type().Kind == ir.Struct:
		b.Line(b.Struct, dst.S, b.Expr(s.Src).S)
		return
	case whole && v.Var.ByRef && b.Array != "" && s.Dst.Type().Kind == ir.Array:
		format = b.Array
	}
	b.Line(format, dst.S, b.Value(s.Src).S)
}

// ret prints a return. A variable of the function needs no copy, which is its last use.
func (b *Body) ret(s *ir.Return) {
	parts := make([]string, len(s.Values))
	returned := map[*ir.Var]bool{}
	for i, e := range s.Values {
		if v, ok := e.(*ir.VarRef); ok && !v.Var.ByRef && !returned[v.Var] {
			returned[v.Var] = true
			parts[i] = b.Expr(e).S
		} else {
			parts[i] = b.Value(e).S
		}
	}
	b.Line("%s%s", strings.TrimSpace("return "+b.List(parts)), b.Semicolon)
}

// List prints results, or their types.
func (b *Body) List(parts []string) string {
	text := strings.Join(parts, ", ")
	if len(parts) > 1 {
		text = fmt.Sprintf(b.Results, text)
	}
	return text
}
