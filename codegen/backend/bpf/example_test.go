package bpf_test

import (
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
)

// Example prints the notification point for the kernel's BPF machine.
func Example() {
	prog, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := bpf.Generate(prog, bpf.Options{Algorithm: "dcqcnnp"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range p.Files() {
		fmt.Println(f.Name)
	}
	// Output:
	// dcqcnnp.h
	// dcqcnnp.wire.h
	// dcqcnnp.bpf.h
	// dcqcnnp.bpf.c
	// dcqcnnp_xdp.bpf.c
	// dcqcnnp_tc.bpf.c
	// dcqcnnp_np.bpf.c
}
