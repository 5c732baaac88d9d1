package rowfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// ErrCut says that a compressed file ends early. The lines before are sound; the last, partial one is dropped.
var ErrCut = errors.New("the compressed file is cut here; read up to the last whole row before it")

// Lines reads a text line by line. Blank lines and comments, which begin with #, are stepped over.
type Lines struct {
	Name string // the file's, in messages
	Line int    // number of the line that Next returned last, from 1
	Last bool   // it has no newline: it is the last one, and may be cut
	// Comment gets what comments say, without the # and the space around it; nil for nobody. Its error is Next's, with the line.
	Comment func(text string) error

	b      *bufio.Reader
	offset int64  // of what follows
	peeked []byte // a line that Next returns again
}

// NewLines reads lines of at most MaxLine bytes from b, whose buffer has that size.
func NewLines(name string, b *bufio.Reader) *Lines { return &Lines{Name: name, b: b} }

// Peek returns the line that Next will return.
func (l *Lines) Peek() ([]byte, error) {
	b, err := l.Next()
	l.peeked = b
	return b, err
}

// Next returns the next line without the space around it, valid until the next call. io.EOF ends, ErrCut ends
// what is compressed and cut; other errors are of type *Error.
func (l *Lines) Next() ([]byte, error) {
	if b := l.peeked; b != nil {
		l.peeked = nil
		return b, nil
	}
	for {
		l.Last = false
		b, err := l.b.ReadSlice('\n')
		if err != nil && (err != io.EOF || len(b) == 0) {
			return nil, l.end(err)
		}
		l.offset += int64(len(b))
		l.Line++
		l.Last = err == io.EOF
		if l.Line == 1 {
			b = bytes.TrimPrefix(b, []byte("\xEF\xBB\xBF"))
		}
		b = bytes.TrimSpace(b)
		switch {
		case len(b) == 0:
		case b[0] != '#':
			return b, nil
		case l.Comment != nil:
			if err := l.Comment(string(bytes.TrimSpace(bytes.TrimLeft(b, "#")))); err != nil {
				return nil, l.Fail(err)
			}
		}
	}
}

// end says why there is no further line.
func (l *Lines) end(err error) error {
	switch {
	case err == io.EOF:
		return err
	case errors.Is(err, bufio.ErrBufferFull):
		l.Line++
		return l.Errorf("is longer than %d bytes; expected one row a line", MaxLine)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCut
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return &Error{Name: l.Name, Offset: l.offset, Msg: err.Error() + ": the compressed file is damaged; fetch it again", Err: err}
	}
	return &Error{Name: l.Name, Offset: l.offset, Msg: "cannot be read: " + err.Error(), Err: err}
}

// Errorf makes an error about the line that was read last.
func (l *Lines) Errorf(format string, args ...any) error { return l.Fail(fmt.Errorf(format, args...)) }

// Fail gives an error the place of the line that was read last.
func (l *Lines) Fail(err error) error {
	return &Error{Name: l.Name, Offset: -1, Line: l.Line, Msg: err.Error(), Err: err}
}
