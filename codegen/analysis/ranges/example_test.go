package ranges_test

import (
	"fmt"
	"testing/fstest"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/frontend"
)

func ExampleAnalyse() {
	const src = `package mean

//ccgen:range a 0..1<<31
//ccgen:range b 0..1<<31
//ccgen:export
func Mean(a, b uint32) uint32 { return (a + b) / 2 }
`
	fsys := fstest.MapFS{"mean/mean.go": {Data: []byte(src)}}
	p, err := frontend.Load(fsys, "m", []string{"mean"}, frontend.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range ranges.Analyse(p).Failures() {
		fmt.Println(f.Error())
	}
	// Output:
	// mean/mean.go:6:41: in mean.Mean: uint32 +: cannot show that it fits: 0..2^31 + 0..2^31 is 0..2^32, of uint32
}
