package hpccsim

import (
	"math/bits"

	"smartnic-cc/internal/base/text/collect"
)

// Star is an incast packet by packet: each sender has one connection of the same length,
// all end at one receiver behind one switch, and begin at time 0. Links of 100 Gb/s and
// 1 us, packets of 1000 bytes of payload, an acknowledgement a packet, RED 400/1600 KB with
// Pmax 0.2, a buffer of 32 MiB, PFC with dynamic thresholds.
type Star struct {
	Queue
	Flows []*Flow
	// Pauses counts the PFC frames that stopped a sender.
	Pauses int

	model Model
	// waiting are the connections of the packets in the switch.
	waiting []*Flow
	queued  int // bytes waiting
	shared  int // bytes of the buffer that are shared, in use
	busy    bool
	left    int // flows that are not complete
}

// Model is what differs between simulators.
type Model struct {
	// Unit is the number of ticks of the clock in a nanosecond; Time returns how long bytes take at a rate in bit/s.
	Unit int64
	Time func(bytes, rate uint64) int64
	// Coin throws the coin of a mark, uniform on 0..1. PauseDraws: each PFC frame draws one
	// too.
	Coin       func() float64
	PauseDraws bool
	// Headroom is that of a port, PauseBytes the length of a PFC frame on the wire.
	Headroom   int
	PauseBytes uint64
}

// Reaction is a connection's reaction point.
type Reaction interface {
	// PacingRate is the rate that a packet is to be paced with that leaves now, bit/s.
	PacingRate() uint64
	CNP()
	Stop()
}

// Flow is one connection.
type Flow struct {
	// Reaction may be replaced before the run.
	Reaction Reaction
	// Done is when the last acknowledgement arrived.
	Done int64

	send, acked int // packets
	next        int64
	busy, wakes bool
	// Bytes in the switch, and those of them in the headroom; the sender is paused;
	// it has stopped.
	ingress, headroom int
	paused, stopped   bool
	// The switch's port to the sender, and what waits for it.
	portBusy      bool
	control, acks []func()
}

const (
	starLine            = 100_000_000_000
	starDelay           = 1000 // ns
	starPacket, starAck = 1048, 60
	starPackets         = 2000 // of a flow
	kmin, kmax, pmax    = 400_000, 1_600_000, 0.2
	buffer              = 32 << 20
	reserve, resume     = 4096, 3072
)

// HPCC is the simulator's own model: whole nanoseconds, cut.
func HPCC(coin func() float64) Model {
	return Model{Unit: 1, Time: nanoseconds, Coin: coin, PauseDraws: true, Headroom: 37_500, PauseBytes: 43}
}

// nanoseconds cuts as ns-3's Time does: the seconds, a float64, become a fraction of 64
// bits, and that times 10^9 a whole number.
func nanoseconds(bytes, rate uint64) int64 {
	seconds := float64(bytes) * 8 / float64(rate)
	ns, _ := bits.Mul64(uint64(seconds*(1<<32)*(1<<32)), 1_000_000_000)
	return int64(ns)
}

// NewStar prepares an incast.
func NewStar(flows int, m Model) *Star {
	s := &Star{Queue: Queue{Unit: m.Unit}, model: m, left: flows}
	for range flows {
		s.Flows = append(s.Flows, &Flow{Reaction: NewRP(&s.Queue, starLine)})
	}
	return s
}

// Complete runs the incast until all flows are complete.
func (s *Star) Complete() {
	for _, f := range s.Flows {
		s.trySend(f)
	}
	for s.left > 0 {
		s.Next()
	}
}

// Mean is the mean completion time, ns.
func (s *Star) Mean() float64 {
	sum := collect.Sum(s.Flows, func(f *Flow) int64 { return f.Done })
	return float64(sum) / float64(len(s.Flows)) / float64(s.Unit)
}

// transmit occupies a link for that number of bytes; then the link is free, and they arrive after its delay.
func (s *Star) transmit(bytes uint64, free, arrive func()) {
	tx := s.model.Time(bytes, starLine)
	s.Schedule(tx, free)
	s.Schedule(tx+starDelay*s.Unit, arrive)
}

// trySend sends a packet if the NIC is idle and PFC and rate allow it. If it is too early
// for the rate it tries again when it is time.
func (s *Star) trySend(f *Flow) {
	switch {
	case f.busy || f.send == starPackets:
	case f.next > s.Now:
		if !f.wakes {
			f.wakes = true
			s.Schedule(f.next-s.Now, func() { f.wakes = false; s.trySend(f) })
		}
	case !f.stopped:
		f.send++
		f.busy = true
		s.transmit(starPacket, func() { f.busy = false; s.trySend(f) }, func() { s.enqueue(f) })
		f.next = s.Now + s.model.Time(starPacket, f.Reaction.PacingRate())
	}
}

func (s *Star) enqueue(f *Flow) {
	s.admit(f)
	s.waiting = append(s.waiting, f)
	s.queued += starPacket
	s.dequeue()
}

// dequeue sends the first packet to the receiver, marked by what it leaves behind.
func (s *Star) dequeue() {
	if s.busy || len(s.waiting) == 0 {
		return
	}
	f := s.waiting[0]
	s.waiting = s.waiting[1:]
	s.queued -= starPacket
	s.release(f)
	marked := s.queued > kmax ||
		s.queued > kmin && s.model.Coin() < pmax*float64(s.queued-kmin)/(kmax-kmin)
	s.maybeResume(f)
	s.busy = true
	s.transmit(starPacket, func() { s.busy = false; s.dequeue() }, func() {
		// The receiver's link is idle: acknowledgements are shorter than packets.
		s.transmit(starAck, func() {}, func() {
			f.acks = append(f.acks, func() { s.acknowledge(f, marked) })
			s.toSender(f)
		})
	})
}

func (s *Star) acknowledge(f *Flow, marked bool) {
	if f.acked++; f.acked == starPackets {
		f.Done = s.Now
		f.Reaction.Stop()
		s.left--
	}
	if marked {
		f.Reaction.CNP()
	}
	s.trySend(f)
}
