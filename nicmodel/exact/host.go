package exact

import (
	"math"

	"smartnic-cc/nicmodel/event"
)

// host is a NIC: the queue of acknowledgements, and its flows in turn.
type host struct {
	port  int32
	flows []int32
	// last is the place of the flow that sent last.
	last int
	acks list
	// timer is the event that is set for the next departure, at timerAt; none without.
	timer   int32
	timerAt uint64
}

// flow is a queue pair, with its receiver.
type flow struct {
	message  uint32
	src, dst int32
	class    uint8
	done     bool
	began    bool
	size     uint64
	// sent is the next byte to send, acked the first that is not acknowledged.
	sent, acked uint64
	// available is when the next packet may leave, ns.
	available uint64
	// rate is in bit/s, line the port's; window is what may be unacknowledged, bytes, 0 without limit.
	rate, line, window uint64
	lastBytes          uint32 // of the last packet, on the wire
	controller
	// path are the data's and the acknowledgements' places in simulator.hops.
	path [2]int32

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
func (s *simulator) setRate(f *flow, rate uint64) {
	f.rate = rate
	if s.bdp != 0 && s.scaled {
		f.window = max(1, s.bdp*rate/f.line)
	}
}

// What pick returns besides a flow's place.
const (
	nothing   = -1024
	toControl = -1
)

// pick returns the place of the flow that sends next, and removes complete ones that it passes, as the simulator does,
// which leaves host.last as it is.
func (s *simulator) pick(h *host) int {
	p := &s.ports[h.port]
	if h.acks.head != none && (s.ackClass == 0 || p.stopped&(1<<s.ackClass) == 0) {
		return toControl
	}
	n := len(h.flows)
	found, complete := nothing, math.MaxInt
	for i := 1; i <= n; i++ {
		at := (h.last + i) % n
		f := &s.flows[h.flows[at]]
		if p.stopped&(1<<f.class) == 0 && f.left() > 0 && !f.bound() {
			if f.available > s.now {
				continue
			}
			found = at
			break
		} else if f.done {
			complete = min(complete, at)
		}
	}
	if complete == math.MaxInt {
		return found
	}
	kept := h.flows[:complete]
	for i := complete + 1; i < n; i++ {
		if !s.flows[h.flows[i]].done {
			if i == found {
				found = len(kept)
			}
			kept = append(kept, h.flows[i])
		}
	}
	h.flows = kept
	return found
}

// dequeue lets a NIC send if it is idle. Without anything that may leave it sets the timer.
func (s *simulator) dequeue(h *host) {
	if s.busy(h.port, h.acks.head != none || len(h.flows) > 0) {
		return
	}
	switch at := s.pick(h); at {
	case toControl:
		i := h.acks.head
		it := &s.items[i]
		h.acks.head = it.next
		s.count(it.size)
		s.transmit(h.port, i, h.acks.head != none || len(h.flows) > 0)
	case nothing:
		least := uint64(math.MaxUint64)
		for _, at := range h.flows {
			if f := &s.flows[at]; f.left() > 0 {
				least = min(least, f.available)
			}
		}
		if h.timer == none && least != math.MaxUint64 && least > s.now {
			s.setTimer(h, least)
		}
	default:
		h.last = at
		s.emit(h, h.flows[at])
	}
}

func (s *simulator) setTimer(h *host, at uint64) {
	h.timer, h.timerAt = s.take(wake, s.ports[h.port].node), at
	s.after(at-s.now, h.timer)
}

// emit sends a flow's next packet.
func (s *simulator) emit(h *host, at int32) {
	f := &s.flows[at]
	payload := min(f.left(), s.payload)
	i := s.take(data, 0)
	it := &s.items[i]
	it.flow, it.class, it.hop, it.marked = at, f.class, 0, false
	it.seq, it.size, it.stamp = uint32(f.sent), uint32(payload)+s.header, s.now
	if s.telemetry != nil {
		for len(s.telemetry) < len(s.items) {
			s.telemetry = append(s.telemetry, [maxHops]uint64{})
		}
	}
	if !f.began {
		f.began, f.first = true, s.now
	}
	f.sent += payload
	f.lastBytes = it.size
	s.count(it.size)
	size := it.size
	s.transmit(h.port, i, true)
	f.available = s.now + serial(size, f.rate)
}

// repace moves the departure that is set to a new rate, and the NIC's timer forward.
func (s *simulator) repace(f *flow, rate uint64) {
	f.available += serial(f.lastBytes, rate) - serial(f.lastBytes, f.rate)
	if h := &s.hosts[f.src]; h.timer != none && f.available < h.timerAt {
		s.items[h.timer].kind = canceled
		s.setTimer(h, max(f.available, s.now))
	}
	s.setRate(f, rate)
}

// received takes a packet that arrived at a host.
func (s *simulator) received(h *host, i int32) {
	it := &s.items[i]
	s.result.ReceivedPackets++
	s.result.ReceivedBytes += uint64(it.size)
	s.result.Digest = chain(s.result.Digest, s.now, it)
	if it.kind != data {
		s.acknowledged(h, i)
		return
	}
	f := &s.flows[it.flow]
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
		s.drop(i)
		return
	}
	// The acknowledgement is the packet that it answers, with its telemetry, time stamp and mark.
	it.seq, it.size, it.hops, it.hop, it.next = f.expected, s.ackBytes, it.hop, 0, none
	if h.acks.head == none {
		h.acks.head = i
	} else {
		s.items[h.acks.tail].next = i
	}
	h.acks.tail = i
	s.dequeue(h)
}

// nackInterval is the least time between reports of the same gap, ns.
const nackInterval = 500_000

// acknowledged takes an acknowledgement. What comes after the end of its flow is ignored.
func (s *simulator) acknowledged(h *host, i int32) {
	it := &s.items[i]
	f := &s.flows[it.flow]
	if f.done {
		s.drop(i)
		return
	}
	f.acked = max(f.acked, uint64(it.seq))
	if rtts, rtt := &s.result.RTTs, event.Time(s.now-it.stamp)*event.Nanosecond; true {
		rtts.Count++
		rtts.Sum += rtt
		rtts.Max = max(rtts.Max, rtt)
	}
	if f.acked >= f.size {
		s.complete(it.flow)
	}
	if it.kind == nack {
		f.sent = f.acked
		s.result.GoBacks++
	}
	s.react(f, i)
	s.drop(i)
	s.dequeue(h)
}
