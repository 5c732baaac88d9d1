package conformance_test

import (
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
)

// Example lists the machines of the matrix and runs a function on the IR.
func Example() {
	for _, p := range conformance.Platforms() {
		fmt.Printf("%s: %d bits, %s endian\n", p.Name, p.Word, p.Order)
	}
	program, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(conformance.Interpreter(program).Call("fixedpoint.ISqrt", []uint64{144}))
	// Output:
	// x86-64: 64 bits, little endian
	// i386: 32 bits, little endian
	// armv7: 32 bits, little endian
	// aarch64: 64 bits, little endian
	// s390x: 64 bits, big endian
	// rv64imac: 64 bits, little endian
	// rv32imac: 32 bits, little endian
	// rv32imc: 32 bits, little endian
	// lx106: 32 bits, little endian
	// cortex-m0plus: 32 bits, little endian
	// cortex-m4: 32 bits, little endian
	// cortex-r5: 32 bits, little endian
	// [12] <nil>
}
