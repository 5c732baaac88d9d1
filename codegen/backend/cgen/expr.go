package cgen

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// expr prints a scalar expression.
func (f *fn) expr(e ir.Expr) cx {
	switch e := e.(type) {
	case *ir.Const:
		c := f.constant(e)
		c.fixed = true
		return c
	case *ir.VarRef, *ir.FieldRef, *ir.Index:
		s, prec := f.place(e)
		return cx{s: s, prec: prec, k: e.Type().Kind}
	case *ir.Unary:
		return f.unary(e)
	case *ir.Binary:
		return f.binary(e)
	case *ir.Shift:
		return f.shift(e.Op, f.expr(e.X), f.g.r.Of(e.X), e.Count, e.Typ.Kind)
	case *ir.Convert:
		return f.convert(e)
	case *ir.MinMax:
		return f.minMax(e)
	case *ir.Intrinsic:
		return f.intrinsic(e)
	case *ir.Call:
		return cx{s: f.call(e), prec: precPostfix, k: e.Typ.Kind}
	}
	f.fail(e.At(), "unexpected expression %T", e)
	return cx{s: "0", prec: precPostfix, k: ir.Int32}
}

// value prints a scalar expression with the C type of its kind.
func (f *fn) value(e ir.Expr) cx { return as(f.expr(e), e.Type().Kind) }

func (f *fn) constant(c *ir.Const) cx {
	k := c.Typ.Kind
	if c.Ref != nil && c.Ref.Local {
		f.info.use(c.Ref, k)
	}
	if c.Ref == nil {
		if n, ok := f.namedConstants(c); ok {
			return n
		}
	}
	if c.Ref == nil || (c.Ref.Local && f.consts[c.Ref] == "") {
		return number(k, c.Value, c.Text, c.Lit)
	}
	if c.Ref.Local {
		return cx{s: f.consts[c.Ref], prec: precPostfix, k: k}
	}
	name := f.g.useConst(c.Ref, k)
	if c.Ref.Type == nil && k != ir.Bool && f.g.constKind(c.Ref) != k {
		return cast(k, cx{s: name, prec: precPostfix})
	}
	return cx{s: name, prec: precPostfix, k: k}
}

func (f *fn) unary(e *ir.Unary) cx {
	k, x := e.Typ.Kind, f.expr(e.X)
	switch {
	case e.Op == ir.Not:
		return cx{s: "!" + x.in(precUnary), prec: precUnary, k: ir.Bool}
	case e.Op == ir.Compl && wide(k):
		return cx{s: "~" + x.in(precUnary), prec: precUnary, k: k}
	case e.Op == ir.Compl:
		return f.cut(k, k.IsSigned(), cx{s: "~" + x.in(precUnary), prec: precUnary, k: ir.Int32})
	}
	return f.negate(k, x, f.g.r.Of(e.X))
}

// negate prints -x, where rx is the range of x.
func (f *fn) negate(k ir.Kind, x cx, rx interval.Interval) cx {
	r := interval.Arith(ir.Sub, interval.Point(new(big.Int)), rx)
	neg := cx{s: "-" + x.in(precPostfix), prec: precUnary, k: ir.Int32}
	switch {
	case !wide(k):
		return f.cut(k, r.Fits(k), neg)
	case !k.IsSigned():
		return cx{s: number(k, new(big.Int), "", false).s + " - " + x.in(precMul), prec: precAdd, k: k}
	case r.Fits(k):
		neg.k = k
		return neg
	}
	return f.helper("neg_"+suffix(k), k, x)
}

// cut reduces an exact int value to the 8 or 16 bits of k, unless it is known to fit.
func (f *fn) cut(k ir.Kind, fits bool, c cx) cx {
	if fits {
		return c
	}
	if !k.IsSigned() {
		return cast(k, c)
	}
	return f.toSigned(k, c)
}

func unsignedOf(k ir.Kind) ir.Kind {
	if k.IsSigned() {
		return k + (ir.Uint8 - ir.Int8)
	}
	return k
}

// toSigned converts an integer of any value to the signed kind k, modulo 2^n.
func (f *fn) toSigned(k ir.Kind, c cx) cx {
	u := unsignedOf(k)
	if c.k != u {
		c = cast(u, c)
	}
	return f.helper("to_"+suffix(k), k, c)
}

func (f *fn) helper(name string, k ir.Kind, args ...cx) cx {
	s := collect.Of(args, func(a cx) string { return a.s })
	return cx{s: f.g.useHelper(name) + "(" + strings.Join(s, ", ") + ")", prec: precPostfix, k: k}
}

type opInfo struct {
	s    string
	prec int
}

var cOps = map[ir.Op]opInfo{
	ir.Add: {"+", precAdd}, ir.Sub: {"-", precAdd}, ir.Mul: {"*", precMul}, ir.Div: {"/", precMul}, ir.Rem: {"%", precMul},
	ir.And: {"&", precBitAnd}, ir.Or: {"|", precBitOr}, ir.Xor: {"^", precBitXor}, ir.AndNot: {"&", precBitAnd},
	ir.Shl: {"<<", precShift}, ir.Shr: {">>", precShift},
	ir.Eq: {"==", precEq}, ir.Ne: {"!=", precEq}, ir.Lt: {"<", precRel}, ir.Le: {"<=", precRel},
	ir.Gt: {">", precRel}, ir.Ge: {">=", precRel}, ir.LAnd: {"&&", precAnd}, ir.LOr: {"||", precOr},
}

// infix joins two operands, with parentheses where C's precedence requires them and where compilers would warn or
// readers hesitate without them.
func infix(op ir.Op, x, y cx, k ir.Kind) cx {
	o := cOps[op]
	left, right := o.prec, o.prec+1
	switch op {
	case ir.And, ir.Or, ir.Xor, ir.AndNot:
		// a & b & c needs no parentheses, everything else gets them.
		left, right = precUnary, precUnary
		if x.prec == o.prec {
			left = o.prec
		}
	case ir.Shl, ir.Shr:
		left, right = precUnary, precUnary
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		left, right = precAdd, precAdd
	case ir.LOr:
		left, right = precBitOr, precBitOr
		if x.prec == precOr {
			left = precOr
		}
	case ir.LAnd:
		left, right = precBitOr, precBitOr
		if x.prec == precAnd {
			left = precAnd
		}
	}
	ys := y.in(right)
	if strings.HasPrefix(ys, "-") {
		ys = "(" + ys + ")"
	}
	return cx{s: x.in(left) + " " + o.s + " " + ys, prec: o.prec, k: k}
}

func (f *fn) binary(e *ir.Binary) cx {
	switch {
	case e.Op == ir.LAnd || e.Op == ir.LOr:
		return f.logical(e)
	case e.Op.IsCompare():
		return f.compare(e)
	}
	y := f.expr(e.Y)
	return f.arith(e.Op, f.expr(e.X), y, f.g.r.Of(e.X), f.g.r.Of(e.Y), e.Typ.Kind)
}

// logical prints && and ||, without an operand that is already decided.
func (f *fn) logical(e *ir.Binary) cx {
	neutral, absorbing := "true", "false"
	if e.Op == ir.LOr {
		neutral, absorbing = absorbing, neutral
	}
	x := f.expr(e.X)
	if x.s == absorbing {
		return x
	}
	y := f.expr(e.Y)
	switch {
	case x.s == neutral:
		return y
	case y.s == neutral:
		return x
	}
	return infix(e.Op, x, y, ir.Bool)
}

// compare prints a comparison. One that the types of the operands decide is printed as true or false, since compilers
// warn of it.
func (f *fn) compare(e *ir.Binary) cx {
	if truth, known := f.decided(e); known {
		return f.truthValue(truth, e.X, e.Y)
	}
	if m, ok := e.X.(*ir.MinMax); ok && len(m.Args) == 2 && e.Op != ir.Eq && e.Op != ir.Ne && ir.BaseVar(e.Y) != nil && !f.g.faults(e) && f.g.flat == nil {
		return f.logical(apart(e, m))
	}
	mark := len(f.read)
	x, y := f.expr(e.X), f.expr(e.Y)
	if x.s == y.s {
		f.read = f.read[:mark]
		return f.truthValue(e.Op == ir.Eq || e.Op == ir.Le || e.Op == ir.Ge, e.X)
	}
	return infix(e.Op, x, y, ir.Bool)
}

// apart returns max(a, b) >= y as a >= y || b >= y, of which compilers make less, and so for min and other orders.
func apart(e *ir.Binary, m *ir.MinMax) *ir.Binary {
	a, b, both := *e, *e, *e
	a.X, b.X = m.Args[0], m.Args[1]
	both.X, both.Y, both.Op = &a, &b, ir.LAnd
	if m.Max == (e.Op == ir.Gt || e.Op == ir.Ge) {
		both.Op = ir.LOr
	}
	return &both
}

// truthValue prints a known truth value, after those operands that can fault.
func (f *fn) truthValue(b bool, of ...ir.Expr) cx {
	var s string
	for _, e := range of {
		if f.g.faults(e) {
			s += "(void)" + f.expr(e).in(precUnary) + ", "
		}
	}
	if s += fmt.Sprint(b); len(s) > len("false") {
		s = "(" + s + ")"
	}
	return cx{s: s, prec: precPostfix, k: ir.Bool}
}

// decided reports whether a comparison with a constant is decided by the operand's type, or by its operations if a
// compiler sees through them.
func (f *fn) decided(e *ir.Binary) (truth, known bool) {
	_, cX := e.X.(*ir.Const)
	_, cY := e.Y.(*ir.Const)
	if cX == cY || !e.X.Type().Kind.IsInteger() {
		return false, false
	}
	return interval.Compare(e.Op, f.visible(e.X), f.visible(e.Y))
}

// visible is the range that a compiler without data flow may see.
func (f *fn) visible(e ir.Expr) interval.Interval {
	switch e.(type) {
	case *ir.Const, *ir.Binary, *ir.Shift, *ir.Convert:
		return f.g.r.Of(e)
	}
	return interval.Of(e.Type().Kind)
}

// arith prints x op y for the kind k, given the ranges of the operands.
func (f *fn) arith(op ir.Op, x, y cx, rx, ry interval.Interval, k ir.Kind) cx {
	if op == ir.AndNot {
		y = cx{s: "~" + y.in(precUnary), prec: precUnary, k: y.k}
	}
	r := interval.Arith(op, rx, ry)
	minusOne := op == ir.Div || op == ir.Rem
	minusOne = minusOne && ry.IsPoint() && ry.Lo.Cmp(big.NewInt(-1)) == 0
	switch {
	case minusOne && op == ir.Div:
		return f.negate(k, x, rx)
	case minusOne: // the remainder is 0, and MinInt % -1 is undefined in C
		return infix(ir.And, x, number(k, new(big.Int), "", false), promoted(k))
	case op == ir.Div || op == ir.Rem:
		return f.cut(k, r.Fits(k), f.quotient(op, x, y, ry, promoted(k)))
	case !wide(k):
		return f.narrowArith(op, x, y, r, k)
	case op == ir.Mul && k == ir.Uint64 || op == ir.Mul && k == ir.Int64 && r.Fits(k):
		return f.product(x, y, rx, ry, k)
	case !k.IsSigned() || r.Fits(k) || bitwise(op):
		return infix(op, x, y, k)
	}
	names := map[ir.Op]string{ir.Add: "add_", ir.Sub: "sub_", ir.Mul: "mul_"}
	return f.helper(names[op]+suffix(k), k, x, y)
}

// product prints x * y of 64 bits, an int64 if it fits, as a macro if a 32-bit core may lack instructions for it.
func (f *fn) product(x, y cx, rx, ry interval.Interval, k ir.Kind) cx {
	name := "mul64"
	switch {
	case x.fixed && shifts(rx) || y.fixed && shifts(ry):
		return infix(ir.Mul, x, y, k)
	case k.IsSigned():
		name = "mul_within64"
	case rx.Fits(ir.Uint32) && ry.Fits(ir.Uint32):
		name = "mul32"
	}
	return f.macro(name, k, x, y)
}

// quotient prints x / y or x % y by a constant, whose range is ry, as a macro if a 32-bit core may lack instructions
// for it.
func (f *fn) quotient(op ir.Op, x, y cx, ry interval.Interval, k ir.Kind) cx {
	if ry.Lo.TrailingZeroBits() == uint(ry.Lo.BitLen()-1) { // shifts and a mask
		return infix(op, x, y, k)
	}
	return f.macro(map[ir.Op]string{ir.Div: "div_", ir.Rem: "rem_"}[op]+suffix(k), k, x, y)
}

// shifts reports whether a product with that constant is a shift.
func shifts(r interval.Interval) bool {
	return r.IsPoint() && r.Lo.Sign() > 0 && r.Lo.TrailingZeroBits() == uint(r.Lo.BitLen()-1)
}

// macro prints the use of a helper macro: an operator if the core has it.
func (f *fn) macro(name string, k ir.Kind, args ...cx) cx {
	c := f.helper(name, k, args...)
	c.s = f.g.upper + strings.ToUpper(name) + strings.TrimPrefix(c.s, f.g.opt.Prefix+name)
	return c
}

func bitwise(op ir.Op) bool {
	return op == ir.And || op == ir.Or || op == ir.Xor || op == ir.AndNot
}

func promoted(k ir.Kind) ir.Kind {
	if wide(k) {
		return k
	}
	return ir.Int32
}

// narrowArith is arith for 8 and 16 bits, where C computes in int. Only a product of two uint16 can exceed int.
func (f *fn) narrowArith(op ir.Op, x, y cx, r interval.Interval, k ir.Kind) cx {
	if bitwise(op) {
		return infix(op, x, y, ir.Int32)
	}
	if op == ir.Mul && !r.Fits(ir.Int32) {
		return cast(k, infix(op, cast(ir.Uint32, x), cast(ir.Uint32, y), ir.Uint32))
	}
	return f.cut(k, r.Fits(k), infix(op, x, y, ir.Int32))
}

var shiftNames = map[ir.Op]string{ir.Shl: "shl", ir.Shr: "shr"}

// shift prints x << count or x >> count for the kind k.
func (f *fn) shift(op ir.Op, x cx, rx interval.Interval, count ir.Expr, k ir.Kind) cx {
	rc := f.g.r.Of(count)
	n := f.count(count)
	_, fixed := count.(*ir.Const)
	width := int64(max(32, k.Bits())) // of the C operation
	r := interval.Arith(op, rx, rc)
	wk := ir.Uint32
	if k.Bits() == 64 {
		wk = ir.Uint64
	}
	switch {
	case rx.NonNegative() && rc.Below(width-1) && (op == ir.Shr || r.Fits(promoted(k)) && k != wk):
		// No sign and no bit is lost in the promoted type.
		c := infix(op, x, n, promoted(k))
		if k.Bits() == 64 && !fixed {
			c = f.macro(shiftNames[op]+map[bool]string{false: "64", true: "_plus64"}[k.IsSigned()], k, x, f.counted(n, count))
		}
		if !wide(k) {
			return f.cut(k, r.Fits(k), c)
		}
		return c
	case op == ir.Shr && k.IsSigned():
		return f.helper("sar_"+suffix(promoted(k)), promoted(k), as(x, promoted(k)), f.counted(n, count))
	}
	var c cx
	if x.k != wk {
		x = cast(wk, x)
	}
	switch {
	case !rc.Below(width):
		c = f.helper(shiftNames[op]+"_"+suffix(wk), wk, x, f.counted(n, count))
	case wk == ir.Uint64 && !fixed:
		c = f.macro(shiftNames[op]+"64", wk, x, f.counted(n, count))
	default:
		c = infix(op, x, n, wk)
	}
	switch {
	case k == wk:
		return c
	case k.IsSigned():
		return f.toSigned(k, c)
	}
	return cast(k, c)
}

// count prints a shift count; a literal one without a suffix.
func (f *fn) count(e ir.Expr) cx {
	if c, ok := e.(*ir.Const); ok && c.Ref == nil && c.Value.BitLen() < 31 {
		return number(ir.Int32, c.Value, c.Text, c.Lit)
	}
	return f.expr(e)
}

// counted makes a shift count the uint32_t argument of a helper. A count of 64 bits is first clamped to 255, which
// also shifts everything out.
func (f *fn) counted(n cx, e ir.Expr) cx {
	if c, ok := e.(*ir.Const); ok && c.Ref == nil {
		return number(ir.Uint32, interval.Min(c.Value, big.NewInt(255)), "", false)
	}
	if n.k == ir.Uint64 && !f.g.r.Of(e).Fits(ir.Uint32) {
		return f.helper("count", ir.Uint32, n)
	}
	return as(n, ir.Uint32)
}

func (f *fn) convert(e *ir.Convert) cx {
	k, from := e.Typ.Kind, e.X.Type().Kind
	x := f.expr(e.X)
	switch {
	case k == from:
		return x
	case !k.IsSigned() || f.g.r.Of(e.X).Fits(k):
		if x.literal {
			return number(k, f.g.r.Of(e.X).Lo, "", false)
		}
		if x.k == k {
			return x
		}
		return cast(k, x)
	}
	return f.toSigned(k, x)
}

func (f *fn) minMax(e *ir.MinMax) cx {
	k := e.Typ.Kind
	name := "min_"
	if e.Max {
		name = "max_"
	}
	if f.g.flat[e] {
		name = "flat_" + name
	}
	c := f.value(e.Args[0])
	for _, a := range e.Args[1:] {
		c = f.helper(name+suffix(k), k, c, f.value(a))
	}
	return c
}

var countNames = map[ir.IntrinsicOp]string{
	ir.LeadingZeros: "clz", ir.TrailingZeros: "ctz", ir.Len: "bit_len", ir.OnesCount: "popcount",
}

func (f *fn) intrinsic(e *ir.Intrinsic) cx {
	k := e.Typ.Kind
	x := f.value(e.Args[0])
	if e.Op == ir.RotateLeft {
		n := e.Args[1].(*ir.Const)
		return f.helper(fmt.Sprintf("rotl%d", e.Bits), k, x, number(ir.Uint32, n.Value, "", false))
	}
	c := f.helper(fmt.Sprintf("%s%d", countNames[e.Op], e.Bits), ir.Uint32, x)
	if k == ir.Uint32 {
		return c
	}
	return cast(k, c)
}
