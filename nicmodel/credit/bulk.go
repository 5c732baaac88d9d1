package credit

import "smartnic-cc/nicmodel/event"

// MaxPayload is the largest payload, one packet.
const MaxPayload = 4096

// MessageTime is what a ConnectX-4 takes for a message at least.
const MessageTime = 130 * event.Nanosecond

// BulkSender is a sender of bandwidth-intensive traffic: it always has another message, of one packet.
type BulkSender struct {
	// From and To are hosts.
	From, To uint32
	// Payload is the size of its messages in bytes, Message the least time between two of them.
	Payload uint32
	Message event.Time
	// VL is the virtual lane of its packets and their acknowledgements.
	VL uint8
}

// Default is the switch of the thesis's test bed and simulator, with a number of hosts at it;
// none joins two hosts by a cable. Cables are 2 m.
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
