package p4check_test

import (
	"fmt"

	"smartnic-cc/codegen/check/p4check"
)

// Example runs a program that counts packets in a register, and shows what is refused.
func Example() {
	text := harness("", "register<bit<64>>(1) seen; bit<64> n; action count() { seen.read(n, 0); seen.write(0, n + 1); }",
		"count(); hdr.out_.r = n;")
	p, err := p4check.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	w := p.NewSwitch()
	for range 2 {
		out, port, err := w.Process(1, make([]byte, 32))
		fmt.Println(out, port, err)
	}
	_, err = p4check.Parse(harness("", "", "hdr.out_.r = hdr.in_.a / 3;"))
	fmt.Println(err)
	// Output:
	// [0 0 0 0 0 0 0 0] 3 <nil>
	// [0 0 0 0 0 0 0 1] 3 <nil>
	// 17:32: operator / is outside the subset: bmv2 divides constants only
}
