package verbs

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"smartnic-cc/internal/base/packet/roce"
)

// bin is the interval over which payload is counted, ns.
const bin = 100_000_000

// account counts what the switch delivers.
type account struct {
	flows  map[flowKey]*flow
	parsed roce.Packet

	Counts
}

// Counts are those of all packets that the switch delivered.
type Counts struct {
	// Frames are those of all kinds; Packets are RoCEv2.
	Frames  uint64 `json:"frames"`
	Packets uint64 `json:"packets"`
	CNPs    uint64 `json:"cnps"`
	// Marked is the sum of the marked packets that CNPs report.
	Marked uint64 `json:"cnps_report"`
	Acks   uint64 `json:"acks"`
	Naks   uint64 `json:"naks"`
	// BadICRC are packets whose invariant CRC is wrong; every packet is checked.
	BadICRC uint64 `json:"bad_icrc"`
}

// flowKey names data in one direction to one queue pair.
type flowKey struct {
	src, dst netip.Addr
	qpn      uint32
}

// flow is data in one direction.
type flow struct {
	flowKey
	packets, marked, resent uint64
	first, last             int64 // ns

	began   bool
	newest  uint32              // the newest PSN
	missing map[uint32]struct{} // PSNs before it that have not passed
	payload []uint64            // that passed for the first time, by bin
}

// apart is the distance of PSNs from which on a queue pair was set up again, as in package trace.
const apart = 1 << 16

// deliver counts a frame that left at a time.
func (a *account) deliver(at int64, b []byte) {
	a.Frames++
	p := &a.parsed
	if roce.Parse(roce.LinkEthernet, b, uint32(len(b)), p) != roce.OK {
		return
	}
	a.Packets++
	if good, known := p.CheckICRC(); !good || !known {
		a.BadICRC++
	}
	switch p.BTH.Opcode.Class() {
	case roce.ClassCNP:
		a.CNPs++
		a.Marked += uint64(p.BTH.Reserved7)
	case roce.ClassAck:
		if a.Acks++; p.BTH.Opcode.Operation() == roce.Acknowledge && roce.IsNak(p.Payload) {
			a.Naks++
		}
	case roce.ClassSendData, roce.ClassReadData, roce.ClassDatagram:
		key := flowKey{p.Src, p.Dst, p.BTH.DestQP}
		f := a.flows[key]
		if f == nil {
			f = &flow{flowKey: key, first: at, missing: map[uint32]struct{}{}}
			a.flows[key] = f
		}
		f.count(at, p)
	}
}

// count counts a data packet. Its payload counts where it passes for the first time: what the receiver drops because a
// packet before it is missing comes again.
func (f *flow) count(at int64, p *roce.Packet) {
	f.packets++
	f.last = at
	if p.CE() {
		f.marked++
	}
	psn := p.BTH.PSN
	ahead := (psn - f.newest) & roce.PSNMask
	again := p.BTH.Opcode.Transport() != roce.TransportUD && f.began
	switch behind := (f.newest - psn) & roce.PSNMask; {
	case !again || ahead >= apart && behind >= apart:
		f.began, f.newest = true, psn
		clear(f.missing)
	case behind < apart:
		f.resent++
		if _, first := f.missing[psn]; !first {
			return
		}
		delete(f.missing, psn)
	default:
		for n := uint32(1); n < ahead; n++ {
			f.missing[(f.newest+n)&roce.PSNMask] = struct{}{}
		}
		f.newest = psn
	}
	for int64(len(f.payload)) <= at/bin {
		f.payload = append(f.payload, 0)
	}
	f.payload[at/bin] += uint64(p.Data())
}

// within returns the payload of whole bins, bytes.
func (f *flow) within(from, until int) (sum uint64) {
	for i := from; i < min(until, len(f.payload)); i++ {
		sum += f.payload[i]
	}
	return sum
}

// String returns the name of the flow, as in "11.0.0.1->11.0.4.1:0x11".
func (f *flow) String() string { return fmt.Sprintf("%s->%s:%#x", f.src, f.dst, f.qpn) }

// sorted lists the flows by source, destination and queue pair.
func (a *account) sorted() []*flow {
	var list []*flow
	for _, f := range a.flows {
		list = append(list, f)
	}
	slices.SortFunc(list, func(x, y *flow) int {
		return cmp.Or(x.src.Compare(y.src), x.dst.Compare(y.dst), cmp.Compare(x.qpn, y.qpn))
	})
	return list
}
