package flat

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
)

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// ones is the value of kind k with all bits set.
func ones(k ir.Kind) uint64 { return k.Norm(^uint64(0)) }

// eval computes an operation. k is the kind of the result, ak that of the first
// argument.
func eval(op Op, k, ak ir.Kind, a, b, c uint64) uint64 {
	switch op {
	case Add:
		return k.Norm(a + b)
	case Sub:
		return k.Norm(a - b)
	case Mul:
		return k.Norm(a * b)
	case MulHi:
		hi, lo := bits.Mul64(a, b)
		if k.Bits() == 64 {
			return hi
		}
		return lo >> uint(k.Bits())
	case Div:
		return ir.Div.Apply(k, a, b)
	case Rem:
		return ir.Rem.Apply(k, a, b)
	case And:
		return k.Norm(a & b)
	case Or:
		return k.Norm(a | b)
	case Xor:
		return k.Norm(a ^ b)
	case Shl:
		return k.Norm(a << b)
	case Shr:
		if ak.IsSigned() {
			return k.Norm(uint64(int64(a) >> b))
		}
		return k.Norm(a >> b)
	case Eq:
		return truth(a == b)
	case Ne:
		return truth(a != b)
	case Lt, Le:
		if ak.IsSigned() { // flipping the top bit turns signed order into unsigned order
			a ^= 1 << 63
			b ^= 1 << 63
		}
		return truth(a < b || op == Le && a == b)
	case Neg:
		return k.Norm(-a)
	case Compl:
		return k.Norm(^a)
	case Not:
		return a ^ 1
	case Select:
		if a != 0 {
			return k.Norm(b)
		}
		return k.Norm(c)
	case Convert:
		return k.Norm(a)
	case Leading:
		return uint64(bits.LeadingZeros64(a) - (64 - ak.Bits()))
	case Trailing:
		return uint64(min(bits.TrailingZeros64(a), ak.Bits()))
	case Len:
		return uint64(bits.Len64(a))
	}
	panic("flat: no value for " + op.String())
}
