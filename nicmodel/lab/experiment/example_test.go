package experiment_test

import (
	"fmt"

	"smartnic-cc/nicmodel/lab/experiment"
)

// A point is run alone, as a worker on another machine would.
func ExampleRun() {
	p := experiment.Point{Scenario: "canary", Set: []string{"nic[0].algorithm=dolcerc"}, Seed: 1}
	r, err := experiment.Run(p, "", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println(r.All.Completed, "of", r.All.Messages, "messages, none lost:", r.Lost == 0)
	// Output:
	// canary nic[0].algorithm=dolcerc, seed 1
	// 308 of 308 messages, none lost: true
}
