package rowfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"

	"smartnic-cc/internal/base/sys/readfile"
)

// Stdin is the name of standard input.
const Stdin = "-"

// MaxLine is the longest line, and how much is read ahead, bytes.
const MaxLine = 1 << 16

// File is a file under reading, or standard input.
type File struct {
	// Name is that of messages.
	Name string
	// Done and Size are how many bytes were read, and how many there are: 0 of standard input.
	Done, Size int64
	// Progress gets how many bytes each read took; nil for nobody.
	Progress func(bytes int)

	f *os.File
}

// Open opens a file; "-" is standard input.
func Open(path string) (*File, error) {
	if path == Stdin {
		return &File{Name: "standard input", f: os.Stdin}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fail(path, readfile.Reason(err))
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New("is a directory; name a file in it")
	}
	if err != nil {
		return nil, errors.Join(fail(path, err), f.Close())
	}
	return &File{Name: path, Size: info.Size(), f: f}, nil
}

func fail(name string, err error) error {
	return &Error{Name: name, Offset: -1, Msg: err.Error(), Err: err}
}

// Read implements io.Reader.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.f.Read(p)
	f.Done += int64(n)
	if f.Progress != nil {
		f.Progress(n)
	}
	return n, err
}

// Close closes the file; standard input stays open.
func (f *File) Close() error {
	if f.f == os.Stdin {
		return nil
	}
	return f.f.Close()
}

// Unzip returns the content of r, decompressed where it is gzip, which it reports. name is the file's in messages.
func Unzip(name string, r io.Reader) (content *bufio.Reader, zipped bool, err error) {
	b := bufio.NewReaderSize(r, MaxLine)
	head, err := b.Peek(2)
	if err != nil && err != io.EOF {
		return nil, false, &Error{Name: name, Msg: "cannot be read: " + err.Error(), Err: err}
	}
	if !bytes.Equal(head, []byte{0x1F, 0x8B}) {
		return b, false, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, true, &Error{Name: name, Msg: "starts like gzip but is not: " + err.Error() + "; fetch the file again", Err: err}
	}
	return bufio.NewReaderSize(z, MaxLine), true, nil
}
