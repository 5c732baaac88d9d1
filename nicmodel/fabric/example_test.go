package fabric_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

func ExampleNew() {
	t, err := topology.Star{Hosts: 4, Rate: 100_000_000_000, Delay: event.Microsecond}.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := fabric.New(t, &fabric.Config{
		Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(),
		Marking: []fabric.Marking{{Kmin: 100_000, Kmax: 400_000, PmaxPPM: 200_000}},
	}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	packets, size := n.InFlight()
	fmt.Println(len(n.Switches), "switch,", len(n.Partitions), "part, lookahead", n.Lookahead, "with", packets, "packets of", size, "bytes under way")
	// Output:
	// 1 switch, 1 part, lookahead 1us with 0 packets of 0 bytes under way
}
