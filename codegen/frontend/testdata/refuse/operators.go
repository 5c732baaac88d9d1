package operators

import "math/bits"

type P struct{ X, Y uint32 }

func divide(x, y uint32) uint32 {
	a := x / y // ERROR "division by a variable"
	b := x % y // ERROR "division by a variable"
	a /= b     // ERROR "division by a variable"
	a %= b     // ERROR "division by a variable"
	return a + x/3
}

func zero[T uint8 | uint16](x T) T {
	return x / (T(255) + 1 - T(255) - 1) // ERROR "division by zero"
}

func shift(x uint32, n int32, m int8) uint32 {
	x <<= n       // ERROR "shift count of signed type int32"
	return x >> m // ERROR "shift count of signed type int8"
}

func compare(p, q P, a, b [2]uint8) bool {
	if p == q { // ERROR "comparison of values of type operators.P"
		return true
	}
	return a != b // ERROR "comparison of values of type [2]uint8"
}

func bitsFuncs(x, y, z uint32) uint32 {
	q, r := bits.Div32(x, y, z)     // ERROR "bits.Div32 is outside the subset"
	w := bits.Reverse32(x)          // ERROR "bits.Reverse32 is outside the subset"
	v := bits.RotateLeft32(x, 3)    // in
	u := bits.RotateLeft8(3, 1)     // ERROR "bits.RotateLeft8 is outside the subset"
	k := bits.RotateLeft32(x, 3+w1) // in
	return q + r + w + v + uint32(u) + k
}

const w1 = 1

func rotate(x uint32, n uint8) uint32 {
	return bits.RotateLeft32(x, int(n)) // ERROR "type int" "rotation by a variable"
}

func value() uint32 {
	f := bits.Len32 // ERROR "used as a value"
	return uint32(f(3))
}

type Q struct{ X, Y uint32 }

func structs(p P) Q {
	return Q(p) // ERROR "conversion of operators.P to operators.Q"
}

type A2 [2]uint8

func arrays(a [2]uint8) A2 {
	return a // ERROR "value of type [2]uint8 where operators.A2 is meant"
}

func index(a [4]uint8, b bool) uint8 {
	return sum(a) + last(a)
}

func sum[A [2]uint8 | [4]uint8](a A) uint8 {
	return a[uint8(len(a))] // ERROR "index 4 is out of range"
}

func last[A [2]uint8 | [4]uint8](a A) uint8 {
	return a[uint8(len(a))-1]
}

func part() uint32 {
	return make1().X + P{1, 2}.Y // ERROR "part of a value that has no name"
}

func make1() P { return P{} }

var rows = [2][3]uint8{{1, 2, 3}, {4, 5, 6}}

func lengths(i uint32) uint32 {
	return uint32(len(rows[i])) + row([4][2]uint8{}, i) // in: the length is a constant, and i not looked at
}

func row[A [2]uint8 | [4]uint8](a [4]A, i uint32) uint32 {
	n := uint32(len(a[0]))       // in
	return n + uint32(len(a[i])) // ERROR "len of an element, whose index Go would check"
}
