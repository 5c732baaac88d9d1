package compile

func unused() {
	x := uint32(1) // ERROR "declared and not used"
}

func mismatch(x uint32, y uint16) uint32 {
	return x + y // ERROR "mismatched types"
}

func missing() uint32 {
} // ERROR "missing return"

func undefined() uint32 {
	return y // ERROR "undefined: y"
}
