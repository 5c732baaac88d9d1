package driver

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"unsafe"

	"smartnic-cc/codegen/ir"
)

// NICEvent is what happened to a connection, with all that docs/subset.md lists. Fields that do not belong to What
// are ignored, and so are those that the algorithm has no signal for.
type NICEvent struct {
	Kind ir.NICEventKind
	// Timer is the value of the kind of a timer that a trace reports (OnTimer); the timers that the driver runs need
	// no NICEvent.
	Timer uint64
	// Time is in ns on the driver's clock, which does not wrap.
	Time int64

	Bytes, Packets uint64 // OnSent
	CNPs           uint64 // OnCNP; 0 counts as 1
	Marked         uint64 // OnCNP, OnAck, OnPacket
	Acked          uint64 // OnAck: bytes
	Unacked        uint64 // OnAck: bytes that left and are not acknowledged
	RTT            uint64 // OnAck: ns
	Lost           uint64 // OnNack, OnTimeout: packets
	NackRTT        uint64 // OnNack: ns, 0 if unknown
	Length         uint64 // OnMessage: bytes
	Departed       int64  // OnMessage: ns, on the clock of Time
	MarkedShare    uint16 // OnMessage: UQ0.16

	AckedPackets uint64 // OnAck: newly acknowledged
	// ForwardHops is the switches that the packet passed that caused the answer; SentAt, ArrivedAt, AnsweredAt and
	// ReturnedAt are when it left, when it reached the receiving NIC, when the answer left there, and when that reached
	// the sending NIC, in ns on the clock of Time (OnAck, OnNack).
	ForwardHops                               uint64
	SentAt, ArrivedAt, AnsweredAt, ReturnedAt int64
	// RxLevel is how full the receiving NIC's buffer was, UQ0.16 (OnAck, OnNack); Refused is the packets, 1 at most,
	// for which it had no room (OnNack).
	RxLevel uint16
	Refused uint64

	// Hops are the first egress ports of switches on the path of the acknowledged packet, in order (OnAck).
	Hops []Hop
	// Tags are the values of Controls.Tags when the message began to leave (OnMessage, OnAck); nil is all zeros.
	Tags []uint64
}

// Hop is what the egress port of a switch records as a packet begins to leave it.
type Hop struct {
	Queue uint64 // bytes of the packet's class that waited there, without the packet
	Sent  uint64 // bytes that had left the port before
	At    int64  // ns, on the clock of NICEvent.Time
	Rate  uint64 // of the port, kb/s
}

// write is a leaf of the event that a NIC event fills in.
type write struct {
	leaf   int
	signal ir.Signal
	tag    int    // of NICEvent.Tags
	hops   int    // how many the algorithm takes
	most   uint64 // what the field can hold
	slot          // where it is: see layout
}

// hopWrites are the leaves of the event that a hop fills in, by their signals from SignalHopQueue on; most is 0 in those
// that the algorithm does not have.
type hopWrites [ir.SignalHopRate - ir.SignalHopQueue + 1]write

// fill writes what comes with a NIC event into the event in memory.
func (t *delivery) fill(to unsafe.Pointer, h *NICEvent) {
	for i := range t.writes {
		w := &t.writes[i]
		w.load(to, w.value(h))
	}
	hops := h.Hops[:min(len(t.hops), len(h.Hops))]
	for i := range hops {
		w, hop := &t.hops[i], &hops[i]
		// Counter and time wrap.
		if t.words {
			w[0].word(to, hop.Queue)
			w[1].word(to, uint64(uint32(hop.Sent)))
			w[2].word(to, uint64(uint32(hop.At)))
			w[3].word(to, hop.Rate)
			continue
		}
		for j, v := range [len(w)]uint64{hop.Queue, uint64(uint32(hop.Sent)), uint64(uint32(hop.At)), hop.Rate} {
			if w[j].most != 0 {
				w[j].load(to, min(v, w[j].most))
			}
		}
	}
}

// word writes a value into a leaf that is a uint32.
func (w *write) word(to unsafe.Pointer, v uint64) {
	*(*uint32)(unsafe.Add(to, w.offset)) = uint32(min(v, w.most))
}

// layout is where the leaves of an event are in memory, and what NIC events fill in there.
type layout struct {
	codec
	happen [ir.OnPacket + 1]delivery
}

// layout returns that of events with leaves as a codec says.
func (a *Algorithm) layout(c codec) *layout {
	l := &layout{c, a.happen}
	for i := range l.happen {
		t := &l.happen[i]
		t.writes, t.hops = slices.Clone(t.writes), slices.Clone(t.hops)
		for j := range t.writes {
			t.writes[j].slot = c[t.writes[j].leaf]
		}
		t.words = true
		for j := range t.hops {
			for k := range t.hops[j] {
				w := &t.hops[j][k]
				w.slot = c[w.leaf]
				t.words = t.words && w.most != 0 && w.kind == reflect.Uint32
			}
		}
	}
	return l
}

// value returns the NIC event's value of a signal, as the leaf holds it.
func (w *write) value(h *NICEvent) uint64 {
	var v uint64
	switch w.signal {
	case ir.SignalBytes:
		v = h.Bytes
	case ir.SignalPackets:
		v = h.Packets
	case ir.SignalCNPs:
		v = max(h.CNPs, 1)
	case ir.SignalMarked:
		v = h.Marked
	case ir.SignalAcked:
		v = h.Acked
	case ir.SignalUnacked:
		v = h.Unacked
	case ir.SignalRTT:
		v = h.RTT
	case ir.SignalLost:
		v = h.Lost
	case ir.SignalNackRTT:
		v = h.NackRTT
	case ir.SignalLength:
		v = h.Length
	case ir.SignalDeparted:
		return uint64(uint32(h.Departed)) // a time wraps
	case ir.SignalMarkedShare:
		v = uint64(h.MarkedShare)
	case ir.SignalTag:
		if w.tag >= 0 && w.tag < len(h.Tags) {
			v = h.Tags[w.tag]
		}
	case ir.SignalHops:
		v = uint64(min(len(h.Hops), w.hops))
	default:
		v = w.ofNote(h)
	}
	return min(v, w.most)
}

// ofNote returns the NIC event's value of a signal of the packet's way there and back.
func (w *write) ofNote(h *NICEvent) uint64 {
	switch w.signal {
	case ir.SignalAckedPackets:
		return h.AckedPackets
	case ir.SignalForwardHops:
		return h.ForwardHops
	case ir.SignalSentAt:
		return uint64(uint32(h.SentAt)) // times wrap
	case ir.SignalArrivedAt:
		return uint64(uint32(h.ArrivedAt))
	case ir.SignalAnsweredAt:
		return uint64(uint32(h.AnsweredAt))
	case ir.SignalReturnedAt:
		return uint64(uint32(h.ReturnedAt))
	case ir.SignalRxLevel:
		return uint64(h.RxLevel)
	}
	return h.Refused
}

// Most returns the largest value that a leaf can hold: that of its type, or the upper end of
// its declared range if that is a constant.
func Most(l ir.Leaf) uint64 {
	most := l.Kind.Max().Uint64()
	for _, r := range l.Ranges() {
		if hi := r.Hi.Eval(func(string, bool) *big.Int { return nil }); hi != nil && hi.IsUint64() {
			most = min(most, hi.Uint64())
		}
	}
	return most
}

// never is the time of a timer that does not run.
const never = math.MaxInt64
