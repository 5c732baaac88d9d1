package fabric

import "smartnic-cc/nicmodel/event"

// MaxEnd is the latest time of a model, ps: 140 seconds. Times and ports share 64 bits.
const MaxEnd event.Time = 1<<47 - 1

// Part is what the nodes of one part of the model share.
type Part struct {
	Pool
	Counts
	Records  Records
	switches []*Switch
	sorter   sorter
}

// Counts are what conservation is checked by: bytes and packets on the wire, control
// packets included, PFC frames apart.
type Counts struct {
	// Events is the number of events of switches and hosts.
	Events uint64
	// Born is what hosts put into the network, Gone what hosts took out of it, Dropped
	// what switches and links lost.
	BornBytes, GoneBytes, DroppedBytes       uint64
	BornPackets, GonePackets, DroppedPackets uint64
	// Buffered is how many of the lost packets found no room, Lossy how many the links
	// lost.
	Buffered, Lossy uint64
	// Marks is the number of packets marked.
	Marks uint64
	// Pauses is the number of PFC frames that stopped a class.
	Pauses uint64
}

// Add adds what another part counted.
func (c *Counts) Add(o *Counts) {
	c.Events += o.Events
	c.BornBytes += o.BornBytes
	c.GoneBytes += o.GoneBytes
	c.DroppedBytes += o.DroppedBytes
	c.BornPackets += o.BornPackets
	c.GonePackets += o.GonePackets
	c.DroppedPackets += o.DroppedPackets
	c.Buffered += o.Buffered
	c.Lossy += o.Lossy
	c.Marks += o.Marks
	c.Pauses += o.Pauses
}

// NextTime returns the time of the first known event of the part's switches.
func (p *Part) NextTime() event.Time {
	next := event.Never
	for _, s := range p.switches {
		next = min(next, s.next)
	}
	return next
}

// Run takes all events of the part's switches from base on and before a time; no event
// is earlier than base.
func (p *Part) Run(base, before event.Time) {
	for _, s := range p.switches {
		if s.next < before {
			s.run(p, base, before)
		}
	}
}

// Exchange sees what was sent to the part's switches.
func (p *Part) Exchange() {
	for _, s := range p.switches {
		s.look()
	}
}

// Birth counts a packet that a host puts into the network.
func (p *Part) Birth(size uint16) {
	p.BornPackets++
	p.BornBytes += uint64(size)
}

// Bury counts a packet that a host takes out of the network.
func (p *Part) Bury(size uint16) {
	p.GonePackets++
	p.GoneBytes += uint64(size)
}

// drop counts a packet that is lost.
func (p *Part) drop(size uint16) {
	p.DroppedPackets++
	p.DroppedBytes += uint64(size)
}

// Chain adds an event to the digest of its node: a chain over the times, kinds and ports
// of a node's events in their order.
func Chain(digest uint64, at event.Time, what uint64) uint64 {
	d := (digest ^ uint64(at) ^ what<<48) * 0x9E3779B97F4A7C15
	return d ^ d>>29
}
