package firmwarelog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"smartnic-cc/internal/sys/readfile"
	"smartnic-cc/testvectors/transducer"
)

// bufferSize is how much is read ahead, and the longest line.
const bufferSize = 1 << 16

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
	file     io.Closer
	size     int64
	counted  *counter
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

// counter counts the bytes that were read from the file, for a progress bar.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// Open opens a log; "-" is standard input. layout is that of a binary log, nil for
// text. Text, and a binary log whose name ends in .gz, may be compressed by gzip.
func Open(path string, layout *Layout) (*Reader, error) {
	if path == "-" {
		return NewReader(os.Stdin, "standard input", layout)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &Error{Name: path, Msg: readfile.Reason(err).Error()}
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory; name a file in it")
	}
	if err != nil {
		return nil, errors.Join(&Error{Name: path, Msg: err.Error()}, f.Close())
	}
	r, err := NewReader(f, path, layout)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.file, r.size = f, info.Size()
	return r, nil
}

// NewReader reads a log from in; name is its name in messages.
func NewReader(in io.Reader, name string, layout *Layout) (*Reader, error) {
	r := &Reader{name: name, counted: &counter{r: in}, layout: layout}
	b := bufio.NewReaderSize(r.counted, bufferSize)
	head, err := b.Peek(2)
	if err != nil && err != io.EOF {
		return nil, r.fail("cannot be read: %v", err)
	}
	if bytes.Equal(head, []byte{0x1F, 0x8B}) && (layout == nil || strings.HasSuffix(name, ".gz")) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, r.fail("starts like gzip but is not: %v; fetch the file again", err)
		}
		b = bufio.NewReaderSize(z, bufferSize)
	}
	if layout != nil {
		r.format = &binaryFormat{r: r, b: b, layout: layout}
	} else if r.format, err = r.textFormat(b); err != nil {
		return nil, err
	}
	r.header, err = r.format.header()
	return r, err
}

// textFormat tells CSV from JSON lines by the first character that is no space.
func (r *Reader) textFormat(b *bufio.Reader) (format, error) {
	l := &lines{r: r, b: b}
	first, err := l.peek()
	if err == io.EOF {
		return nil, r.fail("is empty; expected CSV with a header row, JSON lines, or a binary log and its --layout")
	}
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(first) || bytes.ContainsFunc(first, func(c rune) bool { return unicode.IsControl(c) && !unicode.IsSpace(c) }) {
		return nil, r.fail("is not text; describe the records of a binary log with --layout")
	}
	if first[0] == '{' {
		return &jsonFormat{lines: l}, nil
	}
	if first[0] != '#' && bytes.IndexByte(first, ',') < 0 {
		return nil, r.fail("begins with %.40q; expected CSV with a header row, or JSON lines (docs/vectors.md)", readfile.OneLine(string(first)))
	}
	return &csvFormat{lines: l}, nil
}

// Header returns what the log says of itself; for a binary one its layout says it.
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

// Cut reports that the log ends within a record, which was left out: more steps were to come.
func (r *Reader) Cut() bool { return r.cut }

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
func (r *Reader) Progress() (done, size int64) { return r.counted.n, r.size }

// Close closes the file.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// warnCut is warn of where the log is cut.
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
