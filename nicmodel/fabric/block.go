package fabric

import "smartnic-cc/nicmodel/event"

// Packets in flight and in queues are kept by value, contiguous in blocks, and copied from one to the next. In a
// large model they fill many more pages than a core's caches and TLB hold; with a slot for each packet, wherever one
// was free, each access waited for memory. Blocks are filled and emptied from end to end.

// Transit is a packet in flight or in a queue: 40 bytes.
type Transit struct {
	Packet
	// key is when its last bit arrives, shifted left by 16, and the input port. It orders arrivals at a node: a link
	// is serial, so no two are equal.
	key uint64
}

// keyOf returns the key of an arrival.
func keyOf(at event.Time, port uint16) uint64 { return uint64(at)<<16 | uint64(port) }

func (k *Transit) at() event.Time { return event.Time(k.key >> 16) }

func (k *Transit) port() uint16 { return uint16(k.key) }

func (k *Transit) set(key uint64, from *Packet) {
	k.Packet = *from
	k.key = key
}

// rows is the packets in a block, a power of two. In a larger block what one pod leaves for a core
// switch, or another pod, continues where the last pod ended, which has left the cache by then; a free block was just
// read.
const rows = 16

// block is a chunk of a list or a queue.
type block struct {
	rows [rows]Transit
	next *block
}

// pool holds the free blocks of one partition of the model. They are reused, the last one freed first, so that a
// running model allocates nothing.
type pool struct{ free *block }

// take returns a block with undefined contents, except that next is nil.
func (p *pool) take() *block {
	b := p.free
	if b == nil {
		return new(block)
	}
	p.free = b.next
	b.next = nil
	return b
}

// put frees a block.
func (p *pool) put(b *block) {
	b.next = p.free
	p.free = b
}

// putAll frees a block and those behind it.
func (p *pool) putAll(b *block) {
	for b != nil {
		next := b.next
		p.put(b)
		b = next
	}
}

// list is a list of n packets in no order: blocks, of which all but the first are full.
type list struct {
	top *block
	n   uint32
}

// first returns the packets of the first block of a list that is not empty.
func (l *list) first() []Transit { return l.top.rows[:(l.n-1)%rows+1] }

// rest returns a list without its first block. The next of the last block is not read: it would be one more cache line.
func (l *list) rest() list {
	if l.n <= rows {
		return list{}
	}
	return list{l.top.next, (l.n - 1) &^ (rows - 1)}
}

// row returns the place for one more packet, which the caller must fill completely.
func (p *pool) row(l *list) *Transit {
	n := l.n
	if n%rows == 0 {
		p.extend(l)
	}
	l.n = n + 1
	return &l.top.rows[n%rows]
}

//go:noinline
func (p *pool) extend(l *list) {
	b := p.take()
	b.next = l.top
	l.top = b
}

// empty takes all packets out of a list, which do may fill again.
func (p *pool) empty(l *list, do func(k *Transit)) {
	all := *l
	*l = list{}
	all.each(func(part []Transit) {
		for i := range part {
			do(&part[i])
		}
	})
	p.putAll(all.top)
}

// each calls do with the packets of each block.
func (l *list) each(do func([]Transit)) {
	for part := *l; part.n != 0; part = part.rest() {
		do(part.first())
	}
}

// any reports whether a packet arrives before a key.
func (l *list) any(before uint64) (some bool) {
	l.each(func(part []Transit) {
		for i := range part {
			some = some || part[i].key < before
		}
	})
	return some
}

// Queue is a first-in first-out queue of packets in blocks of one partition.
type Queue struct {
	head, tail *block
	// first is the place of the first packet in head, end that behind the last in tail.
	first, end uint32
	// Bytes and Packets are what is in it.
	Bytes   uint32
	Packets uint32
}

// Add appends a packet at the end of the queue, in memory of the partition that the queue is in.
func (q *Queue) Add(p *Partition, k *Transit) {
	if q.tail == nil || q.end == rows {
		q.extend(p)
	}
	q.tail.rows[q.end%rows] = *k
	q.end++
	q.Bytes += uint32(k.Size)
	q.Packets++
}

//go:noinline
func (q *Queue) extend(p *Partition) {
	b := p.take()
	if q.tail == nil {
		q.head, q.first = b, 0
	} else {
		q.tail.next = b
	}
	q.tail, q.end = b, 0
}

// First returns the first packet of a queue that is not empty.
func (q *Queue) First() *Transit { return &q.head.rows[q.first%rows] }

// Remove takes the first packet out of a queue that is not empty. What First returned is
// not valid any more.
func (q *Queue) Remove(p *Partition) {
	q.Bytes -= uint32(q.head.rows[q.first%rows].Size)
	q.Packets--
	q.first++
	if q.first == rows || q.Packets == 0 {
		q.shrink(p)
	}
}

//go:noinline
func (q *Queue) shrink(p *Partition) {
	b := q.head
	q.head, q.first = b.next, 0
	if q.Packets == 0 {
		q.head, q.tail = nil, nil
	}
	p.put(b)
}

// each calls do with the packets of each block, in order.
func (q *Queue) each(do func([]Transit)) {
	first := q.first
	for b := q.head; b != nil; b = b.next {
		end := uint32(rows)
		if b == q.tail {
			end = q.end
		}
		do(b.rows[first:end])
		first = 0
	}
}

// traffic counts packets and bytes without pause frames.
type traffic struct{ packets, bytes uint64 }

func (c *traffic) addAll(all []Transit) {
	for i := range all {
		if k := &all[i]; k.Kind != PFC {
			c.packets++
			c.bytes += uint64(k.Size)
		}
	}
}
