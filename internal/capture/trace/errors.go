package trace

import (
	"errors"
	"strconv"
)

// ErrNoCNP is wrapped by the error of Open where a trace is sound but holds no
// CNP, so that there is nothing to replay.
var ErrNoCNP = errors.New("no CNP in it")

// Error names the place in a trace and what is wrong there, in one line.
type Error struct {
	Name   string // the file's name as given; "standard input" for "-"
	Offset int64  // byte offset in the (decompressed) content, -1 where a line is named
	Line   int    // from 1; 0 where an offset is named or no place applies
	Msg    string // what was found, what was expected, and the remedy
	Err    error  // the cause, or nil
}

// Error gives "name: offset N: message" or "name:line: message".
func (e *Error) Error() string {
	switch {
	case e.Line > 0:
		return e.Name + ":" + strconv.Itoa(e.Line) + ": " + e.Msg
	case e.Offset >= 0:
		return e.Name + ": offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Msg
	}
	return e.Name + ": " + e.Msg
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

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

var (
	errScalarText   = errors.New("expected a string")
	errScalarNumber = errors.New("expected a number")
)
