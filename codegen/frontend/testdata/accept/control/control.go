// Package control has every statement.
package control

import "smartnic-cc/codegen/frontend/testdata/accept/lib"

// Loops runs each form of loop.
//
//ccgen:export
func Loops(x uint32, stop uint8) (uint32, uint32, int32, uint32) {
	// Up, exclusive.
	sum := uint32(0)
	for i := uint8(0); i < 10; i++ {
		if i == stop {
			break
		}
		if (i & 1) == 1 {
			continue // odd ones
		}
		sum += uint32(i) * x
	}
	// Up, inclusive, to the last value but one of the type.
	all := uint32(0)
	for i := uint8(250); i <= 254; i++ {
		all += uint32(i)
	}
	// Down, with negative values.
	down := int32(0)
	for i := int8(3); i >= -3; i-- {
		down = down*7 + int32(i)
		for j := uint16(9); j > 6; j-- {
			if uint32(j)+x == 0 {
				break
			}
			down ^= int32(j)
		}
	}
	// Range, named and not, and loops without turns.
	n := uint32(0)
	for i := range uint32(4) {
		n = n<<4 | i
	}
	for range 3 {
		n++
	}
	for range uint8(2) {
		n += 10
	}
	for i := int32(5); i < 5; i++ {
		n = 0
	}
	for i := int32(5); i < -5; i++ {
		n = 0
	}
	return sum, all, down, n
}

// Search returns out of nested loops.
//
//ccgen:export
func Search(x uint32) (uint32, bool) {
	for i := uint32(0); i < 16; i++ {
		for j := uint32(0); j < 16; j++ {
			if i*j == (x & 0xFF) {
				return i<<8 | j, true
			}
		}
	}
	return 0, false
}

// Choose switches on an integer.
//
//ccgen:export
func Choose(x uint8, y int32) int32 {
	const base = 100 // local constant
	r := int32(base)
	switch x {
	// The small ones.
	case 0, 1:
		r++
	case lib.ModeC: // named
		r += 2
		for i := int32(0); i < 5; i++ {
			if i == y {
				break
			}
			if i == 3 {
				continue
			}
			r += i
		}
	default:
		r = -1
	case 7:
	}
	switch z := y & 7; z {
	case -1:
		r = 5
	case 3:
		r *= 2
	}
	return r
}

// Class switches without a tag; default is not last.
//
//ccgen:export
func Class(x int32, big bool) int32 {
	switch {
	case x < 0: // negative
		return -1
	default:
		x++
	case x == 0, x == 1 && big:
		return 0
	// Above.
	case x > 1000:
		if big {
			return 3
		}
		return 2
	}
	return x
}

// Shadow declares the same name again and again.
//
//ccgen:export
func Shadow(x uint32) uint32 {
	y := x
	if x := x >> 1; x > 10 {
		y += x
		x := uint8(x)
		y += uint32(x)
	} else if z := x & 3; z == 1 {
		y -= z
	} else {
		x, y := y, x
		y += x
		return y
	}
	{
		x := ^x
		y ^= x
	}
	if x := y; x > 5 {
		y++
	}
	if x := y; x > 6 {
		y++
	}
	return y + x
}

// Empty blocks and statements.
//
//ccgen:export
func Empty(x bool) bool {
	if x {
		// nothing to do
	} else {
	}
	{
	}
	for i := uint8(0); i < 3; i++ {
	}
	switch uint8(3) {
	}
	switch {
	}
	return !x
}

// Logic short-circuits: the index would be out of range.
//
//ccgen:export
func Logic(i uint32, a [4]uint8) (bool, bool, bool) {
	x := i < 4 && a[i] > 100
	y := i >= 4 || a[i] > 100
	return x, y, x == y || x != true
}

// Fault indexes out of range for some arguments.
//
//ccgen:export
func Fault(i int8, j uint64, a [4]uint8) uint32 {
	s := uint32(lib.Curve[j])
	return s + uint32(a[i])
}

// Constants in every form.
//
//ccgen:export
func Constants(x lib.Fixed) (lib.Fixed, uint8, bool, uint64, rune) {
	return x.Mul(lib.Half) + lib.One, lib.ModeC, lib.Enabled, lib.Huge >> 10, 'a' + 1
}
