package firmwarelog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/testvectors/transducer"
)

// Header is what a log says of itself before its first record.
type Header struct {
	// Algorithm is its name as among the transducers (dcqcn, dolcerc4), or "".
	Algorithm string
	// Params are parameters by name, as they stand there; nil if there are none.
	Params map[string]string
}

// Reader reads a log. Bind comes before Next.
type Reader struct {
	name     string
	file     *rowfile.File // nil where the caller owns it
	header   Header
	format   format
	layout   *Layout
	columns  *columns
	warnings []string
	cut      bool
	done     bool
	row      Row
	held     [transducer.NumParts][]bool // what any record so far had
}

// format reads the records of one form of log.
type format interface {
	// header reads what comes before the records.
	header() (Header, error)
	// bind resolves the columns that are known before the first record.
	bind(c *columns) error
	// next reads a record into an empty row. io.EOF ends.
	next(row *Row) error
}

// Open opens a log; "-" is standard input. layout is that of a binary log, nil for
// text. Text, and a binary log whose name ends in .gz, may be compressed by gzip.
func Open(path string, layout *Layout) (*Reader, error) {
	f, err := rowfile.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(f, f.Name, layout)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.file = f
	return r, nil
}

// NewReader reads a log from in; name is its name in messages.
func NewReader(in io.Reader, name string, layout *Layout) (*Reader, error) {
	r := &Reader{name: name, layout: layout}
	b := bufio.NewReaderSize(in, rowfile.MaxLine)
	var err error
	if layout == nil || strings.HasSuffix(name, ".gz") {
		b, _, err = rowfile.Unzip(name, b)
	}
	if err != nil {
		return nil, err
	}
	if layout != nil {
		r.format = &binaryFormat{r: r, b: b, layout: layout}
	} else {
		r.format = &textFormat{r: r, lines: rowfile.NewLines(name, b)}
	}
	r.header, err = r.format.header()
	return r, err
}

// Header returns the log's header; a binary log's is in its layout.
func (r *Reader) Header() Header { return r.header }

// Bind says which algorithm wrote the log, so that its columns have a meaning.
func (r *Reader) Bind(a *Algorithm) error {
	r.columns = newColumns(a)
	r.row = Row{}
	for p := range transducer.NumParts {
		n := len(a.Leaves(p))
		r.row.Parts[p], r.held[p] = transducer.NewValues(n), make([]bool, n)
	}
	return r.format.bind(r.columns)
}

// Next reads the next record. It is valid until the next call. io.EOF ends the log.
func (r *Reader) Next() (*Row, error) {
	if r.done {
		return nil, io.EOF
	}
	r.row.Kind, r.row.Conn = Step, ""
	for p := range r.row.Parts {
		clear(r.row.Parts[p].V)
		clear(r.row.Parts[p].Has)
	}
	if err := r.format.next(&r.row); err != nil {
		r.done = true
		return nil, err
	}
	for p := range r.row.Parts {
		for i, has := range r.row.Parts[p].Has {
			r.held[p][i] = r.held[p][i] || has
		}
	}
	if r.row.Kind == Load && !r.row.Parts[transducer.PartState].Complete() {
		r.done = true
		i := slices.Index(r.row.Parts[transducer.PartState].Has, false)
		return nil, &Error{Name: r.name, Place: r.row.Place, Msg: fmt.Sprintf("a load record without state.%s; it has to hold the whole state", r.columns.algorithm.State[i].Name)}
	}
	return &r.row, nil
}

// Name returns the name of the log as it was given.
func (r *Reader) Name() string { return r.name }

// Algorithm returns the algorithm that the log was bound to.
func (r *Reader) Algorithm() *Algorithm { return r.columns.algorithm }

// Missing returns the fields of a part that no record so far held: that have no column, or
// one that is always empty.
func (r *Reader) Missing(p transducer.Part) []string {
	var names []string
	for i, l := range r.columns.algorithm.Leaves(p) {
		if !r.held[p][i] {
			names = append(names, p.String()+"."+l.Name)
		}
	}
	return names
}

// Truncated reports that the log ends within a record, which was left out: more steps were to come.
func (r *Reader) Truncated() bool { return r.cut }

// Warnings returns what a user should know of a log that could be read all the same.
func (r *Reader) Warnings() []string {
	if r.columns == nil || len(r.columns.ignored) == 0 {
		return r.warnings
	}
	names, more := slices.Clone(r.columns.ignored), ""
	if n := len(names); n > 8 {
		names, more = names[:8], fmt.Sprintf(" and %d more", n-8)
	}
	for i := range names {
		names[i] = shorten(names[i])
	}
	text := fmt.Sprintf("not compared, of no meaning for %s: %s%s", r.columns.algorithm.Name, strings.Join(names, ", "), more)
	return append([]string{text}, r.warnings...)
}

// Progress returns how many bytes of how many were read; 0 if that is not known.
func (r *Reader) Progress() (done, size int64) {
	if r.file == nil {
		return 0, 0
	}
	return r.file.Done, r.file.Size
}

// Close closes the file.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// warnCut warns that the log is cut.
func (r *Reader) warnCut(format string, args ...any) {
	r.cut = true
	r.warn(format, args...)
}

func (r *Reader) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

func (r *Reader) fail(format string, args ...any) error {
	return &Error{Name: r.name, Msg: fmt.Sprintf(format, args...)}
}

// shorten quotes a name that comes from outside.
func shorten(s string) string { return fmt.Sprintf("%.40q", s) }
