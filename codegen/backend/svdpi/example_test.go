package svdpi_test

import (
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/svdpi"
)

// Example makes the files of a notification point.
func Example() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := svdpi.Generate(p, svdpi.Options{Algorithm: "dcqcnnp"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// dcqcnnp.h
	// dcqcnnp_dpi.c
	// dcqcnnp_dpi.sv
	// dcqcnnp_scoreboard.sv
	// dcqcnnp_tb.sv
}
