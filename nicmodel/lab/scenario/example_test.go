package scenario_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
)

// Example runs an incast of two messages through one switch, at line rate.
func Example() {
	s, err := scenario.Parse([]byte(`
[topology]
kind = "star"
hosts = 3
rate = "100Gbps"
delay = "1us"

[[nic]]
algorithm = "none"

[[workload]]
kind = "incast"
receiver = 2
bytes = "100KB"
`), "incast.toml")
	if err != nil {
		fmt.Println(err)
		return
	}
	sum, err := scenario.Run(s, scenario.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d messages complete, the last after %v\n", sum.Completed, sum.Messages, event.Time(sum.FCT.FCT.Max))
	// Output: 2 of 2 messages complete, the last after 20.86144us
}
