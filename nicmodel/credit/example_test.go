package credit_test

import (
	"fmt"

	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
)

// printer is a host that says what comes.
type printer struct{}

func (printer) Arrived(now event.Time, p *credit.Packet) {
	fmt.Printf("%v: %d bytes of host %d, sent at %v\n", now, p.Bytes, p.From, p.Sent)
}
func (printer) Departed(event.Time, *credit.Packet) {}
func (printer) Step(event.Time, uint8, uint32)      {}

// Two hosts send to a third at once: one of them waits.
func Example() {
	config := credit.Config{
		Switches: 1, Hosts: []uint32{0, 0, 0}, Rate: 56_000_000_000, Buffer: 32_000,
		Propagation: 10 * event.Nanosecond, Pipeline: 200 * event.Nanosecond,
	}
	network, err := credit.New(&config, []credit.Host{printer{}, printer{}, printer{}})
	if err != nil {
		panic(err)
	}
	for from := range uint32(2) {
		if err := network.Send(credit.Packet{From: from, To: 2, Bytes: 4148}); err != nil {
			panic(err)
		}
	}
	network.Run(event.Millisecond)
	// Output:
	// 812.571ns: 4148 bytes of host 0, sent at 0s
	// 1.405142us: 4148 bytes of host 1, sent at 0s
}
