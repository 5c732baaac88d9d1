package cost

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
)

func (m *machine) unary(e *ir.Unary) val {
	x := m.scalar(e.X)
	k := e.Typ.Kind
	switch e.Op {
	case ir.Neg:
		return m.result(sized(Add32, k), uint16(ir.Neg), k, e.Op.Apply(k, x.bits, 0), x)
	case ir.Compl:
		v := m.result(sized(Logic32, k), uint16(ir.Compl), k, e.Op.Apply(k, x.bits, 0), x)
		m.compl[v.id] = x.id
		return v
	}
	return m.result(SetBool, uint16(ir.Not), k, x.bits^1, x)
}

// sized returns the kind of operation, in 64 bits where the type has them.
func sized(op Op, k ir.Kind) Op {
	if k.Bits() == 64 {
		return op + 1
	}
	return op
}

func (m *machine) binary(e *ir.Binary) val {
	if e.Op == ir.LAnd || e.Op == ir.LOr {
		return m.logical(e)
	}
	x, y := m.scalar(e.X), m.scalar(e.Y)
	if e.Op.IsCompare() {
		k := e.X.Type().Kind
		v := m.result(sized(Compare32, k), uint16(e.Op), k, e.Op.Apply(k, x.bits, y.bits), x, y)
		if !v.known {
			m.n.N[SetBool]++
		}
		v.width, v.wide = 1, true
		return v
	}
	return m.arith(e.Op, e.Typ.Kind, x, y)
}

// logical is a && or || whose value is used.
func (m *machine) logical(e *ir.Binary) val {
	x := m.scalar(e.X)
	if x.known && (x.bits != 0) == (e.Op == ir.LOr) {
		return x
	}
	if !x.known {
		m.n.N[Branch]++
	}
	if !m.worst && !x.known && (x.bits != 0) == (e.Op == ir.LOr) {
		x.id = m.fresh()
		return x
	}
	y := m.scalar(e.Y)
	if x.known {
		return y
	}
	return val{bits: y.bits, id: m.fresh(), depth: max(x.depth, y.depth) + 1, width: 1, wide: true}
}

func (m *machine) arith(op ir.Op, k ir.Kind, x, y val) val {
	r := op.Apply(k, x.bits, y.bits)
	kind := Logic32
	switch op {
	case ir.Add:
		kind = Add32
		if y.known && y.bits == 0 {
			return x
		}
		if x.known && x.bits == 0 {
			return y
		}
	case ir.Sub:
		kind = Add32
		if y.known && y.bits == 0 {
			return x
		}
	case ir.Mul:
		return m.product(k, x, y)
	case ir.Div, ir.Rem:
		return m.quotient(op, k, x, y)
	case ir.And:
		if y.known && x.width < 64 && bits.TrailingZeros64(^y.bits) >= int(x.width) {
			return x // masks nothing off
		}
	case ir.Or:
		if id, ok := m.compl[y.id]; ok && id == x.id {
			m.n.N[sized(Logic32, k)]-- // ^x is not needed: all bits are set
			return m.constant(r)
		}
		if y.known && y.bits == 0 {
			return x
		}
		if x.known && x.bits == 0 {
			return y
		}
	}
	for _, c := range []val{x, y} {
		if other := x.known != y.known; other && c.known && k.Bits() == 64 && int64(c.bits) != int64(int32(c.bits)) {
			m.n.N[Const64]++
		}
	}
	v := m.result(sized(kind, k), uint16(op), k, r, x, y)
	if !v.known && op == ir.And && !k.IsSigned() {
		v.width = min(x.width, y.width)
	}
	return v
}

func (m *machine) product(k ir.Kind, x, y val) val {
	r := ir.Mul.Apply(k, x.bits, y.bits)
	if x.known && !y.known {
		x, y = y, x
	}
	if y.known && y.bits == 1 {
		return x
	}
	if y.known && !x.known && bits.OnesCount64(y.bits) == 1 {
		return m.result(sized(Shift32, k), uint16(ir.Shl), k, r, x, m.constant(uint64(bits.TrailingZeros64(y.bits))))
	}
	op := Mul32
	if k.Bits() == 64 {
		op = Mul64
		if x.width <= 32 && y.width <= 32 {
			op = MulWide
		}
	}
	return m.result(op, uint16(ir.Mul), k, r, x, y)
}

func (m *machine) quotient(op ir.Op, k ir.Kind, x, y val) val {
	r := op.Apply(k, x.bits, y.bits)
	if !k.IsSigned() && bits.OnesCount64(y.bits) == 1 {
		if op == ir.Div {
			return m.result(sized(Shift32, k), uint16(ir.Shr), k, r, x, m.constant(uint64(bits.TrailingZeros64(y.bits))))
		}
		return m.result(sized(Logic32, k), uint16(ir.And), k, r, x, m.constant(y.bits-1))
	}
	return m.result(DivConst, uint16(op), k, r, x, y)
}

func (m *machine) shift(op ir.Op, k ir.Kind, x, n val) val {
	r := op.Apply(k, x.bits, n.bits)
	if n.known && n.bits == 0 {
		return x
	}
	kind := sized(Shift32, k)
	if !n.known {
		kind = sized(ShiftVar32, k)
	}
	v := m.result(kind, uint16(op), k, r, x, n)
	if !v.known && n.known && !k.IsSigned() && op == ir.Shr {
		v.width = uint8(max(0, int(min(x.width, v.width))-int(n.bits)))
	}
	return v
}

func (m *machine) convert(e *ir.Convert) val {
	x := m.scalar(e.X)
	from, to := e.X.Type().Kind, e.Typ.Kind
	b := to.Norm(x.bits)
	switch {
	case x.known:
		return m.constant(b)
	case to.Bits() <= from.Bits():
		// The bits stay where they are.
		if to.Bits() < from.Bits() && !to.IsSigned() && int(x.width) > to.Bits() {
			v := x
			v.bits, v.width, v.wide = b, uint8(to.Bits()), to.Bits() == 32
			v.id = m.alias(to, x)
			return v
		}
		if to.IsSigned() != from.IsSigned() {
			v := x
			v.bits, v.width = b, uint8(widthOf(to))
			v.id = m.alias(to, x)
			return v
		}
		x.bits = b
		return x
	case from.IsSigned():
		return m.result(Extend, codeConvert, to, b, x)
	case from.Bits() == 32:
		v := m.result(Extend32, codeConvert, to, b, x)
		v.width = min(x.width, 32)
		return v
	case !x.wide:
		v := m.result(Extend, codeConvert, to, b, x)
		v.width = uint8(min(int(x.width), from.Bits()))
		return v
	}
	x.bits = b
	return x
}

// alias names the same bits read as another type, which costs nothing.
func (m *machine) alias(k ir.Kind, x val) int32 {
	q := key{codeConvert, k, x.id, 0, 0}
	if old, ok := m.cse[q]; ok {
		return old.id
	}
	v := val{id: m.fresh()}
	m.cse[q] = v
	m.trail = append(m.trail, q)
	return v.id
}
