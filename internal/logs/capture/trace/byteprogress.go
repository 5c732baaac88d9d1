package trace

import "smartnic-cc/internal/base/packet/roce"

// ConnDetail is what the first pass learns of a connection beyond its totals,
// where Options.Measure asks for it.
type ConnDetail struct {
	// First and Last are the times of the connection's first and last event,
	// whatever their kind, in nanoseconds from Time 0.
	First, Last int64
	// FirstData and LastData are those of its data, FirstCNP and LastCNP those
	// of its CNPs. They mean nothing where the connection has none.
	FirstData, LastData int64
	FirstCNP, LastCNP   int64
	// LastBytes are the bytes of the last data event: all before it were sent
	// between FirstData and LastData.
	LastBytes uint64
	// Resent counts data packets whose sequence number is not ahead of the
	// newest before them, but not 65536 packets (64 MiB in simulator traces) or
	// more behind: a queue pair was set up again then. Sequenced counts the packets that had a sequence
	// number to look at: READ responses have theirs in the first packet only,
	// and text traces have none.
	Resent, Sequenced uint64
	// Naks of the connection, which are among Conn.Acks.
	Naks uint64
	// BadICRC counts CNPs whose invariant CRC is wrong.
	BadICRC uint64
	// Reported sums the marked packets that CNPs report; 0 where the receiver
	// does not fill the field.
	Reported uint64
	// Gaps are the times between two consecutive CNPs of the connection.
	Gaps Histogram
}

// dataMeter and backMeter are what one flow (a record's flow, the catalog's
// index) shows: a half flow of a capture carries the data of one connection
// and the CNPs of another.
type dataMeter struct {
	seen              bool
	first, last       int64
	newest            uint32
	sequenced, resent uint64
	lastBytes         uint32
}

type backMeter struct {
	seen, cnp         bool
	first, last       int64 // of CNPs and ACKs
	firstCNP, lastCNP int64
	naks, badICRC     uint64
	reported          uint64
	gaps              Histogram
}

// byteProgress looks at the records of the first pass, in the order of time.
type byteProgress struct {
	data []dataMeter
	back []backMeter
}

func newByteProgress() *byteProgress { return &byteProgress{} }

func (m *byteProgress) learn(rec *record) {
	switch rec.kind {
	case KindData:
		m.learnData(rec)
	case KindCNP, KindAck, KindNak:
		m.learnBack(rec)
	}
}

func (m *byteProgress) learnData(rec *record) {
	for int(rec.flow) >= len(m.data) {
		m.data = append(m.data, dataMeter{})
	}
	d := &m.data[rec.flow]
	if rec.class == roce.ClassSendData {
		// The distance from the newest, as a signed number of 24 or 32 bits. One
		// that is farther back than anything outstanding is another beginning:
		// a queue pair that was set up again.
		shift := 32 - rec.seqBits()
		ahead := int32((rec.psn-d.newest)<<shift) >> shift
		if d.sequenced > 0 && ahead <= 0 && ahead > -rec.farBack() {
			d.resent++
		} else {
			d.newest = rec.psn
		}
		d.sequenced++
	}
	if !d.seen {
		d.seen, d.first = true, rec.time
	}
	d.last, d.lastBytes = rec.time, rec.bytes
}

func (m *byteProgress) learnBack(rec *record) {
	for int(rec.flow) >= len(m.back) {
		m.back = append(m.back, backMeter{})
	}
	b := &m.back[rec.flow]
	if !b.seen {
		b.seen, b.first = true, rec.time
	}
	b.last = rec.time
	switch rec.kind {
	case KindNak:
		b.naks++
	case KindCNP:
		if rec.badICRC {
			b.badICRC++
		}
		b.reported += uint64(rec.marked)
		if b.cnp {
			b.gaps.add(rec.time-b.lastCNP, 1)
		} else {
			b.cnp, b.firstCNP = true, rec.time
		}
		b.gaps.add(0, uint64(rec.count-1))
		b.lastCNP = rec.time
	}
}

// measures folds what the flows showed into their connections. Times become
// relative to base.
func (m *byteProgress) measures(c catalog, conns, base int64) []ConnDetail {
	out := make([]ConnDetail, conns)
	seen := make([]bool, conns)
	span := func(id ConnID, first, last int64) {
		o := &out[id]
		if !seen[id] {
			seen[id], o.First, o.Last = true, first-base, last-base
			return
		}
		o.First, o.Last = min(o.First, first-base), max(o.Last, last-base)
	}
	for i := range m.data {
		d := &m.data[i]
		id, ok := c.conn(&record{flow: int32(i), kind: KindData})
		if !d.seen || !ok {
			continue
		}
		o := &out[id]
		o.FirstData, o.LastData, o.LastBytes = d.first-base, d.last-base, uint64(d.lastBytes)
		o.Sequenced, o.Resent = d.sequenced, d.resent
		span(id, d.first, d.last)
	}
	for i := range m.back {
		b := &m.back[i]
		id, ok := c.conn(&record{flow: int32(i), kind: KindCNP})
		if !b.seen || !ok {
			continue
		}
		o := &out[id]
		o.Naks, o.BadICRC, o.Reported, o.Gaps = b.naks, b.badICRC, b.reported, b.gaps
		if b.cnp {
			o.FirstCNP, o.LastCNP = b.firstCNP-base, b.lastCNP-base
		}
		span(id, b.first, b.last)
	}
	return out
}

// ConnDetails gives what Options.Measure asked for, by connection; nil without it.
func (r *Reader) ConnDetails() []ConnDetail {
	if r.progress == nil {
		return nil
	}
	return r.progress.measures(r.catalog, int64(len(r.conns)), r.base)
}
