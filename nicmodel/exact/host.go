package exact

import (
	"math"
	"slices"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// host is a NIC: the queue of acknowledgements, and its flows in turn.
type host struct {
	port  *port
	flows []*flow
	// last is the place of the flow that sent last.
	last int
	acks list
	// timer is the event that is set for the next departure, at timerAt.
	timer   *item
	timerAt uint64
}

// flow is a queue pair, with its receiver.
type flow struct {
	conn, message uint32
	source        uint16 // port
	host          *host
	class         uint8
	done          bool
	began         bool
	size          uint64
	// sent is the next byte to send, acked the first that is not acknowledged.
	sent, acked uint64
	// available is when the next packet may leave, ns.
	available uint64
	// rate is in bit/s, line the port's; window is what may be unacknowledged, bytes, 0 without limit.
	rate, line, window uint64
	lastBytes          uint32 // of the last packet, on the wire
	controller
	// legs are the ways of data and acknowledgements through the first switch.
	legs [2]*leg
	gap  uint64 // after lastBytes at the rate, ns; 0 if it is not known

	start, first, delivered uint64 // ns
	// The receiver's next byte, and until when it reports no further gap before nackOf.
	expected, nackOf uint32
	nackAfter        uint64
}

// left is how much is still to be sent.
func (f *flow) left() uint64 { return max(f.size, f.sent) - f.sent }

// bound reports whether the window is full. A packet may leave while less than it is unacknowledged.
func (f *flow) bound() bool { return f.window != 0 && f.sent-f.acked >= f.window }

// setRate changes the rate, and the window with it.
func (s *Simulator) setRate(f *flow, rate uint64) {
	f.rate, f.gap = rate, 0
	if s.bdp != 0 && s.scaled {
		f.window = max(1, s.bdp*rate/f.line)
	}
}

// dequeue lets a NIC send if it is idle: acknowledgements first. Without anything that may leave it sets the timer.
func (s *Simulator) dequeue(h *host) {
	if s.busy(h.port, h.acks.head != nil || len(h.flows) > 0) {
		return
	}
	if it := h.acks.head; it != nil && h.port.stopped&s.ackClass == 0 {
		h.acks.head = it.next
		s.emit(h, it)
		return
	}
	if at := s.pick(h); at >= 0 {
		h.last = at
		s.sendFrom(h, h.flows[at])
		return
	}
	least := uint64(math.MaxUint64)
	for _, f := range h.flows {
		if f.left() > 0 {
			least = min(least, f.available)
		}
	}
	if h.timer == nil && least != math.MaxUint64 && least > s.now {
		s.setTimer(h, least)
	}
}

// pick returns the place of the flow that sends next, or -1. As the simulator, it removes the complete flows from the
// first one on that it passes, and leaves host.last as it is.
func (s *Simulator) pick(h *host) int {
	n := len(h.flows)
	found, first := -1, n
	for i := 1; i <= n && found < 0; i++ {
		at := (h.last + i) % n
		switch f := h.flows[at]; {
		case h.port.stopped&(1<<f.class) == 0 && f.left() > 0 && !f.bound():
			if f.available <= s.now {
				found = at // even a complete one, whose sender went back
			}
		case f.done:
			first = min(first, at)
		}
	}
	if first == n || found >= 0 && h.flows[found].done { // to remove that too is undefined there
		return found
	}
	for _, f := range h.flows[first:max(first, found)] {
		if f.done {
			found--
		}
	}
	kept := slices.DeleteFunc(h.flows[first:], func(f *flow) bool { return f.done })
	h.flows = h.flows[:first+len(kept)]
	return found
}

func (s *Simulator) setTimer(h *host, at uint64) {
	h.timer, h.timerAt = s.take(wake), at
	h.timer.port = h.port
	s.after(at-s.now, h.timer)
}

// emit sends a packet into the network.
func (s *Simulator) emit(h *host, it *item) {
	if s.traced != nil {
		queue := it.class
		if it.kind != data {
			queue = 0
		}
		s.trace(h.port, it, simtrace.Dequ, queue)
	}
	s.result.SentPackets++
	s.result.SentBytes += uint64(it.size)
	s.transmit(h.port, it, h.acks.head != nil || len(h.flows) > 0)
}

// sendFrom sends a flow's next packet.
func (s *Simulator) sendFrom(h *host, f *flow) {
	payload := min(f.left(), s.payload)
	it := s.take(data)
	it.flow, it.leg, it.class, it.hop, it.marked = f, f.legs[0], f.class, 0, false
	it.seq, it.size, it.stamp = uint32(f.sent), uint32(payload)+s.header, s.now
	if !f.began {
		f.began, f.first = true, s.now
	}
	f.sent += payload
	if f.lastBytes != it.size || f.gap == 0 {
		f.lastBytes, f.gap = it.size, serial(it.size, f.rate)
	}
	f.available = s.now + f.gap
	s.emit(h, it)
}

// repace moves the departure that is set to a new rate, and the NIC's timer forward.
func (s *Simulator) repace(f *flow, rate uint64) {
	f.available += serial(f.lastBytes, rate) - serial(f.lastBytes, f.rate)
	if h := f.host; h.timer != nil && f.available < h.timerAt {
		h.timer.kind = canceled
		s.setTimer(h, max(f.available, s.now))
	}
	s.setRate(f, rate)
}

// received takes a packet that arrived at a host.
func (s *Simulator) received(h *host, it *item) {
	s.result.ReceivedPackets++
	s.result.ReceivedBytes += uint64(it.size)
	s.result.Digest = fabric.Chain(fabric.Chain(s.result.Digest, s.now), uint64(it.flow.conn)<<32|uint64(it.seq)^uint64(it.kind+1)<<60)
	if it.kind != data {
		s.acknowledged(h, it)
		return
	}
	f := it.flow
	payload := it.size - s.header
	switch {
	case it.seq == f.expected:
		f.expected += payload
		s.result.PayloadBytes += uint64(payload)
		it.kind = ack
		if uint64(f.expected) == f.size {
			f.delivered = s.now
		}
	case it.seq > f.expected && (s.now >= f.nackAfter || f.nackOf != f.expected):
		f.nackAfter, f.nackOf = s.now+nackInterval, f.expected
		it.kind = nack
	default:
		s.drop(it)
		return
	}
	// The acknowledgement is the packet that it answers, with its telemetry, time stamp and mark.
	it.seq, it.size, it.hops, it.hop = f.expected, s.ackBytes, it.hop-1, 0
	it.echo, it.marked, it.leg = it.marked, false, f.legs[1]
	if s.traced != nil {
		s.trace(h.port, it, simtrace.Enqu, 0)
	}
	h.acks.push(it)
	s.dequeue(h)
}

// nackInterval is the least time between reports of the same gap, ns.
const nackInterval = 500_000

// acknowledged takes an acknowledgement. What comes after the end of its flow is ignored.
func (s *Simulator) acknowledged(h *host, it *item) {
	f := it.flow
	if f.done {
		s.drop(it)
		return
	}
	f.acked = max(f.acked, uint64(it.seq))
	rtts, rtt := &s.result.RTTs, event.Time(s.now-it.stamp)*event.Nanosecond
	rtts.Count++
	rtts.Sum += rtt
	rtts.Max = max(rtts.Max, rtt)
	if f.acked >= f.size {
		s.complete(f)
	}
	if it.kind == nack {
		f.sent = f.acked
		s.result.GoBacks++
	}
	s.react(f, it)
	s.drop(it)
	s.dequeue(h)
}
