package trace

import (
	"errors"
	"strconv"

	"smartnic-cc/internal/base/text/rowfile"
)

// ErrNoCNP is wrapped by the error of Open where a trace is sound but holds no
// CNP, so that there is nothing to replay.
var ErrNoCNP = errors.New("no CNP in it")

// Error names the place in a trace and what is wrong there, in one line. The name of standard input is "standard input".
type Error = rowfile.Error

// Warning is something that a user should know about a trace that could be
// read all the same.
type Warning struct {
	Offset int64 // byte offset in the (decompressed) content; -1 where no place applies
	Line   int   // line of a text trace; 0 where no place applies
	Text   string
}

// String gives the place and the text.
func (w Warning) String() string {
	switch {
	case w.Line > 0:
		return "line " + strconv.Itoa(w.Line) + ": " + w.Text
	case w.Offset >= 0:
		return "offset " + strconv.FormatInt(w.Offset, 10) + ": " + w.Text
	}
	return w.Text
}
