package tracedriver

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/ratelog"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/trace"
)

// Log writes rows as text, one line each: time, connection and event, then the signals that the
// algorithm's event has, its controls, what it shows, and its state (docs/algorithms-of-your-own.md).
type Log struct {
	w     *bufio.Writer
	json  bool
	conns []trace.Conn
	how   trace.Reconstruction
	state bool

	columns  []column
	signals  []int // leaves of the event
	controls []control
	leaves   []ir.Leaf // of the state
	values   []uint64
	before   map[trace.ConnID][]uint64 // controls after the last row of a connection

	// All writes every event; else only those that changed a control or sent a CNP, and CNPs.
	All bool
	buf []byte
}

// column is a value of a row.
type column struct {
	name string
	kind ir.Kind
}

// control is a control, and its place among the tags if it is one.
type control struct {
	ir.Control
	tag int
}

// NewLog begins a log for a replay with the options. The error is that of w.
func NewLog(w io.Writer, format replay.LogFormat, src Source, o *Options) (*Log, error) {
	l := &Log{w: bufio.NewWriter(w), json: format == replay.LogJSONLines, conns: src.Conns(), how: src.Stats().Reconstruction,
		state: o.WantState, before: map[trace.ConnID][]uint64{}}
	a := o.Algorithm
	for _, c := range ratelog.Columns(a.Def, a.Contract, o.Params) {
		l.columns = append(l.columns, column{c.Name, c.Kind})
		switch {
		case c.Signal != nil:
			l.signals = append(l.signals, c.Signal.Index)
		case c.Control != nil:
			l.controls = append(l.controls, control{c.Control.Control, slices.Index(a.Tags, c.Control.Tag)})
		}
	}
	l.leaves = ir.Layout(a.Def.State)
	if l.json {
		return l, nil
	}
	header := ""
	if l.how != trace.Seen {
		header = fmt.Sprintf("# %s\n", l.how.Headline())
	}
	header += "time_ns,conn,event"
	for _, c := range l.columns {
		header += "," + c.name
	}
	if l.how != trace.Seen {
		header += ",reconstructed"
	}
	if l.state {
		names := make([]string, len(l.leaves))
		for i, s := range l.leaves {
			names[i] = s.Name
		}
		header += ",state " + strings.Join(names, " ")
	}
	_, err := l.w.WriteString(header + "\n")
	return l, err
}

// Row writes one row; it suits Options.Row. The error is that of writing.
func (l *Log) Row(r *Row) error {
	v := l.values[:0]
	for _, leaf := range l.signals {
		v = append(v, r.Values[leaf])
	}
	from := len(v)
	for _, c := range l.controls {
		switch c.Control {
		case ir.ControlRate:
			v = append(v, r.Controls.Rate)
		case ir.ControlMessageRate:
			v = append(v, r.Controls.MessageRate)
		case ir.ControlWindow:
			v = append(v, r.Controls.Window)
		case ir.ControlSendCNP:
			v = append(v, 0)
			if r.Controls.SendCNP {
				v[len(v)-1] = 1
			}
		case ir.ControlCNPMarked:
			v = append(v, r.Controls.CNPMarked)
		case ir.ControlTag:
			v = append(v, r.Controls.Tags[c.tag])
		}
	}
	controls := v[from:]
	v = append(v, r.Shows...)
	l.values = v
	before, known := l.before[r.Conn]
	same := known && slices.Equal(before, controls)
	if !same {
		l.before[r.Conn] = append(before[:0], controls...)
	}
	if !l.All && same && !r.Controls.SendCNP && r.Event.Happening != ir.OnCNP {
		return nil
	}
	if l.json {
		l.line(r)
	} else {
		l.csv(r)
	}
	_, err := l.w.Write(l.buf)
	return err
}

// Flush writes what is buffered. The error is the first that writing met.
func (l *Log) Flush() error { return l.w.Flush() }

func eventName(r *Row) string {
	if r.Assumed {
		return r.Event.Label + "-assumed"
	}
	return r.Event.Label
}

func (l *Log) csv(r *Row) {
	b := strconv.AppendInt(l.buf[:0], r.Time, 10)
	b = append(b, ',')
	b = replay.AppendCSV(b, l.conns[r.Conn].Name)
	b = append(b, ',')
	b = append(b, eventName(r)...)
	for i := range l.columns {
		b = append(b, ',')
		b = appendValue(b, l.columns[i].kind, l.values[i])
	}
	if l.how != trace.Seen {
		b = append(b, ',')
		b = append(b, l.how.String()...)
	}
	if l.state {
		b = append(b, ',')
		b = l.appendState(b, r.State, ' ')
	}
	l.buf = append(b, '\n')
}

func (l *Log) line(r *Row) {
	b := append(l.buf[:0], `{"time_ns":`...)
	b = strconv.AppendInt(b, r.Time, 10)
	b = append(b, `,"conn":`...)
	b = strconv.AppendQuote(b, l.conns[r.Conn].Name)
	b = append(b, `,"event":`...)
	b = strconv.AppendQuote(b, eventName(r))
	for i := range l.columns {
		b = append(b, `,"`...)
		b = append(b, l.columns[i].name...)
		b = append(b, `":`...)
		b = appendValue(b, l.columns[i].kind, l.values[i])
	}
	if l.how != trace.Seen {
		b = append(b, `,"reconstructed":"`...)
		b = append(b, l.how.String()...)
		b = append(b, '"')
	}
	if l.state {
		b = append(b, `,"state":[`...)
		b = l.appendState(b, r.State, ',')
		b = append(b, ']')
	}
	l.buf = append(b, '}', '\n')
}

func (l *Log) appendState(b []byte, state []uint64, separator byte) []byte {
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
