package replay

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/trace"
	"smartnic-cc/testvectors/transducer"
)

// LogFormat is the form of a rate log.
type LogFormat int

// The formats.
const (
	LogCSV LogFormat = iota
	LogJSONLines
)

// LogFormatOf chooses the format by the file's name: .jsonl, .ndjson and .json
// are JSON lines, all else CSV.
func LogFormatOf(name string) LogFormat {
	for _, ext := range []string{".jsonl", ".ndjson", ".json"} {
		if strings.HasSuffix(name, ext) {
			return LogJSONLines
		}
	}
	return LogCSV
}

// EventName is how logs call an event's kind.
func EventName(kind dcqcn.EventKind, assumed bool) string {
	switch {
	case kind == dcqcn.EventSent && assumed:
		return "data_assumed"
	case !kind.Known():
		return dcqcn.EventNone.LogWord()
	}
	return kind.LogWord()
}

// Log writes rows as text, one line each. The columns are documented in
// docs/traces.md.
type Log struct {
	w      *bufio.Writer
	format LogFormat
	conns  []trace.Conn
	// All writes every event; else only those that changed the rate, cut, learnt or
	// are CNPs.
	All   bool
	buf   []byte
	state []transducer.Leaf
	how   trace.Reconstruction
}

// NewLog begins a log. state are the leaves of the state, or nil to leave it out. The
// error is that of w.
func NewLog(w io.Writer, format LogFormat, conns []trace.Conn, alphaBits uint8, state []transducer.Leaf) (*Log, error) {
	return NewMarkedLog(w, format, conns, alphaBits, state, trace.Seen)
}

// NewMarkedLog is NewLog for events that may have been reconstructed: every row
// then bears how, and in CSV a comment before the header row says it in words.
func NewMarkedLog(w io.Writer, format LogFormat, conns []trace.Conn, alphaBits uint8, state []transducer.Leaf, how trace.Reconstruction) (*Log, error) {
	l := &Log{w: bufio.NewWriter(w), format: format, conns: conns, state: state, how: how}
	if format == LogCSV {
		header := fmt.Sprintf("time_ns,conn,event,bytes,packets,cnps,marked,rc_kbps,rt_kbps,alpha_q%d,time_stage,byte_stage,arm,did", alphaBits)
		if how != trace.Seen {
			header = fmt.Sprintf("# %s\n", how.Headline()) + header + ",reconstructed"
		}
		if state != nil {
			names := make([]string, len(state))
			for i, s := range state {
				names[i] = s.Name
			}
			header += ",state " + strings.Join(names, " ")
		}
		if _, err := l.w.WriteString(header + "\n"); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Row writes one row; it suits Options.Row. The error is that of writing.
func (l *Log) Row(r *Row) error {
	const worth = dcqcn.DidCut | dcqcn.DidChange | dcqcn.DidLearn
	if !l.All && r.Out.Did&worth == 0 && r.Event.Kind != dcqcn.EventCNP {
		return nil
	}
	if l.format == LogCSV {
		l.csv(r)
	} else {
		l.json(r)
	}
	_, err := l.w.Write(l.buf)
	return err
}

// Flush writes what is buffered. The error is the first that writing met.
func (l *Log) Flush() error { return l.w.Flush() }

func (l *Log) csv(r *Row) {
	b := strconv.AppendInt(l.buf[:0], r.Time, 10)
	b = append(b, ',')
	b = AppendCSV(b, l.conns[r.Conn].Name)
	b = append(b, ',')
	b = append(b, EventName(r.Event.Kind, r.Assumed)...)
	for _, v := range [...]uint32{r.Event.Bytes, r.Event.Packets, uint32(r.Event.CNPs), uint32(r.Event.Marked), uint32(r.View.RC), uint32(r.View.RT),
		r.View.Alpha, uint32(r.View.TimeStage), uint32(r.View.ByteStage)} {
		b = append(b, ',')
		b = strconv.AppendUint(b, uint64(v), 10)
	}
	b = append(b, ',')
	if r.View.Arm >= 0 {
		b = strconv.AppendInt(b, int64(r.View.Arm), 10)
	}
	b = append(b, ',')
	b = strconv.AppendUint(b, uint64(r.Out.Did), 10)
	if l.how != trace.Seen {
		b = append(b, ',')
		b = append(b, l.how.String()...)
	}
	if l.state != nil {
		b = append(b, ',')
		b = l.appendState(b, r.State, ' ')
	}
	l.buf = append(b, '\n')
}

func (l *Log) json(r *Row) {
	b := append(l.buf[:0], `{"time_ns":`...)
	b = strconv.AppendInt(b, r.Time, 10)
	b = append(b, `,"conn":`...)
	b = strconv.AppendQuote(b, l.conns[r.Conn].Name)
	b = append(b, `,"event":"`...)
	b = append(b, EventName(r.Event.Kind, r.Assumed)...)
	b = append(b, '"')
	for _, f := range [...]struct {
		name string
		v    uint32
	}{
		{"bytes", r.Event.Bytes}, {"packets", r.Event.Packets}, {"cnps", uint32(r.Event.CNPs)}, {"marked", uint32(r.Event.Marked)},
		{"rc_kbps", uint32(r.View.RC)}, {"rt_kbps", uint32(r.View.RT)}, {"alpha", r.View.Alpha},
		{"time_stage", uint32(r.View.TimeStage)}, {"byte_stage", uint32(r.View.ByteStage)}, {"did", uint32(r.Out.Did)},
	} {
		b = append(b, `,"`...)
		b = append(b, f.name...)
		b = append(b, `":`...)
		b = strconv.AppendUint(b, uint64(f.v), 10)
	}
	if r.View.Arm >= 0 {
		b = append(b, `,"arm":`...)
		b = strconv.AppendInt(b, int64(r.View.Arm), 10)
	}
	if l.how != trace.Seen {
		b = append(b, `,"reconstructed":"`...)
		b = append(b, l.how.String()...)
		b = append(b, '"')
	}
	if l.state != nil {
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
		if l.state[i].Signed {
			b = strconv.AppendInt(b, int64(v), 10)
		} else {
			b = strconv.AppendUint(b, v, 10)
		}
	}
	return b
}

// AppendCSV appends a field, quoted where CSV asks for it.
func AppendCSV(b []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\n\r") {
		return append(b, s...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(s, `"`, `""`)...)
	return append(b, '"')
}
