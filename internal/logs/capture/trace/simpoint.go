package trace

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// Where packets are sampled. A connection's data, and its ACKs and CNPs, are each taken at one point (a node and what
// happens there), the first of these in the trace:
//
//	data           leaves the sending host; reaches the receiving host; leaves a switch; enters one; enters a queue
//	ACK, NACK, CNP reaches the sending host; leaves the receiving host; leaves a switch; enters one; enters a queue
//
// which is the reaction point's view wherever that is traced. Among switches
// the first to show the connection counts. Marks come later on a packet's way
// than its sending: they are counted where the data reaches its host, or else
// leaves the last switch, and stand in data events only where that is the
// point of the data too. Options.Nodes leaves all other nodes out.

// simKey names a connection as the simulators do: hosts, the sender's port and
// the priority. Its CNPs name no more.
type simKey struct {
	sender, receiver uint32
	port, priority   uint16
}

// point is a place to look at packets; rank 0 is the best.
type point struct {
	rank  uint8 // of ranks below; noRank where nothing has been seen
	event simtrace.Event
	node  uint16
}

const (
	noRank       = 255
	rankSwitches = 2 // leaves a switch
	rankSender   = 5 // of marks: nowhere behind the sending host
)

// maxOnPath bounds the switches that are remembered of a connection's way.
const maxOnPath = 8

// simFlow is a connection, or a port that is paused.
type simFlow struct {
	key   simKey
	pause bool   // node and interface stand in key.port and key.priority
	first uint64 // number of its first record at one of its points; 0 is never

	data, back, mark point
	onPath           [maxOnPath]uint16 // switches that data has left, in order
	onPathN          uint8

	packets, bytes, marked uint64 // totals of the events, as learnt
	cnps, acks             uint64
	markSeen, markCount    uint64 // packets and marks at the point of the marks
}

// simTable is the catalog of simulator traces.
type simTable struct {
	nodes []uint16 // the only nodes to look at, if any
	// elsewhere are nodes that records are at and that are not looked at, some of them.
	elsewhere []uint16
	pauses    bool
	surveyed  bool
	flows     []simFlow
	byKey     map[simKey]int32
	byPort    map[uint32]int32 // paused ports, by node and interface
	records   uint64
	ids       []ConnID
}

// absolute is false: simulations begin at 0.
func (t *simTable) absolute() bool { return false }

// wanted reports whether the record's node is to be looked at.
func (t *simTable) wanted(r *simtrace.Record) bool {
	return len(t.nodes) == 0 || slices.Contains(t.nodes, r.Node)
}

// maxElsewhere is how many other nodes an error for a missing node lists.
const maxElsewhere = 16

// passOver takes note of a node that is not looked at.
func (t *simTable) passOver(node uint16) {
	if len(t.elsewhere) <= maxElsewhere && !slices.Contains(t.elsewhere, node) {
		t.elsewhere = append(t.elsewhere, node)
	}
}

// others lists nodes that are not looked at, "" where there are none.
func (t *simTable) others() string {
	slices.Sort(t.elsewhere)
	list := collect.Of(t.elsewhere[:min(len(t.elsewhere), maxElsewhere)], func(node uint16) string { return strconv.Itoa(int(node)) })
	text := strings.Join(list, ", ")
	if len(t.elsewhere) > maxElsewhere {
		text += " and others"
	}
	return text
}

// keyOf names the connection that a packet belongs to; false for other packets.
func keyOf(r *simtrace.Record) (simKey, bool) {
	switch r.Proto {
	case simtrace.ProtoData:
		return simKey{r.Src, r.Dst, r.Sport, r.Priority}, true
	case simtrace.ProtoAck, simtrace.ProtoNack:
		return simKey{r.Dst, r.Src, r.Dport, r.Priority}, true
	case simtrace.ProtoCNP:
		return simKey{r.Dst, r.Src, r.Sport, r.Priority}, true
	}
	return simKey{}, false
}

// pointOf returns the point of the record.
func pointOf(r *simtrace.Record) point {
	p := point{node: r.Node, event: r.Event}
	data := r.Proto == simtrace.ProtoData
	switch {
	case r.Event == simtrace.Enqu:
		p.rank = 4
	case r.NodeType == simtrace.Switch:
		p.rank = rankSwitches
		if r.Event == simtrace.Recv {
			p.rank++
		}
	case (r.Event == simtrace.Dequ) != data:
		p.rank = 1 // the other end's view
	}
	return p
}

// better reports whether data or notifications are to be looked at in p
// rather than in q.
func (p point) better(q point) bool { return p.rank < q.rank }

// survey takes a record into account before the points are chosen; false where
// there are too many connections.
func (t *simTable) survey(r *simtrace.Record) bool {
	if !t.wanted(r) {
		t.passOver(r.Node)
		return true
	}
	if r.Event == simtrace.Drop {
		return true
	}
	if r.Proto == simtrace.ProtoPFC {
		if !t.pauses || r.Event != simtrace.Recv {
			return true
		}
		_, ok := t.port(r)
		return ok
	}
	key, ok := keyOf(r)
	if !ok {
		return true
	}
	i, ok := t.index(key)
	if !ok {
		return false
	}
	f, p := &t.flows[i], pointOf(r)
	if r.Proto != simtrace.ProtoData {
		if p.better(f.back) {
			f.back = p
		}
		return true
	}
	if p.better(f.data) {
		f.data = p
	}
	t.surveyMark(f, r, p)
	return true
}

// surveyMark counts marks where they are to be seen last.
func (t *simTable) surveyMark(f *simFlow, r *simtrace.Record, p point) {
	// For marks the receiving host is best, and then the last switch.
	switch {
	case p.rank == 1:
		p.rank = 0
	case p.rank == rankSwitches:
		if f.mark.rank >= rankSwitches && !slices.Contains(f.onPath[:f.onPathN], r.Node) && f.onPathN < maxOnPath {
			f.onPath[f.onPathN] = r.Node
			f.onPathN++
			f.mark.rank = noRank // a switch further on: count from here
		}
	case p.rank == 0:
		p.rank = rankSender // which has not seen a mark yet
	}
	if p.better(f.mark) {
		f.mark, f.markSeen, f.markCount = p, 0, 0
	}
	if p == f.mark {
		f.markSeen++
		if r.ECN == 3 {
			f.markCount++
		}
	}
}

// index returns the number of a connection, which it makes where it is new.
func (t *simTable) index(key simKey) (int32, bool) {
	i, ok := t.byKey[key]
	if !ok {
		if i, ok = t.add(simFlow{key: key}); ok {
			t.byKey[key] = i
		}
	}
	return i, ok
}

// port returns the number of a paused port.
func (t *simTable) port(r *simtrace.Record) (int32, bool) {
	id := uint32(r.Node)<<8 | uint32(r.Intf)
	i, ok := t.byPort[id]
	if !ok {
		if i, ok = t.add(simFlow{pause: true, key: simKey{port: r.Node, priority: uint16(r.Intf)}}); ok {
			t.byPort[id] = i
		}
	}
	return i, ok
}

func (t *simTable) add(f simFlow) (int32, bool) {
	if len(t.flows) >= maxFlows {
		return 0, false
	}
	f.data.rank, f.back.rank, f.mark.rank = noRank, noRank, noRank
	t.flows = append(t.flows, f)
	return int32(len(t.flows) - 1), true
}

// at returns the number of the connection of a packet that is seen at its
// point; false for all other sightings.
func (t *simTable) at(r *simtrace.Record) (int32, bool) {
	if r.Proto == simtrace.ProtoPFC {
		i, ok := t.byPort[uint32(r.Node)<<8|uint32(r.Intf)]
		return i, ok
	}
	key, _ := keyOf(r)
	i, ok := t.byKey[key]
	if !ok {
		return 0, false
	}
	want := t.flows[i].back
	if r.Proto == simtrace.ProtoData {
		want = t.flows[i].data
	}
	return i, pointOf(r) == want
}

func (t *simTable) learn(rec *record) {
	t.records++
	f := &t.flows[rec.flow]
	if f.first == 0 {
		f.first = t.records
	}
	switch rec.kind {
	case KindData:
		f.packets++
		f.bytes += uint64(rec.bytes)
		f.marked += uint64(rec.marked)
	case KindCNP:
		f.cnps += uint64(rec.count)
	case KindAck, KindNak:
		f.acks++
	}
}

func (t *simTable) conns(warn func(Warning)) []Conn {
	var order []int32
	for i := range t.flows {
		if t.flows[i].first > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(t.flows[a].first, t.flows[b].first) })
	t.ids = make([]ConnID, len(t.flows))
	out := make([]Conn, len(order))
	elsewhere := 0
	for id, i := range order {
		f := &t.flows[i]
		t.ids[i] = ConnID(id)
		out[id] = f.conn()
		if f.marked == 0 && f.markCount > 0 {
			elsewhere++
		}
	}
	if elsewhere > 0 {
		warn(Warning{Offset: -1, Text: fmt.Sprintf("the data of %s is shown as its sender sends it, before it is marked: marks are in the totals only; --node with the receiver shows them packet by packet", plural.Of(elsewhere, "connection"))})
	}
	return out
}

// conn makes the connection of a flow.
func (f *simFlow) conn() Conn {
	if f.pause {
		return Conn{Name: fmt.Sprintf("pause node %d interface %d", f.key.port, f.key.priority), Pairing: PairNamed}
	}
	c := Conn{Sender: simAddr(f.key.sender), Receiver: simAddr(f.key.receiver), Pairing: PairNamed,
		DataPackets: f.packets, DataBytes: f.bytes, Marked: f.markCount, MarkedOf: f.markSeen, MarksUnseen: f.mark.rank >= rankSender, CNPs: f.cnps, Acks: f.acks}
	if f.key.priority <= 0xFF {
		// One number for both ends: with the hosts it is unique, which the
		// receiver's port, the same for all, is not.
		c.SenderQPN = uint32(f.key.priority)<<16 | uint32(f.key.port)
		c.ReceiverQPN = c.SenderQPN
	}
	c.Name = simName(&c, f.key)
	return c
}

func simAddr(v uint32) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], v)
	return netip.AddrFrom4(b)
}

func (t *simTable) conn(rec *record) (ConnID, bool) {
	if int(rec.flow) >= len(t.ids) || t.flows[rec.flow].first == 0 {
		return 0, false
	}
	return t.ids[rec.flow], true
}
