package nicmodel

import (
	"math/bits"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcercplus"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// part runs the events of one part of the model.
type part struct {
	*fabric.Part
	m *Model
	Counters
	records Batch
	logged  []uint32 // connections of the part whose rates are logged
	// Events for handlers live here, since an event on the stack would escape.
	ev        dcqcn.Event
	npEvent   dcqcn.NPEvent
	plusEvent dolcercplus.Event
}

// Counters are what hosts count.
type Counters struct {
	// Events is the number of events of hosts and switches.
	Events uint64
	// PayloadBytes were delivered in order.
	PayloadBytes uint64
	// Completed messages; CNPs sent; notifications (CNPs or echoes) taken.
	Completed, CNPs, Notified uint64
	// Returns to what is not acknowledged (go-back-N), Timeouts of them for want of
	// acknowledgements.
	Returns, Timeouts uint64
	// Trips are the times from a packet's leaving to its acknowledgement.
	Trips Tally
}

// Tally is a count, a sum and a maximum of times.
type Tally struct {
	Count uint64
	Sum   event.Time
	Max   event.Time
}

func (t *Tally) add(x event.Time) {
	t.Count++
	t.Sum += x
	t.Max = max(t.Max, x)
}

// merge adds what another part counted.
func (c *Counters) merge(o *Counters) {
	c.Events += o.Events
	c.PayloadBytes += o.PayloadBytes
	c.Completed += o.Completed
	c.CNPs += o.CNPs
	c.Notified += o.Notified
	c.Returns += o.Returns
	c.Timeouts += o.Timeouts
	c.Trips.Count += o.Trips.Count
	c.Trips.Sum += o.Trips.Sum
	c.Trips.Max = max(c.Trips.Max, o.Trips.Max)
}

// Run takes all events before a time.
func (p *part) Run(before event.Time) {
	m := p.m
	var e event.Event
	for p.Queue.Pop(before, &e) {
		p.Events++
		node := e.Node()
		// The digest of a node is a chain over the times and kinds of its events; see Digest.
		d := &m.digests[node]
		*d = bits.RotateLeft64(*d^(uint64(e.At)^e.Key<<20^uint64(e.Kind)<<1), 25) * 0x9E3779B97F4A7C15
		if node >= m.hostCount {
			m.network.Switches[node-m.hostCount].Handle(p.Part, &e)
			continue
		}
		p.handle(&m.hosts[node], &e)
	}
}

// handle takes an event of a host.
func (p *part) handle(h *host, e *event.Event) {
	switch e.Kind {
	case fabric.Arrive:
		p.arrive(h, e.At, e.Arg)
	case wake:
		if e.At != h.wakes {
			return // an earlier one took its place
		}
		h.wakes = never
		p.kick(h, e.At)
	case fabric.Pause:
		p.pauseHost(h, e.At, e.Arg)
	case start:
		p.begin(h, e.At)
	case timeout:
		p.timeout(h, e.Arg, e.At)
	case received:
		p.receive(h, e.At, e.Arg)
	case gateOpen:
		p.open(h, e.At, e.Arg)
	case post:
		p.post(h, e.Arg, e.At)
		p.kick(h, e.At)
	}
}

// begin posts the messages of a host that begin now, and waits for the next.
func (p *part) begin(h *host, now event.Time) {
	for len(h.starts) > 0 && p.m.config.Plan.Messages[h.starts[0]].Start <= now {
		p.post(h, h.starts[0], now)
		h.starts = h.starts[1:]
	}
	p.await(h)
	p.kick(h, now)
}

// await schedules the host's next message by the clock.
func (p *part) await(h *host) {
	if len(h.starts) > 0 {
		p.after(h, p.m.config.Plan.Messages[h.starts[0]].Start, start, 0)
	}
}
