package bare_test

import (
	"fmt"

	"smartnic-cc/codegen/check/conformance/bare"
)

// Example lists the files that are compiled with the firmware program.
func Example() {
	files, err := bare.Files()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// memory.c
	// runtime.c
	// setjmp.h
	// start.S
	// stdio.h
	// stdlib.h
	// string.h
	// unistd.h
}
