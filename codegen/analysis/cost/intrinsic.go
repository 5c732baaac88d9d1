package cost

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
)

func (m *machine) minMax(e *ir.MinMax) val {
	v := m.scalar(e.Args[0])
	k := e.Typ.Kind
	for _, a := range e.Args[1:] {
		x := m.scalar(a)
		op, code := ir.Lt, uint16(codeMin)
		if e.Max {
			op, code = ir.Gt, codeMax
		}
		r, w := v.bits, v.width
		if op.Apply(k, x.bits, v.bits) != 0 {
			r = x.bits
		}
		if !e.Max {
			w = min(w, x.width)
		} else {
			w = max(w, x.width)
		}
		if !e.Max && x.known && !v.known && !k.IsSigned() && v.width < 64 && uint64(1)<<v.width-1 <= x.bits {
			continue // it is below the bound anyway
		}
		v = m.result(Select, code, k, r, v, x)
		if !v.known && !k.IsSigned() {
			v.width = w
		}
	}
	return v
}

func (m *machine) intrinsic(e *ir.Intrinsic) val {
	x := m.scalar(e.Args[0])
	op := CountZeros
	var r uint64
	switch e.Op {
	case ir.LeadingZeros:
		r = uint64(bits.LeadingZeros64(x.bits) - (64 - e.Bits))
	case ir.TrailingZeros:
		r = uint64(min(bits.TrailingZeros64(x.bits), e.Bits))
	case ir.Len:
		r = uint64(bits.Len64(x.bits))
	case ir.OnesCount:
		op, r = CountOnes, uint64(bits.OnesCount64(x.bits))
	case ir.RotateLeft:
		n := m.scalar(e.Args[1])
		op, r = Shift32, bits.RotateLeft64(x.bits, int(n.bits))
		if e.Bits == 32 {
			r = uint64(bits.RotateLeft32(uint32(x.bits), int(n.bits)))
		} else {
			op = Shift64
		}
		return m.result(op, codeIntrinsic+uint16(e.Op), e.Typ.Kind, r, x, n)
	}
	v := m.result(op, codeIntrinsic+uint16(e.Op), e.Typ.Kind, r, x)
	if !v.known {
		v.width, v.wide = 7, true
	}
	return v
}

// pair evaluates an intrinsic of two results. A result that is dropped costs nothing.
func (m *machine) pair(e *ir.Intrinsic, first, second bool) (val, val) {
	x, y := m.scalar(e.Args[0]), m.scalar(e.Args[1])
	k, one := ir.Uint32, Add32
	if e.Bits == 64 {
		k, one = ir.Uint64, Add64
	}
	var carry uint64
	args := []val{x, y}
	if len(e.Args) > 2 {
		c := m.scalar(e.Args[2])
		carry = c.bits
		args = append(args, c)
	}
	var a, b uint64
	opA, opB := one, one
	switch e.Op {
	case ir.MulWide:
		opA, opB = MulHigh, Mul64
		if e.Bits == 64 {
			a, b = bits.Mul64(x.bits, y.bits)
		} else {
			opA, opB = MulWide, Mul32
			p := x.bits * y.bits
			a, b = p>>32, p&0xFFFFFFFF
		}
	case ir.AddCarry:
		a, b = bits.Add64(x.bits, y.bits, carry)
		if e.Bits == 32 {
			s, c := bits.Add32(uint32(x.bits), uint32(y.bits), uint32(carry))
			a, b = uint64(s), uint64(c)
		}
	default:
		a, b = bits.Sub64(x.bits, y.bits, carry)
		if e.Bits == 32 {
			s, c := bits.Sub32(uint32(x.bits), uint32(y.bits), uint32(carry))
			a, b = uint64(s), uint64(c)
		}
	}
	var va, vb val
	if first {
		va = m.result(opA, codeIntrinsic+uint16(e.Op), k, a, args...)
	}
	if second {
		vb = m.result(opB, codeSecond+uint16(e.Op), k, b, args...)
	}
	return va, vb
}
