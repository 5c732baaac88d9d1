package pipe

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/enum"
)

// Kind classifies failures of a program.
type Kind int

const (
	// Start: the program could not be started.
	Start Kind = iota
	// Exited: it ended, or closed its output, in the middle of things.
	Exited
	// TimedOut: it did not answer, or did not read, in time.
	TimedOut
	// Malformed: its answer is not a line of the protocol.
	Malformed
	// BadFields: an answer has a wrong number of fields, or one outside its type.
	BadFields
	// Refused: it answered a request with `error`. The program goes on.
	Refused
	// Version: it speaks another version of the protocol.
	Version
)

// String returns the class in a word or two: "start", "timed out".
func (k Kind) String() string {
	return enum.Name(k, "start", "died", "timed out", "rubbish", "fields", "refused", "version")
}

// Error is a program's failure.
type Error struct {
	// Program is the program as the user named it.
	Program string
	// Request is the number of the request, from 1 (the greeting); 0 where none was sent.
	Request uint64
	// Line is the request, shortened.
	Line string
	// Kind classifies the failure.
	Kind Kind
	// Detail says what happened, with the remedy.
	Detail string
}

// Error implements error: one line.
func (e *Error) Error() string {
	if e.Request == 0 {
		return fmt.Sprintf("%s: %s", e.Program, e.Detail)
	}
	return fmt.Sprintf("%s: request %d (%s): %s", e.Program, e.Request, e.Line, e.Detail)
}

// printable shortens what a program wrote, or was sent, to n characters of one
// printable line.
func printable(text string, n int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r == '\uFFFD' {
			return '?'
		}
		return r
	}, strings.TrimRight(text, "\r\n"))
	if len([]rune(text)) > n {
		return string([]rune(text)[:n]) + "..."
	}
	return text
}
