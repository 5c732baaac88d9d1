package trace

import (
	"net/netip"

	"smartnic-cc/internal/base/packet/roce"
)

// A half flow is all packets from one host to one queue pair of another. It is
// what a packet has: addresses and DestQP. A queue pair's two half flows
// carry, in one direction, data and requests, and in the other ACKs and CNPs
// for them; both at once where both sides send.
type direction struct {
	src, dst  netip.Addr
	qpn       uint32
	hosts     int32 // index of the host pair
	dir       uint8 // which direction of the host pair
	ordinal   int32 // position in the host pair's list of that direction
	sport     uint16
	hasSport  bool // from other packets than CNPs, whose port means nothing
	requested bool // a request has been seen, so firstPSN and lastPSN hold

	firstPSN, lastPSN uint32 // of requests, in this half's own PSN space
	spanned           bool   // more than ackWindow requests: firstPSN no longer limits

	packets, bytes, marked uint64 // data
	repeats                uint64 // data packets with the PSN of the one before
	dataPSN                uint32
	cnps, counting, acks   uint64
	firstData, firstBack   uint64 // when data, and CNP or ACK, were first seen, in records; 0 is never

	answers uint32 // responses weighed so far
	votes   []vote // by ordinal of the half flow in the other direction
	peer    int32  // the other half flow of the queue pair, -1 unknown
	how     Pairing
}

// vote is what responses say for and against one half flow as their origin.
type vote struct{ hit, miss uint32 }

type hostKey struct{ lo, hi netip.Addr }

// hostPair lists the half flows between two hosts, by direction: 0 from the
// lower address to the higher.
type hostPair struct{ directions [2][]int32 }

type cmKey struct {
	from, to netip.Addr
	id       uint32
}

// cmLink is a queue pair that the communication manager named: qpnA at host a,
// qpnB at host b.
type cmLink struct {
	a, b       netip.Addr
	qpnA, qpnB uint32
}

const (
	// noPSN marks a packet whose PSN tells nothing of requests.
	noPSN = 1 << 31
	// maxFlows bounds the memory; a host has some thousand active queue pairs.
	maxFlows     = 1 << 20
	tooManyFlows = "more than 1048576 flows: not a capture of RoCEv2 traffic; filter it with udp port 4791"
	// ackWindow is how far behind the newest request a response may name one: more than any NIC keeps outstanding,
	// and small against the 2^24 PSNs.
	ackWindow = 4096
	// maxVotes bounds what all votes take together, 32 MB.
	maxVotes = 1 << 22
	// maxCM bounds the connection requests that await a reply.
	maxCM = 1 << 16
	// Effort bounds the time that an absurd capture can take: one look at one
	// candidate is a step, some nanoseconds. There are firstEffort steps for
	// weighing, effortPerRecord more with every record, and matchEffort for
	// matching: enough for some thousand queue pairs between two hosts.
	firstEffort     = 1 << 27
	matchEffort     = 1 << 25
	effortPerRecord = 64
	// weighAll responses of a half flow are weighed, then one in weighOneIn.
	weighAll, weighOneIn = 512, 64
)

// flowKey names a half flow.
type flowKey struct {
	src, dst netip.Addr
	qpn      uint32
}

// Half flows are kept in chunks, which never move: growing needs no second copy, and a pointer to one holds.
const (
	chunkBits = 9
	chunkLen  = 1 << chunkBits
)

type chunk [chunkLen]direction

// direction returns half flow i.
func (t *flowTable) direction(i int32) *direction { return &t.chunks[i>>chunkBits][i&(chunkLen-1)] }

// flowTable is the catalog of packet captures.
type flowTable struct {
	chunks  []*chunk
	count   int32 // of half flows
	index   map[flowKey]int32
	pairs   []hostPair
	byHosts map[hostKey]int32
	opens   map[cmKey]uint32 // QP numbers of connection requests
	links   []cmLink
	votes   int
	limit   int32 // of half flows; maxFlows outside of tests
	effort  int   // steps left for finding out who belongs to whom
	tired   bool  // some were wanting
	records uint64

	checkICRC bool // of every packet, not of CNPs only

	forward, back []ConnID // by half flow: the connection of its data; of its CNPs and ACKs
}

func newFlowTable() *flowTable {
	return &flowTable{limit: maxFlows, effort: firstEffort, index: map[flowKey]int32{}, byHosts: map[hostKey]int32{}, opens: map[cmKey]uint32{}}
}

// flow returns the number of a half flow, which it makes where it is new;
// false where there are too many.
func (t *flowTable) flow(src, dst netip.Addr, qpn uint32) (int32, bool) {
	key := flowKey{src, dst, qpn}
	i, ok := t.index[key]
	if ok {
		return i, true
	}
	if t.count >= t.limit {
		return 0, false
	}
	hosts, dir := hostKey{src, dst}, uint8(0)
	if dst.Less(src) {
		hosts, dir = hostKey{dst, src}, 1
	}
	pair, ok := t.byHosts[hosts]
	if !ok {
		pair = int32(len(t.pairs))
		t.pairs = append(t.pairs, hostPair{})
		t.byHosts[hosts] = pair
	}
	i = t.count
	if i&(chunkLen-1) == 0 {
		t.chunks = append(t.chunks, new(chunk))
	}
	t.count++
	list := &t.pairs[pair].directions[dir]
	*t.direction(i) = direction{src: src, dst: dst, qpn: qpn, hosts: pair, dir: dir, ordinal: int32(len(*list)), peer: -1}
	*list = append(*list, i)
	t.index[key] = i
	return i, true
}

// learnt reports whether the first pass is over.
func (t *flowTable) learnt() bool { return t.forward != nil }

// observed notes the communication manager's datagrams. They come once a connection, so file order will do.
func (t *flowTable) observed(p *roce.Packet) {
	switch m := roce.ParseCM(p); m.Kind {
	case roce.CMRequest:
		if len(t.opens) < maxCM {
			t.opens[cmKey{p.Src, p.Dst, m.LocalCommID}] = m.LocalQPN
		}
	case roce.CMReply:
		key := cmKey{p.Dst, p.Src, m.RemoteCommID}
		if qpn, ok := t.opens[key]; ok && len(t.links) < maxFlows {
			t.links = append(t.links, cmLink{a: p.Dst, qpnA: qpn, b: p.Src, qpnB: m.LocalQPN})
			delete(t.opens, key)
		}
	}
}

// learn takes one record into its half flow.
func (t *flowTable) learn(rec *record) {
	t.records++
	t.effort += effortPerRecord
	h := t.direction(rec.flow)
	if rec.class != roce.ClassCNP && !h.hasSport {
		h.sport, h.hasSport = rec.sport, true
	}
	switch rec.class {
	case roce.ClassCNP:
		h.cnps++
		h.counting += rec.counting()
		if h.firstBack == 0 {
			h.firstBack = t.records
		}
	case roce.ClassAck:
		h.acks++
		if h.firstBack == 0 {
			h.firstBack = t.records
		}
		t.weigh(rec.flow, rec.psn)
	case roce.ClassSendData, roce.ClassReadData:
		if h.packets > 0 && rec.psn == h.dataPSN && rec.psn != noPSN {
			h.repeats++
		}
		h.dataPSN = rec.psn
		h.packets++
		h.bytes += uint64(rec.bytes)
		h.marked += uint64(rec.marked)
		if h.firstData == 0 {
			h.firstData = t.records
		}
		if rec.class == roce.ClassSendData {
			h.request(rec.psn)
		} else if rec.psn != noPSN {
			t.weigh(rec.flow, rec.psn)
		}
	case roce.ClassRequest:
		h.request(rec.psn)
	}
}

// request takes the PSN of a request that this half flow carries. A PSN behind
// the newest is a retransmission and changes nothing.
func (h *direction) request(psn uint32) {
	if !h.requested {
		h.firstPSN, h.lastPSN, h.requested = psn, psn, true
		return
	}
	if ahead := (psn - h.lastPSN) & roce.PSNMask; ahead != 0 && ahead < 1<<23 {
		h.lastPSN = psn
		if (psn-h.firstPSN)&roce.PSNMask >= ackWindow {
			h.spanned = true
		}
	}
}

// sent reports whether a response may name psn: a request of that number has
// been seen, and not long ago.
func (h *direction) sent(psn uint32) bool {
	back := (h.lastPSN - psn) & roce.PSNMask
	return back < ackWindow && (h.spanned || back <= (h.lastPSN-h.firstPSN)&roce.PSNMask)
}

// weigh lets a response in half flow i vote on every half flow of the other direction: that of the same queue pair
// always has sent what is acknowledged.
func (t *flowTable) weigh(i int32, psn uint32) {
	h := t.direction(i)
	h.answers++
	if h.answers > weighAll && h.answers%weighOneIn != 0 {
		return
	}
	others := t.pairs[h.hosts].directions[1-h.dir]
	if grow := len(others) - len(h.votes); grow > 0 && t.votes+grow > maxVotes {
		others = others[:len(h.votes)]
	}
	if !t.spend(len(others)) {
		return
	}
	if grow := len(others) - len(h.votes); grow > 0 {
		t.votes += grow
		h.votes = append(h.votes, make([]vote, grow)...)
	}
	for k, o := range others {
		other := t.direction(o)
		if !other.requested {
			continue
		}
		if other.sent(psn) {
			h.votes[k].hit++
		} else {
			h.votes[k].miss++
		}
	}
}

// spend takes steps, or reports that fewer are left.
func (t *flowTable) spend(steps int) bool {
	if t.effort < steps {
		t.tired = true
		return false
	}
	t.effort -= steps
	return true
}

// conn says which connection a record belongs to: data to the one that the
// half flow carries, CNPs and ACKs to the one that runs against it.
func (t *flowTable) conn(rec *record) (ConnID, bool) {
	list := t.back
	if rec.kind == KindData {
		list = t.forward
	}
	if int(rec.flow) >= len(list) {
		return 0, false
	}
	return list[rec.flow], true
}
