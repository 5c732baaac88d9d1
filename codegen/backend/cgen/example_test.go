package cgen_test

import (
	"fmt"
	"strings"
	"testing/fstest"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/frontend"
)

// A Go function in the firmware subset becomes a C function.
func ExampleGenerate() {
	source := fstest.MapFS{"half/half.go": {Data: []byte(`// Package half halves.
package half

// Half returns x/2, rounded to nearest, halves up; any x.
//
//ccgen:export
func Half(x int16) int16 {
	// The sum has its own width: it does not wrap.
	return int16((int32(x) + 1) >> 1)
}
`)}}
	program, err := frontend.Load(source, "example", []string{"half"}, frontend.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	header, err := cgen.Generate(program, cgen.Options{Prefix: "nic_"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, body, _ := strings.Cut(string(header), "implementation ---- */\n\n")
	body, _, _ = strings.Cut(body, "\n\n#ifdef")
	fmt.Println(body)
	// Output:
	// NIC_API int16_t nic_half_half(int16_t x)
	// {
	// 	/* The sum has its own width: it does not wrap. */
	// 	return (int16_t)nic_sar_i32((int32_t)x + 1, 1u);
	// }
}
