package testvectors

import (
	"cmp"
	"fmt"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// The schemas that this package reads and writes.
const (
	FunctionSchema = "function_test_schema_v2.json"
	SequenceSchema = "sequence_test_schema_v2.json"
)

// Types of group: cases of a function, or sequences of an algorithm's steps.
const (
	FunctionTest = "FunctionTest"
	SequenceTest = "SequenceTest"
)

// File is one file of vectors. All groups have the type that goes with its schema.
type File struct {
	// Name is the file's base name without .gz, for messages; it is not part of the content.
	Name string
	// Algorithm says what is tested, for people: "dcqcn", "fixedpoint".
	Algorithm string
	// Schema is FunctionSchema or SequenceSchema.
	Schema string
	// Header is free text: what this is, how it was made.
	Header []string
	// Notes explain the flags.
	Notes map[string]Note
	// Groups hold the tests.
	Groups []Group
}

// Note explains a flag of cases: which bug they would catch.
type Note struct {
	// BugType classes the bug that cases with the flag catch; one of bugTypes.
	BugType string
	// Description says what the cases exercise.
	Description string
	// Effect says what a port that gets them wrong does; may be empty.
	Effect string
}

// bugTypes are the classes of bugs.
var bugTypes = []string{"BASIC", "EDGE_CASE", "ORDER", "OVERFLOW", "PARAMETER", "ROUNDING", "STATE", "WRAP_AROUND"}

// FoundBySearch is the flag of cases that were found by search for a fault that no other
// case shows: strange states, not what traffic brings.
const FoundBySearch = "FoundBySearch"

// ParameterEnds is the flag of cases whose parameters stand at an end of their range.
const ParameterEnds = "ParameterEnds"

// Source says what made a group.
type Source struct {
	Name    string
	Version string
}

// Group is a set of tests with one layout.
type Group struct {
	// Type is FunctionTest or SequenceTest.
	Type   string
	Source Source
	// Name is what runs: a function (fixedpoint.Log2) or an algorithm (dolcerc4).
	Name string
	// Comment tells the group from others of the same name: a profile, an estimate.
	// May be empty.
	Comment string

	// Args and Results are the layout of a FunctionTest.
	Args, Results []transducer.Leaf
	// Calls are the tests of a FunctionTest.
	Calls []Call

	// Params, Event, Output and State are the layout of a SequenceTest.
	Params, Event, Output, State []transducer.Leaf
	// ParamValues are the parameters of all its sequences.
	ParamValues []uint64
	// Sequences are the tests of a SequenceTest.
	Sequences []Sequence
}

// Test is what all tests have.
type Test struct {
	// ID is the tcId: 1 and up through the file.
	ID int
	// Comment says what the case is; printable ASCII, at most 200 characters.
	Comment string
	// Flags are keys of the file's notes.
	Flags []string
}

// Call is one call of a function. Values are two's complement patterns, as in
// package transducer.
type Call struct {
	Test
	Args, Results []uint64
}

// Sequence is the life of one connection.
type Sequence struct {
	Test
	// Loaded: Initial is not what the init function leaves but is to be loaded.
	Loaded bool
	// Initial is the state before the first step.
	Initial []uint64
	// Steps hold a row each: event, output and state after it.
	Steps [][]uint64
}

// Split cuts a row of the group into event, output and state.
func (g *Group) Split(row []uint64) (event, output, state []uint64) {
	e, o := len(g.Event), len(g.Event)+len(g.Output)
	return row[:e], row[e:o], row[o:]
}

// Tests returns the number of tests in the group.
func (g *Group) Tests() int { return len(g.Calls) + len(g.Sequences) }

// Steps returns the number of steps in the group; a call is one.
func (g *Group) Steps() int {
	return len(g.Calls) + collect.Sum(g.Sequences, func(s Sequence) int { return len(s.Steps) })
}

// Title names the group in messages.
func (g *Group) Title() string {
	if g.Comment == "" {
		return g.Name
	}
	return g.Name + " " + g.Comment
}

// Tests returns the number of tests in the file.
func (f *File) Tests() int {
	return collect.Sum(f.Groups, func(v Group) int { return v.Tests() })
}

// Steps returns the number of steps in the file.
func (f *File) Steps() int {
	return collect.Sum(f.Groups, func(v Group) int { return v.Steps() })
}

// Renumber gives the tests their ids: 1 and up in the order of the file.
func (f *File) Renumber() {
	id := 0
	for i := range f.Groups {
		for j := range f.Groups[i].Calls {
			id++
			f.Groups[i].Calls[j].ID = id
		}
		for j := range f.Groups[i].Sequences {
			id++
			f.Groups[i].Sequences[j].ID = id
		}
	}
}

// Check reports the first thing that makes the file invalid: an unknown schema, a
// value outside its type, a wrong number of fields, a flag without a note. Read and
// Encode call it.
func (f *File) Check() error {
	if err := f.check(); err != nil {
		return fmt.Errorf("%s: %w", f.label(), err)
	}
	return nil
}

func (f *File) label() string {
	return cmp.Or(f.Name, "vectors")
}
