package fabric

import "smartnic-cc/nicmodel/event"

// Kinds of events of the fabric. The kinds of hosts begin at HostKinds.
const (
	// Arrive: the last bit of packet Arg came in through Port.
	Arrive uint8 = iota + 1
	// Pause: a PFC frame came in through Port; Arg is the class and, in bit 8, whether to
	// stop.
	Pause
	// Wake: Port may be free to send.
	Wake
	// Sample: the queues are to be looked at.
	Sample
	// HostKinds is the first kind that hosts use.
	HostKinds
)

// stop is the bit of a Pause event's Arg that tells to stop.
const stop = 1 << 8

// crossing is an event on its way to another part, with its packet.
type crossing struct {
	e event.Event
	k Packet
}

// Part is what the nodes of one part of the model share: their events and packets.
// Nodes of different parts meet only by what lies in the outboxes between two
// windows.
type Part struct {
	Queue *event.Queue
	Pool
	Counts
	Records Records
	// of is the part of each node.
	of    []uint16
	index uint16
	// out are the outboxes by destination; in, where the others' boxes for this part are.
	out [][]crossing
	in  []*Part
}

// Counts are what conservation is checked by: bytes and packets on the wire, control
// packets included.
type Counts struct {
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

// NewParts makes n parts; of tells the part of each node.
func NewParts(n int, of []uint16) []*Part {
	parts := make([]*Part, n)
	for i := range parts {
		parts[i] = &Part{Queue: event.NewQueue(), of: of, index: uint16(i), out: make([][]crossing, n)}
	}
	for i := range parts {
		parts[i].in = parts
	}
	return parts
}

// NextTime returns the time of the first event, event.Never if there is none.
func (p *Part) NextTime() event.Time { return p.Queue.NextTime() }

// Exchange takes in what the other parts left for this one.
func (p *Part) Exchange() {
	for _, from := range p.in {
		box := from.out[p.index]
		for i := range box {
			e := &box[i].e
			if e.Kind == Arrive {
				id := p.Take()
				*p.At(id) = box[i].k
				e.Arg = id
			}
			p.Queue.Push(*e)
		}
		from.out[p.index] = box[:0]
	}
}

// Birth counts a packet that a host puts into the network.
func (p *Part) Birth(k *Packet) {
	p.BornPackets++
	p.BornBytes += uint64(k.Size)
}

// Bury takes a packet out of the network at its destination.
func (p *Part) Bury(id uint32) {
	p.GonePackets++
	p.GoneBytes += uint64(p.At(id).Size)
	p.Put(id)
}

// drop loses a packet.
func (p *Part) drop(id uint32) {
	p.DroppedPackets++
	p.DroppedBytes += uint64(p.At(id).Size)
	p.Put(id)
}

// deliver schedules the arrival of a packet at another node.
func (p *Part) deliver(at event.Time, l *Link, id uint32) {
	e := event.Event{At: at, Key: l.key, Arg: id, Port: l.peerPort, Kind: Arrive}
	if l.peerPart == p.index {
		p.Queue.Push(e)
		return
	}
	p.out[l.peerPart] = append(p.out[l.peerPart], crossing{e, *p.At(id)})
	p.Put(id)
}

// deliverPause schedules the arrival of a PFC frame.
func (p *Part) deliverPause(at event.Time, l *Link, arg uint32) {
	e := event.Event{At: at, Key: l.key | 1, Arg: arg, Port: l.peerPort, Kind: Pause}
	if l.peerPart == p.index {
		p.Queue.Push(e)
		return
	}
	p.out[l.peerPart] = append(p.out[l.peerPart], crossing{e: e})
}
