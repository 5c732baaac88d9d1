package rowfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"

	"smartnic-cc/internal/base/text/collect"
)

// maxNames bounds the keys of a table of JSON lines.
const maxNames = 4096

// Table reads the rows of a text: lines of CSV under a header row that names the columns, or objects of JSON
// whose keys do. A field of CSV may be quoted, but stays on its line.
type Table struct {
	*Lines
	// Names are those of the columns. Those of JSON lines are in the order in which the keys came: rows add to them.
	Names []string
	// Row is the number of the row that was read last, from 1.
	Row int
	// Nested reports whether the members of an object under a key are cells of the row, as KEY.NAME; nil: none are.
	Nested func(key []byte) bool

	json   bool
	known  func(*Table)   // is called once the names of the first row are there
	number map[string]int // of a column of JSON lines
	prefix []byte         // of the names of a nested object
	taken  []int          // by column of JSON lines, the row that has had it last
	width  int            // fields of a row of CSV
	again  []again
	cells  []Cell
}

// again is a column that has what another one has.
type again struct{ column, of int }

// Cell is a field of a row.
type Cell struct {
	Column int
	Kind   Kind
	// Text is the field, unquoted; a list or an object as it stands there. It is valid until the next row.
	Text []byte
}

// NewCSV reads the header row of a table. known, if it is not nil, may call Also and rename columns.
func NewCSV(l *Lines, known func(*Table)) (*Table, error) {
	t := &Table{Lines: l}
	b, err := l.Next()
	if err == io.EOF {
		return nil, &Error{Name: l.Name, Offset: -1, Line: max(l.Line, 1), Msg: "has no header row; expected the names of the columns, with commas between"}
	}
	if err != nil {
		return nil, err
	}
	if t.cells, err = Split(b, nil); err != nil {
		return nil, l.Errorf("header row: %v", err)
	}
	t.Names = collect.Of(t.cells, func(c Cell) string { return string(c.Text) })
	t.width = len(t.Names)
	if known != nil {
		known(t)
	}
	return t, nil
}

// NewJSON makes a table of JSON lines. known is as of NewCSV; it is called by the first Next.
func NewJSON(l *Lines, known func(*Table)) *Table {
	return &Table{Lines: l, json: true, known: known, number: map[string]int{}}
}

// Also adds a column called name to every row, a copy of column of.
func (t *Table) Also(of int, name string) {
	t.again = append(t.again, again{len(t.Names), of})
	t.Names = append(t.Names, name)
	t.taken = append(t.taken, 0)
}

// Source returns the column that a column is a copy of, after Also, else the column itself.
func (t *Table) Source(column int) int {
	for _, a := range t.again {
		if a.column == column {
			return a.of
		}
	}
	return column
}

// Next returns the cells of the next row, valid until the next call: of CSV all in the order of the columns, of JSON
// those that the object has. Errors are those of Lines.Next.
func (t *Table) Next() ([]Cell, error) {
	b, err := t.Lines.Next()
	if err != nil {
		return nil, err
	}
	t.Row++
	t.cells = t.cells[:0]
	if t.json {
		err = t.object(b)
	} else if t.cells, err = Split(b, t.cells); err == nil && len(t.cells) != t.width {
		return nil, t.Errorf("%d fields; the header row has %d", len(t.cells), t.width)
	}
	if err != nil {
		return nil, t.Fail(err)
	}
	for _, a := range t.again {
		for i := range t.cells {
			if t.cells[i].Column == a.of {
				t.cells = append(t.cells, Cell{a.column, t.cells[i].Kind, t.cells[i].Text})
				break
			}
		}
	}
	return t.cells, nil
}

// Cut returns a warning if an error, of Next or of a row's cells, comes from a file that is cut in that line: the
// rows before it are sound. text is "" for other errors.
func (t *Table) Cut(err error) (line int, text string) {
	switch {
	case err == ErrCut:
		return t.Line + 1, err.Error()
	case err != nil && t.Last && t.Row > 1:
		return t.Line, "the file is cut within this row; read up to the row before it"
	}
	return 0, ""
}

// object takes the members of an object for the cells of a row.
func (t *Table) object(b []byte) error {
	if err := members(b, t.member); err != nil {
		return err
	}
	if t.known != nil {
		t.known(t)
		t.known = nil
	}
	return nil
}

// member adds a cell.
func (t *Table) member(m Member) error {
	name := m.Name
	if len(t.prefix) > 0 {
		name = append(t.prefix, name...)
	} else if m.Kind == Object && t.Nested != nil && t.Nested(name) {
		t.prefix = append(append(t.prefix, name...), '.')
		err := members(m.Text, t.member)
		t.prefix = t.prefix[:0]
		return err
	}
	at, ok := t.number[string(name)]
	if !ok {
		if at = len(t.Names); at == maxNames {
			return errors.New("more than 4096 different keys; expected the same ones in each line")
		}
		t.number[string(name)] = at
		t.Names, t.taken = append(t.Names, string(name)), append(t.taken, 0)
	}
	if t.taken[at] == t.Row {
		return twice(name)
	}
	t.taken[at] = t.Row
	t.cells = append(t.cells, Cell{at, m.Kind, m.Text})
	return nil
}

var errQuote = errors.New(`a quote within a field, or a quoted field that does not end on its line; expected "field", with quotes in it doubled`)

// Split appends the fields of a line of CSV, without the space around them, as cells.
func Split(line []byte, to []Cell) ([]Cell, error) {
	if bytes.IndexByte(line, '"') < 0 {
		for more := true; more; {
			var field []byte
			field, line, more = bytes.Cut(line, []byte{','})
			to = append(to, Cell{Column: len(to), Text: bytes.TrimSpace(field)})
		}
		return to, nil
	}
	r := csv.NewReader(bytes.NewReader(line))
	r.TrimLeadingSpace = true
	fields, err := r.Read()
	if err != nil {
		return to, errQuote
	}
	for _, field := range fields {
		to = append(to, Cell{Column: len(to), Text: bytes.TrimSpace([]byte(field))})
	}
	return to, nil
}
