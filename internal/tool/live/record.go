package live

import (
	"cmp"
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/pcap"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/logs/ratelog"
)

// Of a frame longer than whole only the beginning, with all headers, and the end, the ICRC, are recorded: what is
// between is a payload of zeros. Frames of the communication manager are shorter.
const (
	whole = 512
	head  = 128
)

// record is what one host's senders saw and did, in order. It stays in memory until the run is over: nothing is
// written while packets are paced.
type record struct {
	plan   *Plan
	layout *ratelog.Layout
	log    *ratelog.Log
	text   slab // lines of the rate log
	lines  []line
	bytes  slab
	frames []captured
	ends   []byte
	probes []uint64
	result ratelog.Row
}

// captured is a frame, or its beginning.
type captured struct {
	at    int64
	bytes []byte
	len   int
}

// restore appends the frame, up to most bytes.
func (c *captured) restore(to []byte, most int) []byte {
	n := min(c.len, most)
	if c.len == len(c.bytes) {
		return append(to, c.bytes[:n]...)
	}
	to = append(to, c.bytes[:head]...)
	to = append(to, make([]byte, c.len-len(c.bytes))...)
	return append(to, c.bytes[head:]...)[:n]
}

// line is a line of a rate log.
type line struct {
	at    int64
	phase uint8  // at one time: timers whose kinds precede all else, then the rest
	conn  uint32 // of the plan
	text  []byte
}

// slab keeps appended bytes in place, so that a long record is not copied as it grows.
type slab struct{ free []byte }

// keep returns a copy.
func (s *slab) keep(b []byte) []byte {
	const size = 1 << 20
	if len(s.free) < len(b) {
		s.free = make([]byte, max(size, len(b)))
	}
	n := copy(s.free, b)
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// newRecord begins the record of a host.
func newRecord(p *Plan) (*record, error) {
	r := &record{plan: p, layout: ratelog.NewLayout(p.Setup.Algorithm, p.Setup.Params)}
	var err error
	if r.log, err = ratelog.New(r, p.logOptions(r.layout)); err != nil {
		return nil, err
	}
	err = r.log.Flush()
	r.lines = r.lines[:0] // the header
	return r, err
}

// logOptions returns those of the rate log: every event with the whole state, as a replay with --log all writes it.
func (p *Plan) logOptions(l *ratelog.Layout) ratelog.Options {
	return ratelog.Options{Layout: l, Conns: p.Conns(), State: true, All: true}
}

// Write takes the text of a line, or of several.
func (r *record) Write(b []byte) (int, error) {
	r.lines = append(r.lines, line{text: r.text.keep(b)})
	return len(b), nil
}

// row records a step of an algorithm.
func (r *record) row(c *driver.Conn, s *driver.Step) error {
	var err error
	if r.probes, err = c.Probes(r.probes[:0]); err != nil {
		return err
	}
	r.result = ratelog.Row{Step: s, Conn: uint32(c.ID), Controls: c.Controls(), Probes: r.probes, State: c.State()}
	if err := r.log.Row(&r.result); err != nil {
		return err
	}
	if err := r.log.Flush(); err != nil {
		return err
	}
	last := &r.lines[len(r.lines)-1]
	last.at, last.conn, last.phase = s.Time, uint32(c.ID), 1
	if s.Event.Kind == ir.OnTimer && r.plan.Setup.Algorithm.TimersFirst(s.Event.Value) {
		last.phase = 0
	}
	return nil
}

// frame records a frame sent or received at a time.
func (r *record) frame(at int64, frame []byte) {
	kept := frame
	if len(frame) > whole {
		r.ends = append(append(r.ends[:0], frame[:head]...), frame[len(frame)-roce.ICRCLen:]...)
		kept = r.ends
	}
	r.frames = append(r.frames, captured{at, r.bytes.keep(kept), len(frame)})
}

// writeRates writes the rate log of all hosts, in the order of a replay.
func writeRates(w io.Writer, p *Plan, list []*record) error {
	order := make([]uint32, len(p.conns)) // by connection: its place in the capture
	for i, conn := range inOrder(list) {
		order[conn] = uint32(i)
	}
	lines := collect.Lists(list, func(r *record) []line { return r.lines })
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.phase, b.phase), cmp.Compare(order[a.conn], order[b.conn]))
	})
	l, err := ratelog.New(w, p.logOptions(ratelog.NewLayout(p.Setup.Algorithm, p.Setup.Params)))
	if err != nil {
		return err
	}
	if err := l.Flush(); err != nil {
		return err
	}
	for i := range lines {
		if _, err := w.Write(lines[i].text); err != nil {
			return err
		}
	}
	return nil
}

// inOrder lists the connections by the first event of each.
func inOrder(list []*record) []uint32 {
	first := map[uint32]int64{}
	var conns []uint32
	for _, r := range list {
		for i := range r.lines {
			k := &r.lines[i]
			if at, ok := first[k.conn]; !ok {
				first[k.conn] = k.at
				conns = append(conns, k.conn)
			} else {
				first[k.conn] = min(at, k.at)
			}
		}
	}
	slices.SortFunc(conns, func(a, b uint32) int { return cmp.Or(cmp.Compare(first[a], first[b]), cmp.Compare(a, b)) })
	return conns
}

// writeCapture writes what the senders saw as pcapng, from time 0 to the end of the run, both marked by a frame of a
// local experimental EtherType, so that a reader knows when timers began and ended. snap cuts frames, bytes; 0 for no
// limit.
func writeCapture(w io.Writer, list []*record, end int64, snap int) error {
	c, err := pcap.NewWriter(w, pcap.Options{NG: true, SnapLen: snap, Comment: "times are those that the senders' algorithms were given"})
	if err != nil {
		return err
	}
	if err := c.WriteFrame(0, bound("begin of the run")); err != nil {
		return err
	}
	all := collect.Lists(list, func(r *record) []captured { return r.frames })
	slices.SortStableFunc(all, func(a, b captured) int { return cmp.Compare(a.at, b.at) })
	most := snap
	if most == 0 {
		most = maxFrame + ethernetLen
	}
	var frame []byte
	for i := range all {
		frame = all[i].restore(frame[:0], most)
		if err := c.WriteHead(all[i].at, frame, all[i].len); err != nil {
			return err
		}
	}
	if err := c.WriteFrame(end, bound("end of the run")); err != nil {
		return err
	}
	return c.Flush()
}

// bound returns the frame that marks an end of a capture.
func bound(text string) []byte {
	const experimental, shortest = 0x88b5, 60
	frame := make([]byte, 12, shortest)
	frame[0], frame[6] = 2, 2
	frame = append(frame, experimental>>8, experimental&0xff)
	frame = append(frame, text...)
	return frame[:shortest]
}

// table writes lines of integers.
func table(w io.Writer, header []string, rows func(row func(...int64) error) error) error {
	c := csv.NewWriter(w)
	if err := c.Write(header); err != nil {
		return err
	}
	cells := make([]string, len(header))
	err := rows(func(values ...int64) error {
		for i, v := range values {
			cells[i] = strconv.FormatInt(v, 10)
		}
		return c.Write(cells)
	})
	if err != nil {
		return err
	}
	c.Flush()
	return c.Error()
}
