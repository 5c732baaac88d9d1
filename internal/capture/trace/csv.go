package trace

import (
	"encoding/csv"
	"io"
	"strings"
)

// csvFormat reads the text form with commas; its first row names the columns,
// in any order. A field may be quoted, but not run over several lines.
type csvFormat struct {
	lines
	names    *nameTable
	columns  []int // field of each column, -1 for one that is ignored
	decimals int
	fields   [numFields]string
}

func newCSV(s *scanner, rep *report, names *nameTable) (*csvFormat, error) {
	c := &csvFormat{lines: lines{s: s, rep: rep}, names: names}
	head, err := c.lines.header()
	if err != nil {
		return nil, err
	}
	row, err := split(head)
	if err != nil {
		return nil, c.fail(c.line, "header row: %v", err)
	}
	var have [numFields]bool
	var ignored []string
	for _, name := range row {
		field, decimals, absolute, ok := fieldOf(name)
		if !ok {
			c.columns = append(c.columns, -1)
			ignored = append(ignored, quote([]byte(name)))
			continue
		}
		if have[field] {
			return nil, c.fail(c.line, "column %q comes twice, or the time in two units", name)
		}
		have[field] = true
		if field == fieldTime {
			c.decimals, names.epoch = decimals, absolute
		}
		c.columns = append(c.columns, field)
	}
	switch {
	case !have[fieldTime]:
		return nil, c.fail(c.line, "no time column; expected time_ns, time_us, time_ms, time_s or epoch_* of the same units, between commas")
	case !have[fieldConn]:
		return nil, c.fail(c.line, "no column conn, which names the connection, and no counter such as rp_cnp_handled")
	case !have[fieldEvent]:
		return nil, c.fail(c.line, "no column event, which says cnp, data, ack and so on")
	}
	names.unmarked = !have[fieldMarked]
	if len(ignored) > 0 {
		rep.warn(Warning{Offset: -1, Line: c.line, Text: "ignored columns: " + strings.Join(ignored, ", ")})
	}
	return c, nil
}

func (c *csvFormat) next(rec *record) error {
	b, err := c.lines.next()
	if err != nil {
		return err
	}
	line := string(b)
	clear(c.fields[:])
	if strings.IndexByte(line, '"') >= 0 {
		row, err := split(line)
		if err != nil {
			return c.bad("%v", err)
		}
		if len(row) != len(c.columns) {
			return c.bad("%d fields; the header row has %d", len(row), len(c.columns))
		}
		for i, v := range row {
			c.set(i, v)
		}
		return c.row(&c.fields, c.decimals, c.names, rec)
	}
	for i := range c.columns {
		v, rest, more := strings.Cut(line, ",")
		if more != (i < len(c.columns)-1) {
			return c.bad("%d fields; the header row has %d", i+1+strings.Count(line, ","), len(c.columns))
		}
		c.set(i, strings.TrimSpace(v))
		line = rest
	}
	return c.row(&c.fields, c.decimals, c.names, rec)
}

func (c *csvFormat) set(column int, v string) {
	if f := c.columns[column]; f >= 0 {
		c.fields[f] = v
	}
}

// split splits one line, with quotes as RFC 4180 has them.
func split(line string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(line))
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	row, err := r.Read()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		if pe, ok := err.(*csv.ParseError); ok {
			return nil, pe.Err // its line number is of this one line
		}
		return nil, err
	}
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
	}
	return row, nil
}
