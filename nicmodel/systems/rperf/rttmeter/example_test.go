package rttmeter_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/rperf/rttmeter"
)

// A pair is posted at tick 1000; its loop-back is polled at 3000, its send over the wire at 3968.
func Example() {
	p := rttmeter.Params{Longest: rttmeter.MaxTicks}
	var s rttmeter.State
	var h rttmeter.Histogram
	rttmeter.Init(&p, &s)
	for _, e := range []rttmeter.Event{
		{Ticks: 1000, Kind: rttmeter.EventPost},
		{Ticks: 3000, Kind: rttmeter.EventLoopback},
		{Ticks: 3968, Kind: rttmeter.EventWire},
	} {
		if out := rttmeter.Step(&p, &s, &e); out.Done {
			fmt.Println("RTT", out.RTT, "ticks, of the end point", out.Local)
			rttmeter.Add(&h, uint32(max(out.RTT, 0)))
		}
	}
	fmt.Println("median bucket begins at", rttmeter.Quantile(&h, 32768))
	// Output:
	// RTT 968 ticks, of the end point 2000
	// median bucket begins at 960
}
