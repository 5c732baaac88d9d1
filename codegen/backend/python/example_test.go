package python_test

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/python"
)

// Example prints a function of the firmware in Python.
func Example() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := python.NewModule(p, python.Options{Name: "fixedpoint"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, after, _ := strings.Cut(string(m.Files[0].Text), "def Pack16Nearest(")
	body, _, _ := strings.Cut(after, "\n\n\n")
	fmt.Println("def Pack16Nearest(" + body)
	// Output:
	// def Pack16Nearest(x: uint32, shift: uint32) -> uint16:
	//     """Pack16Nearest returns x / 2^shift rounded to nearest, halves up, saturating
	//     at 0xFFFF. Meant for shift 0 to 16; any shift is allowed.
	//
	//     fixedpoint/pack.go:15
	//     """
	//     if shift == 0:
	//         return min(x, 0xFFFF)
	//     # From shift 1 on the first term has at most 31 bits: no overflow.
	//     return min((x >> shift) + ((x >> (shift - 1)) & 1), 0xFFFF)
}
