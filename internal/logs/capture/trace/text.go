package trace

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/internal/base/text/textwidth"
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

// textTable is a text trace's table.
type textTable struct {
	*rowfile.Table
	rep *report
}

// bad is the error of the current row.
func (t *textTable) bad(format string, args ...any) error {
	return t.end(t.Errorf(format, args...))
}

// end is what an error comes to: where the file is cut, a warning and io.EOF.
func (t *textTable) end(err error) error {
	line, text := t.Cut(err)
	if text == "" {
		return err
	}
	t.rep.stats.Truncated = true
	t.rep.warn(Warning{Offset: -1, Line: line, Text: text})
	return io.EOF
}

// ignored warns of columns that mean nothing.
func (t *textTable) ignored(line int, names []string) {
	if len(names) > 0 {
		t.rep.warn(Warning{Offset: -1, Line: line, Text: "ignored columns: " + strings.Join(names, ", ")})
	}
}

// lines begins to read the content as text.
func (s *scanner) lines() *rowfile.Lines { return rowfile.NewLines(s.in.name, s.r) }

// maxIgnored bounds how many names of columns a warning has.
const maxIgnored = 16

// textFormat reads text traces. All rows have the time under the same name.
type textFormat struct {
	textTable
	names   *nameTable
	columns []textColumn // what those of the table mean
	time    int          // the column of the time; -1 before the first row
	fields  [numFields][]byte
}

// textColumn is a field, -1 for one that is ignored. Of a time there are also the decimals of its unit.
type textColumn struct {
	field    int
	decimals int
	absolute bool
}

func newCSV(s *scanner, rep *report, names *nameTable) (*textFormat, error) {
	table, err := rowfile.NewCSV(s.lines(), nil)
	if err != nil {
		return nil, err
	}
	t := &textFormat{textTable: textTable{table, rep}, names: names, time: -1}
	t.bind()
	var have [numFields]bool
	for i, c := range t.columns {
		if c.field < 0 {
			continue
		}
		if have[c.field] {
			return nil, t.Errorf("column %q comes twice, or the time in two units", t.Names[i])
		}
		have[c.field] = true
	}
	switch {
	case !have[fieldTime]:
		return nil, t.Errorf("no time column; expected time_ns, time_us, time_ms, time_s or epoch_* of the same units, between commas")
	case !have[fieldConn]:
		return nil, t.Errorf("no column conn, which names the connection, and no counter such as rp_cnp_handled")
	case !have[fieldEvent]:
		return nil, t.Errorf("no column event, which says cnp, data, ack and so on")
	}
	names.unmarked = !have[fieldMarked]
	return t, nil
}

// bind says what the columns mean that the table has since it was called last.
func (t *textFormat) bind() {
	var ignored []string
	for _, name := range t.Names[len(t.columns):] {
		c := textColumn{field: -1}
		if field, decimals, absolute, ok := fieldOf(name); ok {
			c = textColumn{field, decimals, absolute}
		} else if len(ignored) < maxIgnored {
			ignored = append(ignored, quote([]byte(name)))
		}
		t.columns = append(t.columns, c)
	}
	t.ignored(t.Line, ignored)
}

func (t *textFormat) next(rec *record) error {
	cells, err := t.Next()
	if err != nil {
		return t.end(err)
	}
	if len(t.columns) < len(t.Names) {
		t.bind()
	}
	clear(t.fields[:])
	hasTime := false
	for i := range cells {
		cell := &cells[i]
		c := &t.columns[cell.Column]
		if c.field < 0 {
			continue
		}
		switch text := c.field == fieldConn || c.field == fieldEvent || c.field == fieldReconstructed; {
		case text && !cell.Kind.Text():
			return t.bad("%s: expected a string", t.Names[cell.Column])
		case !text && !cell.Kind.Numeric():
			return t.bad("%s: expected a number", t.Names[cell.Column])
		}
		if c.field == fieldTime {
			if hasTime {
				return t.bad("the time in two units")
			}
			if t.time < 0 {
				t.time, t.names.epoch = cell.Column, c.absolute
			}
			if cell.Column != t.time {
				return t.bad("time under %s; the rows before have %s", t.Names[cell.Column], t.Names[t.time])
			}
			hasTime = true
		}
		t.fields[c.field] = cell.Text
	}
	if !hasTime {
		return t.bad("no time; expected time_ns, time_us, time_ms, time_s or epoch_* of the same units")
	}
	return t.record(rec)
}

// record makes a record of the fields of the current row; an empty field is absent.
func (t *textFormat) record(rec *record) error {
	f := &t.fields
	at, err := parseTime(string(f[fieldTime]), t.columns[t.time].decimals)
	if err != nil {
		return t.bad("time %s: %v", quote(f[fieldTime]), err)
	}
	name := bytes.TrimSpace(f[fieldConn])
	if _, known := t.names.byName[string(name)]; !known && !goodName(string(name)) {
		return t.bad("conn %s; expected a name of 1 to %d bytes of printable UTF-8", quote(name), maxName)
	}
	kind, ok := parseKind(string(f[fieldEvent]))
	if !ok {
		return t.bad("event %s; expected cnp, data, ack, nak, timer_alpha, timer_increase, timer_cut, pause or resume", quote(f[fieldEvent]))
	}
	var n [numFields]uint32
	for i := fieldBytes; i <= fieldCount; i++ {
		if len(f[i]) == 0 {
			continue
		}
		v, err := strconv.ParseUint(string(f[i]), 10, 32)
		if err != nil {
			return t.bad("%s %s; expected an integer from 0 to %d", fieldNames[i], quote(f[i]), uint32(math.MaxUint32))
		}
		n[i] = uint32(v)
	}
	*rec = record{time: at, off: -1, line: t.Line, kind: kind}
	switch kind {
	case KindData:
		rec.bytes, rec.packets, rec.marked = n[fieldBytes], n[fieldPackets], n[fieldMarked]
		if rec.bytes == 0 {
			return t.bad("a data event without bytes; expected the bytes of its IP packets, from 1 on")
		}
		if rec.packets != 0 && rec.marked > rec.packets {
			return t.bad("%d of %d packets marked", rec.marked, rec.packets)
		}
	case KindCNP:
		rec.count, rec.marked = n[fieldCount], n[fieldMarked]
		if len(f[fieldCount]) == 0 {
			rec.count = 1
		}
		if rec.count == 0 {
			return t.bad("a cnp event with count 0; expected 1 or more")
		}
	case KindPause, KindResume:
		rec.count = 1
	}
	if err := t.rep.mark(f[fieldReconstructed]); err != nil {
		return t.bad("%v", err)
	}
	if rec.flow, ok = t.names.index(name); !ok {
		return t.Errorf("more than %d connections", maxFlows)
	}
	t.rep.stats.Packets++
	t.rep.seen(at)
	if (kind == KindPause || kind == KindResume) && !t.names.pauses {
		t.rep.stats.skip(skipPFC)
		rec.kind = 0 // a record without an event
	}
	return nil
}

// goodName reports whether a connection or port may be called so.
func goodName(name string) bool {
	return name != "" && len(name) <= maxName && textwidth.Printable(name)
}

// parseTime reads a decimal number of a unit of 10^decimals ns; finer decimals are cut off. The result fits 63 bits.
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
