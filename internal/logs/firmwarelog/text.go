package firmwarelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/internal/base/text/setting"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/testvectors/transducer"
)

// textFormat reads rows of CSV, or one JSON object a line, as a table. A header row names the columns. Comments before
// it may name the algorithm and its parameters:
//
//	# algorithm dcqcn
//	# params MinRate=40000 MaxRate=100000000 ...
//
// The keys of an object are the names of columns, too. An object under event, output or state holds keys without that
// part before them, a list all fields of the part in order. The first object may be the header instead of a record.
type textFormat struct {
	r     *Reader
	lines *rowfile.Lines
	table *rowfile.Table
	json  bool

	columns []textColumn
	// targets are what the columns mean, by what else is there: objects need not have the same keys.
	targets map[given][]target
	fixed   []target // those of CSV
}

// textColumn is what a column may mean.
type textColumn struct {
	part transducer.Part // whose list it may be
	is   bool            // it may be that of a part
}

// header tells CSV from JSON lines by the first line, and reads what comes before the records.
func (f *textFormat) header() (h Header, err error) {
	f.lines.Comment = h.comment
	first, err := f.lines.Peek()
	if err == io.EOF {
		return h, f.r.fail("is empty; expected CSV with a header row, JSON lines, or a binary log and its --layout")
	}
	if err != nil {
		return h, err
	}
	f.lines.Comment = nil
	if !utf8.Valid(first) || bytes.ContainsFunc(first, func(c rune) bool { return unicode.IsControl(c) && !unicode.IsSpace(c) }) {
		return h, f.r.fail("is not text; describe the records of a binary log with --layout")
	}
	if f.json = first[0] == '{'; f.json {
		own, is, err := parseHeader(first)
		if err != nil {
			return h, f.lines.Fail(err)
		}
		if is {
			h = own
			_, _ = f.lines.Next() // it was peeked at
		}
		f.table = rowfile.NewJSON(f.lines, ratelog.Renew)
		f.table.Nested = func(key []byte) bool {
			_, ok := partOf(string(key))
			return ok
		}
		return h, nil
	}
	if bytes.IndexByte(first, ',') < 0 {
		return h, f.r.fail("begins with %.40q; expected CSV with a header row, or JSON lines (docs/vectors.md)", readfile.OneLine(string(first)))
	}
	f.table, err = rowfile.NewCSV(f.lines, ratelog.Renew)
	return h, err
}

// bind resolves the columns of CSV. Each object of JSON brings its keys with it.
func (f *textFormat) bind(c *columns) error {
	f.targets = map[given][]target{}
	if f.json {
		return nil
	}
	var g given
	for _, name := range f.table.Names {
		g.see(name, true)
	}
	f.fixed = nil
	for _, name := range f.table.Names {
		t, err := c.of(name, g)
		if err != nil {
			return f.table.Errorf("header row: %v", err)
		}
		f.fixed = append(f.fixed, t)
	}
	if err := c.check(); err != nil {
		return f.table.Errorf("header row: %v", err)
	}
	return nil
}

func (f *textFormat) next(row *Row) error {
	cells, err := f.table.Next()
	if err == nil {
		if err = f.take(row, cells); err != nil {
			err = f.table.Fail(err)
		}
	}
	if line, text := f.table.Cut(err); text != "" {
		f.r.warnCut("line %d: %s", line, text)
		return io.EOF
	}
	if err == nil && !f.json && f.table.Last {
		// Unlike an object of JSON, a number does not show that its end is missing.
		f.r.warn("line %d has no newline: its last field may be cut", f.table.Line)
	}
	row.Place = Place{Line: f.table.Line, Record: f.table.Row}
	return err
}

// take writes the cells of a row where they belong.
func (f *textFormat) take(row *Row, cells []rowfile.Cell) error {
	targets := f.fixed
	if f.json {
		targets = f.ofObject(cells)
	}
	a := f.r.columns.algorithm
	for i := range cells {
		c, t := &cells[i], &targets[cells[i].Column]
		if f.json && c.Kind == rowfile.List && f.columns[c.Column].is {
			if err := setItems(row, a, f.columns[c.Column].part, c.Text); err != nil {
				return err
			}
			continue
		}
		if t.what == unbound {
			var err error
			if *t, err = f.r.columns.lookUp(f.table.Names[c.Column], f.given(cells)); err != nil {
				return err
			}
		}
		switch {
		case t.what == ignored:
			continue
		case c.Kind == rowfile.List:
			return fmt.Errorf("%.60q is a list; expected a number", f.table.Names[c.Column])
		case c.Kind == rowfile.Object:
			return fmt.Errorf("%.60q: expected a number", f.table.Names[c.Column])
		}
		if err := t.set(row, a, c.Text); err != nil {
			return err
		}
	}
	return row.complete(a)
}

// given is what an object has that decides about the meaning of its keys.
func (f *textFormat) given(cells []rowfile.Cell) (g given) {
	for i := range cells {
		g.see(f.table.Names[cells[i].Column], cells[i].Kind == rowfile.List)
	}
	return g
}

// ofObject returns what the keys of an object mean.
func (f *textFormat) ofObject(cells []rowfile.Cell) []target {
	for _, name := range f.table.Names[len(f.columns):] {
		part, is := partOf(name)
		f.columns = append(f.columns, textColumn{part, is})
	}
	g := f.given(cells)
	targets := f.targets[g]
	if n := len(f.columns) - len(targets); n > 0 {
		targets = append(targets, make([]target, n)...)
		f.targets[g] = targets
	}
	return targets
}

// setItems sets a whole part: its numbers in order.
func setItems(row *Row, a *Algorithm, part transducer.Part, list []byte) error {
	items, err := rowfile.Items(list)
	if err != nil {
		return err
	}
	texts := make([][]byte, len(items))
	for i, item := range items {
		if item.Kind == rowfile.Null || item.Kind == rowfile.String && len(item.Text) == 0 {
			return fmt.Errorf("%s: a null in a list; expected a number", part)
		}
		if !item.Kind.Scalar() {
			return fmt.Errorf("%s: expected a number", part)
		}
		texts[i] = item.Text
	}
	t := target{what: wholePart, part: part}
	return t.setList(row, a, texts)
}

var errNumber = errors.New("expected a number")

// parseHeader reads an object that names algorithm or parameters. is reports whether it does.
func parseHeader(b []byte) (h Header, is bool, err error) {
	members, err := rowfile.Members(b)
	if err != nil {
		return h, false, err
	}
	for _, m := range members {
		switch string(m.Name) {
		case "algorithm":
			if is = true; !m.Kind.Scalar() {
				return h, is, fmt.Errorf("algorithm: %w", errNumber)
			}
			h.Algorithm = string(m.Text)
		case "params":
			is = true
			params, err := rowfile.Members(m.Text)
			for _, p := range params {
				if err == nil && !p.Kind.Scalar() {
					err = errNumber
				}
				if err == nil {
					err = h.param(string(p.Name), string(p.Text))
				}
			}
			if err != nil {
				return h, is, fmt.Errorf("params: %w", err)
			}
		}
	}
	return h, is, nil
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
