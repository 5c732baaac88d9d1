package rperf_test

import (
	"fmt"

	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/systems/rperf"
)

// Is it the network or the host? RPerf and a ping-pong, without traffic and with two senders.
func Example() {
	for _, tool := range []rperf.Tool{rperf.RPerf, rperf.PingPong} {
		for _, senders := range []int{0, 2} {
			s := rperf.Mixed(senders, 4096, credit.FCFS)
			s.Tool, s.Samples = tool, 200
			r, err := rperf.Run(&s)
			if err != nil {
				panic(err)
			}
			fmt.Printf("tool %d, %d senders: %v, in the network %v\n", tool, senders, r.Reading().Median, r.Truth().Median)
		}
	}
	// Output:
	// tool 0, 0 senders: 440.909ns, in the network 440ns
	// tool 0, 2 senders: 4.739091us, in the network 4.735796us
	// tool 1, 0 senders: 4.428182us, in the network 440ns
	// tool 1, 2 senders: 8.699091us, in the network 4.7146us
}
