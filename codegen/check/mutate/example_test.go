package mutate_test

import (
	"fmt"
	"testing/fstest"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
)

// A mutant says what it is and where, and runs in the interpreter instead of the function that it was made of.
func Example() {
	src := `package rate

// Half is a half of x, rounded half up.
//
//ccgen:export
func Half(x uint32) uint32 { return (x + 1) >> 1 }
`
	prog, err := frontend.Load(fstest.MapFS{"rate/rate.go": {Data: []byte(src)}}, "example", []string{"rate"}, frontend.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	machine := interp.New(prog)
	for _, m := range mutate.List(prog) {
		if m.Kind != mutate.Rounding {
			continue
		}
		undo := machine.Replace(m.Func, m.Body())
		odd, err := machine.Call("rate.Half", []uint64{7})
		undo()
		fmt.Printf("%s: %s, %s: %s; Half(7) is %d, %v\n", m.Site, m.ID, m.What, m.After, odd, err)
	}
	// Output: rate/rate.go:6:37: rate.Half/rounding/1, rounded down instead of half up: (x >> 1); Half(7) is [3], <nil>
}
