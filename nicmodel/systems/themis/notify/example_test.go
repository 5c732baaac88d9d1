package notify_test

import (
	"fmt"

	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/systems/themis/notify"
)

// Marked packets of a flow every 20 us bring a CNP every 60 us; one that the receiver sends in between
// is dropped.
func Example() {
	p := notify.Params{Interval: 50_000, React: true}
	var s notify.State
	notify.Init(&p, &s)
	for now := fixedpoint.Time(0); now < 100_000; now += 20_000 {
		kind := notify.EventData
		if now == 40_000 {
			kind = notify.EventReturn
		}
		out := notify.Step(&p, &s, &notify.Event{Now: now, Kind: kind})
		fmt.Printf("%2d us: clear %t, mint %t, drop %t\n", now/1000, out.Clear, out.Mint, out.Drop)
	}
	// Output:
	//  0 us: clear true, mint true, drop false
	// 20 us: clear true, mint false, drop false
	// 40 us: clear false, mint false, drop true
	// 60 us: clear true, mint true, drop false
	// 80 us: clear true, mint false, drop false
}
