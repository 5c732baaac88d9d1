package interp

import (
	"fmt"
	"math/bits"

	"smartnic-cc/codegen/ir"
)

// value compiles any expression to a closure that stores it.
func (b *builder) value(e ir.Expr) value {
	t := e.Type()
	if t.Kind.IsScalar() {
		x := b.scalar(e)
		return func(m *Machine, dst int) { v := x(m); m.mem[dst] = v }
	}
	n := t.Leaves()
	switch e := e.(type) {
	case *ir.Composite:
		return b.composite(e)
	case *ir.Call:
		call := b.call(e)
		return func(m *Machine, dst int) { at := call(m); copy(m.mem[dst:dst+n], m.mem[at:at+n]) }
	}
	place := b.addr(e)
	return func(m *Machine, dst int) { at := place(m); copy(m.mem[dst:dst+n], m.mem[at:at+n]) }
}

func (b *builder) composite(e *ir.Composite) value {
	type part struct {
		off int
		x   value
	}
	var parts []part
	off := 0
	for i, x := range e.Elems {
		if x != nil {
			parts = append(parts, part{off, b.value(x)})
		}
		off += e.Typ.Part(i).Leaves()
	}
	n := off
	return func(m *Machine, dst int) {
		clear(m.mem[dst : dst+n])
		for _, p := range parts {
			p.x(m, dst+p.off)
		}
	}
}

// addr compiles a place, or a part of a table.
func (b *builder) addr(e ir.Expr) addr {
	switch e := e.(type) {
	case *ir.VarRef:
		slot := b.code.slot(e.Var)
		if e.Var.ByRef {
			return func(m *Machine) int { return int(m.mem[m.fp+slot]) }
		}
		return func(m *Machine) int { return m.fp + slot }
	case *ir.TableRef:
		at := b.m.tables[e.Table]
		return func(*Machine) int { return at }
	case *ir.FieldRef:
		off := 0
		for _, f := range e.X.Type().Fields[:e.Field.Index] {
			off += f.Type.Leaves()
		}
		x := b.addr(e.X)
		if off == 0 {
			return x
		}
		return func(m *Machine) int { return x(m) + off }
	case *ir.Index:
		return b.index(e)
	}
	panic(fmt.Sprintf("interp: %T is no place", e))
}

func (b *builder) index(e *ir.Index) addr {
	x, i := b.addr(e.X), b.scalar(e.I)
	size, n := e.Typ.Leaves(), uint64(e.X.Type().Len)
	pos, kind := e.I.At(), e.I.Type().Kind
	return func(m *Machine) int {
		v := i(m)
		if v >= n { // a negative index is large
			panic(&Fault{pos, fmt.Sprintf("index %s is out of range for an array of %d", kind.Format(v), n)})
		}
		return x(m) + int(v)*size
	}
}

// scalar compiles an expression of a scalar type.
func (b *builder) scalar(e ir.Expr) scalar {
	x := b.unwatched(e)
	if _, isConst := e.(*ir.Const); isConst || b.m.watch == nil {
		return x
	}
	check := b.m.watch(e)
	if check == nil {
		return x
	}
	pos := e.At()
	return func(m *Machine) uint64 {
		v := x(m)
		if err := check(v); err != nil {
			panic(&Fault{pos, err.Error()})
		}
		return v
	}
}

func (b *builder) unwatched(e ir.Expr) scalar {
	switch e := e.(type) {
	case *ir.Const:
		v := e.Word()
		return func(*Machine) uint64 { return v }
	case *ir.VarRef:
		slot := b.code.slot(e.Var)
		return func(m *Machine) uint64 { return m.mem[m.fp+slot] }
	case *ir.FieldRef, *ir.Index:
		at := b.addr(e)
		return func(m *Machine) uint64 { i := at(m); return m.mem[i] }
	case *ir.Unary:
		return b.unary(e)
	case *ir.Binary:
		return b.binary(e)
	case *ir.Shift:
		x, n, op := b.scalar(e.X), b.scalar(e.Count), binaryOp(e.Op, e.Typ.Kind)
		return func(m *Machine) uint64 { v := x(m); return op(v, n(m)) }
	case *ir.Convert:
		x, k := b.scalar(e.X), e.Typ.Kind
		return func(m *Machine) uint64 { return k.Norm(x(m)) }
	case *ir.MinMax:
		return b.minMax(e)
	case *ir.Intrinsic:
		return b.intrinsic(e)
	case *ir.Call:
		call := b.call(e)
		return func(m *Machine) uint64 { at := call(m); return m.mem[at] }
	}
	panic(fmt.Sprintf("interp: expression %T", e))
}

func (b *builder) unary(e *ir.Unary) scalar {
	x, k := b.scalar(e.X), e.Typ.Kind
	switch e.Op {
	case ir.Neg:
		return func(m *Machine) uint64 { return k.Norm(-x(m)) }
	case ir.Compl:
		return func(m *Machine) uint64 { return k.Norm(^x(m)) }
	}
	return func(m *Machine) uint64 { return x(m) ^ 1 }
}

func (b *builder) binary(e *ir.Binary) scalar {
	x, y := b.scalar(e.X), b.scalar(e.Y)
	switch e.Op {
	case ir.LAnd:
		return func(m *Machine) uint64 {
			if x(m) == 0 {
				return 0
			}
			return y(m)
		}
	case ir.LOr:
		return func(m *Machine) uint64 {
			if x(m) != 0 {
				return 1
			}
			return y(m)
		}
	}
	op := binaryOp(e.Op, e.X.Type().Kind)
	return func(m *Machine) uint64 { v := x(m); return op(v, y(m)) }
}

func truth(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// binaryOp returns the operation on values of kind k. For a shift y is the
// count, which is never negative.
func binaryOp(op ir.Op, k ir.Kind) func(x, y uint64) uint64 {
	signed := k.IsSigned()
	switch op {
	case ir.Add:
		return func(x, y uint64) uint64 { return k.Norm(x + y) }
	case ir.Sub:
		return func(x, y uint64) uint64 { return k.Norm(x - y) }
	case ir.Mul:
		return func(x, y uint64) uint64 { return k.Norm(x * y) }
	case ir.Div:
		if signed {
			return func(x, y uint64) uint64 { return k.Norm(uint64(int64(x) / int64(y))) }
		}
		return func(x, y uint64) uint64 { return x / y }
	case ir.Rem:
		if signed {
			return func(x, y uint64) uint64 { return uint64(int64(x) % int64(y)) }
		}
		return func(x, y uint64) uint64 { return x % y }
	case ir.And:
		return func(x, y uint64) uint64 { return x & y }
	case ir.Or:
		return func(x, y uint64) uint64 { return x | y }
	case ir.Xor:
		return func(x, y uint64) uint64 { return x ^ y }
	case ir.AndNot:
		return func(x, y uint64) uint64 { return x &^ y }
	case ir.Shl:
		return func(x, n uint64) uint64 { return k.Norm(x << n) }
	case ir.Shr:
		if signed {
			return func(x, n uint64) uint64 { return uint64(int64(x) >> n) }
		}
		return func(x, n uint64) uint64 { return x >> n }
	case ir.Eq:
		return func(x, y uint64) uint64 { return truth(x == y) }
	case ir.Ne:
		return func(x, y uint64) uint64 { return truth(x != y) }
	}
	return orderOp(op, signed)
}

func orderOp(op ir.Op, signed bool) func(x, y uint64) uint64 {
	// Flipping the top bit turns signed order into unsigned order.
	var flip uint64
	if signed {
		flip = 1 << 63
	}
	switch op {
	case ir.Lt:
		return func(x, y uint64) uint64 { return truth(x^flip < y^flip) }
	case ir.Le:
		return func(x, y uint64) uint64 { return truth(x^flip <= y^flip) }
	case ir.Gt:
		return func(x, y uint64) uint64 { return truth(x^flip > y^flip) }
	case ir.Ge:
		return func(x, y uint64) uint64 { return truth(x^flip >= y^flip) }
	}
	panic("interp: operator " + op.String())
}

func (b *builder) minMax(e *ir.MinMax) scalar {
	var xs []scalar
	for _, a := range e.Args {
		xs = append(xs, b.scalar(a))
	}
	op := ir.Lt
	if e.Max {
		op = ir.Gt
	}
	better := orderOp(op, e.Typ.Kind.IsSigned())
	return func(m *Machine) uint64 {
		v := xs[0](m)
		for _, x := range xs[1:] {
			if y := x(m); better(y, v) != 0 {
				v = y
			}
		}
		return v
	}
}

func (b *builder) intrinsic(e *ir.Intrinsic) scalar {
	x, n := b.scalar(e.Args[0]), e.Bits
	switch e.Op {
	case ir.LeadingZeros:
		return func(m *Machine) uint64 { return uint64(bits.LeadingZeros64(x(m)) - (64 - n)) }
	case ir.TrailingZeros:
		return func(m *Machine) uint64 { return uint64(min(bits.TrailingZeros64(x(m)), n)) }
	case ir.Len:
		return func(m *Machine) uint64 { return uint64(bits.Len64(x(m))) }
	case ir.OnesCount:
		return func(m *Machine) uint64 { return uint64(bits.OnesCount64(x(m))) }
	case ir.RotateLeft:
		k := int(e.Args[1].(*ir.Const).Word())
		if n == 32 {
			return func(m *Machine) uint64 { return uint64(bits.RotateLeft32(uint32(x(m)), k)) }
		}
		return func(m *Machine) uint64 { return bits.RotateLeft64(x(m), k) }
	}
	panic("interp: bits." + e.Op.String() + " has two results")
}

// pair compiles an intrinsic of two results. The operands are in range, so
// 64-bit arithmetic serves 32 bits too. A carry or borrow other than 0 and 1 is
// undefined in Go; here its lowest bits count as Go's code has it.
func (b *builder) pair(e *ir.Intrinsic) func(m *Machine) (uint64, uint64) {
	x, y := b.scalar(e.Args[0]), b.scalar(e.Args[1])
	carry := func(*Machine) uint64 { return 0 }
	if len(e.Args) > 2 {
		carry = b.scalar(e.Args[2])
	}
	wide := e.Bits == 64
	switch {
	case e.Op == ir.MulWide && wide:
		return func(m *Machine) (uint64, uint64) { v := x(m); return bits.Mul64(v, y(m)) }
	case e.Op == ir.MulWide:
		return func(m *Machine) (uint64, uint64) { p := x(m); p *= y(m); return p >> 32, p & 0xFFFFFFFF }
	case e.Op == ir.AddCarry && wide:
		return func(m *Machine) (uint64, uint64) { v, w := x(m), y(m); return bits.Add64(v, w, carry(m)) }
	case e.Op == ir.AddCarry:
		return func(m *Machine) (uint64, uint64) {
			v, w := x(m), y(m)
			s, c := bits.Add32(uint32(v), uint32(w), uint32(carry(m)))
			return uint64(s), uint64(c)
		}
	case e.Op == ir.SubBorrow && wide:
		return func(m *Machine) (uint64, uint64) { v, w := x(m), y(m); return bits.Sub64(v, w, carry(m)) }
	case e.Op == ir.SubBorrow:
		return func(m *Machine) (uint64, uint64) {
			v, w := x(m), y(m)
			d, c := bits.Sub32(uint32(v), uint32(w), uint32(carry(m)))
			return uint64(d), uint64(c)
		}
	}
	panic("interp: bits." + e.Op.String() + " has one result")
}
