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
	case MulHi:
		hi, lo := bits.Mul64(a, b)
		if k.Bits() == 64 {
			return hi
		}
		return lo >> uint(k.Bits())
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
	case Shr, Eq, Ne, Lt, Le:
		return k.Norm(op.Operator().Apply(ak, a, b))
	}
	return k.Norm(op.Operator().Apply(k, a, b))
}
