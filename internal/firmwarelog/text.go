package firmwarelog

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"smartnic-cc/internal/text/setting"
)

// lines reads a text line by line; those that are blank are stepped over.
type lines struct {
	r      *Reader
	b      *bufio.Reader
	line   int    // number of the last line
	last   bool   // it had no newline
	rows   int    // records so far
	pushed []byte // a line that was only looked at
}

// peek returns the next line, which next will return again.
func (l *lines) peek() ([]byte, error) {
	b, err := l.next()
	if err == nil {
		l.pushed = b
	}
	return b, err
}

// next returns the next line that is not blank, without the space around it. It holds
// until the next call.
func (l *lines) next() ([]byte, error) {
	if l.pushed != nil {
		b := l.pushed
		l.pushed = nil
		return b, nil
	}
	for {
		b, err := l.b.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			l.line++
			return nil, l.fail("is longer than %d bytes; expected one record a line", bufferSize)
		}
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return nil, &Error{Name: l.r.name, Place: Place{Line: l.line + 1}, Msg: fmt.Sprintf("cannot be read: %v", err)}
		}
		if err == io.ErrUnexpectedEOF {
			l.r.warnCut("the compressed file is cut after line %d; read up to there", l.line)
			return nil, io.EOF
		}
		if len(b) == 0 && err == io.EOF {
			return nil, io.EOF
		}
		l.line++
		l.last = err == io.EOF
		if l.line == 1 {
			b = bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF"))
		}
		if b = bytes.TrimSpace(b); len(b) > 0 {
			return b, nil
		}
	}
}

func (l *lines) fail(format string, args ...any) error {
	return &Error{Name: l.r.name, Place: Place{Line: l.line}, Msg: fmt.Sprintf(format, args...)}
}

// bad is the error of the current row; or, where it is the last and has no newline, a
// warning that the log is cut in it.
func (l *lines) bad(err error) error {
	if l.last && l.rows > 0 {
		l.r.warnCut("the log is cut within line %d (%v); read up to the line before it", l.line, err)
		return io.EOF
	}
	return l.fail("%v", err)
}

// place is that of the current row.
func (l *lines) place() Place {
	l.rows++
	return Place{Line: l.line, Record: l.rows}
}

// csvFormat reads rows of CSV. A header row names the columns; a field may be quoted,
// but stays on its line. Lines that begin with # are comments, of which those before the
// header row may name the algorithm and its parameters:
//
//	# algorithm dcqcn
//	# params MinRate=40000 MaxRate=100000000 ...
type csvFormat struct {
	*lines
	names   []string // of the header row
	targets []target
	cells   []string
}

func (c *csvFormat) header() (Header, error) {
	var h Header
	for {
		b, err := c.lines.next()
		if err == io.EOF {
			return h, c.r.fail("has no header row; expected the names of the columns, as in conn,event.Now,event.Kind,output.Rate")
		}
		if err != nil {
			return h, err
		}
		if b[0] != '#' {
			if c.names, err = split(string(b), nil); err != nil {
				return h, c.fail("header row: %v", err)
			}
			return h, nil
		}
		if err := h.comment(string(b[1:])); err != nil {
			return h, c.fail("%v", err)
		}
	}
}

// comment takes what a comment before the header row says.
func (h *Header) comment(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	switch strings.TrimSuffix(words[0], ":") {
	case "algorithm":
		if len(words) == 2 {
			h.Algorithm = words[1]
		}
	case "params":
		for _, w := range words[1:] {
			name, value, err := setting.Parse(w, "name=value", "MinRate=40000")
			if err != nil {
				return fmt.Errorf("params: %w", err)
			}
			if err := h.param(name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *Header) param(name, value string) error {
	if h.Params == nil {
		h.Params = map[string]string{}
	}
	if _, ok := h.Params[normal(name)]; ok {
		return fmt.Errorf("params: %.40q comes twice", name)
	}
	h.Params[normal(name)] = value
	return nil
}

func (c *csvFormat) bind(cols *columns) error {
	c.targets = c.targets[:0]
	cols.given = given{}
	for _, n := range c.names {
		cols.see(&cols.given, n, true)
	}
	for _, n := range c.names {
		t, err := cols.of(n)
		if err != nil {
			return c.fail("header row: %v", err)
		}
		c.targets = append(c.targets, t)
	}
	for i, n := range c.names {
		cols.alike(n, &c.targets[i])
	}
	if err := cols.check(); err != nil {
		return c.fail("header row: %v", err)
	}
	return nil
}

func (c *csvFormat) next(row *Row) error {
	var b []byte
	for b == nil || b[0] == '#' {
		var err error
		if b, err = c.lines.next(); err != nil {
			return err
		}
	}
	cells, err := split(string(b), c.cells[:0])
	if err != nil {
		return c.bad(err)
	}
	c.cells = cells
	if len(cells) != len(c.targets) {
		return c.bad(fmt.Errorf("%d fields; expected %d, as the header row has", len(cells), len(c.targets)))
	}
	for i := range c.targets {
		if err := c.targets[i].set(row, c.r.columns.algorithm, cells[i]); err != nil {
			return c.bad(err)
		}
	}
	if err := row.complete(c.r.columns.algorithm); err != nil {
		return c.bad(err)
	}
	if c.last {
		// Unlike an object of JSON, a number does not show that its end is missing.
		c.r.warn("line %d has no newline: its last field may be cut", c.line)
	}
	row.Place = c.place()
	return nil
}

// split returns the fields of a row of CSV, without the spaces around them.
func split(s string, fields []string) ([]string, error) {
	if !strings.Contains(s, `"`) {
		for field := range strings.SplitSeq(s, ",") {
			fields = append(fields, strings.Trim(field, " \t"))
		}
		return fields, nil
	}
	r := csv.NewReader(strings.NewReader(s))
	r.TrimLeadingSpace = true
	row, err := r.Read()
	if err != nil {
		return nil, errors.New(`a quote within a field, or a quoted field that does not end on its line; expected "field", with quotes in it doubled`)
	}
	for _, field := range row {
		fields = append(fields, strings.TrimRight(field, " \t"))
	}
	return fields, nil
}
