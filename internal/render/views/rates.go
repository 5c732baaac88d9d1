package views

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/render/plot"
)

// Conn is what a rate log tells of a connection.
type Conn struct {
	Name string
	// Rows are the points that are drawn: time in ms; RC (or another algorithm's rate) and RT in
	// Gb/s, alpha, arm.
	Rows *plot.Thinner
	// More are the points of what else the algorithm's log shows, four values each.
	More []*plot.Thinner
	// CNP are the arrivals of notifications, ms.
	CNP *plot.Thinner
	// HasRate, HasTarget, HasAlpha and HasArm report whether the log has them.
	HasRate, HasTarget, HasAlpha, HasArm bool
	// Count is how many rows the log has of it within the time looked at.
	Count int
	// CNPs counts notifications; Lowest and Highest are of RC, Gb/s.
	CNPs            uint64
	Lowest, Highest float64

	// Sending are the times, ms, at which it had something to send; nil if not known.
	Sending [][2]float64

	area   float64 // Gb/s * ms, while it had something to send
	sent   float64 // ms of that
	next   int     // in Sending
	last   float64 // ms
	now    [4]float64
	more   []float64 // of More, now
	axes   []int     // which of Run.Axes they are
	seen   bool      // a row within the time looked at
	before bool      // a row before it
}

// Channels of Conn.Rows.
const (
	chanRC = iota
	chanRT
	chanAlpha
	chanArm
	chanCount
)

const (
	// columnsAtMost is how many columns a connection's curves are thinned to, and
	// allColumns how many those of all connections together are.
	columnsAtMost = 4096
	allColumns    = 1 << 18
	leastColumns  = 64
	// maxConns bounds the connections of a log.
	maxConns = 1 << 20
	// maxName is the longest name of a connection, bytes (docs/traces.md).
	maxName = 256
	// maxNS is the latest time of a log, ns: some 292 years.
	maxNS = math.MaxInt64
	// maxKbps is the highest rate of a log.
	maxKbps = math.MaxUint32
	// group is how many values a Thinner of Conn.More takes.
	group = 4
)

// rateReader takes the rows of a rate log.
type rateReader struct {
	run     *Run
	in      *input
	o       *Options
	byName  map[string]*Conn
	sending map[string][]span // nil if not known
	other   map[string]bool   // connections that are not wanted
	old     map[*Conn]bool    // connections of an earlier log
	columns int
	last    int64
	rows    int
	has     [4]bool // which values rows have, but for alpha and arm, which some may lack
	axes    []int   // of row.more in Run.Axes
}

func newRateReader(r *Run, in *input, o *Options) *rateReader {
	q := &rateReader{run: r, in: in, o: o, byName: map[string]*Conn{}, other: map[string]bool{}, old: map[*Conn]bool{}, columns: columnsAtMost, sending: r.sending.byName()}
	// A run may have a log for each format of alpha; a connection stands in one of them.
	for _, c := range r.Conns {
		q.byName[c.Name] = c
		q.old[c] = true
	}
	return q
}

// conn finds a connection, or returns nil if it is not wanted.
func (q *rateReader) conn(name []byte) (*Conn, error) {
	if c := q.byName[string(name)]; c != nil {
		return c, nil
	}
	if q.other[string(name)] {
		return nil, nil
	}
	if len(name) == 0 || len(name) > maxName {
		return nil, q.in.errorf("conn: a name of %d bytes; names have 1 to %d", len(name), maxName)
	}
	if len(q.byName)+len(q.other) == maxConns {
		return nil, q.in.errorf("more than %d connections", maxConns)
	}
	text := string(name)
	if !q.o.wants(text) {
		q.other[text] = true
		if len(q.run.Passed) < 3 {
			q.run.Passed = append(q.run.Passed, text)
		}
		return nil, nil
	}
	c := &Conn{Name: text, Rows: plot.NewThinner(q.columns, chanCount), CNP: plot.NewThinner(q.columns, 1),
		HasRate: q.has[chanRC], HasTarget: q.has[chanRT], axes: q.axes, more: make([]float64, len(q.axes))}
	for at := 0; at < len(q.axes); at += group {
		c.More = append(c.More, plot.NewThinner(q.columns, min(len(q.axes)-at, group)))
	}
	if q.sending != nil {
		c.Sending = append([][2]float64{}, q.sending[text]...) // not nil
	}
	q.byName[text] = c
	q.run.Conns = append(q.run.Conns, c)
	// Many connections share the room.
	if n := len(q.run.Conns) * (1 + len(c.More)); n*q.columns > allColumns && q.columns > leastColumns {
		q.columns = max(q.columns/2, leastColumns)
		for _, c := range q.run.Conns {
			c.Rows.Shrink(q.columns)
			c.CNP.Shrink(q.columns)
			for _, t := range c.More {
				t.Shrink(q.columns)
			}
		}
	}
	return c, nil
}

// row is a line of a rate log. alpha and arm are negative if it has none.
type row struct {
	ns     int64
	rc, rt uint64
	cnps   uint64 // 0 in rows of other events
	alpha  float64
	arm    int
	more   []float64 // in the units of their axes
}

// add takes a row.
func (q *rateReader) add(name []byte, r *row) error {
	if r.ns < q.last {
		return q.in.errorf("time falls from %d to %d ns; sort the log by time", q.last, r.ns)
	}
	q.last = r.ns
	q.rows++
	c, err := q.conn(name)
	if c == nil || err != nil {
		return err
	}
	if q.old[c] {
		return q.in.errorf("connection %s stands in an earlier log of this run already; give the two logs labels of their own (--label)", quote(c.Name))
	}
	ps := r.ns
	if ps > math.MaxInt64/1000 {
		ps = math.MaxInt64
	} else {
		ps *= 1000
	}
	if ps > q.o.until() {
		return nil
	}
	now := [4]float64{float64(r.rc) / 1e6, float64(r.rt) / 1e6, math.Max(r.alpha, 0), math.Max(float64(r.arm), 0)}
	c.HasAlpha = c.HasAlpha || r.alpha >= 0
	c.HasArm = c.HasArm || r.arm >= 0
	if ps < q.o.From {
		c.now, c.before = now, true
		copy(c.more, r.more)
		return nil
	}
	c.open(q.o)
	at := ms(r.ns)
	c.Count++
	copy(c.more, r.more)
	c.put(at, now)
	if r.cnps > 0 {
		c.CNPs += r.cnps
		c.CNP.Add(at, 0)
	}
	return nil
}

// open begins the time looked at with what held before it.
func (c *Conn) open(o *Options) {
	if c.before {
		c.before = false
		c.put(msOfPS(o.From), c.now)
	}
}

func (c *Conn) put(at float64, now [4]float64) {
	if !c.seen {
		c.seen, c.Lowest, c.Highest = true, now[chanRC], now[chanRC]
	} else {
		c.passed(c.now[chanRC], c.last, at)
	}
	c.Lowest, c.Highest = math.Min(c.Lowest, now[chanRC]), math.Max(c.Highest, now[chanRC])
	c.last, c.now = at, now
	c.Rows.Add(at, now[:]...)
	for i, t := range c.More {
		t.Add(at, c.more[i*group:min(len(c.more), (i+1)*group)]...)
	}
}

// finish draws what holds at the end of the log on to there.
func (q *rateReader) finish() (int, error) {
	r := q.run
	r.end = max(r.end, q.last)
	end := msOfPS(min(r.end, math.MaxInt64/1000) * 1000)
	if until := q.o.until(); r.end > until/1000 {
		end = msOfPS(until)
	}
	kept := r.Conns[:0]
	for _, c := range r.Conns {
		if end >= msOfPS(q.o.From) {
			c.open(q.o)
		}
		if !c.seen {
			continue
		}
		if end > c.last {
			c.put(end, c.now)
		}
		kept = append(kept, c)
	}
	r.Conns = kept
	return q.rows, nil
}

// rates reads a rate log as CSV (docs/traces.md, docs/algorithms-of-your-own.md). Columns are found
// by their names.
func (r *Run) rates(in *input, header []byte, o *Options) (int, error) {
	fields, err := in.fields(header, nil)
	if err != nil {
		return 0, err
	}
	names := make([]string, len(fields))
	for i, n := range fields {
		names[i] = string(n)
	}
	l, err := r.logOf(in, names, o)
	if err != nil {
		return 0, err
	}
	q := newRateReader(r, in, o)
	q.has, q.axes = l.has, l.axes
	var f [][]byte
	for {
		line, err := in.next()
		if err == io.EOF {
			return q.finish()
		}
		if err != nil {
			return 0, err
		}
		if f, err = in.fields(line, f); err != nil {
			return 0, err
		}
		if len(f) != len(names) {
			return 0, in.errorf("%d fields under a header of %d; the line is damaged or cut off", len(f), len(names))
		}
		row, err := l.row(in, f)
		if err != nil {
			return 0, err
		}
		if l.made >= 0 {
			r.reconstructed(f[l.made])
		}
		if err := q.add(f[l.conn], row); err != nil {
			return 0, err
		}
	}
}

// reconstructed notes that a log's events were not seen, but made of counters.
func (r *Run) reconstructed(how []byte) {
	if len(how) == 0 || string(how) == r.made {
		return
	}
	r.made = string(how)
	if m, ok := trace.ParseReconstruction(r.made); ok {
		r.note(m.Headline())
		return
	}
	r.note("RECONSTRUCTED: " + clean(r.made, maxNote))
}

// ratesJSON reads a rate log as JSON lines. It does not say how many fractional bits its
// alpha has, so that alpha is left out.
func (r *Run) ratesJSON(in *input, line []byte, o *Options) (int, error) {
	q := newRateReader(r, in, o)
	q.has = [4]bool{chanRC: true, chanRT: true}
	for {
		var v struct {
			Time  *int64  `json:"time_ns"`
			Conn  string  `json:"conn"`
			Event string  `json:"event"`
			CNPs  uint16  `json:"cnps"`
			RC    *uint32 `json:"rc_kbps"`
			RT    *uint32 `json:"rt_kbps"`
			Arm   *uint8  `json:"arm"`
			Made  string  `json:"reconstructed"`
		}
		if err := json.Unmarshal(line, &v); err != nil {
			return 0, in.errorf("not a JSON object of a rate log: %v", err)
		}
		if v.Time == nil || *v.Time < 0 || v.RC == nil || v.RT == nil {
			return 0, in.errorf("an object of a rate log has time_ns from 0, rc_kbps and rt_kbps")
		}
		row := row{ns: *v.Time, rc: uint64(*v.RC), rt: uint64(*v.RT), alpha: -1, arm: -1}
		if v.Arm != nil {
			row.arm = int(*v.Arm)
		}
		if v.Event == "cnp" {
			row.cnps = uint64(max(v.CNPs, 1))
		}
		r.reconstructed([]byte(v.Made))
		if err := q.add([]byte(v.Conn), &row); err != nil {
			return 0, err
		}
		var err error
		if line, err = in.next(); err == io.EOF {
			r.note("alpha is not drawn: a rate log of JSON lines does not say how many fractional bits it has")
			return q.finish()
		} else if err != nil {
			return 0, err
		}
	}
}

func (r *Run) note(text string) {
	for _, n := range r.Notes {
		if n == text {
			return
		}
	}
	r.Notes = append(r.Notes, text)
}

// quote is a name for a message.
func quote(s string) string { return strconv.Quote(clean(s, 80)) }
