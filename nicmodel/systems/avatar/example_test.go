package avatar_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/avatar"
)

// A message of 1 KB waits behind blocks of 128 KB: natively for whole blocks, with Avatar for the
// segments that are in flight.
func ExampleRun() {
	config := avatar.Default()
	load := avatar.Load{
		Flows: []avatar.Flow{
			{Block: 1 << 10, Outstanding: 1, Pause: event.Microsecond},
			{Thread: 1, Block: 128 << 10, Outstanding: 16},
		},
		From: 100 * event.Microsecond, Until: 4 * event.Millisecond,
	}
	for _, system := range []avatar.System{avatar.Native, avatar.Avatar} {
		r, err := avatar.Run(&config, system, &load)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: 99 of 100 within %v us\n", system, int64(avatar.Percentile(r.Flows[0].Latency, 99)/event.Microsecond))
	}
	// Output:
	// native: 99 of 100 within 31 us
	// Avatar: 99 of 100 within 8 us
}
