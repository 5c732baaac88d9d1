package workload_test

import (
	"fmt"
	"strings"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// Web search at a load of 30 % with an incast in the middle.
func Example() {
	size, err := workload.Named("websearch")
	if err != nil {
		fmt.Println(err)
		return
	}
	hosts := []uint32{0, 1, 2, 3}
	background, err := workload.Poisson{
		Hosts: hosts, Load: 300_000, Rate: 100e9, Size: size, Duration: 200 * event.Microsecond, Class: 3, Seed: 1,
	}.Plan()
	if err != nil {
		fmt.Println(err)
		return
	}
	burst, err := workload.Incast{Senders: hosts[1:], Receiver: 0, Bytes: 2_000_000, Start: 100 * event.Microsecond, Class: 3}.Plan()
	if err != nil {
		fmt.Println(err)
		return
	}
	var plan workload.Plan
	for _, p := range []*workload.Plan{background, burst} {
		if _, _, err := plan.Append(p); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := plan.Validate(4, event.Millisecond); err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range plan.Messages {
		c := plan.Conns[m.Conn]
		fmt.Println(c.Src, "to", c.Dst, m.Bytes, "bytes at", m.Start)
	}
	// Output:
	// 1 to 0 2000000 bytes at 100us
	// 2 to 0 2000000 bytes at 100us
	// 3 to 0 2000000 bytes at 100us
	// 0 to 2 60565 bytes at 125.941531us
}

// A flow of a host to itself is refused with file and line.
func ExampleReadFlows() {
	net, err := topology.Star{Hosts: 4, Rate: 100e9, Delay: event.Microsecond}.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = workload.ReadFlows(strings.NewReader("2\n0 1 3 100 2000000 0.001\n2 2 3 100 500 0.002\n"), "flows.txt", net, 0, false)
	fmt.Println(err)
	// Output:
	// flows.txt:3: a flow of host 2 to itself; give it another destination
}
