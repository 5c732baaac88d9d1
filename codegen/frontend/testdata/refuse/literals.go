package literals

const Pi = 3.14159 // ERROR "floating-point literal"

const Ten = 1e1 // ERROR "floating-point literal"

const Name = "x" // ERROR "string literal"

const Imag = 2i // ERROR "floating-point literal"

const Good = 'a' + 0x10 + 0b1 + 1_000

func f() uint32 {
	return uint32(0.5 * 65536) // ERROR "floating-point literal"
}

func g() bool {
	return "a" == "b" // ERROR "string literal"
}
