package fabric

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// perByteBits is the number of fractional bits of Serial.
const perByteBits = 24

// Serial is the time of a byte on a link, UQ40.24 ps: 100 Gb/s is 80.0. The fraction is for rates such as 56 Gb/s.
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

// Link is one direction of a link, at its sending end. What a packet needs that finds the link idle is in one cache
// line.
type Link struct {
	// Busy is when the packet in transmission and the control packets after it end.
	Busy event.Time
	// SentBytes counts the bytes that left, without PFC frames.
	SentBytes uint64
	// flight is the delay, shifted left by 16, and the port at the other end: added to the time of leaving it is the
	// key of an arrival.
	flight uint64
	serial Serial
	// direct is the inbound of the switch that it leads to, inbox that of the host; both nil if anything else must be
	// considered: another partition, loss.
	direct *inbound
	inbox  *Inbox
	end    *linkEnd
	part   uint16 // of the node that it leads to
	// Paused is the set of classes that the other end has paused.
	Paused uint8
	// Of a switch: the set of classes with packets, and the bits of a port in a path, which are shifted out.
	backlog uint8
	width   uint8
}

// linkEnd is where a link leads, a switch or a host's inbox, and its loss model, nil without loss.
type linkEnd struct {
	approach *inbound
	inbox    *Inbox
	loss     *lossModel
	rate     uint32 // kb/s
	stamped  bool   // the notes of answers that leave a host here get the time: see Stamp
	watch    *watch // nil unless packets are recorded
}

// lossModel is a link's random loss of packets.
type lossModel struct {
	ppb  uint32 // of 1e9
	coin random.Source
}

// Serial returns the link's time per byte.
func (l *Link) Serial() Serial { return l.serial }

// Delay returns the link's delay.
func (l *Link) Delay() event.Time { return event.Time(l.flight >> 16) }

// Forward transmits a packet from now on an idle link. It arrives with its last bit: store and forward.
func (l *Link) Forward(p *Partition, now event.Time, k *Packet) {
	size := uint64(k.Size)
	busy := now + l.serial.Of(uint32(size))
	l.Busy = busy
	l.SentBytes += size
	key := uint64(busy)<<16 + l.flight
	path := k.Path >> (l.width & 63)
	switch w := l.direct; {
	case w != nil && key < p.soon:
		// As inbound.row, which would not be inlined.
		at := uint64(p.then)<<(w.width&63) | path&w.mask
		to := &w.incoming[at]
		n := to.n
		if n%rows == 0 {
			w.extend(p, at)
		}
		to.n = n + 1
		row := &to.top.rows[n%rows]
		row.Packet = *k
		row.Path, row.key = path, key
	case l.inbox != nil:
		l.inbox.enter(key, k)
	default:
		k.Path = path
		l.consider(p, key, k)
	}
}

// Place begins to transmit a packet of a size, as Forward does, and returns where the caller is to write it, all but its
// path, before it calls Placed.
func (l *Link) Place(p *Partition, now event.Time, size uint16, path uint64) *Packet {
	busy := now + l.serial.Of(uint32(size))
	key := uint64(busy)<<16 + l.flight
	w := l.direct
	if w == nil || key >= p.soon {
		p.spare.Path = path
		return &p.spare
	}
	l.Busy = busy
	l.SentBytes += uint64(size)
	path >>= l.width & 63
	at := uint64(p.then)<<(w.width&63) | path&w.mask
	to := &w.incoming[at]
	n := to.n
	if n%rows == 0 {
		w.extend(p, at)
	}
	to.n = n + 1
	row := &to.top.rows[n%rows]
	row.Path, row.key = path, key
	return &row.Packet
}

// Placed ends what Place began at a time: few packets do not arrive at a switch of the partition in the next window.
func (l *Link) Placed(p *Partition, now event.Time, k *Packet) {
	if k == &p.spare {
		l.Forward(p, now, k)
	}
}

// consider sends in the other cases, or what arrives after the next window.
//
//go:noinline
func (l *Link) consider(p *Partition, key uint64, k *Packet) {
	if l.direct != nil {
		l.direct.enterLater(p, key, k)
		return
	}
	if l.end.stamped && k.Kind > Data|Traced {
		p.TraceOf(uint32(k.Sent)).Answered = event.Time((key-l.flight)>>16) - l.serial.Of(uint32(k.Size))
	}
	lost := l.end.loss != nil && l.loses(p, k)
	if w := l.end.watch; w != nil {
		p.Records.Crossings = append(p.Records.Crossings, Crossing{event.Time(key >> 16), w.node, w.port, lost, *k})
	}
	if lost {
		return
	}
	l.cross(p, key, k)
}

// cross sends to this partition or another.
func (l *Link) cross(p *Partition, key uint64, k *Packet) {
	if l.part != p.index {
		p.out[l.part] = append(p.out[l.part], remotePacket{l, Transit{*k, key}})
		return
	}
	l.enter(p, key, k)
}

// enter puts a packet in flight.
func (l *Link) enter(p *Partition, key uint64, k *Packet) {
	if l.end.approach != nil {
		l.end.approach.enter(p, key, k)
		return
	}
	l.end.inbox.enter(key, k)
}

// loses decides whether the link loses a packet.
//
//go:noinline
func (l *Link) loses(p *Partition, k *Packet) bool {
	if l.end.loss.coin.Below(1_000_000_000) >= l.end.loss.ppb {
		return false
	}
	p.Lossy++
	p.drop(k)
	return true
}

// stop is the bit of a PFC frame's Seq to stop.
const stop = 1 << 8

// SetPaused applies a PFC frame at the sending end of a link, and reports whether it resumed a class.
func (l *Link) SetPaused(k *Packet) bool {
	class := k.Seq & (Classes - 1)
	if k.Seq&stop != 0 {
		l.Paused |= 1 << class
		return false
	}
	l.Paused &^= 1 << class
	return true
}

// sendPause transmits a PFC frame before all waiting data, but after the packet in transmission and earlier control
// packets.
func (l *Link) sendPause(p *Partition, now event.Time, seq uint32) {
	l.Busy = max(l.Busy, now) + l.serial.Of(pauseBytes)
	// At the other end it applies to its input port.
	l.cross(p, uint64(l.Busy)<<16+l.flight, &Packet{Kind: PFC, Seq: seq, Path: l.flight & 0xFFFF})
}
