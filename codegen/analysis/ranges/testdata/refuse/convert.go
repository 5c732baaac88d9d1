package convert

import "math/bits"

//ccgen:range x 0..256
//ccgen:export
func To8(x uint32) uint8 { return uint8(x) } // ERROR "uint32 to uint8"

//ccgen:range x -1..255
//ccgen:export
func Sign(x int32) uint8 { return uint8(x) } // ERROR "int32 to uint8"

//ccgen:range x 0..1<<31
//ccgen:export
func ToSigned(x uint32) int32 { return int32(x) } // ERROR "uint32 to int32"

//ccgen:export
func High(x uint64) uint32 { return uint32(x >> 31) } // ERROR "uint64 to uint32"

//ccgen:export
func Product(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 31) } // ERROR "uint64 to uint32"

//ccgen:export
func Clamp(x uint64) uint16 { return uint16(min(x, 1<<16)) } // ERROR "uint64 to uint16"

//ccgen:export
func ClampSigned(x int64) int32 { return int32(min(x, (1<<31)-1)) } // ERROR "int64 to int32"

var table = [4]uint32{1, 2, 3, 256}

//ccgen:range i 0..4
//ccgen:export
func Look(i uint32) uint32 { return table[i] } // ERROR "index"

//ccgen:export
func LookSmall(i uint32) uint8 { return uint8(table[i&3]) } // ERROR "uint32 to uint8"

//ccgen:export
func LookNegative(i int32) uint32 {
	if i < 4 {
		return table[i] // ERROR "index"
	}
	return 0
}

//ccgen:export
func LookLen(x uint32) uint32 { return table[uint32(bits.Len32(x))>>3] } // ERROR "index"

//ccgen:export
func Branch(x int32) uint32 {
	if x >= -1 {
		return uint32(x) // ERROR "int32 to uint32"
	}
	return 0
}

//ccgen:export
func Not(x uint32) uint8 {
	if !(x > 256) {
		return uint8(x) // ERROR "uint32 to uint8"
	}
	return 0
}

//ccgen:export
func Both(x, y uint32) uint8 {
	if x < 128 && y <= 128 {
		return uint8(x + y)
	}
	if x < 256 || y < 2 {
		return uint8(x) // ERROR "uint32 to uint8"
	}
	return 0
}

//ccgen:export
func Switch(x uint32) uint8 {
	switch x {
	case 3, 256:
		return uint8(x) // ERROR "uint32 to uint8"
	}
	return 0
}

// Pair is an entry that is taken as a whole.
type Pair struct{ A, B uint8 }

var pairs = [3]Pair{{1, 2}, {3, 4}, {5, 6}}

// Whole takes an entry out of range.
//
//ccgen:export
func Whole(i uint8) uint8 {
	p := pairs[i&3] // ERROR "index 0..3 of an array of 3"
	return p.A
}
