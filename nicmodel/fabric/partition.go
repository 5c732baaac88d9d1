package fabric

import (
	"math/bits"
	"sync"

	"smartnic-cc/nicmodel/event"
)

// MaxEnd is the latest time of a model, ps: 140 seconds. Times and ports share 64 bits.
const MaxEnd event.Time = 1<<47 - 1

// cachedPorts is about how many ports have room for their arrivals in a core's caches, from one window to the next.
const cachedPorts = 2048

// Partition is what the nodes of one partition of the model share. Nodes of different partitions affect each other
// only through the outboxes between two windows.
type Partition struct {
	pool
	Counts
	span
	// pods are the partition's switches by pod, last those of none: what a pod's nodes send one another is in the
	// cache while the pod runs.
	pods    [][]*Switch
	Records Records
	index   uint16
	arrivalSorter
	spare Packet // see Place
	// ports is how many ports the partition's switches have; warmed is the sum of what warm read.
	ports  int
	warmed uint32
	// out are the outboxes by destination, others all partitions.
	out   [][]remotePacket
	peers []*Partition
	// async reports whether partitions exchange packets through mailboxes while they run (Flush).
	async bool
	mail  *mailbox
	// traces is nil if no packet is traced; notes are the numbers of notes that the partition may use.
	traces *traces
	notes  []uint32
	// visit is the current gateway's view; paths returns the hashes of connections.
	visit   SwitchContext
	network *Network
	paths   func(conn uint32) FlowHashes
}

// remotePacket is a packet to another partition.
type remotePacket struct {
	link *Link
	Transit
}

// Counts are for checks of conservation: bytes and packets on the wire, with control packets and without PFC frames.
type Counts struct {
	// Events is the number of events of switches and hosts.
	Events uint64
	// Sent is what hosts put into the network, Received what hosts took out of it, Dropped what switches and links
	// lost.
	SentBytes, ReceivedBytes, DroppedBytes       uint64
	SentPackets, ReceivedPackets, DroppedPackets uint64
	// Buffered is how many of the dropped packets found no room, Lossy how many the links lost.
	Buffered, Lossy uint64
	// Marks is the number of packets marked.
	Marks uint64
	// Pauses is the number of PFC frames that stopped a class.
	Pauses uint64
}

// NextTime returns a time after the current window before which nothing happens to the partition's switches. Times
// within a window are equivalent, so it does not look for one before the begin of the next.
func (p *Partition) NextTime() event.Time {
	next := event.Never
	soon := event.Time(p.limit>>16) + p.window
	for _, pod := range p.pods {
		for _, s := range pod {
			if next < soon {
				return next
			}
			next = min(next, s.next(p))
		}
	}
	return next
}

// Begin begins the window that ends at before, or, as the last of a run, after it.
func (p *Partition) Begin(before event.Time) { p.begin(before - 1) }

// RunPod handles all events of a pod's switches before a time within the current window or at its end.
func (p *Partition) RunPod(i int, before event.Time) {
	limit := uint64(before) << 16
	for _, s := range p.pods[i] {
		if s.soonest < limit || s.farNext < before || s.any(uint64(p.now)) {
			s.run(p, before)
		}
	}
}

// mailbox is the packets from other partitions to one.
type mailbox struct {
	mu    sync.Mutex
	left  []remotePacket
	taken []remotePacket // a buffer for those taken
}

// SetAsync has the partitions exchange through mailboxes, so that none has to wait for it.
func (n *Network) SetAsync() {
	for _, p := range n.Partitions {
		p.async, p.mail = true, &mailbox{}
	}
}

// Flush moves what the partition has sent to others into their mailboxes.
func (p *Partition) Flush() {
	for i, box := range p.out {
		if len(box) == 0 {
			continue
		}
		to := p.peers[i].mail
		to.mu.Lock()
		to.left = append(to.left, box...)
		to.mu.Unlock()
		p.out[i] = box[:0]
	}
}

// Exchange takes in what other partitions sent.
func (p *Partition) Exchange() {
	if m := p.mail; p.async {
		m.mu.Lock()
		m.left, m.taken = m.taken[:0], m.left
		m.mu.Unlock()
		p.enter(m.taken)
		return
	}
	for _, from := range p.peers {
		p.enter(from.out[p.index])
		from.out[p.index] = from.out[p.index][:0]
	}
}

// enter puts packets of other partitions in flight. Those of one link are in order, and those of several arrive at
// different times or ports.
func (p *Partition) enter(box []remotePacket) {
	for i := range box {
		box[i].link.enter(p, box[i].key, &box[i].Packet)
	}
}

// Inject counts a packet of size bytes that a host puts into the network.
func (p *Partition) Inject(size uint16) {
	p.SentPackets++
	p.SentBytes += uint64(size)
}

// Consume counts a packet that ends at its destination.
func (p *Partition) Consume(k *Packet) {
	if k.Kind != PFC {
		p.Deliver(k.Size)
	}
}

// Deliver counts a packet of a size, not a PFC frame, that ends at its destination.
func (p *Partition) Deliver(size uint16) {
	p.ReceivedPackets++
	p.ReceivedBytes += uint64(size)
}

// drop counts a packet that is lost.
func (p *Partition) drop(k *Packet) {
	p.DroppedPackets++
	p.DroppedBytes += uint64(k.Size)
	if k.Kind&Traced != 0 {
		p.ReleaseTrace(uint32(k.Sent))
	}
}

// Chain appends a value to a digest. For a given value it is a bijection of digests, so that digests once different
// stay different.
func Chain(digest, what uint64) uint64 {
	return (bits.RotateLeft64(digest, 23) ^ what) * 0x9E3779B97F4A7C15
}
