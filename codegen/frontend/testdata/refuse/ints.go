package ints

import "math/bits"

func literal() uint32 {
	x := 5        // ERROR "variable x has type int"
	var y = 7 + 1 // ERROR "variable y has type int"
	return uint32(x + y)
}

func lens(a [4]uint8) uint8 {
	n := uint8(len(a))
	m := len(a) // ERROR "variable m has type int"
	return n + uint8(m)
}

func counts(x uint32) uint32 {
	y := uint32(31 - bits.LeadingZeros32(x)) // ERROR "bits.LeadingZeros32 gives an int"
	z := x << bits.Len32(x)                  // ERROR "bits.Len32 gives an int"
	w := bits.OnesCount32(x)                 // ERROR "variable w has type int"
	return y + z + uint32(w)
}

func index(a [4]uint8, x uint8) uint8 {
	return a[bits.Len8(x)&3] // ERROR "bits.Len8 gives an int"
}

func param(n int) uint32 { // ERROR "type int"
	return uint32(n)
}

func result() uint { // ERROR "type uint"
	return 3
}

func word(x uint32) uint32 {
	return uint32(bits.LeadingZeros(uint(x))) // ERROR "type uint"
}

func wordConstant() uint32 {
	return uint32(bits.LeadingZeros(3)) // ERROR "word size"
}

const N int = 4 // ERROR "type int"

const M = len([3]uint8{}) // ERROR "type int"

func loop() uint32 {
	s := uint32(0)
	for i := 0; i < 4; i++ { // ERROR "variable i has type int"
		s++
	}
	for i := range 4 { // ERROR "type int"
		s += uint32(i)
	}
	return s
}
