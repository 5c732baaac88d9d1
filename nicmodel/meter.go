package nicmodel

import (
	"cmp"
	"slices"

	"smartnic-cc/nicmodel/event"
)

// Moved is what a connection moved within a bin of Record.Bin.
type Moved struct {
	// Begin is the bin's; bins begin at multiples of Record.Bin.
	Begin event.Time
	Conn  uint32
	// Sent are the bytes on the wire of the data packets that began to leave the sender, headers
	// and repetitions included.
	Sent uint64
	// Delivered is the payload that the receiver took in order, bytes.
	Delivered uint64
}

// meters count bytes in bins at one end of connections.
type meters struct {
	// of is by connection; all parts have the same, and each touches its own connections.
	of []meter
	// open are the part's connections that have bytes not recorded yet.
	open []uint32
}

// meter is one end of a connection.
type meter struct {
	begin event.Time // of the bin at hand
	bytes uint64     // in it; 0 if none is at hand
}

// add counts the bytes of a packet. It returns what it had of an earlier bin; bytes 0 is nothing.
func (q *meters) add(conn uint32, now, bin event.Time, bytes uint64) meter {
	m := &q.of[conn]
	switch {
	case m.bytes == 0:
		q.open = append(q.open, conn)
	case now < m.begin+bin:
		m.bytes += bytes
		return meter{}
	}
	ended := *m
	*m = meter{now - now%bin, bytes}
	return ended
}

// meterSent counts a data packet that begins to leave.
func (p *part) meterSent(conn uint32, now event.Time, bytes uint64) {
	if m := p.sending.add(conn, now, p.bin, bytes); m.bytes != 0 {
		p.records.Moved = append(p.records.Moved, Moved{Begin: m.begin, Conn: conn, Sent: m.bytes})
	}
}

// took counts payload that has come in order.
func (p *part) took(conn uint32, now event.Time, bytes uint64) {
	p.PayloadBytes += bytes
	if p.bin != 0 {
		p.meterDelivered(conn, now, bytes)
	}
}

// meterDelivered counts the same in bins.
func (p *part) meterDelivered(conn uint32, now event.Time, bytes uint64) {
	if m := p.receiving.add(conn, now, p.bin, bytes); m.bytes != 0 {
		p.records.Moved = append(p.records.Moved, Moved{Begin: m.begin, Conn: conn, Delivered: m.bytes})
	}
}

// read records the part's bins that begin before a time.
func (p *part) read(before event.Time) {
	p.sending.read(before, func(conn uint32, m meter) {
		p.records.Moved = append(p.records.Moved, Moved{Begin: m.begin, Conn: conn, Sent: m.bytes})
	})
	p.receiving.read(before, func(conn uint32, m meter) {
		p.records.Moved = append(p.records.Moved, Moved{Begin: m.begin, Conn: conn, Delivered: m.bytes})
	})
}

func (q *meters) read(before event.Time, each func(conn uint32, m meter)) {
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

// joined sorts records by bin and connection and makes one of the two ends'.
func joined(list []Moved) []Moved {
	slices.SortFunc(list, func(x, y Moved) int { return cmp.Or(cmp.Compare(x.Begin, y.Begin), cmp.Compare(x.Conn, y.Conn)) })
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
