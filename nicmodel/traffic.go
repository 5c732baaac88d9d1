package nicmodel

import (
	"cmp"
	"slices"

	"smartnic-cc/nicmodel/event"
)

// TrafficSample is a connection's bytes in a bin of Record.Bin.
type TrafficSample struct {
	// Begin is the bin's; bins begin at multiples of Record.Bin.
	Begin event.Time
	Conn  uint32
	// Sent is the bytes on the wire of the data packets that began to leave the sender, including headers and
	// retransmissions.
	Sent uint64
	// Delivered is the payload that the receiver took in order, bytes.
	Delivered uint64
}

// byteCounters count bytes in bins at one end of connections.
type byteCounters struct {
	// of is by connection; all partitions share it, and each touches only its connections.
	of []byteCounter
	// open are the partition's connections with unrecorded bytes.
	open []uint32
}

// byteCounter is one end of a connection.
type byteCounter struct {
	begin event.Time // of the current bin
	bytes uint64     // in it; 0 without a current bin
}

// add counts the bytes of a packet, and returns those of an earlier bin, 0 without one.
func (q *byteCounters) add(conn uint32, now, bin event.Time, bytes uint64) byteCounter {
	m := &q.of[conn]
	switch {
	case m.bytes == 0:
		q.open = append(q.open, conn)
	case now < m.begin+bin:
		m.bytes += bytes
		return byteCounter{}
	}
	ended := *m
	*m = byteCounter{now - now%bin, bytes}
	return ended
}

// countSent counts a data packet that begins to leave.
func (p *partition) countSent(conn uint32, now event.Time, bytes uint64) {
	if m := p.sending.add(conn, now, p.bin, bytes); m.bytes != 0 {
		p.records.Traffic = append(p.records.Traffic, TrafficSample{Begin: m.begin, Conn: conn, Sent: m.bytes})
	}
}

// meterDelivered counts payload that arrived in order in bins.
func (p *partition) meterDelivered(conn uint32, now event.Time, bytes uint64) {
	if m := p.receiving.add(conn, now, p.bin, bytes); m.bytes != 0 {
		p.records.Traffic = append(p.records.Traffic, TrafficSample{Begin: m.begin, Conn: conn, Delivered: m.bytes})
	}
}

// read records the partition's bins that begin before a time.
func (p *partition) read(before event.Time) {
	p.sending.read(before, func(conn uint32, m byteCounter) {
		p.records.Traffic = append(p.records.Traffic, TrafficSample{Begin: m.begin, Conn: conn, Sent: m.bytes})
	})
	p.receiving.read(before, func(conn uint32, m byteCounter) {
		p.records.Traffic = append(p.records.Traffic, TrafficSample{Begin: m.begin, Conn: conn, Delivered: m.bytes})
	})
}

func (q *byteCounters) read(before event.Time, each func(conn uint32, m byteCounter)) {
	left := q.open[:0]
	for _, conn := range q.open {
		m := &q.of[conn]
		if m.begin >= before {
			left = append(left, conn)
			continue
		}
		each(conn, *m)
		m.bytes = 0
	}
	q.open = left
}

// joined sorts records by bin and connection and merges those of the two ends.
func joined(list []TrafficSample) []TrafficSample {
	slices.SortFunc(list, func(x, y TrafficSample) int {
		return cmp.Or(cmp.Compare(x.Begin, y.Begin), cmp.Compare(x.Conn, y.Conn))
	})
	out := list[:0]
	for _, x := range list {
		if n := len(out); n > 0 && out[n-1].Begin == x.Begin && out[n-1].Conn == x.Conn {
			out[n-1].Sent += x.Sent
			out[n-1].Delivered += x.Delivered
			continue
		}
		out = append(out, x)
	}
	return out
}
