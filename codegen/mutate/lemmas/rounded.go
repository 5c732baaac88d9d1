package lemmas

import "smartnic-cc/fixedpoint"

// Rounded says that the rough padding rounded half up is not below the one rounded down, and
// below the padding by at most scale * 2^-17 and 1 1/2. It is said where there is such a one.
//
//ccgen:range scale 0..1<<24
//ccgen:range c 1..65535
func Rounded(scale uint32, c uint32) bool {
	y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
	rough := uint32(uint64(scale) * uint64(y) >> (38 - k))
	rounded := uint32((uint64(scale)*uint64(y) + (1 << (38 - k) >> 1)) >> (38 - k))
	rs := uint32(fixedpoint.RSqrt(fixedpoint.UQ16x16(c)))
	exact := fixedpoint.MulShiftDown(scale, rs, 16)
	limit := (uint64(exact) << 1) + 3
	return rough <= rounded && uint64(rounded)<<17 <= (limit<<16)+uint64(scale)
}
