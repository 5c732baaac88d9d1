// Package summary sums traces up by connection: who sent how much and how
// fast, what share of it was marked, how many CNPs resulted and how far
// apart, what was sent again.
package summary

import (
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/logs/capture/trace"
)

// Summary is what a trace holds. Fields that cannot be known are absent in
// JSON and null pointers here.
type Summary struct {
	File   string `json:"file"`
	Format string `json:"format"`
	Gzip   bool   `json:"gzip,omitempty"`
	// Reconstructed is how the events were made of counters; empty where they
	// were seen. Gaps and their histogram are then the model's, not the NIC's.
	Reconstructed string `json:"reconstructed,omitempty"`
	// StartNS is the time of the first packet or row since 1970; 0 where the
	// trace has its own clock.
	StartNS    int64    `json:"start_epoch_ns,omitempty"`
	DurationNS int64    `json:"duration_ns"`
	Packets    uint64   `json:"packets"`
	Events     uint64   `json:"events"`
	Pauses     uint64   `json:"pauses,omitempty"`
	Reordered  uint64   `json:"reordered,omitempty"`
	Truncated  bool     `json:"truncated,omitempty"`
	Skipped    []Skip   `json:"skipped,omitempty"`
	Warnings   []string `json:"warnings,omitempty"`
	// Connections is how many there are; Conns may list fewer (Keep).
	Connections int `json:"connection_count"`
	// ICRCChecked packets were captured whole and had their invariant CRC
	// verified, CNPs or, if asked for, all; ICRCWrong are those with a wrong one.
	ICRCChecked uint64 `json:"icrc_checked"`
	ICRCWrong   uint64 `json:"icrc_wrong"`
	Total       Conn   `json:"total"`
	Conns       []Conn `json:"connections"`
}

// Skip is a reason for which packets do not become events.
type Skip struct {
	Reason string `json:"reason"`
	Count  uint64 `json:"count"`
}

// Conn sums one connection up, or all of them.
type Conn struct {
	Name    string `json:"name"`
	Pairing string `json:"pairing,omitempty"`

	DataPackets uint64 `json:"data_packets"`
	DataBytes   uint64 `json:"data_bytes"` // of IP packets
	// Rate is that of the data between its first and its last packet, in bits
	// a second; unknown of fewer than two.
	Rate *float64 `json:"rate_bps,omitempty"`
	// Marked packets carry Congestion Experienced; MarkedShare is among all.
	Marked      uint64   `json:"marked_packets"`
	MarkedShare *float64 `json:"marked_share,omitempty"`

	CNPs uint64 `json:"cnps"`
	// CNPRate is how many there are a second between the connection's first and
	// last event.
	CNPRate *float64 `json:"cnps_per_second,omitempty"`
	// Coalescing is marked packets seen a CNP; Reported the marked packets that
	// CNPs report, 0 where the receiver does not fill the field.
	Coalescing *float64 `json:"marked_per_cnp,omitempty"`
	Reported   uint64   `json:"marked_reported"`
	// BadICRC counts CNPs with a wrong invariant CRC; only captures have it.
	BadICRC *uint64 `json:"cnps_bad_icrc,omitempty"`

	Acks uint64 `json:"acks"` // NAKs among them
	Naks uint64 `json:"naks"`
	// Resent packets have a sequence number that is not ahead; it is unknown
	// where none is seen.
	Resent *uint64 `json:"resent_packets,omitempty"`

	FirstNS int64 `json:"first_ns"`
	LastNS  int64 `json:"last_ns"`
	Gaps    Gaps  `json:"gaps"`
}

// Gaps are the times between two consecutive CNPs of a connection.
type Gaps struct {
	Count  uint64         `json:"count"`
	MinNS  int64          `json:"min_ns"`
	MeanNS float64        `json:"mean_ns"`
	MaxNS  int64          `json:"max_ns"`
	Median *trace.Bucket  `json:"median,omitempty"` // the bucket in which it lies
	P99    *trace.Bucket  `json:"p99,omitempty"`
	Bucket []trace.Bucket `json:"histogram,omitempty"`
}

// Of sums up a trace that was opened with Options.Measure. name is the file's.
func Of(name string, r *trace.Reader) *Summary {
	st := r.Stats()
	s := &Summary{File: name, Format: st.Format.String(), Gzip: st.Gzip, StartNS: st.Start, DurationNS: st.Duration, Packets: st.Packets,
		Events: st.Events, Pauses: st.Pauses, Reordered: st.Reordered, Truncated: st.Truncated, ICRCChecked: st.ICRCChecked, ICRCWrong: st.ICRCWrong}
	if st.Reconstruction != trace.Observed {
		s.Reconstructed = st.Reconstruction.String()
	}
	for _, k := range st.Skipped() {
		s.Skipped = append(s.Skipped, Skip{k.Reason, k.Count})
	}
	s.Warnings = append(s.Warnings, collect.Of(r.Warnings(), func(w trace.Warning) string { return w.String() })...)
	capture := st.Format == trace.FormatPcap || st.Format == trace.FormatPcapng
	var all adder
	measures := r.ConnDetails()
	for i, c := range r.Conns() {
		out := ofConn(&c, &measures[i])
		if capture {
			out.BadICRC = &measures[i].BadICRC
		}
		s.Conns = append(s.Conns, out)
		all.add(&c, &measures[i])
	}
	s.Total, s.Connections = all.total(), len(s.Conns)
	if capture {
		s.Total.BadICRC = &st.BadICRC
	}
	return s
}

func ofConn(c *trace.Conn, m *trace.ConnDetail) Conn {
	out := Conn{Name: c.Name, Pairing: c.Pairing.String(), DataPackets: c.DataPackets, DataBytes: c.DataBytes, Marked: c.Marked,
		CNPs: c.CNPs, Reported: m.Reported, Acks: c.Acks, Naks: m.Naks, FirstNS: m.First, LastNS: m.Last,
		Gaps: ofGaps(&m.Gaps, m.LastCNP-m.FirstCNP)}
	if span := m.LastData - m.FirstData; span > 0 {
		out.Rate = ratio(float64(c.DataBytes-m.LastBytes)*8e9, float64(span))
	}
	if span := m.Last - m.First; span > 0 && c.CNPs > 0 {
		out.CNPRate = ratio(float64(c.CNPs)*1e9, float64(span))
	}
	if !c.MarksUnseen {
		out.MarkedShare = ratio(float64(c.Marked), float64(markedOf(c)))
		if c.DataBytes > 0 || c.Marked > 0 {
			out.Coalescing = ratio(float64(c.Marked), float64(c.CNPs))
		}
	}
	if m.Sequenced > 0 {
		out.Resent = &m.Resent
	}
	return out
}

// markedOf is among how many packets the marked ones were counted.
func markedOf(c *trace.Conn) uint64 {
	if c.MarkedOf > 0 {
		return c.MarkedOf
	}
	return c.DataPackets
}

// ratio is a/b, unknown where b is 0.
func ratio(a, b float64) *float64 {
	if b == 0 {
		return nil
	}
	v := a / b
	return &v
}

// ofGaps reads a histogram; span is the sum of the gaps.
func ofGaps(h *trace.Histogram, span int64) Gaps {
	g := Gaps{Count: h.Count, MinNS: h.Min, MaxNS: h.Max, Bucket: h.Buckets()}
	if h.Count > 0 {
		g.MeanNS = float64(span) / float64(h.Count)
	}
	if b, ok := h.Quantile(0.5); ok {
		g.Median = &b
	}
	if b, ok := h.Quantile(0.99); ok {
		g.P99 = &b
	}
	return g
}

// adder sums connections.
type adder struct {
	c                   Conn
	some                bool
	of                  uint64
	sequenced, resent   uint64
	coalesced, seen     uint64 // CNPs of connections whose marks are seen, and these marks
	firstData, lastData int64
	rated               bool
	span                int64 // sum of all gaps
	gaps                trace.Histogram
}

func (a *adder) add(c *trace.Conn, m *trace.ConnDetail) {
	t := &a.c
	t.DataPackets += c.DataPackets
	t.DataBytes += c.DataBytes
	t.Marked += c.Marked
	t.CNPs += c.CNPs
	t.Reported += m.Reported
	t.Acks += c.Acks
	t.Naks += m.Naks
	a.sequenced += m.Sequenced
	a.resent += m.Resent
	if !c.MarksUnseen && c.DataBytes > 0 {
		a.of += markedOf(c)
		a.coalesced += c.CNPs
		a.seen += c.Marked
	}
	a.gaps.Merge(&m.Gaps)
	a.span += m.LastCNP - m.FirstCNP
	if !a.some {
		a.some, t.FirstNS, t.LastNS = true, m.First, m.Last
	}
	t.FirstNS, t.LastNS = min(t.FirstNS, m.First), max(t.LastNS, m.Last)
	if c.DataBytes > 0 {
		if !a.rated {
			a.rated, a.firstData, a.lastData = true, m.FirstData, m.LastData
		}
		a.firstData, a.lastData = min(a.firstData, m.FirstData), max(a.lastData, m.LastData)
	}
}

func (a *adder) total() Conn {
	t := a.c
	t.Name = "all"
	t.Gaps = ofGaps(&a.gaps, a.span)
	if a.rated && a.lastData > a.firstData {
		t.Rate = ratio(float64(t.DataBytes)*8e9, float64(a.lastData-a.firstData))
	}
	if t.LastNS > t.FirstNS && t.CNPs > 0 {
		t.CNPRate = ratio(float64(t.CNPs)*1e9, float64(t.LastNS-t.FirstNS))
	}
	t.MarkedShare = ratio(float64(a.seen), float64(a.of))
	t.Coalescing = ratio(float64(a.seen), float64(a.coalesced))
	if a.sequenced > 0 {
		t.Resent = &a.resent
	}
	return t
}
