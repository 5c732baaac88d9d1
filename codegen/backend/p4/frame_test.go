package p4_test

import (
	"fmt"
	"os"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
)

// ExampleFrame makes a pipeline of a template, and runs packets of two flows on it.
func ExampleFrame() {
	prog, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := os.ReadFile("testdata/np.p4.tmpl")
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := p4.Frame(prog, string(text), p4.FrameOptions{Name: "np.p4.tmpl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	parsed, err := p4check.Parse(string(program))
	if err != nil {
		fmt.Println(err)
		return
	}
	w := parsed.NewSwitch()
	for _, k := range []struct {
		us   uint64
		flow byte
	}{{10, 1}, {20, 2}, {59, 1}, {60, 1}, {61, 2}, {70, 2}} {
		p, err := w.Ingress(0, k.us, []byte{0, k.flow, 'x'})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d us, flow %d: CNP %d\n", k.us, k.flow, p.Sent.Data[0])
	}
	// Output:
	// 10 us, flow 1: CNP 1
	// 20 us, flow 2: CNP 1
	// 59 us, flow 1: CNP 0
	// 60 us, flow 1: CNP 1
	// 61 us, flow 2: CNP 0
	// 70 us, flow 2: CNP 1
}
