package fabric

import (
	"math/bits"
	"sync"

	"smartnic-cc/nicmodel/event"
)

// MaxEnd is the latest time of a model, ps: 140 seconds. Times and ports share 64 bits.
const MaxEnd event.Time = 1<<47 - 1

// Partition is what the nodes of one partition of the model share. Nodes of different partitions meet
// only by what lies in the outboxes between two windows.
type Partition struct {
	pool
	Counts
	span
	// pods are the partition's switches of each pod, and last those of none: what a pod's nodes send one
	// another is in the cache while the pod is run.
	pods    [][]*Switch
	Records Records
	index   uint16
	arrivalSorter
	// out are the outboxes by destination, others all partitions.
	out   [][]remotePacket
	peers []*Partition
	// async says that partitions leave one another what they send by mail, while they run on (Flush).
	async bool
	mail  *mailbox
	// traces are nil if no packet is traced; notes are numbers of those that the partition may use.
	traces *traces
	notes  []uint32
	// visit is what the gateway at hand sees; paths says what the paths of connections are.
	visit   SwitchContext
	network *Network
	paths   func(conn uint32) FlowHashes
}

// remotePacket is a packet on its way to another partition.
type remotePacket struct {
	link *Link
	Transit
}

// Counts are what conservation is checked by: bytes and packets on the wire, control
// packets included, PFC frames apart.
type Counts struct {
	// Events is the number of events of switches and hosts.
	Events uint64
	// Born is what hosts put into the network, Gone what hosts took out of it, Dropped
	// what switches and links lost.
	SentBytes, ReceivedBytes, DroppedBytes       uint64
	SentPackets, ReceivedPackets, DroppedPackets uint64
	// Buffered is how many of the lost packets found no room, Lossy how many the links
	// lost.
	Buffered, Lossy uint64
	// Marks is the number of packets marked.
	Marks uint64
	// Pauses is the number of PFC frames that stopped a class.
	Pauses uint64
}

// Add adds what another partition counted.
func (c *Counts) Add(o *Counts) {
	c.Events += o.Events
	c.SentBytes += o.SentBytes
	c.ReceivedBytes += o.ReceivedBytes
	c.DroppedBytes += o.DroppedBytes
	c.SentPackets += o.SentPackets
	c.ReceivedPackets += o.ReceivedPackets
	c.DroppedPackets += o.DroppedPackets
	c.Buffered += o.Buffered
	c.Lossy += o.Lossy
	c.Marks += o.Marks
	c.Pauses += o.Pauses
}

// NextTime returns a time before which nothing happens to the partition's switches, after the
// window at hand. In a window all times are alike, so it does not look for an earlier one
// than that with which the next begins.
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

// Begin begins the window that ends at a time, or, the last of a run, after it.
func (p *Partition) Begin(before event.Time) { p.begin(before - 1) }

// RunPod takes all events of a pod's switches before a time, which is in the window at hand or
// its end.
func (p *Partition) RunPod(i int, before event.Time) {
	limit := uint64(before) << 16
	for _, s := range p.pods[i] {
		if s.incoming[p.now%maxLists].top != nil || s.wakeups.first < limit || s.farNext < before {
			s.run(p, before)
		}
	}
}

// mailbox is what other partitions have left for one.
type mailbox struct {
	mu    sync.Mutex
	left  []remotePacket
	taken []remotePacket // room for those at hand
}

// SetAsync has the partitions exchange by mail, so that none has to rest for it.
func (n *Network) SetAsync() {
	for _, p := range n.Partitions {
		p.async, p.mail = true, &mailbox{}
	}
}

// Flush puts what the partition has sent to others into their mail.
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

// collect takes in the mail. Of one link it is in order, and what several sent arrives at different times or ports.
func (p *Partition) collect() {
	m := p.mail
	m.mu.Lock()
	m.left, m.taken = m.taken[:0], m.left
	m.mu.Unlock()
	for i := range m.taken {
		c := &m.taken[i]
		c.link.enter(p, c.key, &c.Packet)
	}
}

// Exchange takes in what other partitions sent.
func (p *Partition) Exchange() {
	if p.async {
		p.collect()
		return
	}
	for _, from := range p.peers {
		box := from.out[p.index]
		for i := range box {
			c := &box[i]
			c.link.enter(p, c.key, &c.Packet)
		}
		from.out[p.index] = box[:0]
	}
}

// Inject counts a packet of some size that a host puts into the network.
func (p *Partition) Inject(size uint16) {
	p.SentPackets++
	p.SentBytes += uint64(size)
}

// Consume counts a packet that reached its destination and ends there.
func (p *Partition) Consume(k *Packet) {
	if k.Kind != PFC {
		p.ReceivedPackets++
		p.ReceivedBytes += uint64(k.Size)
	}
}

// drop counts a packet that is lost.
func (p *Partition) drop(k *Packet) {
	p.DroppedPackets++
	p.DroppedBytes += uint64(k.Size)
	if k.Kind&Traced != 0 {
		p.ReleaseTrace(uint32(k.Sent))
	}
}

// Chain adds what happened to a digest, a chain over all of it in its order. For a given event it is
// a bijection of digests, so what differed goes on to differ.
func Chain(digest, what uint64) uint64 {
	return (bits.RotateLeft64(digest, 23) ^ what) * 0x9E3779B97F4A7C15
}
