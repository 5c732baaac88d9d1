package resubmit_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/themis/resubmit"
)

// A packet is to be held for 2 us at a port of 1.6 Tb/s, 0.005 ns a byte, before which 100 KB wait: each
// pass takes 500 ns.
func Example() {
	p := resubmit.Params{PerByte: 83886, Least: 484}
	var s resubmit.State
	resubmit.Init(&p, &s)
	e := resubmit.Event{First: true, Block: 1999, Queue: 100_000}
	for resubmit.Step(&p, &s, &e).Again {
		e = resubmit.Event{Queue: 100_000}
	}
	fmt.Println(s.Passes, "passes")
	// Output:
	// 4 passes
}
