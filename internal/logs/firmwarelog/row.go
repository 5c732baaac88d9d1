package firmwarelog

import (
	"fmt"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/testvectors/transducer"
)

// Kind tells what a record of a log is.
type Kind uint8

// The kinds of records.
const (
	// Step is an event with its result.
	Step Kind = iota
	// Load sets the state of a connection: the log begins in the middle of its life, or
	// something was lost before. All fields of the state are there.
	Load
	// Init begins a connection again. The fields of the state that are there are held
	// against what the algorithm's init function sets.
	Init
)

var kindNames = [...]string{Step: "step", Load: "load", Init: "init"}

// String returns the name that logs give the kind.
func (k Kind) String() string { return enum.Name(k, kindNames[:]...) }

// parseKind reads a kind by its name or number.
func parseKind(text string) (Kind, bool) {
	for k, name := range kindNames {
		if text == name || text == fmt.Sprint(k) {
			return Kind(k), true
		}
	}
	return 0, false
}

// Row is one record of a log.
type Row struct {
	Kind Kind
	// Conn names the connection; "" where the log does not name any.
	Conn string
	// Parts are what the record holds, by Part. What an event does not say is 0.
	Parts [transducer.NumParts]transducer.Values
	// Place is where the record stands.
	Place Place

	last string // the name that stood there last, so that a connection's rows share one
}

// complete refuses a step without its time or kind.
func (row *Row) complete(a *Algorithm) error {
	if row.Kind != Step {
		return nil
	}
	for _, i := range a.needed {
		if !row.Parts[transducer.PartEvent].Has[i] {
			return fmt.Errorf("there is no event.%s; a step needs it", a.Event[i].Name)
		}
	}
	return nil
}

// Place is where a record stands: by its line in text, by its number and offset in a
// binary log.
type Place struct {
	Line   int   // from 1; 0 in a binary log
	Record int   // from 1; records of all kinds count
	Offset int64 // of a binary record, in bytes
}

// String names the place in a few words.
func (p Place) String() string {
	if p.Line > 0 {
		return fmt.Sprintf("line %d", p.Line)
	}
	return fmt.Sprintf("record %d, offset %d", p.Record, p.Offset)
}

// Error is what is wrong in a log or a layout, with the place.
type Error struct {
	Name  string // the file as it was given
	Place Place  // the zero value where none applies
	Msg   string // what was found, what was expected, the remedy
	Err   error  // what it is the text of, if Msg is empty: a fault of the algorithm
}

// Error gives "name:line: message" or "name: record N, offset M: message".
func (e *Error) Error() string {
	msg := e.Msg
	if msg == "" && e.Err != nil {
		msg = e.Err.Error()
	}
	switch {
	case e.Place.Line > 0:
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Place.Line, msg)
	case e.Place.Record > 0:
		return fmt.Sprintf("%s: %s: %s", e.Name, e.Place, msg)
	}
	return e.Name + ": " + msg
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
