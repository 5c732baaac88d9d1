package views

import (
	"cmp"
	"math"
	"slices"
)

// pendingHeader begins pending.csv of cctrace sim: the messages that were posted and not
// complete at the end of the run.
const pendingHeader = "conn,message,src,dst,bytes,start_ps"

// span is a time, ms.
type span = [2]float64

// sendIntervals are the times at which the connections of a run had something to send: from the
// posting of a message until it was complete. They are known of a run whose completions.csv
// and pending.csv were read.
type sendIntervals struct {
	spans              map[[3]uint64][]span // by connection, sender and receiver
	completed, pending bool
}

func (s *sendIntervals) add(o *Options, conn, src, dst uint64, t span) {
	if len(o.Conns) > 0 && !o.wants(connOf(conn, src, dst)) {
		return
	}
	if s.spans == nil {
		s.spans = map[[3]uint64][]span{}
	}
	key := [3]uint64{conn, src, dst}
	s.spans[key] = append(s.spans[key], t)
}

// join joins the times of each connection and puts them in order; it reports whether they are
// known.
func (s *sendIntervals) join() bool {
	if !s.completed || !s.pending {
		return false
	}
	for key, list := range s.spans {
		slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a[0], b[0]) })
		joined := list[:1]
		for _, t := range list[1:] {
			if last := &joined[len(joined)-1]; t[0] <= last[1] {
				last[1] = max(last[1], t[1])
			} else {
				joined = append(joined, t)
			}
		}
		s.spans[key] = joined
	}
	return true
}

// byName returns the times by the connections' names, joined and in order; nil if they are
// not known.
func (s *sendIntervals) byName() map[string][]span {
	if !s.join() {
		return nil
	}
	names := make(map[string][]span, len(s.spans))
	for key, list := range s.spans {
		names[connOf(key[0], key[1], key[2])] = list
	}
	return names
}

// pending reads pending.csv.
func (r *Run) pending(in *input, o *Options) (int, error) {
	const conn, src, dst, start = 0, 2, 3, 5
	rows, err := in.integers(6, func(v []uint64) error {
		r.sending.add(o, v[conn], v[src], v[dst], span{msOfPS(int64(v[start])), math.Inf(1)})
		return nil
	})
	r.sending.pending = err == nil
	return rows, err
}

// passed counts the rate that held from one time to another, as far as the connection had
// something to send.
func (c *Conn) passed(rate, from, to float64) {
	if c.Sending == nil {
		c.area += rate * (to - from)
		c.sent += to - from
		return
	}
	for c.next < len(c.Sending) && c.Sending[c.next][1] <= from {
		c.next++
	}
	for _, t := range c.Sending[c.next:] {
		if t[0] >= to {
			return
		}
		d := min(t[1], to) - max(t[0], from)
		c.area += rate * d
		c.sent += d
	}
}

// Mean is the mean of RC, or of another algorithm's rate, Gb/s, over the time in which the connection had something to send,
// or, where that is not known, from its first row on. It is false if there is no such time, or no rate.
func (c *Conn) Mean() (gbps float64, ok bool) {
	switch {
	case !c.HasRate():
		return 0, false
	case c.sent > 0:
		return c.area / c.sent, true
	case c.Sending != nil:
		return 0, false
	}
	return c.now[0], true
}
