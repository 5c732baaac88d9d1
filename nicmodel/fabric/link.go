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

// Link is one direction of a link, at its sending end. It fills a line of cache: what a
// packet that finds the link idle needs is all here.
type Link struct {
	// Busy is when the packet in transmission ends.
	Busy event.Time
	// SentBytes counts the bytes that left, PFC frames apart.
	SentBytes uint64
	delay     event.Time
	serial    Serial
	flight    *flight
	loss      *loss // nil for a link that loses nothing
	peer      uint32
	// Paused is the set of classes that the other end has stopped.
	Paused uint8
	// Of a switch: the set of classes with packets, whether it is to wake, and the set of
	// classes whose sender at the other end this port has paused.
	backlog uint8
	wake    bool
	stopped uint8
	_       [8]byte
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

// Send transmits a packet from now on; the link is idle. The packet arrives when its
// last bit has: store and forward. The packet is copied.
func (l *Link) Send(p *Part, now event.Time, k *Packet) {
	l.Busy = now + l.serial.Of(uint32(k.Size))
	l.SentBytes += uint64(k.Size)
	if l.loss != nil && l.loss.coin.Below(1_000_000_000) < l.loss.ppb {
		p.Lossy++
		p.drop(k.Size)
		return
	}
	t := l.flight.add()
	t.at = l.Busy + l.delay
	t.Packet = *k
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
func (l *Link) sendPause(now event.Time, seq uint32) {
	l.Busy = max(l.Busy, now) + l.serial.Of(pauseBytes)
	t := l.flight.add()
	t.at = l.Busy + l.delay
	t.Packet = Packet{Kind: PFC, Seq: seq}
}
