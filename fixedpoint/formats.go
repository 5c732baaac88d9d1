package fixedpoint

// UQ16x16 is an unsigned number with 16 integer and 16 fractional bits: the
// integer v is v / 2^16. Range [0, 65536 - 2^-16].
//
//ccgen:format UQ16.16
type UQ16x16 uint32

// Q5x16 is a signed number with 5 integer and 16 fractional bits: the integer v
// is v / 2^16. Its stated range is [-32, 32 - 2^-16], that is
// [[MinQ5x16], [MaxQ5x16]]; all functions here return values in it, and those that
// take a [Q5x16] accept every int32.
//
//ccgen:format Q5.16
type Q5x16 int32

// Q5x26 is a signed number with 5 integer and 26 fractional bits: the integer v
// is v / 2^26. Range [-32, 32 - 2^-26], which is all of int32.
//
//ccgen:format Q5.26
type Q5x26 int32

// UQ0x16 is an unsigned fraction with 16 bits: the integer v is
// v / 2^16. Range [0, 1 - 2^-16]; 1.0 is not representable and saturates to
// [MaxUQ0x16].
//
//ccgen:format UQ0.16
type UQ0x16 uint16

// UQ0x32 is an unsigned fraction with 32 bits: the integer v is
// v / 2^32. Range [0, 1 - 2^-32]; 1.0 saturates to [MaxUQ0x32].
//
//ccgen:format UQ0.32
type UQ0x32 uint32

// Ends of the ranges. They are also what degenerate inputs and overflows give.
const (
	// MaxUQ16x16 is 65536 - 2^-16, the value of 1/0 and 1/sqrt(0).
	MaxUQ16x16 UQ16x16 = 0xFFFFFFFF
	// OneUQ16x16 is 1.0.
	OneUQ16x16 UQ16x16 = 1 << 16
	// MinQ5x16 is -32.0, the value of log2(0) and ln(0).
	MinQ5x16 Q5x16 = -32 << 16
	// MaxQ5x16 is 32 - 2^-16.
	MaxQ5x16 Q5x16 = (32 << 16) - 1
	// OneQ5x16 is 1.0.
	OneQ5x16 Q5x16 = 1 << 16
	// MinQ5x26 is -32.0, the value of the wide log2(0).
	MinQ5x26 Q5x26 = -32 << 26
	// MaxQ5x26 is 32 - 2^-26.
	MaxQ5x26 Q5x26 = (32 << 26) - 1
	// OneQ5x26 is 1.0.
	OneQ5x26 Q5x26 = 1 << 26
	// MaxUQ0x16 is 1 - 2^-16.
	MaxUQ0x16 UQ0x16 = 0xFFFF
	// MaxUQ0x32 is 1 - 2^-32.
	MaxUQ0x32 UQ0x32 = 0xFFFFFFFF
)
