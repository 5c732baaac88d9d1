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

// Link is one direction of a link, at its sending end.
type Link struct {
	// Busy is when the packet in transmission ends.
	Busy event.Time
	// SentBytes counts the bytes that left, PFC frames apart.
	SentBytes uint64
	delay     event.Time
	serial    Serial
	key       uint64
	peer      uint32
	peerPort  uint16
	peerPart  uint16
	// Paused is the set of classes that the other end has stopped.
	Paused uint8
	// lossy tells that the link loses packets: lossPPB of 1e9.
	lossPPB uint32
	coin    random.Source
}

// connect sets the link's other end.
func (l *Link) connect(rate uint64, delay event.Time, peer uint32, peerPort uint16, peerPart uint16) {
	l.delay, l.serial = delay, SerialOf(rate)
	l.peer, l.peerPort, l.peerPart = peer, peerPort, peerPart
	l.key = event.ArrivalKey(peer, peerPort, false)
}

// Serial returns the link's time per byte.
func (l *Link) Serial() Serial { return l.serial }

// Delay returns the link's delay.
func (l *Link) Delay() event.Time { return l.delay }

// Send transmits a packet from now on; the link is idle. The packet arrives when its
// last bit has: store and forward.
func (l *Link) Send(p *Part, now event.Time, id uint32) {
	k := p.At(id)
	l.Busy = now + l.serial.Of(uint32(k.Size))
	l.SentBytes += uint64(k.Size)
	if l.lossPPB != 0 && l.coin.Below(1_000_000_000) < l.lossPPB {
		p.Lossy++
		p.drop(id)
		return
	}
	p.deliver(l.Busy+l.delay, l, id)
}

// SetPaused takes the Arg of a Pause event at the sending end of a link, and tells
// whether a class may send again.
func (l *Link) SetPaused(arg uint32) bool {
	class := arg & (Classes - 1)
	if arg&stop != 0 {
		l.Paused |= 1 << class
		return false
	}
	l.Paused &^= 1 << class
	return true
}

// sendPause transmits a PFC frame, before all that waits but after the packet that is
// in transmission.
func (l *Link) sendPause(p *Part, now event.Time, arg uint32) {
	l.Busy = max(l.Busy, now) + l.serial.Of(pauseBytes)
	p.deliverPause(l.Busy+l.delay, l, arg)
}
