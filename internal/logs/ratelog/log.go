package ratelog

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
)

// Format is the form of a log.
type Format int

// The formats.
const (
	CSV Format = iota
	JSONLines
)

// String returns the format, as in "JSON lines".
func (f Format) String() string {
	return enum.Name(f, "CSV", "JSON lines")
}

// FormatOf chooses the format by the file's name: .jsonl, .ndjson and .json
// are JSON lines, all else CSV.
func FormatOf(name string) Format {
	for _, ext := range []string{".jsonl", ".ndjson", ".json"} {
		if strings.HasSuffix(name, ext) {
			return JSONLines
		}
	}
	return CSV
}

// Options say what a log is of, and what it has.
type Options struct {
	Format Format
	// Layout is that of the rows.
	Layout *Layout
	// Conns are the names of the connections.
	Conns []string
	// Reconstructed is how the events were made of counters, "" if they were seen. Every row then has it, and CSV
	// says it in words in a comment before the header row, Headline.
	Reconstructed, Headline string
	// State adds the whole state, flattened, to every row.
	State bool
	// All writes every event; else only those that changed a control or sent a CNP, and CNPs.
	All bool
}

// Log writes rows as text, one line each: time, connection and event, then the signals that the
// algorithm's event has, what the step did, its controls, what it shows, and its state (docs/traces.md).
type Log struct {
	o      Options
	w      *bufio.Writer
	before map[uint32][]uint64 // controls after the last row of a connection
	now    []uint64
	buf    []byte
}

// New begins a log. The error is that of w.
func New(w io.Writer, o Options) (*Log, error) {
	l := &Log{o: o, w: bufio.NewWriter(w), before: map[uint32][]uint64{}}
	if o.Format == JSONLines {
		return l, nil
	}
	header := ""
	if o.Reconstructed != "" {
		header = fmt.Sprintf("# %s\n", o.Headline)
	}
	header += "time_ns,conn,event," + o.Layout.Header()
	if o.Reconstructed != "" {
		header += ",reconstructed"
	}
	if o.State {
		names := collect.Of(o.Layout.leaves, func(s ir.Leaf) string { return s.Name })
		header += ",state " + strings.Join(names, " ")
	}
	_, err := l.w.WriteString(header + "\n")
	return l, err
}

// Row is one event of one connection and what was in force after it. It and its slices are valid
// during the call only.
type Row struct {
	*driver.Step
	Conn uint32 // index of Options.Conns
	// Assumed reports that the bytes of a sent event were assumed, not seen.
	Assumed  bool
	Controls *driver.Controls
	Probes   []uint64 // in the order of the contract
	State    []uint64 // nil unless it is logged
}

// Row writes one row. The error is that of writing.
func (l *Log) Row(r *Row) error { return l.Write(l.o.Layout, r) }

// Write writes one row of another layout with the same header. The error is that of writing.
func (l *Log) Write(of *Layout, r *Row) error {
	if !l.worth(of, r) {
		return nil
	}
	if l.o.Format == JSONLines {
		l.line(of, r)
	} else {
		l.csv(of, r)
	}
	_, err := l.w.Write(l.buf)
	return err
}

// worth reports whether to write a row.
func (l *Log) worth(of *Layout, r *Row) bool {
	switch {
	case l.o.All:
		return true
	case r.Event.Kind == ir.OnSent && !of.sent:
		return false
	}
	l.now = l.now[:0]
	sends := false
	for i := range of.Columns {
		if c := &of.Columns[i]; c.Control != nil {
			l.now = append(l.now, c.value(r))
			sends = sends || c.Control.Control == ir.ControlSendCNP && c.value(r) != 0
		}
	}
	before, known := l.before[r.Conn]
	same := known && slices.Equal(before, l.now)
	if !same {
		l.before[r.Conn] = append(before[:0], l.now...)
	}
	return !same || sends || r.Event.Kind == ir.OnCNP
}

// Flush writes what is buffered. The error is the first that writing met.
func (l *Log) Flush() error { return l.w.Flush() }

// event is what the log calls an event.
func (r *Row) event() string {
	if r.Assumed {
		return r.Event.Label + "-assumed"
	}
	return r.Event.Label
}

func (l *Log) csv(of *Layout, r *Row) {
	b := strconv.AppendInt(l.buf[:0], r.Time, 10)
	b = append(b, ',')
	b = appendCSV(b, l.o.Conns[r.Conn])
	b = append(b, ',')
	b = append(b, r.event()...)
	for i := range of.Columns {
		b = append(b, ',')
		b = appendValue(b, of.Columns[i].Kind, of.Columns[i].value(r))
	}
	if l.o.Reconstructed != "" {
		b = append(b, ',')
		b = append(b, l.o.Reconstructed...)
	}
	if l.o.State {
		b = append(b, ',')
		b = of.appendState(b, r.State, ' ')
	}
	l.buf = append(b, '\n')
}

func (l *Log) line(of *Layout, r *Row) {
	b := append(l.buf[:0], `{"time_ns":`...)
	b = strconv.AppendInt(b, r.Time, 10)
	b = append(b, `,"conn":`...)
	b = strconv.AppendQuote(b, l.o.Conns[r.Conn])
	b = append(b, `,"event":`...)
	b = strconv.AppendQuote(b, r.event())
	for i := range of.Columns {
		b = append(b, `,"`...)
		b = append(b, of.Columns[i].Name...)
		b = append(b, `":`...)
		b = appendValue(b, of.Columns[i].Kind, of.Columns[i].value(r))
	}
	if l.o.Reconstructed != "" {
		b = append(b, `,"reconstructed":"`...)
		b = append(b, l.o.Reconstructed...)
		b = append(b, '"')
	}
	if l.o.State {
		b = append(b, `,"state":[`...)
		b = of.appendState(b, r.State, ',')
		b = append(b, ']')
	}
	l.buf = append(b, '}', '\n')
}

func (l *Layout) appendState(b []byte, state []uint64, separator byte) []byte {
	for i, v := range state {
		if i > 0 {
			b = append(b, separator)
		}
		b = appendValue(b, l.leaves[i].Kind, v)
	}
	return b
}

func appendValue(b []byte, k ir.Kind, v uint64) []byte {
	if k.IsSigned() {
		return strconv.AppendInt(b, int64(v), 10)
	}
	return strconv.AppendUint(b, v, 10)
}

// appendCSV appends a field, quoted where CSV asks for it.
func appendCSV(b []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\n\r") {
		return append(b, s...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(s, `"`, `""`)...)
	return append(b, '"')
}

// AddConn adds a connection to those of Options, and returns its index.
func (l *Log) AddConn(name string) uint32 {
	l.o.Conns = append(l.o.Conns, name)
	return uint32(len(l.o.Conns) - 1)
}
