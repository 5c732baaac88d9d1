package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/text/textwidth"
)

// Text traces have one event a row, the same fields in CSV and JSON lines:
//
//	time_ns   when, as written; also time_us, time_ms, time_s, with decimals
//	epoch_ns  instead of it: when since 1970, counted from the first row; also epoch_us, epoch_ms, epoch_s
//	conn      the connection's name
//	event     cnp, data (or tx), ack, nak, timer_alpha, timer_increase, timer_cut, pause, resume
//	bytes     data: bytes of the IP packets sent, 1 to 4294967295; required
//	packets   data: how many packets these are; 0 or absent: unknown
//	marked    data: how many of them carry Congestion Experienced; cnp: marked packets reported
//	count     cnp: how many notifications, 1 if absent; pause, resume: 1
//	reconstructed  uniform or burst, where events were made of counters; the same in all rows
//
// A row of data may be many packets. Blank lines and lines that start
// with # are stepped over; fields of other names too, with a warning. Decimals
// finer than a nanosecond are rounded down.

// Fields of a row.
const (
	fieldTime = iota
	fieldConn
	fieldEvent
	fieldBytes
	fieldPackets
	fieldMarked
	fieldCount
	fieldReconstructed
	numFields
)

var fieldNames = [numFields]string{fieldConn: "conn", fieldEvent: "event", fieldBytes: "bytes",
	fieldPackets: "packets", fieldMarked: "marked", fieldCount: "count", fieldReconstructed: reconstructedColumn}

// timeUnits are the units of a time column: how many decimals of it make a
// nanosecond.
var timeUnits = []struct {
	suffix   string
	decimals int
}{{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}}

// fieldOf returns what a column or key means. For a time it also gives the
// decimals of its unit and whether it counts from 1970.
func fieldOf(name string) (field, decimals int, absolute, ok bool) {
	for f, n := range fieldNames {
		if n != "" && n == name {
			return f, 0, false, true
		}
	}
	unit, isTime := strings.CutPrefix(name, "time_")
	if !isTime {
		unit, absolute = strings.CutPrefix(name, "epoch_")
	}
	for _, u := range timeUnits {
		if (isTime || absolute) && unit == u.suffix {
			return fieldTime, u.decimals, absolute, true
		}
	}
	return 0, 0, false, false
}

const (
	maxName = 256
	// longestRelative is a day: times from 1970 in a column time_* would make a
	// replay idle for decades of model time.
	longestRelative = 86_400 * nanosPerSec
)

// lines reads a text line by line.
type lines struct {
	s    *scanner
	line int  // number of the last line, from 1
	last bool // it had no newline
	rep  *report
}

// next returns the next line that is neither blank nor a comment, without
// spaces around it; it holds until the next call. io.EOF ends.
func (l *lines) next() ([]byte, error) {
	for {
		b, err := l.s.r.ReadSlice('\n')
		if len(b) == 0 || (err != nil && err != io.EOF) {
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				return nil, l.fail(l.line+1, "is longer than %d bytes; expected one event a line", bufferSize)
			case len(b) == 0 && err == io.EOF:
				return nil, io.EOF
			}
			if err = l.s.end(err, len(b)); err == errCut {
				// A compressed file ends early: what is left of the line is no row.
				l.rep.stats.Truncated = true
				l.rep.warn(Warning{Offset: -1, Line: l.line + 1, Text: "the compressed file is cut here; read up to the last whole row before it"})
				return nil, io.EOF
			}
			return nil, err
		}
		l.s.off += int64(len(b))
		l.line++
		l.last = err == io.EOF
		if l.line == 1 {
			b = bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF"))
		}
		b = bytes.TrimSpace(b)
		if len(b) > 0 && b[0] != '#' {
			return b, nil
		}
	}
}

// header returns the header row of a CSV.
func (l *lines) header() (string, error) {
	b, err := l.next()
	if err == io.EOF {
		return "", l.fail(1, "holds no row; expected a header row, as docs/traces.md has it")
	}
	return string(b), err
}

func (l *lines) fail(line int, format string, args ...any) error {
	return &Error{Name: l.s.in.name, Offset: -1, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// bad is the error of the current row, or, where the row is the last one and
// without newline, a warning that the file is cut in it.
func (l *lines) bad(format string, args ...any) error {
	if l.last && l.rep.stats.Packets > 0 {
		l.rep.stats.Truncated = true
		l.rep.warn(Warning{Offset: -1, Line: l.line, Text: "the file is cut within this row; read up to the row before it"})
		return io.EOF
	}
	return l.fail(l.line, format, args...)
}

// row makes a record of the fields of the current line; an empty field is
// absent. decimals are those of the time's unit.
func (l *lines) row(f *[numFields]string, decimals int, names *nameTable, rec *record) error {
	t, err := parseTime(f[fieldTime], decimals)
	if err != nil {
		return l.bad("time %s: %v", quote([]byte(f[fieldTime])), err)
	}
	name := strings.TrimSpace(f[fieldConn])
	if !goodName(name) {
		return l.bad("conn %s; expected a name of 1 to %d bytes of printable UTF-8", quote([]byte(name)), maxName)
	}
	kind, ok := parseKind(f[fieldEvent])
	if !ok {
		return l.bad("event %s; expected cnp, data, ack, nak, timer_alpha, timer_increase, timer_cut, pause or resume", quote([]byte(f[fieldEvent])))
	}
	var n [numFields]uint32
	for i := fieldBytes; i <= fieldCount; i++ {
		if f[i] == "" {
			continue
		}
		v, err := strconv.ParseUint(f[i], 10, 32)
		if err != nil {
			return l.bad("%s %s; expected an integer from 0 to %d", fieldNames[i], quote([]byte(f[i])), uint32(math.MaxUint32))
		}
		n[i] = uint32(v)
	}
	*rec = record{time: t, off: -1, line: l.line, kind: kind}
	switch kind {
	case KindData:
		rec.bytes, rec.packets, rec.marked = n[fieldBytes], n[fieldPackets], n[fieldMarked]
		if rec.bytes == 0 {
			return l.bad("a data event without bytes; expected the bytes of its IP packets, from 1 on")
		}
		if rec.packets != 0 && rec.marked > rec.packets {
			return l.bad("%d of %d packets marked", rec.marked, rec.packets)
		}
	case KindCNP:
		rec.count, rec.marked = n[fieldCount], n[fieldMarked]
		if f[fieldCount] == "" {
			rec.count = 1
		}
		if rec.count == 0 {
			return l.bad("a cnp event with count 0; expected 1 or more")
		}
	case KindPause, KindResume:
		rec.count = 1
	}
	if err := l.rep.mark(f[fieldReconstructed]); err != nil {
		return l.bad("%v", err)
	}
	if rec.flow, ok = names.index(name); !ok {
		return l.fail(l.line, "more than %d connections", maxFlows)
	}
	l.rep.stats.Packets++
	l.rep.seen(t)
	if (kind == KindPause || kind == KindResume) && !names.pauses {
		l.rep.stats.skip(skipPFC)
		rec.kind = 0 // a record without an event
	}
	return nil
}

// goodName reports whether a connection or port may be called so.
func goodName(name string) bool {
	return name != "" && len(name) <= maxName && textwidth.Printable(name)
}

// parseTime reads a decimal number of a unit that has so many decimals of a
// nanosecond; finer ones are cut off. The result fits 63 bits.
func parseTime(s string, decimals int) (int64, error) {
	whole, frac, _ := strings.Cut(s, ".")
	if whole == "" {
		return 0, errTime
	}
	var v uint64
	digit := func(c byte) bool {
		if c < '0' || c > '9' || v > (math.MaxInt64-9)/10 {
			return false
		}
		v = v*10 + uint64(c-'0')
		return true
	}
	for i := range len(whole) {
		if !digit(whole[i]) {
			return 0, errTime
		}
	}
	for i := range decimals {
		c := byte('0')
		if i < len(frac) {
			c = frac[i]
		}
		if !digit(c) {
			return 0, errTime
		}
	}
	for i := decimals; i < len(frac); i++ {
		if frac[i] < '0' || frac[i] > '9' {
			return 0, errTime
		}
	}
	return int64(v), nil
}

var errTime = errors.New("expected a decimal number from 0 on, without exponent, below 292 years")

// nameTable is the catalog of text traces.
type nameTable struct {
	byName  map[string]int32
	list    []Conn
	first   []uint64 // when each was first seen, in records; 0 is never
	records uint64
	epoch   bool // the time column counts from 1970
	ids     []ConnID

	unmarked    bool           // no column has marks
	pauses      bool           // deliver them
	reconstruct Reconstruction // of counters
}

// noConn is of names of which there is no event.
const noConn = math.MaxUint32

func newNameTable(o *Options) *nameTable {
	return &nameTable{byName: map[string]int32{}, pauses: o.Pauses, reconstruct: o.Reconstruct}
}

func (t *nameTable) index(name string) (int32, bool) {
	if i, ok := t.byName[name]; ok {
		return i, true
	}
	if len(t.list) == maxFlows {
		return 0, false
	}
	i := int32(len(t.list))
	name = strings.Clone(name)
	t.byName[name] = i
	t.list = append(t.list, parseConn(name))
	t.first = append(t.first, 0)
	return i, true
}

func (t *nameTable) absolute() bool { return t.epoch }

func (t *nameTable) learn(rec *record) {
	t.records++
	if rec.kind == 0 {
		return
	}
	c := &t.list[rec.flow]
	if t.first[rec.flow] == 0 {
		t.first[rec.flow] = t.records
	}
	switch rec.kind {
	case KindData:
		c.DataPackets += uint64(rec.packets)
		c.DataBytes += uint64(rec.bytes)
		c.Marked += uint64(rec.marked)
	case KindCNP:
		c.CNPs += uint64(rec.count)
		c.Counting += rec.counting()
	case KindAck, KindNak:
		c.Acks++
	}
}

func (t *nameTable) conns(func(Warning)) []Conn {
	var order []int32
	t.ids = make([]ConnID, len(t.list))
	for i := range t.list {
		t.ids[i] = noConn
		if t.first[i] > 0 {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(t.first[a], t.first[b]) })
	out := make([]Conn, len(order))
	for id, i := range order {
		out[id] = t.list[i]
		out[id].MarksUnseen = out[id].MarksUnseen || t.unmarked
		t.ids[i] = ConnID(id)
	}
	return out
}

func (t *nameTable) conn(rec *record) (ConnID, bool) {
	if int(rec.flow) >= len(t.ids) || t.ids[rec.flow] == noConn {
		return 0, false
	}
	return t.ids[rec.flow], true
}
