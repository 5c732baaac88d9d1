package trace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/rowfile"
)

// input is a trace's bytes, to be read from the start as often as needed.
type input struct {
	name string
	r    io.ReadSeeker
	file *os.File // to be closed; nil where the caller owns r
	temp string   // spool file still to be removed, "" if none
	gzip bool
	// derived reports that the content was made of a directory or of samples: its
	// lines mean nothing to the user.
	derived bool
	from    *input   // what the content was made of; nil of a directory
	cut     *Warning // that from ends early; nil if it does not
}

// openInput opens path; "-" is standard input. What cannot be rewound is
// copied to a temporary file first, unless it is of no format and none was asked for.
func openInput(path string, asked Format) (*input, error) {
	if path == "-" {
		return spool("standard input", os.Stdin, asked)
	}
	f, err := os.Open(path)
	if err != nil {
		err = readfile.Reason(err)
		return nil, &Error{Name: path, Offset: -1, Msg: err.Error(), Err: err}
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		if err := f.Close(); err != nil {
			return nil, &Error{Name: path, Offset: -1, Msg: readfile.Reason(err).Error(), Err: err}
		}
		return openDir(path)
	}
	if err != nil {
		return nil, errors.Join(&Error{Name: path, Offset: -1, Msg: err.Error(), Err: err}, f.Close())
	}
	if !info.Mode().IsRegular() {
		in, err := spool(path, f, asked)
		return in, errors.Join(err, f.Close())
	}
	return &input{name: path, r: f, file: f}, nil
}

// spool copies r to a temporary file. Content of no known format is refused by its first bytes: it may be endless.
func spool(name string, r io.Reader, asked Format) (*input, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	head, err := b.Peek(bufferSize)
	if zipped := bytes.HasPrefix(head, []byte{0x1F, 0x8B}); err == nil && asked == 0 && !zipped {
		s, err := (&input{name: name, r: bytes.NewReader(head)}).rewind()
		if err == nil {
			_, err = detect(s)
		}
		if err != nil {
			return nil, err
		}
	}
	f, err := os.CreateTemp("", "trace-*")
	if err != nil {
		err = child.Temporary(err)
		return nil, &Error{Name: name, Offset: -1, Msg: "cannot be spooled: " + err.Error(), Err: err}
	}
	in := &input{name: name, r: f, file: f, temp: f.Name()}
	if os.Remove(in.temp) == nil {
		in.temp = "" // gone from the directory, still open: nothing can be left behind
	}
	if _, err := io.Copy(f, b); err != nil {
		return nil, errors.Join(&Error{Name: name, Offset: -1, Msg: "cannot be spooled: " + err.Error(), Err: err}, in.close())
	}
	return in, nil
}

func (in *input) close() (err error) {
	if in.from != nil {
		err = in.from.close()
	}
	if in.file == nil {
		return err
	}
	err = errors.Join(err, in.file.Close())
	if in.temp != "" {
		err = errors.Join(err, os.Remove(in.temp))
	}
	in.file = nil
	return err
}

// bufferSize is how much is read ahead; also the most that Peek can show.
const bufferSize = rowfile.MaxLine

// rewind returns the content from its start, decompressed.
func (in *input) rewind() (*scanner, error) {
	if _, err := in.r.Seek(0, io.SeekStart); err != nil {
		return nil, in.fail(-1, err, "cannot be rewound: %v", err)
	}
	content, zipped, err := rowfile.Unzip(in.name, in.r)
	in.gzip = zipped
	return &scanner{in: in, r: content}, err
}

// fail makes the error of this input; offset -1 names no place.
func (in *input) fail(offset int64, cause error, format string, args ...any) error {
	return &Error{Name: in.name, Offset: offset, Msg: fmt.Sprintf(format, args...), Err: cause}
}

// salvage is the advice for a file that is damaged from offset on.
func (in *input) salvage(offset int64) string {
	if in.gzip {
		return fmt.Sprintf("keep what is before with gzip -dc IN | head -c %d", offset)
	}
	return fmt.Sprintf("keep what is before with head -c %d IN", offset)
}

// scanner reads the content in order and knows where it is.
type scanner struct {
	in  *input
	r   *bufio.Reader
	off int64
}

// errCut says that the content ends within what was asked for; a clean end is
// io.EOF.
var errCut = errors.New("ends here")

// end distinguishes a clean end from a cut and both from a failure. A gzip stream that
// stops early is a cut: what it held so far is sound.
func (s *scanner) end(err error, got int) error {
	switch {
	case errors.Is(err, io.EOF) && got == 0:
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errCut
	}
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) {
		return s.in.fail(s.off, err, "%v: the compressed file is damaged; fetch it again", err)
	}
	return s.in.fail(s.off, err, "cannot be read: %v", err)
}
