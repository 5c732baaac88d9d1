package arith

//ccgen:range a 0..200
//ccgen:range b 0..56
//ccgen:export
func Add8(a, b uint8) uint8 { return a + b } // ERROR "uint8 +"

//ccgen:range a 0..1<<31
//ccgen:export
func Double(a uint32) uint32 { return a + a } // ERROR "uint32 +"

//ccgen:range a -1<<15..(1<<15)-1
//ccgen:export
func Negate(a int16) int16 { return -a } // ERROR "int16 unary -"

//ccgen:export
func Sub(a, b uint32) uint32 {
	if a >= b {
		return a - b
	}
	return a - b // ERROR "uint32 -"
}

//ccgen:export
func SubOff(a, b uint32) uint32 {
	if a >= b {
		return a - b - 1 // ERROR "uint32 -"
	}
	return 0
}

//ccgen:range a 0..65536
//ccgen:export
func Square(a uint32) uint32 { return a * a } // ERROR "uint32 *"

//ccgen:range a -46341..46340
//ccgen:export
func SquareSigned(a int32) int32 { return a * a } // ERROR "int32 *"

//ccgen:export
func Wide(a, b uint32) uint64 { return uint64(a)*uint64(b) + uint64(a) + uint64(b) + 1 } // ERROR "uint64 +"

//ccgen:range s 0..32
//ccgen:export
func Mask(s uint32) uint32 { return (uint32(1) << s) - 1 } // ERROR "uint32 <<" "uint32 -"

//ccgen:range x 0..1<<24
//ccgen:export
func Up(x uint32) uint32 { return x << 8 } // ERROR "uint32 <<"

//ccgen:range x -1<<23..1<<23
//ccgen:export
func UpSigned(x int32) int32 { return x << 8 } // ERROR "int32 <<"

//ccgen:export
func Count(x uint32) uint32 {
	n := x
	n++ // ERROR "uint32 +"
	return n
}

//ccgen:export
func Down(x uint32) uint32 {
	x -= 1 // ERROR "uint32 -"
	return x
}

//ccgen:export
func Min(x, y int64) int64 {
	return min(x, y) - max(x, y) // ERROR "int64 -"
}

//ccgen:export
func DivMin(x int32) int32 { return x / -1 } // ERROR "int32 /"
