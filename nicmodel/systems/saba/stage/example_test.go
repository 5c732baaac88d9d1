package stage_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba/stage"
)

// An application that sends when it has computed suffers from a port that is shared alike with one that
// sends while it computes; with three quarters of the port it suffers less, and the other hardly more.
func Example() {
	const rate = 56_000_000_000
	serial := stage.StagesByShare("serial", 10, rate, 20*event.Millisecond, 0, 80*event.Millisecond)
	overlapped := stage.StagesByShare("overlapped", 10, rate, 100*event.Millisecond, 28*event.Millisecond, 0)
	for _, weights := range [][]uint32{{1, 1}, {3, 1}} {
		port := stage.Port{Rate: rate, Repeat: 10, Weights: func([]int) []uint32 { return weights }}
		times, err := port.Run([]*stage.App{serial, overlapped})
		if err != nil {
			fmt.Println(err)
			return
		}
		for i, a := range []*stage.App{serial, overlapped} {
			alone, err := a.Alone(rate, 100)
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Printf("weights %d: %s takes %.3f of its time alone\n", weights, a.Name, float64(times[i])/float64(alone))
		}
	}
	// Output:
	// weights [1 1]: serial takes 1.249 of its time alone
	// weights [1 1]: overlapped takes 1.000 of its time alone
	// weights [3 1]: serial takes 1.148 of its time alone
	// weights [3 1]: overlapped takes 1.005 of its time alone
}
