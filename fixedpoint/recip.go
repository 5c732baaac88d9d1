package fixedpoint

// Recip returns 1/x, correctly rounded; MaxUQ16x16 for 0 and for 2^-16.
//
//ccgen:export
func Recip(x UQ16x16) UQ16x16 {
	if x <= 1 {
		return MaxUQ16x16
	}
	h, _ := divide(1<<33, uint32(x))
	return UQ16x16((h + 1) >> 1)
}

// divide returns quotient and remainder of n / d, n < 2^34, one bit a turn.
func divide(n uint64, d uint32) (q uint64, r uint64) {
	q1 := uint64(0)
	r1 := uint64(0)
	for i := uint32(0); i < 34; i++ {
		r1 = r1<<1 | n>>(33-i)&1
		q1 = q1 << 1
		if r1 >= uint64(d) {
			r1 = r1 - uint64(d)
			q1 = q1 | 1
		}
	}
	return q1, r1
}

// Div returns the quotient and the remainder of n / d, and true. For d = 0 it
// returns 0xFFFFFFFF, n and false.
//
//ccgen:export
func Div(n, d uint32) (uint32, uint32, bool) {
	if d == 0 {
		return 0xFFFFFFFF, n, false
	}
	q, r := divide(uint64(n), d)
	return uint32(q), uint32(r), true
}
