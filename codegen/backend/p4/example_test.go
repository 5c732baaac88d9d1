package p4_test

import (
	"context"
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/testvectors"
)

// Example makes a program of the notification point, reads it back, and runs the corpus
// on it.
func Example() {
	prog, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := p4.Generate(prog, p4.Options{Algorithm: "dcqcnnp"})
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := testvectors.Corpus()
	if err != nil {
		fmt.Println(err)
		return
	}
	text := &p4.Text{Program: program, Def: prog.Transducer("dcqcnnp")}
	o, err := text.CheckBuiltin(context.Background(), files)
	fmt.Println(o.Files, o.Steps > 2000, o.OK, err)
	// Output: 1 true true <nil>
}
