// Package arith has every operator on every integer type.
package arith

import "golang.org/x/exp/constraints"

// Ops holds one result an operator.
type Ops[T constraints.Integer] struct {
	Add, Sub, Mul, And, Or, Xor, AndNot T
	Neg, Compl                          T
	Div7, Rem7, Div1                    T
	Shl, Shr, Shl3, Shr3                T
	Min, Max, Clamp                     T
	Eq, Ne, Lt, Le, Gt, Ge              bool
}

// The instances.
type (
	OpsI8  = Ops[int8]
	OpsI16 = Ops[int16]
	OpsI32 = Ops[int32]
	OpsI64 = Ops[int64]
	OpsU8  = Ops[uint8]
	OpsU16 = Ops[uint16]
	OpsU32 = Ops[uint32]
	OpsU64 = Ops[uint64]
)

func ops[T constraints.Integer](a, b T, n uint32) Ops[T] {
	return Ops[T]{
		Add: a + b, Sub: a - b, Mul: a * b,
		And: a & b, Or: a | b, Xor: a ^ b, AndNot: a &^ b,
		Neg: -a, Compl: ^a,
		Div7: a / 7, Rem7: a % 7, Div1: a / 1,
		Shl: a << n, Shr: a >> n, Shl3: a << 3, Shr3: a >> 3,
		Min: min(a, b), Max: max(a, b, 3), Clamp: max(min(a, 100), T(7)),
		Eq: a == b, Ne: a != b, Lt: a < b, Le: a <= b, Gt: a > b, Ge: a >= b,
	}
}

//ccgen:export
func I8(a, b int8, n uint32) OpsI8 { return ops(a, b, n) }

//ccgen:export
func I16(a, b int16, n uint32) OpsI16 { return ops(a, b, n) }

//ccgen:export
func I32(a, b int32, n uint32) OpsI32 { return ops(a, b, n) }

//ccgen:export
func I64(a, b int64, n uint32) OpsI64 { return ops(a, b, n) }

//ccgen:export
func U8(a, b uint8, n uint32) OpsU8 { return ops(a, b, n) }

//ccgen:export
func U16(a, b uint16, n uint32) OpsU16 { return ops(a, b, n) }

//ccgen:export
func U32(a, b uint32, n uint32) OpsU32 { return ops(a, b, n) }

//ccgen:export
func U64(a, b uint64, n uint32) OpsU64 { return ops(a, b, n) }

// opAssign runs every operator in its assigning form.
func opAssign[T constraints.Integer](a, b T, n uint8) T {
	x := a
	x += b
	x *= 3
	x -= b >> 1
	x ^= a
	x |= 5
	x &= ^b
	x &^= 8
	x <<= n & 3
	x >>= 1
	x /= 3
	x %= 11
	x++
	x <<= 2
	x >>= n
	x--
	return x
}

//ccgen:export
func AssignI8(a, b int8, n uint8) int8 { return opAssign(a, b, n) }

//ccgen:export
func AssignU8(a, b uint8, n uint8) uint8 { return opAssign(a, b, n) }

//ccgen:export
func AssignI16(a, b int16, n uint8) int16 { return opAssign(a, b, n) }

//ccgen:export
func AssignU16(a, b uint16, n uint8) uint16 { return opAssign(a, b, n) }

//ccgen:export
func AssignI32(a, b int32, n uint8) int32 { return opAssign(a, b, n) }

//ccgen:export
func AssignU32(a, b uint32, n uint8) uint32 { return opAssign(a, b, n) }

//ccgen:export
func AssignI64(a, b int64, n uint8) int64 { return opAssign(a, b, n) }

//ccgen:export
func AssignU64(a, b uint64, n uint8) uint64 { return opAssign(a, b, n) }

// DivNegative divides by negative constants; MinInt / -1 wraps.
//
//ccgen:export
func DivNegative(a int8, b int16, c int32, d int64) (int8, int8, int16, int32, int32, int64, int64) {
	return a / -1, a % -1, b / -7, c / -1, c % -2147483648, d / -1, d % -1
}

// Converted holds a value converted to every type.
type Converted struct {
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
}

func convert[T constraints.Integer](x T) Converted {
	return Converted{int8(x), int16(x), int32(x), int64(x), uint8(x), uint16(x), uint32(x), uint64(x)}
}

//ccgen:export
func FromI8(x int8) Converted { return convert(x) }

//ccgen:export
func FromI16(x int16) Converted { return convert(x) }

//ccgen:export
func FromI32(x int32) Converted { return convert(x) }

//ccgen:export
func FromI64(x int64) Converted { return convert(x) }

//ccgen:export
func FromU8(x uint8) Converted { return convert(x) }

//ccgen:export
func FromU16(x uint16) Converted { return convert(x) }

//ccgen:export
func FromU32(x uint32) Converted { return convert(x) }

//ccgen:export
func FromU64(x uint64) Converted { return convert(x) }

// Promote mixes narrow types in ways that C's promotion gets wrong.
//
//ccgen:export
func Promote(a, b uint8, c, d uint16, e int8) (uint8, uint16, bool, uint8, int8, uint32) {
	x := ^a >> 1
	y := c*d + c
	z := a-b > 200
	w := (a + b) / 2
	v := (e << 1) >> 1
	u := uint32(a)<<24 | uint32(b)<<16 | uint32(c)
	return x, y, z, w, v, u
}

// ShiftWide shifts by counts of any unsigned type, up to far beyond the width.
//
//ccgen:export
func ShiftWide(x uint32, y int32, a uint8, b uint16, c uint64) (uint32, uint32, uint32, int32, int32, int32) {
	return x << a, x >> b, x << c, y << a, y >> b, y >> c
}
