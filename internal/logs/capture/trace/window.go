package trace

import (
	"bytes"
	"io"
)

// window shows stretches of a capture's content in place. It reads ahead in
// large steps, so that a packet costs no call to the system and no copy, and
// whatever of a packet nobody looks at is never touched.
type window struct {
	s    *scanner
	buf  []byte
	r, w int   // buf[r:w] is read and not yet stepped over
	base int64 // offset of buf[0] in the content
	err  error // of the last read; it counts once buf[r:w] is used up
}

const (
	// The buffer begins with windowFirst bytes and doubles up to windowMost as
	// content fills it: half a megabyte stays in the second cache, and a system
	// call a hundred packets is lost in the rest. Small captures stay small.
	windowFirst, windowMost = 1 << 15, 1 << 19
	// maxEmptyReads is how often in a row a reader may return nothing.
	maxEmptyReads = 100
)

func newWindow(s *scanner) window {
	return window{s: s, buf: make([]byte, windowFirst), base: s.off}
}

// off is where the next byte stands in the content.
func (w *window) off() int64 { return w.base + int64(w.r) }

// view returns the next n bytes without stepping over them; they hold until the
// next call. No n may come from a file unless it is known to be small
// (maxCaptured), for the buffer grows to it. The error is io.EOF
// where nothing is left, errCut where there is something but less than n.
func (w *window) view(n int) ([]byte, error) {
	if n <= w.w-w.r {
		return w.buf[w.r : w.r+n], nil
	}
	return w.fill(n)
}

// advance steps over n bytes that view has shown.
func (w *window) advance(n int) { w.r += n }

// fill makes n bytes available, or says why not.
func (w *window) fill(n int) ([]byte, error) {
	w.base += int64(w.r)
	kept := w.buf[w.r:w.w]
	if next := w.grown(n); next != len(w.buf) {
		buf := make([]byte, next)
		w.r, w.w = 0, copy(buf, kept)
		w.buf = buf
	} else {
		w.r, w.w = 0, copy(w.buf, kept)
	}
	for empty := 0; w.w < n && w.err == nil; {
		var got int
		got, w.err = w.s.r.Read(w.buf[w.w:])
		w.w += got
		if got > 0 {
			empty = 0
		} else if empty++; empty == maxEmptyReads && w.err == nil {
			w.err = io.ErrNoProgress
		}
	}
	if w.w >= n {
		return w.buf[:n], nil
	}
	w.s.off = w.base
	return nil, w.s.end(w.err, w.w)
}

// grown is the length that the buffer should have: more than n, and more than
// before once the content has shown that it fills it.
func (w *window) grown(n int) int {
	next := len(w.buf)
	if w.base >= int64(next) && next < windowMost {
		next *= 2
	}
	for next < n {
		next *= 2
	}
	return next
}

// discard steps over n bytes, of which any number may be seen yet or not.
func (w *window) discard(n int64) error {
	for {
		step := min(n, int64(w.w-w.r))
		w.r += int(step)
		if n -= step; n == 0 {
			return nil
		}
		if _, err := w.fill(1); err != nil {
			return cutOf(err) // something was promised
		}
	}
}

// zeros reports whether nothing but zeros follows, as far as a page of it shows: what a
// machine that goes down leaves at the end of a file that had been made longer already.
func (w *window) zeros() bool {
	const page = 4096
	b, err := w.view(page)
	if err != nil && !isEnd(err) {
		return false
	}
	if err != nil {
		b = w.buf[w.r:w.w] // all that is left
	}
	return len(bytes.Trim(b, "\x00")) == 0
}

// cutOf makes a cut of an end that comes where more was promised.
func cutOf(err error) error {
	if err == io.EOF {
		return errCut
	}
	return err
}
