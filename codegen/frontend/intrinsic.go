package frontend

import (
	"go/ast"
	"go/types"
	"math/big"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// The calls other than of firmware functions: len, min, max, math/bits.

// bitsFunc returns the name of the function of math/bits that e calls, or "".
func (b *body) bitsFunc(e *ast.CallExpr) string {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if o, ok := b.p.info.Uses[sel.Sel].(*types.Func); ok && o.Pkg() != nil && o.Pkg().Path() == bitsPath {
		return o.Name()
	}
	return ""
}

func (b *body) isBuiltin(e *ast.CallExpr) string {
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if o, ok := b.p.info.Uses[id].(*types.Builtin); ok {
			return o.Name()
		}
	}
	return ""
}

// isCount reports whether e is a call that returns an int: len or a count of math/bits.
func (b *body) isCount(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || b.isConversion(c) {
		return false
	}
	if b.isBuiltin(c) == "len" {
		return true
	}
	name := b.bitsFunc(c)
	return name != "" && intrinsics[strings.TrimRight(name, "0123456789")].count
}

type intrinsic struct {
	op    ir.IntrinsicOp
	count bool
	args  int
	min   int // least width in the subset
}

var intrinsics = map[string]intrinsic{
	"LeadingZeros":  {ir.LeadingZeros, true, 1, 8},
	"TrailingZeros": {ir.TrailingZeros, true, 1, 8},
	"Len":           {ir.Len, true, 1, 8},
	"OnesCount":     {ir.OnesCount, true, 1, 8},
	"RotateLeft":    {ir.RotateLeft, false, 2, 32},
	"Mul":           {ir.MulWide, false, 2, 32},
	"Add":           {ir.AddCarry, false, 3, 32},
	"Sub":           {ir.SubBorrow, false, 3, 32},
}

// countAs translates T(len(a)) and T(bits.LeadingZeros32(x)).
func (b *body) countAs(conv, c *ast.CallExpr, t *ir.Type) ir.Expr {
	if b.isBuiltin(c) == "len" {
		n := b.lenOf(c)
		if n == 0 || t == nil || !t.Kind.IsInteger() {
			return nil
		}
		return b.constNode(conv, t, t.Kind.Wrap(big.NewInt(int64(n))))
	}
	x := b.intrinsic(c, t)
	if x == nil || t == nil {
		return nil
	}
	if !t.Kind.IsInteger() {
		b.refuse(conv.Pos(), ruleConvert, useFixedWidth, "conversion of a count to %s", t)
		return nil
	}
	return x
}

// lenOf returns the length of the array in len(a), or 0 after a refusal.
func (b *body) lenOf(e ast.Expr) int {
	c, ok := e.(*ast.CallExpr)
	if !ok || b.isBuiltin(c) != "len" || len(c.Args) != 1 {
		return 0
	}
	x := b.base(c.Args[0])
	if x == nil {
		return 0
	}
	if x.Type().Kind != ir.Array {
		b.refuse(c.Pos(), ruleBuiltin, "use it on arrays", "len of %s", x.Type())
		return 0
	}
	if b.p.info.Types[c].Value == nil && indexed(x) {
		// For a type parameter's array it is not constant in Go, and the operand is evaluated.
		b.refuse(c.Pos(), ruleBuiltin, "take the length of an element with a constant index", "len of an element, whose index Go would check")
		return 0
	}
	return x.Type().Len
}

// indexed reports whether e has an index that is not a constant.
func indexed(e ir.Expr) bool {
	found := false
	ir.WalkSubexprs(e, func(x ir.Expr) {
		if i, ok := x.(*ir.Index); ok {
			_, constant := i.I.(*ir.Const)
			found = found || !constant
		}
	})
	return found
}

// builtin translates min, max, and refuses a len that is not converted.
func (b *body) builtin(e *ast.CallExpr, name string) ir.Expr {
	switch name {
	case "len":
		b.refuse(e.Pos(), ruleInt, useConvertAt, "len gives an int")
		return nil
	case "min", "max":
	default:
		return nil // refused by the checker
	}
	m := &ir.MinMax{Max: name == "max"}
	ok := true
	for _, a := range e.Args {
		x := b.expr(a)
		if ok = ok && x != nil; !ok {
			continue
		}
		if m.Typ == nil {
			m.ExprInfo = b.at(x.Type(), e)
		}
		ok = b.mustBe(x, m.Typ) != nil
		m.Args = append(m.Args, x)
	}
	if !ok {
		return nil
	}
	if !m.Typ.Kind.IsInteger() {
		b.refuse(e.Pos(), ruleBuiltin, "use it on integers", "%s of %s", name, m.Typ)
		return nil
	}
	return b.foldMinMax(e, m)
}

func (b *body) foldMinMax(e ast.Expr, m *ir.MinMax) ir.Expr {
	var v *big.Int
	for _, a := range m.Args {
		c, ok := a.(*ir.Const)
		if !ok {
			return m
		}
		if v == nil || (c.Value.Cmp(v) > 0) == m.Max {
			v = c.Value
		}
	}
	return b.constNode(e, m.Typ, v)
}

// intrinsic translates a call of math/bits. t is the type that a count is
// converted to.
func (b *body) intrinsic(e *ast.CallExpr, t *ir.Type) ir.Expr {
	name := b.bitsFunc(e)
	base := strings.TrimRight(name, "0123456789")
	in, known := intrinsics[base]
	width, _ := strconv.Atoi(name[len(base):])
	switch {
	case !known:
		b.refuse(e.Pos(), ruleBits, "see docs/subset.md for those that are in", "bits.%s is outside the subset", name)
		return nil
	case width == 0:
		b.refuse(e.Pos(), ruleInt, "use bits."+name+"32 or bits."+name+"64", "bits.%s is of the machine's word size", name)
		return nil
	case width < in.min:
		b.refuse(e.Pos(), ruleBits, "use bits."+base+"32", "bits.%s is outside the subset", name)
		return nil
	}
	if len(e.Args) != in.args {
		b.refuse(e.Pos(), ruleOrder, "assign the results to variables first", "several results passed on as arguments")
		return nil
	}
	ut := b.basicType(map[int]ir.Kind{8: ir.Uint8, 16: ir.Uint16, 32: ir.Uint32, 64: ir.Uint64}[width])
	x := &ir.Intrinsic{ExprInfo: b.at(t, e), Op: in.op, Bits: width}
	ok := true
	for i, a := range e.Args {
		var arg ir.Expr
		if in.op == ir.RotateLeft && i == 1 {
			arg = b.rotation(a, width)
		} else {
			arg = b.value(a, ut)
		}
		ok = ok && arg != nil
		x.Args = append(x.Args, arg)
	}
	if !ok {
		return nil
	}
	if in.op == ir.RotateLeft {
		x.Typ = ut
	}
	return x
}

// rotation translates the count of a rotation: a constant, of either sign in
// Go, here in [0, width).
func (b *body) rotation(e ast.Expr, width int) ir.Expr {
	v := bigOf(b.p.info.Types[e])
	if v == nil {
		b.refuse(e.Pos(), ruleBits, "rotate by a constant, or write x<<n | x>>(width-n) with unsigned n", "rotation by a variable")
		return nil
	}
	return b.constNode(e, b.basicType(ir.Uint32), new(big.Int).Mod(v, big.NewInt(int64(width))))
}

func bigOf(tv types.TypeAndValue) *big.Int {
	if tv.Value == nil {
		return nil
	}
	return bigValue(tv.Value)
}
