package convert

import "math/bits"

//ccgen:range x 0..255
//ccgen:export
func To8(x uint32) uint8 { return uint8(x) }

//ccgen:range x 0..255
//ccgen:export
func Sign(x int32) uint8 { return uint8(x) }

//ccgen:range x 0..(1<<31)-1
//ccgen:export
func ToSigned(x uint32) int32 { return int32(x) }

//ccgen:export
func High(x uint64) uint32 { return uint32(x >> 32) }

//ccgen:export
func Product(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) >> 32) }

//ccgen:export
func Clamp(x uint64) uint16 { return uint16(min(x, (1<<16)-1)) }

//ccgen:export
func ClampSigned(x int64) int32 { return int32(max(min(x, (1<<31)-1), -1<<31)) }

var table = [4]uint32{1, 2, 3, 255}

//ccgen:range i 0..3
//ccgen:export
func Look(i uint32) uint32 { return table[i] }

//ccgen:export
func LookSmall(i uint32) uint8 { return uint8(table[i&3]) }

//ccgen:export
func LookNegative(i int32) uint32 {
	if i >= 0 && i < 4 {
		return table[i]
	}
	return 0
}

//ccgen:export
func LookLen(x uint16) uint32 { return table[uint32(bits.Len16(x))>>3] }

//ccgen:export
func Branch(x int32) uint32 {
	if x > -1 {
		return uint32(x)
	}
	return 0
}

//ccgen:export
func Not(x uint32) uint8 {
	if !(x > 255) {
		return uint8(x)
	}
	return 0
}

//ccgen:export
func Both(x, y uint32) uint8 {
	if x < 128 && y <= 128 {
		return uint8(x + y)
	}
	return 0
}
