package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// perByteBits is the number of fractional bits of Serial.
const perByteBits = 24

// Serial is the time of a byte on a link, UQ40.24 ps: 100 Gb/s is 80.0. The fraction
// is there for rates such as 56 Gb/s.
type Serial uint64

// SerialOf returns 8e12/rate ps, rounded to nearest; rate in bit/s, 1 Mb/s to
// 1.6 Tb/s, so the quotient has at most 47 bits.
func SerialOf(rate uint64) Serial {
	hi, lo := bits.Mul64(8_000_000_000_000, 1<<perByteBits)
	lo, carry := bits.Add64(lo, rate/2, 0)
	q, _ := bits.Div64(hi+carry, lo, rate)
	return Serial(q)
}

// Of returns the time of n bytes, ps, rounded to nearest. n < 2^17, so that the
// product fits.
func (s Serial) Of(n uint32) event.Time {
	return event.Time((uint64(n)*uint64(s) + 1<<(perByteBits-1)) >> perByteBits)
}

// pauseBytes is the length of a PFC frame on the wire.
const pauseBytes = 64

// Link is one direction of a link, at its sending end. What a packet needs that finds the
// link idle is in a line of cache.
type Link struct {
	// Busy is when the packet in transmission ends.
	Busy event.Time
	// SentBytes counts the bytes that left, PFC frames apart.
	SentBytes uint64
	delay     event.Time
	serial    Serial
	// Where it leads: a switch's wheel, or else a host's inbox.
	wheel *wheel
	inbox *Inbox
	loss  *loss // nil for a link that loses nothing
	part  uint16
	port  uint16
	// Paused is the set of classes that the other end has stopped.
	Paused uint8
	// Of a switch: the set of classes with packets, whether it is to wake, and the set of
	// classes whose sender at the other end this port has paused.
	backlog uint8
	wake    bool
	stopped uint8
}

// loss is a link's way of losing packets.
type loss struct {
	ppb  uint32 // of 1e9
	coin random.Source
}

// Serial returns the link's time per byte.
func (l *Link) Serial() Serial { return l.serial }

// Delay returns the link's delay.
func (l *Link) Delay() event.Time { return l.delay }

// Send transmits a copy of a packet from now on; the link is idle.
func (l *Link) Send(p *Part, now event.Time, k *Packet) {
	id := p.take()
	p.slots[id].Packet = *k
	l.forward(p, now, id)
}

// forward transmits the packet of a slot. It arrives when its last bit has: store and
// forward.
func (l *Link) forward(p *Part, now event.Time, id uint32) {
	size := uint32(p.slots[id].Size)
	l.Busy = now + l.serial.Of(size)
	l.SentBytes += uint64(size)
	if l.loss != nil && l.loses(p, id) {
		return
	}
	if l.part != p.index {
		l.cross(p, l.Busy+l.delay, id)
		return
	}
	l.enter(p, l.Busy+l.delay, id)
}

// enter lets a packet be under way.
func (l *Link) enter(p *Part, at event.Time, id uint32) {
	s := &p.slots[id]
	s.at, s.port = at, l.port
	if l.wheel != nil {
		l.wheel.enter(p, at, id)
		return
	}
	l.inbox.enter(p, at, id)
}

// cross leaves a packet for another part.
//
//go:noinline
func (l *Link) cross(p *Part, at event.Time, id uint32) {
	p.out[l.part] = append(p.out[l.part], crossing{l, at, p.slots[id].Packet})
	p.put(id)
}

// loses decides whether the link loses a packet.
//
//go:noinline
func (l *Link) loses(p *Part, id uint32) bool {
	if l.loss.coin.Below(1_000_000_000) >= l.loss.ppb {
		return false
	}
	p.Lossy++
	p.drop(id)
	return true
}

// stop is the bit of a PFC frame's Seq that tells to stop.
const stop = 1 << 8

// SetPaused takes a PFC frame at the sending end of a link, and tells whether a class may
// send again.
func (l *Link) SetPaused(k *Packet) bool {
	class := k.Seq & (Classes - 1)
	if k.Seq&stop != 0 {
		l.Paused |= 1 << class
		return false
	}
	l.Paused &^= 1 << class
	return true
}

// sendPause transmits a PFC frame, before all that waits but after the packet that is
// in transmission.
func (l *Link) sendPause(p *Part, now event.Time, seq uint32) {
	l.Busy = max(l.Busy, now) + l.serial.Of(pauseBytes)
	id := p.take()
	p.slots[id].Packet = Packet{Kind: PFC, Seq: seq}
	if l.part != p.index {
		l.cross(p, l.Busy+l.delay, id)
		return
	}
	l.enter(p, l.Busy+l.delay, id)
}
