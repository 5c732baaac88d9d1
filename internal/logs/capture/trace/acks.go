package trace

import "smartnic-cc/internal/base/packet/roce"

// acks matches acknowledgements of a capture with the packets that they cover, as the sender's NIC
// would, but with the times of the place where the capture was made.
type acks struct{ conns []Flight }

// Flight is the packets of one connection that were seen and are not acknowledged, in the order of
// their PSNs.
//
//   - An acknowledgement covers all packets up to its PSN; its RTT runs from the last sight of the packet
//     with that PSN, a retransmission included.
//   - What a NAK of a gap covers is counted with the next acknowledgement.
//   - One that covers nothing new, or whose packet was not seen, acknowledges nothing.
type Flight struct {
	sent   []sentPacket // a ring; its length is a power of two
	first  int
	n      int
	behind uint32 // payload that a NAK covers
}

type sentPacket struct {
	psn, payload uint32
	at           int64
}

func (f *Flight) get(i int) *sentPacket { return &f.sent[(f.first+i)&(len(f.sent)-1)] }

// ahead returns how far PSN a is ahead of b, negative where it is behind.
func ahead(a, b uint32) int32 { return int32((a-b)<<8) >> 8 }

// note takes a record of a connection and fills in what its event says of acknowledged data.
func (w *acks) note(rec *record, e *Event) {
	f := &w.conns[e.Conn]
	switch {
	case rec.kind == KindData && rec.class == roce.ClassSendData:
		f.send(sentPacket{rec.psn, rec.payload, rec.time}, rec.farBack())
	case rec.kind == KindAck && rec.class == roce.ClassAck:
		e.Acked, e.RTT = f.Acked(rec.psn, rec.time)
	case rec.kind == KindNak && rec.class == roce.ClassAck:
		covered, _ := f.cover((rec.psn - 1) & roce.PSNMask)
		f.behind += covered
	}
}

// Sent notes a packet with payload bytes that left at a time, ns.
func (f *Flight) Sent(psn, payload uint32, at int64) {
	f.send(sentPacket{psn, payload, at}, (&record{}).farBack())
}

// Acked takes an acknowledgement that came at a time, and returns the payload that it covers newly
// and the time since its packet left, ns; 0 if it covers nothing.
func (f *Flight) Acked(psn uint32, at int64) (payload, rtt uint32) {
	covered, p := f.cover(psn)
	if p.psn != psn || covered == 0 {
		return 0, 0
	}
	payload = covered + f.behind
	f.behind = 0
	return payload, uint32(min(at-p.at, 1<<32-1))
}

// send notes a packet. One farther back than any retransmission, or far ahead, restarts the connection.
func (f *Flight) send(p sentPacket, far int32) {
	if f.n > 0 {
		switch d := ahead(p.psn, f.get(f.n-1).psn); {
		case d > 1<<16 || d < -far:
			f.n = 0
		case d <= 0:
			f.resend(p)
			return
		}
	}
	switch {
	case f.n == ackWindow: // more than any NIC has unacknowledged
		f.first++
		f.n--
	case f.n == len(f.sent):
		grown := make([]sentPacket, max(2*f.n, 16))
		for i := range f.n {
			grown[i] = *f.get(i)
		}
		f.sent, f.first = grown, 0
	}
	f.n++
	*f.get(f.n - 1) = p
}

// resend notes that a packet left again, if it is still not acknowledged.
func (f *Flight) resend(p sentPacket) {
	for i := f.n - 1; i >= 0; i-- {
		switch q := f.get(i); {
		case q.psn == p.psn:
			*q = p
			return
		case ahead(q.psn, p.psn) < 0:
			return
		}
	}
}

// cover removes all packets up to a PSN and returns their payload, and the last of them.
func (f *Flight) cover(psn uint32) (payload uint32, last sentPacket) {
	last.psn = noPSN
	for f.n > 0 && ahead(f.get(0).psn, psn) <= 0 {
		last = *f.get(0)
		payload += last.payload
		f.first++
		f.n--
	}
	return payload, last
}

// WatchAcks makes later acknowledgement events of a capture say what they acknowledge (Event.Acked, Event.RTT), and
// reports whether the trace is one. Rewind restarts it.
func (r *Reader) WatchAcks() bool {
	if !r.kind.packets() {
		return false
	}
	r.acks = &acks{conns: make([]Flight, len(r.conns))}
	return true
}
