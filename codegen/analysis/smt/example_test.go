package smt_test

import (
	"fmt"
	"strings"
	"testing/fstest"

	"smartnic-cc/codegen/analysis/smt"
	"smartnic-cc/codegen/frontend"
)

func ExampleProblems() {
	const src = `package fixedpoint

//ccgen:range a 0..254
func Next(a uint8) uint8 { return a + 1 }
`
	fsys := fstest.MapFS{"fixedpoint/next.go": {Data: []byte(src)}}
	p, err := frontend.Load(fsys, "m", []string{"fixedpoint"}, frontend.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	problems, err := smt.Problems(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range problems {
		fmt.Println(q.Name+":", q.What)
		fmt.Println(strings.Count(q.Text, "(assert"))
	}
	// Output:
	// fixedpoint.Next.01: fixedpoint/next.go:4:35: in fixedpoint.Next: uint8 +
	// 2
}
