package topology_test

import (
	"fmt"
	"strings"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// A dumbbell and a path through it.
func Example() {
	t, err := topology.Dumbbell{
		Left: 2, Right: 1, HostRate: 100e9, TrunkRate: 40e9,
		HostDelay: event.Microsecond, TrunkDelay: 5 * event.Microsecond,
	}.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	routes := t.NextHops()
	for _, i := range routes.Path(nil, 0, 2) {
		l := t.Links[i]
		fmt.Println(l.A, "to", l.B, topology.FormatRate(l.Rate), l.Delay)
	}
	// Output:
	// 0 to 3 100Gbps 1us
	// 3 to 4 40Gbps 5us
	// 2 to 4 100Gbps 1us
}

// What is wrong with a file is said in one line.
func ExampleRead() {
	_, err := topology.Read(strings.NewReader("3 1 2\n2\n0 2 100Gbps 1us 0\n1 2 0Gbps 1us 0\n"), "net.txt")
	fmt.Println(err)
	// Output:
	// net.txt:4: the rate between host 1 and switch 2 is 0; a link needs a capacity
}
