package trace

import (
	"cmp"
	"math"
	"slices"
)

// nameTable is the catalog of text traces.
type nameTable struct {
	byName  map[string]int32
	list    []Conn
	first   []uint64 // when each was first seen, in records; 0 is never
	records uint64
	epoch   bool // the time column counts from 1970
	ids     []ConnID

	unmarked    bool           // no column has marks
	pauses      bool           // deliver them
	reconstruct Reconstruction // of counters
}

// noConn is of names of which there is no event.
const noConn = math.MaxUint32

func (t *nameTable) index(text []byte) (int32, bool) {
	if i, ok := t.byName[string(text)]; ok {
		return i, true
	}
	if len(t.list) == maxFlows {
		return 0, false
	}
	i, name := int32(len(t.list)), string(text)
	t.byName[name] = i
	t.list = append(t.list, parseConn(name))
	t.first = append(t.first, 0)
	return i, true
}

func (t *nameTable) absolute() bool { return t.epoch }

func (t *nameTable) learn(rec *record) {
	t.records++
	if rec.kind == 0 {
		return
	}
	c := &t.list[rec.flow]
	if t.first[rec.flow] == 0 {
		t.first[rec.flow] = t.records
	}
	switch rec.kind {
	case KindData:
		c.DataPackets += uint64(rec.packets)
		c.DataBytes += uint64(rec.bytes)
		c.Marked += uint64(rec.marked)
	case KindCNP:
		c.CNPs += uint64(rec.count)
		c.Counting += rec.counting()
	case KindAck, KindNak:
		c.Acks++
	}
}

func (t *nameTable) conns(func(Warning)) []Conn {
	var order []int32
	t.ids = make([]ConnID, len(t.list))
	for i := range t.list {
		t.ids[i] = noConn
		if t.first[i] > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(t.first[a], t.first[b]) })
	out := make([]Conn, len(order))
	for id, i := range order {
		out[id] = t.list[i]
		out[id].MarksUnseen = out[id].MarksUnseen || t.unmarked
		t.ids[i] = ConnID(id)
	}
	return out
}

func (t *nameTable) conn(rec *record) (ConnID, bool) {
	if int(rec.flow) >= len(t.ids) || t.ids[rec.flow] == noConn {
		return 0, false
	}
	return t.ids[rec.flow], true
}
