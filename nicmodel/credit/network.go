package credit

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// Packet is a packet of the network.
type Packet struct {
	// User is the hosts' own.
	User uint64
	// Sent is when its first byte left its host.
	Sent event.Time
	// From and To are hosts.
	From, To uint32
	// Bytes is its length on the wire, headers included.
	Bytes uint32
	// VL is its virtual lane, Kind the hosts' own.
	VL, Kind uint8
}

// Host is an end point of the network.
type Host interface {
	// Arrived is called when the last byte of a packet has arrived. p is valid until it returns.
	Arrived(now event.Time, p *Packet)
	// Departed is called when the first byte of a packet of this host leaves. p is valid until it returns.
	Departed(now event.Time, p *Packet)
	// Step is called as the host requested with At.
	Step(now event.Time, kind uint8, arg uint32)
}

// Kinds is the number of kinds of steps of hosts.
const Kinds = 128

// kinds of the network's own events.
const (
	evHead   uint8 = Kinds + iota // of a packet has passed a switch's pipeline
	evTail                        // of a packet, at a host
	evIdle                        // a link's output is done with its packet
	evCredit                      // room came back: link, VL and bytes
)

// maxPackets is the limit of packets in flight; an event has the number of one and of an input.
const maxPackets = 1 << 24

// none means no link or no packet.
const none = ^uint32(0)

// link is an output, and the input at the other end.
type link struct {
	from, to uint32      // nodes
	sending  uint32      // the packet, or none
	bytes    uint32      // of the packet
	input    uint32      // of the node at the other end, if that is a switch
	buffer   uint32      // that the packet is of
	high     uint32      // bytes of high VLs, in blocks, since VL 0 had its turn
	turn     [VLs]uint32 // of round robin: the buffer served last
	room     [VLs]uint32
}

// buffer is a VL of an input of a switch, or of a host's send queue.
type buffer struct {
	link  uint32 // whose input it is; none at a host
	vl    uint8
	busy  bool // its first packet is being sent
	queue []waiting
	first int
}

// waiting is a packet in a buffer.
type waiting struct {
	packet uint32
	came   event.Time
}

// node is a host or a switch.
type node struct {
	buffers []buffer
	// outputs has the link to each host; one at a host.
	outputs []uint32
	links   []uint32
}

// Network is a network and its clock.
type Network struct {
	config  Config
	hosts   []Host
	nodes   []node // hosts, then switches
	links   []link
	packets []Packet
	unused  []uint32
	queue   event.Queue
	now     event.Time
	count   uint64
	counts  Counts
	// Arguments of Arrived and Departed, which would escape from the stack.
	came, left Packet
}

// New makes a network of hosts. An error names what is wrong.
func New(c *Config, hosts []Host) (*Network, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if len(hosts) != len(c.Hosts) {
		return nil, fmt.Errorf("credit: %d hosts for %d places", len(hosts), len(c.Hosts))
	}
	n := &Network{config: *c, hosts: hosts}
	count := uint32(len(hosts))
	n.nodes = make([]node, count+c.Switches)
	for i := range n.nodes {
		if uint32(i) < count {
			n.addBuffers(uint32(i), none)
		}
		n.nodes[i].outputs = make([]uint32, count)
	}
	if c.Switches == 0 {
		n.join(0, 1)
	}
	for i, s := range c.Hosts {
		if c.Switches > 0 {
			n.join(uint32(i), count+s)
		}
	}
	for s := uint32(1); s < c.Switches; s++ {
		n.join(count+s-1, count+s)
	}
	for i := range n.nodes {
		for host := range n.nodes[i].outputs {
			n.nodes[i].outputs[host] = n.route(uint32(i), uint32(host))
		}
	}
	return n, nil
}

// join lays a link in each direction.
func (n *Network) join(a, b uint32) {
	for range 2 {
		l := uint32(len(n.links))
		k := link{from: a, to: b, sending: none, input: uint32(len(n.nodes[b].buffers) / VLs)}
		for vl := range k.room {
			k.room[vl] = n.config.Buffer
		}
		n.links = append(n.links, k)
		n.nodes[a].links = append(n.nodes[a].links, l)
		if b >= uint32(len(n.hosts)) {
			n.addBuffers(b, l)
		}
		a, b = b, a
	}
}

func (n *Network) addBuffers(at, l uint32) {
	for vl := range uint8(VLs) {
		n.nodes[at].buffers = append(n.nodes[at].buffers, buffer{link: l, vl: vl})
	}
}

// route returns the link of a node on the way to a host, none if it is the host.
func (n *Network) route(at, host uint32) uint32 {
	count := uint32(len(n.hosts))
	next := host
	switch {
	case at == host:
		return none
	case at < count: // the only link
		return n.nodes[at].links[0]
	case count+n.config.Hosts[host] < at:
		next = at - 1
	case count+n.config.Hosts[host] > at:
		next = at + 1
	}
	for _, l := range n.nodes[at].links {
		if n.links[l].to == next {
			return l
		}
	}
	return none
}

// Now returns the time of the event that is being handled.
func (n *Network) Now() event.Time { return n.now }

// Counts are a network's statistics. Packets sent have arrived or are in flight.
type Counts struct {
	// Events is the number of events handled, Digest a chain over all of them in order.
	Events, Digest uint64
	// Sent, Arrived and InFlight count packets; those in flight wait at their host, or are on links or in buffers.
	Sent, Arrived, InFlight uint64
}

// Counts returns the statistics so far.
func (n *Network) Counts() Counts {
	c := n.counts
	c.InFlight = uint64(len(n.packets) - len(n.unused))
	return c
}

// Serial returns how long bytes take on a link.
func (n *Network) Serial(bytes uint32) event.Time { return n.config.Serial(bytes) }

// At schedules a call of a host's Step, not in the past, with a kind below Kinds.
func (n *Network) At(at event.Time, host uint32, kind uint8, arg uint32) { n.at(at, host, kind, arg) }

func (n *Network) at(at event.Time, node uint32, kind uint8, arg uint32) {
	n.queue.Push(event.Event{At: at, Key: event.KeyOf(node, n.count), Kind: kind, Arg: arg})
	n.count++
}

// QueueLength returns how many packets wait at a host for their first byte to leave.
func (n *Network) QueueLength(host uint32) int {
	sum := 0
	for i := range n.nodes[host].buffers {
		b := &n.nodes[host].buffers[i]
		sum += len(b.queue) - b.first
		if b.busy {
			sum--
		}
	}
	return sum
}

// Send appends a packet to the send queue of its VL at its host. An error names what is wrong with it.
func (n *Network) Send(p Packet) error {
	hosts := uint32(len(n.hosts))
	switch {
	case p.From >= hosts || p.To >= hosts || p.From == p.To:
		return fmt.Errorf("credit: a packet from host %d to host %d; there are %d, and a host does not send to itself", p.From, p.To, hosts)
	case p.VL >= VLs:
		return fmt.Errorf("credit: VL %d; VLs are 0 to %d", p.VL, VLs-1)
	case len(n.packets) == maxPackets && len(n.unused) == 0:
		return fmt.Errorf("credit: %d packets are under way; send less than the network takes", maxPackets)
	case p.Bytes == 0 || p.Bytes > MaxPacket || n.config.Switches > 0 && p.Bytes > n.config.Buffer:
		return fmt.Errorf("credit: a packet of %d bytes; use 1 to %d, and no more than the buffer's %d", p.Bytes, MaxPacket, n.config.Buffer)
	}
	k := uint32(len(n.packets))
	if last := len(n.unused) - 1; last >= 0 {
		k = n.unused[last]
		n.unused = n.unused[:last]
	} else {
		n.packets = append(n.packets, Packet{})
	}
	n.packets[k] = p
	n.counts.Sent++
	n.push(p.From, uint32(p.VL), k, n.now)
	return nil
}

// Run handles all events before a time.
func (n *Network) Run(before event.Time) {
	for n.queue.NextTime() < before {
		e := n.queue.Pop()
		n.now = e.At
		n.counts.Events++
		n.counts.Digest = fabric.Chain(fabric.Chain(n.counts.Digest, uint64(e.At)<<16|uint64(e.Kind)), uint64(e.Node())<<32|uint64(e.Arg))
		switch e.Kind {
		case evHead:
			n.head(&e)
		case evTail:
			n.came = n.packets[e.Arg]
			n.unused = append(n.unused, e.Arg)
			n.counts.Arrived++
			n.hosts[e.Node()].Arrived(n.now, &n.came)
		case evIdle:
			n.idle(e.Arg)
		case evCredit:
			l := e.Arg >> 19
			n.links[l].room[e.Arg>>16&(VLs-1)] += e.Arg & MaxPacket
			n.serve(l)
		default:
			n.hosts[e.Node()].Step(n.now, e.Kind, e.Arg)
		}
	}
}
