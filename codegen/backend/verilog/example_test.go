package verilog_test

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/verilog"
)

// Example prints the notification point as a circuit.
func Example() {
	prog, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := verilog.Generate(prog, verilog.Options{Algorithm: "dcqcnnp", Stages: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Latency, d.StateBits)
	for l := range strings.Lines(string(d.Text)) {
		if strings.HasPrefix(l, "module ") {
			fmt.Print(l)
		}
	}
	// Output:
	// 2 40
	// module dcqcnnp_core (
	// module dcqcnnp_init (
	// module dcqcnnp (
}
