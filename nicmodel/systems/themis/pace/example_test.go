package pace_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/themis/pace"
)

// Packets of 1000 bytes come every 100 ns, and the flow has 10 Gb/s: 800 ns a packet.
func Example() {
	p := pace.Params{Line: 100_000_000}
	var s pace.State
	pace.Init(&p, &s)
	pace.Step(&p, &s, &pace.Event{Kind: pace.EventRate, Rate: 10_000_000})
	for now := uint64(0); now < 400; now += 100 {
		out := pace.Step(&p, &s, &pace.Event{Kind: pace.EventPacket, Now: now, Bytes: 1000})
		fmt.Printf("%3d ns: held for %d ns\n", now, out.Block)
	}
	// Output:
	//   0 ns: held for 0 ns
	// 100 ns: held for 699 ns
	// 200 ns: held for 1399 ns
	// 300 ns: held for 2099 ns
}
