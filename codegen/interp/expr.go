package interp

import (
	"fmt"
	"math/bits"

	"smartnic-cc/codegen/ir"
)

// operand is a scalar in memory.
type operand struct {
	at uint16
	// temp: nothing else uses it, so the instruction that made it may be changed.
	temp bool
	con  bool // a constant, val
	val  uint64
	// The value is below 1<<bits, or if signed at least -1<<(bits-1) and below 1<<(bits-1).
	bits   uint8
	signed bool
}

const all = ^uint64(0)

func (b *builder) constant(v uint64, k ir.Kind) operand {
	x := operand{at: b.konst(v), con: true, val: v, bits: uint8(bits.Len64(v))}
	if k.IsSigned() && int64(v) < 0 {
		x.bits, x.signed = uint8(bits.Len64(^v)+1), true
	}
	return x
}

// temp returns a new word for a value of kind k.
func (b *builder) temp(k ir.Kind) operand {
	return operand{at: uint16(b.alloc(1)), temp: true, bits: uint8(k.Bits()), signed: k.IsSigned()}
}

// op emits an operation of two operands, or of x alone, and returns its result, of kind k.
func (b *builder) op(in instr, k ir.Kind, x operand, y ...operand) operand {
	r := b.temp(k)
	in.d, in.a = r.at, x.at
	folds := x.con
	if len(y) > 0 {
		in.b = y[0].at
		folds = folds && y[0].con
	}
	if folds && b.m.plain() {
		b.top--
		return b.constant(b.m.compute(in, x, y), k)
	}
	b.emit(in)
	return r
}

// scalar compiles an expression of a scalar type. Its operand keeps its value until the end of the statement, unless
// the statement stores there.
func (b *builder) scalar(e ir.Expr) operand {
	x := b.computed(e)
	b.valued(e, x)
	return x
}

func (b *builder) computed(e ir.Expr) operand {
	k := e.Type().Kind
	switch e := e.(type) {
	case *ir.Const:
		return b.constant(e.Word(), k)
	case *ir.VarRef, *ir.FieldRef:
		return b.read(b.place(e), k)
	case *ir.Index:
		return b.scalarAt(e)
	case *ir.Unary:
		return b.unary(e)
	case *ir.Binary:
		if isLogic(e) {
			x := b.temp(k)
			b.branches(int(x.at), e)
			x.temp = false
			return x
		}
		x := b.scalar(e.X)
		y := b.scalar(e.Y)
		if e.Op.IsCompare() {
			return b.compare(e.Op, e.X.Type().Kind, x, y)
		}
		return b.arith(e.Op, k, x, y)
	case *ir.Shift:
		x := b.scalar(e.X)
		return b.shift(e.Op, k, x, b.scalar(e.Count))
	case *ir.Convert:
		return b.wrap(k, b.scalar(e.X))
	case *ir.MinMax:
		return b.minMax(e)
	case *ir.Intrinsic:
		return b.intrinsic(e)
	case *ir.Call:
		return b.scalarCall(e)
	}
	panic(fmt.Sprintf("interp: expression %T", e))
}

func isLogic(e *ir.Binary) bool { return e.Op == ir.LAnd || e.Op == ir.LOr }

// scalarInto stores a scalar.
func (b *builder) scalarInto(at int, e ir.Expr) {
	binary, isBinary := e.(*ir.Binary)
	call, isCall := e.(*ir.Call)
	switch {
	case isBinary && isLogic(binary):
		b.branches(at, binary)
	case isCall && !b.tail(call):
		b.call(call, at, nil)
	default:
		b.move(at, b.scalar(e))
		return
	}
	b.valued(e, operand{at: uint16(at)})
}

// branches stores a condition by short-circuit evaluation.
func (b *builder) branches(at int, e *ir.Binary) {
	not, end := newLabel(), newLabel()
	b.parts(e, &jump{not, false})
	b.move(at, b.constant(1, ir.Bool))
	b.goTo(end, instr{op: opJump})
	b.bind(not)
	b.move(at, b.constant(0, ir.Bool))
	b.bind(end)
}

// wrap returns x in kind k, as Go's conversion and arithmetic do.
func (b *builder) wrap(k ir.Kind, x operand) operand {
	switch n := uint8(k.Bits()); {
	case k == ir.Bool || n == 64:
		return x
	case k.IsSigned() && (x.signed && x.bits <= n || !x.signed && x.bits < n), !k.IsSigned() && !x.signed && x.bits <= n:
		return x
	case k.IsSigned():
		return b.op(instr{op: opSext, k: 64 - n}, k, x)
	}
	return b.mask(k, x, mask(k))
}

func mask(k ir.Kind) uint64 { return all >> (64 - k.Bits()) }

// mask returns x & m, of kind k.
func (b *builder) mask(k ir.Kind, x operand, m uint64) operand {
	if in := b.last(x); in != nil && in.op <= lastMasked {
		in.imm &= m
	} else {
		x = b.op(instr{op: opMask, imm: m}, k, x)
	}
	n := uint8(bits.Len64(m))
	if x.signed || x.bits > n {
		x.bits, x.signed = n, false
	}
	return x
}

// masked emits an operation whose result wraps to kind k.
func (b *builder) masked(o op, k ir.Kind, x operand, y ...operand) operand {
	if k.IsSigned() && k.Bits() < 64 {
		r := b.op(instr{op: o, imm: all}, ir.Int64, x, y...)
		return b.wrap(k, r)
	}
	return b.op(instr{op: o, imm: mask(k)}, k, x, y...)
}

func (b *builder) unary(e *ir.Unary) operand {
	x, k := b.scalar(e.X), e.Typ.Kind
	switch e.Op {
	case ir.Neg:
		return b.arith(ir.Sub, k, b.constant(0, k), x)
	case ir.Compl:
		return b.masked(opXor, k, x, b.constant(all, ir.Uint64))
	}
	return b.op(instr{op: opXor, imm: 1}, k, x, b.constant(1, k))
}

// arith emits an operation on values of kind k that is neither a shift nor a comparison.
func (b *builder) arith(o ir.Op, k ir.Kind, x, y operand) operand {
	narrow := k.IsSigned() && k.Bits() < 64
	switch o {
	case ir.Add, ir.Sub:
		in := instr{op: map[ir.Op]op{ir.Add: opAdd, ir.Sub: opSub}[o]}
		if narrow {
			in.op, in.k = map[ir.Op]op{ir.Add: opAddS, ir.Sub: opSubS}[o], uint8(64-k.Bits())
		} else {
			in.imm = mask(k)
		}
		return b.op(in, k, x, y)
	case ir.Mul:
		r := b.masked(opMul, k, x, y)
		if n := x.bits + y.bits; !x.signed && !y.signed && n < r.bits {
			r.bits = n
		}
		return r
	case ir.Div, ir.Rem:
		return b.divide(o, k, x, y)
	case ir.And:
		if x.con {
			x, y = y, x
		}
		if y.con && !x.con && !(k.IsSigned() && int64(y.val) < 0) {
			return b.mask(k, x, y.val)
		}
		return b.op(instr{op: opAnd, imm: all}, k, x, y)
	case ir.Or:
		return b.op(instr{op: opOr, imm: all}, k, x, y)
	case ir.Xor:
		return b.op(instr{op: opXor, imm: all}, k, x, y)
	case ir.AndNot:
		return b.op(instr{op: opAndNot, imm: all}, k, x, y)
	}
	panic("interp: operator " + o.String())
}

func (b *builder) divide(o ir.Op, k ir.Kind, x, y operand) operand {
	switch {
	case k.IsSigned() && o == ir.Div:
		return b.wrap(k, b.op(instr{op: opDivS}, ir.Int64, x, y))
	case k.IsSigned():
		return b.op(instr{op: opRemS}, k, x, y)
	case y.con && y.val&(y.val-1) == 0 && o == ir.Div:
		return b.op(instr{op: opShrK, k: uint8(bits.Len64(y.val) - 1), imm: all}, k, x)
	case y.con && y.val&(y.val-1) == 0:
		return b.mask(k, x, y.val-1)
	case o == ir.Div:
		return b.op(instr{op: opDiv}, k, x, y)
	}
	return b.op(instr{op: opRem}, k, x, y)
}

// shift emits x << n or x >> n for x of kind k. n is never negative.
func (b *builder) shift(o ir.Op, k ir.Kind, x, n operand) operand {
	switch {
	case !n.con && o == ir.Shl:
		return b.masked(opShl, k, x, n)
	case !n.con && k.IsSigned():
		return b.op(instr{op: opSar, imm: all}, k, x, n)
	case !n.con:
		return b.op(instr{op: opShr, imm: all}, k, x, n)
	case k.IsSigned() && o == ir.Shr:
		by := uint8(min(n.val, 63))
		r := b.op(instr{op: opSarK, k: by, imm: all}, k, x)
		if !r.con {
			r.bits = max(r.bits, by+1) - by
		}
		return r
	case n.val >= uint64(k.Bits()):
		return b.constant(0, k)
	case o == ir.Shl && k.IsSigned() && k.Bits() < 64:
		return b.wrap(k, b.op(instr{op: opShlK, k: uint8(n.val), imm: all}, ir.Int64, x))
	case o == ir.Shl:
		return b.op(instr{op: opShlK, k: uint8(n.val), imm: mask(k)}, k, x)
	}
	by := uint8(n.val)
	r := x
	if in := b.last(x); in != nil && in.op == opMul && in.imm == all {
		in.op, in.k = opMulShr, by
	} else if r = b.op(instr{op: opShrK, k: by, imm: all}, k, x); r.con {
		return r
	}
	r.bits, r.signed = uint8(k.Bits()), false
	if !x.signed {
		r.bits = x.bits
	}
	r.bits = max(r.bits, by) - by
	return r
}

// compared gives the operation of a comparison, on unsigned values, and whether its operands are swapped.
var compared = map[ir.Op]struct {
	op   op
	turn bool
}{
	ir.Eq: {opEq, false}, ir.Ne: {opNe, false}, ir.Lt: {opLt, false}, ir.Le: {opLe, false}, ir.Gt: {opLt, true}, ir.Ge: {opLe, true},
}

func comparison(o ir.Op, k ir.Kind, x, y operand) (op, operand, operand) {
	c := compared[o]
	if c.turn {
		x, y = y, x
	}
	if k.IsSigned() && c.op >= opLt {
		c.op += opLtS - opLt
	}
	return c.op, x, y
}

func (b *builder) compare(o ir.Op, k ir.Kind, x, y operand) operand {
	c, x, y := comparison(o, k, x, y)
	return b.op(instr{op: c}, ir.Bool, x, y)
}

// cond jumps by a condition.
func (b *builder) cond(e ir.Expr, j *jump) {
	if !b.m.plain() {
		b.test(b.scalar(e), j)
		return
	}
	switch e := e.(type) {
	case *ir.Unary:
		b.cond(e.X, &jump{j.to, !j.is})
		return
	case *ir.Convert:
		b.cond(e.X, j)
		return
	case *ir.Binary:
		b.parts(e, j)
		return
	case *ir.Call:
		if !b.tail(e) {
			b.call(e, -1, j)
			return
		}
	}
	b.test(b.scalar(e), j)
}

// parts jumps by a condition of two parts.
func (b *builder) parts(e *ir.Binary, j *jump) {
	if isLogic(e) {
		if ends := e.Op == ir.LOr; ends == j.is {
			b.cond(e.X, j)
			b.cond(e.Y, j)
		} else {
			end := newLabel()
			b.cond(e.X, &jump{end, ends})
			b.cond(e.Y, j)
			b.bind(end)
		}
		return
	}
	x := b.scalar(e.X)
	y := b.scalar(e.Y)
	k, o := e.X.Type().Kind, e.Op
	if !j.is {
		o = o.Negated()
	}
	if y.con && y.val == 0 && (o == ir.Eq || o == ir.Ne) && !x.con {
		b.bit(x, &jump{j.to, o == ir.Ne})
		return
	}
	if x.con && y.con {
		b.test(b.compare(o, k, x, y), &jump{j.to, true})
		return
	}
	c, x, y := comparison(o, k, x, y)
	b.goTo(j.to, instr{op: c - opEq + opIfEq, a: x.at, b: y.at})
}

// test jumps by a bool.
func (b *builder) test(x operand, j *jump) {
	if !x.con {
		b.bit(x, j)
	} else if (x.val != 0) == j.is {
		b.goTo(j.to, instr{op: opJump})
	}
}

// bit jumps by x != 0.
func (b *builder) bit(x operand, j *jump) {
	in := instr{op: opIfNone, a: x.at, b: x.at}
	if j.is {
		in.op = opIfAny
	}
	if l := b.last(x); l != nil {
		switch {
		case l.op == opMask:
			in.a, in.b = l.a, b.konst(l.imm)
		case l.op == opAnd && l.imm == all:
			in.a, in.b = l.a, l.b
		default:
			l = nil
		}
		if l != nil {
			b.c.instrs = b.c.instrs[:len(b.c.instrs)-1]
		}
	}
	b.goTo(j.to, in)
}

func (b *builder) minMax(e *ir.MinMax) operand {
	k := e.Typ.Kind
	o := opMin
	if e.Max {
		o = opMax
	}
	if k.IsSigned() {
		o += opMinS - opMin
	}
	x := b.scalar(e.Args[0])
	for _, a := range e.Args[1:] {
		x = b.op(instr{op: o}, k, x, b.scalar(a))
	}
	return x
}

func (b *builder) intrinsic(e *ir.Intrinsic) operand {
	x, n := b.scalar(e.Args[0]), uint8(e.Bits)
	in := instr{}
	switch e.Op {
	case ir.LeadingZeros:
		in.op, in.k = opLead, 64-n
	case ir.TrailingZeros:
		in.op, in.k = opTrail, n
	case ir.Len:
		in.op = opLen
	case ir.OnesCount:
		in.op = opOnes
	case ir.RotateLeft:
		in.op, in.k = opRot64, uint8(e.Args[1].(*ir.Const).Word())
		if n == 32 {
			in.op = opRot32
		}
		return b.op(in, e.Typ.Kind, x)
	default:
		panic(fmt.Sprintf("interp: bits.%s has two results", e.Op))
	}
	r := b.op(in, e.Typ.Kind, x)
	if !r.con {
		r.bits, r.signed = 7, false
	}
	return r
}

// pair stores the two results of an intrinsic; an address below 0 drops one. The operands are in range, so 64-bit
// arithmetic also serves 32 bits. A carry or borrow other than 0 and 1 is undefined in Go; here its lowest bits count
// as in Go's code.
func (b *builder) pair(e *ir.Intrinsic, first, second int) {
	x := b.scalar(e.Args[0])
	y := b.scalar(e.Args[1])
	carry := operand{}
	if len(e.Args) > 2 {
		carry = b.scalar(e.Args[2])
	}
	o := map[ir.IntrinsicOp]op{ir.MulWide: opMulWide, ir.AddCarry: opAddC, ir.SubBorrow: opSubB}[e.Op]
	if e.Bits == 32 {
		o++
	}
	if second < 0 && o == opMulWide {
		o = opMulHigh
	}
	if first < 0 {
		first = b.alloc(1)
	}
	if second < 0 {
		second = b.alloc(1)
	}
	b.emit(instr{op: o, d: uint16(first), a: x.at, b: y.at, imm: uint64(second) | uint64(carry.at)<<16})
}
