package arith

import "math/bits"

//ccgen:range a 0..200
//ccgen:range b 0..55
//ccgen:export
func Add8(a, b uint8) uint8 { return a + b }

//ccgen:range a 0..(1<<31)-1
//ccgen:export
func Double(a uint32) uint32 { return a + a + 1 }

//ccgen:range a (-1<<15)+1..(1<<15)-1
//ccgen:export
func Negate(a int16) int16 { return -a }

//ccgen:export
func Sub(a, b uint32) uint32 {
	if a > b {
		return a - b - 1
	}
	return b - a
}

//ccgen:range a 0..65535
//ccgen:export
func Square(a uint32) uint32 { return a * a }

//ccgen:range a -46340..46340
//ccgen:export
func SquareSigned(a int32) int32 { return a * a }

//ccgen:export
func Wide(a, b uint32) uint64 { return uint64(a)*uint64(b) + uint64(a) + uint64(b) }

//ccgen:range s 0..31
//ccgen:split s
//ccgen:export
func Mask(s uint32) uint32 { return (uint32(1) << s) - 1 }

//ccgen:range x 0..(1<<24)-1
//ccgen:export
func Up(x uint32) uint32 { return x << 8 }

//ccgen:range x -1<<23..(1<<23)-1
//ccgen:export
func UpSigned(x int32) int32 { return x << 8 }

//ccgen:export
func Count(x uint32) uint32 {
	if x != 0xFFFFFFFF {
		x++
	}
	return x
}

//ccgen:export
func Down(x uint32) uint32 {
	if x == 0 {
		return 0
	}
	x -= 1
	return x
}

//ccgen:export
func Less(x, y uint64) uint64 { return x - min(x, y) }

//ccgen:export
func Spread(x, y uint32) uint32 { return max(x, y) - min(x, y) }

//ccgen:export
func Low(x, m uint32) uint32 { return x - (x & m) }

//ccgen:export
func Rest(x uint32) uint32 { return x - (x >> 3) }

//ccgen:export
func Normal(x uint32) uint32 {
	if x == 0 {
		return 0
	}
	return x << uint32(bits.LeadingZeros32(x))
}

//ccgen:export
func Sum(a, b, c uint8) uint16 { return uint16(a) + uint16(b) + uint16(c) }

//ccgen:export
func Mix(x uint32) uint32 {
	return x * 2654435761 //ccgen:wrap a hash
}

//ccgen:range g 0..1<<16
//ccgen:export
func Share(x, g uint32) uint32 { return x - uint32(uint64(x)*uint64(g)>>16) }

//ccgen:range x (-1<<31)+1..(1<<31)-1
//ccgen:export
func DivMin(x int32) int32 { return x / -1 }

//ccgen:range x 0..1000
//ccgen:export
func Switch(x uint32) uint8 {
	switch x {
	case 1, 2, 255:
		return uint8(x)
	}
	if x == 7 {
		return uint8(x)
	}
	return 0
}
