package p4check

import mathbits "math/bits"

// u128 is a bit string of up to 128 bits.
type u128 struct{ hi, lo uint64 }

func (x u128) add(y u128) u128 {
	lo, c := mathbits.Add64(x.lo, y.lo, 0)
	hi, _ := mathbits.Add64(x.hi, y.hi, c)
	return u128{hi, lo}
}

func (x u128) sub(y u128) u128 {
	lo, b := mathbits.Sub64(x.lo, y.lo, 0)
	hi, _ := mathbits.Sub64(x.hi, y.hi, b)
	return u128{hi, lo}
}

func (x u128) mul(y u128) u128 {
	hi, lo := mathbits.Mul64(x.lo, y.lo)
	return u128{hi + x.lo*y.hi + x.hi*y.lo, lo}
}

func (x u128) and(y u128) u128 { return u128{x.hi & y.hi, x.lo & y.lo} }
func (x u128) or(y u128) u128  { return u128{x.hi | y.hi, x.lo | y.lo} }
func (x u128) xor(y u128) u128 { return u128{x.hi ^ y.hi, x.lo ^ y.lo} }

func (x u128) shl(n uint64) u128 {
	if n >= 64 {
		return u128{x.lo << (n - 64), 0}
	}
	return u128{x.hi<<n | x.lo>>(64-n), x.lo << n}
}

func (x u128) shr(n uint64) u128 {
	if n >= 64 {
		return u128{0, x.hi >> (n - 64)}
	}
	return u128{x.hi >> n, x.lo>>n | x.hi<<(64-n)}
}

// sar shifts in copies of the top bit.
func (x u128) sar(n uint64) u128 {
	sign := uint64(int64(x.hi) >> 63)
	switch {
	case n >= 128:
		return u128{sign, sign}
	case n >= 64:
		return u128{sign, uint64(int64(x.hi) >> (n - 64))}
	case n == 0:
		return x
	}
	return u128{uint64(int64(x.hi) >> n), x.lo>>n | x.hi<<(64-n)}
}

// less compares as unsigned.
func (x u128) less(y u128) bool { return x.hi < y.hi || x.hi == y.hi && x.lo < y.lo }

// extend repeats bit w-1 above it.
func (x u128) extend(w int) u128 {
	return x.shl(uint64(maxWidth - w)).sar(uint64(maxWidth - w))
}
