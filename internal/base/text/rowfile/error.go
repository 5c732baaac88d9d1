package rowfile

import "strconv"

// Error names the place in a file and what is wrong there, in one line.
type Error struct {
	Name   string // the file's name as given
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
