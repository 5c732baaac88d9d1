package frontend_test

import (
	"fmt"
	"testing/fstest"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

// A package of the subset is loaded from any file system and translated.
func ExampleLoad() {
	src := `package rate

// Half halves a rate, kb/s, rounding down.
//
//ccgen:export
func Half(rc uint32) uint32 {
	return rc >> 1 // no sign to lose
}
`
	fsys := fstest.MapFS{"rate/rate.go": {Data: []byte(src)}}
	prog, err := frontend.Load(fsys, "example", []string{"rate"}, frontend.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range prog.Exports() {
		result := f.Body[0].(*ir.Return)
		fmt.Println(f.FullName(), f.Doc)
		fmt.Println("returns", ir.ExprString(result.Values[0]), "//", result.LineComment)
	}
	// Output:
	// rate.Half [Half halves a rate, kb/s, rounding down.]
	// returns (rc >> 1) // no sign to lose
}

// What is outside the subset is named with its place and the remedy.
func ExampleLint() {
	src := `package rate

func Share(rc, n uint32) uint32 {
	x := 1
	return rc / n + uint32(x)
}
`
	fsys := fstest.MapFS{"rate/rate.go": {Data: []byte(src)}}
	refusals, err := frontend.Lint(fsys, "example", []string{"rate"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range refusals {
		fmt.Println(r)
	}
	// Output:
	// rate/rate.go:4:2: variable x has type int: use a fixed-width type such as uint32 or int32, as in x := uint32(0)
	// rate/rate.go:5:14: division by a variable: divide by a constant, or use fixedpoint.Div or a reciprocal
}
