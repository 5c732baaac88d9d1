package trace

import "io"

// watched reports how far a file has been read.
type watched struct {
	io.ReadSeeker
	done, total int64
	tell        func(done, total int64)
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.ReadSeeker.Read(b)
	w.done += int64(n)
	w.tell(w.done, w.total)
	return n, err
}

// Seek goes back where a pass reads the file twice.
func (w *watched) Seek(offset int64, whence int) (at int64, err error) {
	w.done, err = w.ReadSeeker.Seek(offset, whence)
	return w.done, err
}

// watch reports every read to tell until the function that it returns is
// called.
func (in *input) watch(tell func(done, total int64)) (end func(), err error) {
	total, err := in.r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, in.fail(-1, err, "cannot be rewound: %v", err)
	}
	plain := in.r
	in.r = &watched{ReadSeeker: plain, total: total, tell: tell}
	return func() { in.r = plain }, nil
}
