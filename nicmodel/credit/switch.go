package credit

import "smartnic-cc/nicmodel/event"

// head puts a packet that has passed the pipeline in its buffer.
func (n *Network) head(e *event.Event) {
	at, k := e.Node(), e.Arg&(maxPackets-1)
	// The buffers of a switch's inputs are in the order of its links.
	n.push(at, e.Arg>>24*VLs+uint32(n.packets[k].VL), k, n.now-n.config.Pipeline)
}

// push appends a packet to a buffer of a node.
func (n *Network) push(at, number, packet uint32, came event.Time) {
	b := &n.nodes[at].buffers[number]
	if b.first > 64 && 2*b.first > len(b.queue) {
		b.queue = b.queue[:copy(b.queue, b.queue[b.first:])]
		b.first = 0
	}
	b.queue = append(b.queue, waiting{packet, came})
	n.serve(n.nodes[at].outputs[n.packets[packet].To])
}

// serve begins the next packet of an idle output, if one may begin.
func (n *Network) serve(number uint32) {
	l := &n.links[number]
	if l.sending != none {
		return
	}
	best := n.pick(number, l)
	if best == none {
		return
	}
	b := &n.nodes[l.from].buffers[best]
	k := b.queue[b.first].packet
	p := &n.packets[k]
	l.sending, l.bytes, l.buffer = k, p.Bytes, best
	l.turn[n.lane(p.VL)] = best
	b.busy = true
	n.countHigh(l, p)
	took := n.config.Serial(p.Bytes)
	n.at(n.now+took, l.from, evIdle, number)
	arrives := n.now + n.config.Propagation
	if hosts := uint32(len(n.hosts)); l.to < hosts {
		n.at(arrives+took, l.to, evTail, k)
	} else {
		l.room[p.VL] -= p.Bytes
		n.at(arrives+n.config.Pipeline, l.to, evHead, l.input<<24|k)
	}
	if from := l.from; from < uint32(len(n.hosts)) {
		p.Sent = n.now
		n.left = *p
		n.hosts[from].Departed(n.now, &n.left)
	}
}

// pick returns the buffer that an output serves next, none if no head may go.
func (n *Network) pick(number uint32, l *link) uint32 {
	at := &n.nodes[l.from]
	best, bestVL, bestKey := none, uint8(0), int64(0)
	low, lowKey := none, int64(0) // of VL 0
	held := uint8(0)
	if n.config.KeepOrder && l.to >= uint32(len(n.hosts)) {
		held = n.held(number, l)
	}
	for i := range at.buffers {
		b := &at.buffers[i]
		if b.busy || b.first == len(b.queue) {
			continue
		}
		w := &b.queue[b.first]
		p := &n.packets[w.packet]
		if at.outputs[p.To] != number || held>>b.vl&1 != 0 || l.to >= uint32(len(n.hosts)) && l.room[b.vl] < p.Bytes {
			continue
		}
		key := int64(w.came)
		if n.config.Arbiter == RoundRobin {
			key = l.distance(n.lane(b.vl), uint32(i), uint32(len(at.buffers)))
		}
		if b.vl == 0 && (low == none || key < lowKey) {
			low, lowKey = uint32(i), key
		}
		if best == none || n.config.Strict && b.vl > bestVL || (!n.config.Strict || b.vl == bestVL) && key < bestKey {
			best, bestVL, bestKey = uint32(i), b.vl, key
		}
	}
	if low != none && n.config.HighLimit != 0 && l.high >= n.config.HighLimit {
		return low
	}
	return best
}

// held returns the set of VLs whose oldest head has no room.
func (n *Network) held(number uint32, l *link) (held uint8) {
	at := &n.nodes[l.from]
	var first [VLs]event.Time
	seen := uint8(0)
	for i := range at.buffers {
		b := &at.buffers[i]
		if b.busy || b.first == len(b.queue) {
			continue
		}
		w := &b.queue[b.first]
		p := &n.packets[w.packet]
		bit := uint8(1) << b.vl
		if at.outputs[p.To] != number || seen&bit != 0 && w.came >= first[b.vl] {
			continue
		}
		first[b.vl] = w.came
		seen |= bit
		held &^= bit
		if l.room[b.vl] < p.Bytes {
			held |= bit
		}
	}
	return held
}

// lane returns the VL whose turn a packet of a VL takes: without Strict all share one turn.
func (n *Network) lane(vl uint8) uint8 {
	if n.config.Strict {
		return vl
	}
	return 0
}

// distance is how far in turn a buffer is behind the one served last, from 1 to their number; the VLs of an input are
// adjacent.
func (l *link) distance(lane uint8, buffer, count uint32) int64 {
	d := int64(buffer) - int64(l.turn[lane]/VLs*VLs+VLs-1)
	if d <= 0 {
		d += int64(count)
	}
	return d
}

// countHigh counts what high VLs send before VL 0 has its turn.
func (n *Network) countHigh(l *link, p *Packet) {
	if p.VL == 0 {
		l.high = 0
	} else if n.config.HighLimit != 0 {
		l.high = min(l.high, n.config.HighLimit) + (p.Bytes+Block-1)/Block*Block
	}
}

// idle ends a packet at an output: its buffer's next may go, and its credit is returned.
func (n *Network) idle(number uint32) {
	l := &n.links[number]
	b := &n.nodes[l.from].buffers[l.buffer]
	b.first++
	b.busy = false
	if b.first == len(b.queue) {
		b.queue, b.first = b.queue[:0], 0
	}
	l.sending = none
	if b.link != none {
		back := n.now + n.config.Propagation + n.config.CreditReturn
		n.at(back, n.links[b.link].from, evCredit, b.link<<19|uint32(b.vl)<<16|l.bytes)
	}
	n.serve(number)
	if b.first < len(b.queue) && !b.busy {
		if other := n.nodes[l.from].outputs[n.packets[b.queue[b.first].packet].To]; other != number {
			n.serve(other)
		}
	}
}
