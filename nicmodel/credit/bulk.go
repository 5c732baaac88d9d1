package credit

import "smartnic-cc/nicmodel/event"

// MaxPayload is the largest payload, one packet.
const MaxPayload = 4096

// MessageTime is the least time between a ConnectX-4's messages.
const MessageTime = 130 * event.Nanosecond

// BulkSender is a backlogged sender of messages of one packet.
type BulkSender struct {
	// From and To are hosts.
	From, To uint32
	// Payload is the size of its messages in bytes, Message the least time between two.
	Payload uint32
	Message event.Time
	// VL is the virtual lane of its packets and their acknowledgements.
	VL uint8
}

// Default is the switch of the thesis's testbed and simulator, with hosts hosts; 0 joins two hosts by a cable. Cables
// are 2 m.
func Default(hosts int) Config {
	c := Config{
		Rate: 56_000_000_000, Propagation: 10 * event.Nanosecond, Pipeline: 200 * event.Nanosecond,
		CreditReturn: 3500 * event.Nanosecond, Buffer: 32_000, Hosts: make([]uint32, max(hosts, 2)),
	}
	if hosts > 0 {
		c.Switches = 1
	}
	return c
}
