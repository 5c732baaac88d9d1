package views

import (
	"io"
	"math"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/reports/plot"
)

// Conn is what a rate log has of a connection.
type Conn struct {
	Name string
	// Rows are the points that are drawn: time in ms, and the values of the log on their axes.
	Rows *plot.Downsampler
	// CNP are the arrivals of notifications, ms.
	CNP *plot.Downsampler
	// Count is how many rows the log has of it within the time looked at.
	Count int
	// CNPs counts notifications; Lowest and Highest are of the rate, Gb/s.
	CNPs            uint64
	Lowest, Highest float64
	// Sending are the times, ms, at which it had something to send; nil if not known.
	Sending [][2]float64

	values []int     // which of the values the columns of Rows are
	has    []bool    // which of them it has
	now    []float64 // their last
	area   float64   // Gb/s * ms, while it had something to send
	sent   float64   // ms of that
	next   int       // in Sending
	last   float64   // ms
	seen   bool      // a row within the time looked at
	before bool      // a row before it
}

const (
	// columnsAtMost is how many columns a connection's curves are thinned to, and allNumbers about how
	// many numbers are kept of all connections together.
	columnsAtMost = 4096
	leastColumns  = 64
	allNumbers    = 1 << 24
	// maxConns bounds the connections of a log.
	maxConns = 1 << 20
	// maxName is the longest name of a connection, bytes (docs/traces.md).
	maxName = 256
)

// column reports whether the log has a value of the connection, and column which of its rows' it is.
func (c *Conn) column(value int) (column int, ok bool) {
	column = slices.Index(c.values, value)
	return column, column >= 0 && c.has[column]
}

// HasRate reports whether the log has rates of the connection.
func (c *Conn) HasRate() bool { return len(c.values) > 0 && c.values[0] == valueRate }

// rateReader takes the rows of a rate log.
type rateReader struct {
	run     *Run
	in      *input
	o       *Options
	log     *rateLog
	byName  map[string]*Conn
	sending map[string][]span // nil if not known
	other   map[string]bool   // connections that are not wanted
	old     map[*Conn]bool    // connections of an earlier log
	columns int
	last    int64
	rows    int
}

// rates reads a rate log as CSV (docs/traces.md), whose columns are found by their names, or as JSON lines, whose keys are
// those names: those of the first line.
func (r *Run) rates(in *input, o *Options) (int, error) {
	first, err := in.Peek()
	if err != nil {
		return 0, in.whole(err)
	}
	var q *rateReader
	bind := func(t *rowfile.Table) error {
		l, err := r.logOf(t, o)
		q = newRateReader(r, in, o, l)
		return err
	}
	t := rowfile.NewJSON(in.Lines, ratelog.Renew)
	if first[0] != '{' {
		if t, err = rowfile.NewCSV(in.Lines, ratelog.Renew); err == nil {
			err = bind(t)
		}
	}
	for err == nil {
		cells, err := t.Next()
		if err == io.EOF {
			return q.finish(), nil
		}
		if err == nil && q == nil {
			err = bind(t)
		}
		if err != nil {
			return 0, in.whole(err)
		}
		row, err := q.log.row(in, cells)
		if err != nil {
			return 0, err
		}
		if q.log.made >= 0 {
			r.reconstructed(q.log.fields[q.log.made])
		}
		if err := q.add(q.log.fields[q.log.conn], row); err != nil {
			return 0, err
		}
	}
	return 0, in.whole(err)
}

func newRateReader(r *Run, in *input, o *Options, l *rateLog) *rateReader {
	q := &rateReader{run: r, in: in, o: o, log: l, byName: map[string]*Conn{}, other: map[string]bool{}, old: map[*Conn]bool{}, columns: columnsAtMost, sending: r.sending.byName()}
	// A run may have a log for each format of alpha; a connection stands in one of them.
	for _, c := range r.Conns {
		q.byName[c.Name], q.old[c] = c, true
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
		return nil, q.in.Errorf("conn: a name of %d bytes; names have 1 to %d", len(name), maxName)
	}
	if len(q.byName)+len(q.other) == maxConns {
		return nil, q.in.Errorf("more than %d connections", maxConns)
	}
	text := string(name)
	if !q.o.wants(text) {
		q.other[text] = true
		q.run.pass(text)
		return nil, nil
	}
	n := len(q.log.values)
	c := &Conn{Name: text, Rows: plot.NewDownsampler(q.columns, n), CNP: plot.NewDownsampler(q.columns, 0), has: make([]bool, n), now: make([]float64, n)}
	c.values = append(c.values, collect.Of(q.log.values, func(v valueColumn) int { return v.value })...)
	if q.sending != nil {
		c.Sending = append([][2]float64{}, q.sending[text]...) // not nil
	}
	q.byName[text] = c
	q.run.Conns = append(q.run.Conns, c)
	if fewerColumns(&q.columns, len(q.run.Conns), n) {
		for _, c := range q.run.Conns {
			c.Rows.Coarsen(q.columns)
			c.CNP.Coarsen(q.columns)
		}
	}
	return c, nil
}

// fewerColumns halves the columns if there is no room for more curves of that number of values each; it reports
// whether it did.
func fewerColumns(columns *int, curves, values int) bool {
	if curves*(1+values)*(2+2*values)**columns <= allNumbers || *columns <= leastColumns {
		return false
	}
	*columns = max(*columns/2, leastColumns)
	return true
}

// add takes a row.
func (q *rateReader) add(name []byte, r *row) error {
	if r.ns < q.last {
		return q.in.Errorf("time falls from %d to %d ns; sort the log by time", q.last, r.ns)
	}
	q.last = r.ns
	q.rows++
	c, err := q.conn(name)
	if c == nil || err != nil {
		return err
	}
	if q.old[c] {
		return q.in.Errorf("connection %s stands in an earlier log of this run already; give the two logs labels of their own (--label)", quote(c.Name))
	}
	ps := psOf(r.ns)
	if ps > q.o.until() {
		return nil
	}
	if c.before && ps >= q.o.From {
		c.open(q.o)
	}
	held := slices.Clone(c.now)
	for i, v := range r.values {
		if !math.IsNaN(v) {
			c.now[i], c.has[i] = v, true
		}
	}
	if ps < q.o.From {
		c.before = true
		return nil
	}
	at := ms(r.ns)
	c.Count++
	c.put(at, held)
	if r.cnps > 0 {
		c.CNPs += r.cnps
		c.CNP.Add(at)
	}
	return nil
}

// psOf is a time of ns in ps, or the latest there is.
func psOf(ns int64) int64 {
	if ns > math.MaxInt64/1000 {
		return math.MaxInt64
	}
	return ns * 1000
}

// open begins the time looked at with what held before it.
func (c *Conn) open(o *Options) {
	if c.before {
		c.before = false
		c.put(msOfPS(o.From), c.now)
	}
}

// put adds a point of what is now; held is what held until then.
func (c *Conn) put(at float64, held []float64) {
	if c.HasRate() {
		if c.seen {
			c.passed(held[0], c.last, at)
		} else {
			c.Lowest, c.Highest = c.now[0], c.now[0]
		}
		c.Lowest, c.Highest = math.Min(c.Lowest, c.now[0]), math.Max(c.Highest, c.now[0])
	}
	c.seen, c.last = true, at
	c.Rows.Add(at, c.now...)
}

// finish draws what holds at the end of the log on to there.
func (q *rateReader) finish() int {
	r := q.run
	r.end = max(r.end, q.last)
	end := min(psOf(r.end), q.o.until())
	kept := r.Conns[:0]
	for _, c := range r.Conns {
		if end >= q.o.From {
			c.open(q.o)
		}
		if !c.seen {
			continue
		}
		if msOfPS(end) > c.last {
			c.put(msOfPS(end), c.now)
		}
		kept = append(kept, c)
	}
	r.Conns = kept
	return q.rows
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

// note adds what a file says of itself, once.
func (r *Run) note(text string) {
	r.Notes = collect.Union(r.Notes, text)
}

// pass keeps the names of some connections that are not wanted, for messages.
func (r *Run) pass(name string) {
	if len(r.Passed) < 3 {
		r.Passed = append(r.Passed, name)
	}
}

// quote is a name for a message.
func quote(s string) string { return strconv.Quote(clean(s, 80)) }
