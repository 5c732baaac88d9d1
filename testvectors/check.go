package testvectors

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"smartnic-cc/testvectors/transducer"
)

// regenerate is the remedy where a file is not what a tool of this house wrote.
const regenerate = "fetch the file again or regenerate it with `ccgen vectors`"

// MaxComment is the largest number of characters of a comment.
const MaxComment = 200

func (f *File) check() error {
	want := ""
	switch f.Schema {
	case FunctionSchema:
		want = FunctionTest
	case SequenceSchema:
		want = SequenceTest
	case "function_test_schema_v1.json", "sequence_test_schema_v1.json":
		return fmt.Errorf("schema: %q is version 1, whose answers are those of older firmware; this program reads %s and %s: %s, or use the tools that wrote it",
			f.Schema, FunctionSchema, SequenceSchema, regenerate)
	default:
		return fmt.Errorf("schema: %.60q is not known, this program reads %s and %s; use the version of the tools that wrote the file, or regenerate it with `ccgen vectors`",
			f.Schema, FunctionSchema, SequenceSchema)
	}
	if f.Algorithm == "" || !plain(f.Algorithm) {
		return fmt.Errorf("algorithm: %.60q is no name; %s", f.Algorithm, regenerate)
	}
	for _, line := range f.Header {
		if !plain(line) {
			return fmt.Errorf("header: a line of more than %d characters or not printable ASCII; shorten it", MaxComment)
		}
	}
	for _, flag := range slices.Sorted(maps.Keys(f.Notes)) {
		n := f.Notes[flag]
		switch {
		case !identifier(flag):
			return fmt.Errorf("notes: flag %.60q is not letters and digits; rename it", flag)
		case !slices.Contains(bugTypes, n.BugType):
			return fmt.Errorf("notes.%s.bugType: %.60q is none of %v", flag, n.BugType, bugTypes)
		case n.Description == "":
			return fmt.Errorf("notes.%s.description: empty; say what the cases exercise", flag)
		}
	}
	if len(f.Groups) == 0 {
		return fmt.Errorf("testGroups: empty; %s", regenerate)
	}
	id := 0
	for i := range f.Groups {
		g := &f.Groups[i]
		if err := g.check(want, f.Notes, &id); err != nil {
			return fmt.Errorf("testGroups[%d] (%.60s): %w", i, g.Name, err)
		}
	}
	return nil
}

func (g *Group) check(typ string, notes map[string]Note, id *int) error {
	switch {
	case g.Type != typ:
		return fmt.Errorf("type: %.60q; the file's schema has %s", g.Type, typ)
	case g.Name == "" || !plain(g.Name) || !plain(g.Comment):
		return fmt.Errorf("name %.60q or comment %.60q: empty, longer than %d characters or not printable ASCII", g.Name, g.Comment, MaxComment)
	case g.Source.Name == "" || g.Source.Version == "":
		return errors.New("source: name or version is missing")
	case g.Tests() == 0:
		return fmt.Errorf("tests: empty; %s", regenerate)
	}
	for _, leaves := range [][]transducer.Leaf{g.Args, g.Results, g.Params, g.Event, g.Output, g.State} {
		if err := checkLeaves(leaves); err != nil {
			return err
		}
	}
	if typ == FunctionTest {
		return g.checkCalls(notes, id)
	}
	return g.checkSequences(notes, id)
}

func (g *Group) checkCalls(notes map[string]Note, id *int) error {
	if len(g.Sequences) > 0 {
		return errors.New("tests: a FunctionTest has no sequences")
	}
	if len(g.Args) == 0 || len(g.Results) == 0 {
		return errors.New("args or result: no fields")
	}
	for i := range g.Calls {
		c := &g.Calls[i]
		err := c.Test.check(notes, id)
		if err == nil {
			err = transducer.Check("args", g.Args, c.Args)
		}
		if err == nil {
			err = transducer.Check("result", g.Results, c.Results)
		}
		if err != nil {
			return fmt.Errorf("tcId %d: %w", c.ID, err)
		}
	}
	return nil
}

func (g *Group) checkSequences(notes map[string]Note, id *int) error {
	if len(g.Calls) > 0 {
		return errors.New("tests: a SequenceTest has no calls")
	}
	if len(g.Event) == 0 || len(g.Output) == 0 || len(g.State) == 0 {
		return errors.New("event, output or state: no fields")
	}
	if err := transducer.Check("params", g.Params, g.ParamValues); err != nil {
		return err
	}
	row := slices.Concat(g.Event, g.Output, g.State)
	for i := range g.Sequences {
		s := &g.Sequences[i]
		err := s.Test.check(notes, id)
		if err == nil {
			err = transducer.Check("initial", g.State, s.Initial)
		}
		if err == nil && len(s.Steps) == 0 {
			err = errors.New("steps: empty")
		}
		for j := 0; err == nil && j < len(s.Steps); j++ {
			if e := transducer.Check("row", row, s.Steps[j]); e != nil {
				err = fmt.Errorf("step %d: %w", j+1, e)
			}
		}
		if err != nil {
			return fmt.Errorf("tcId %d: %w", s.ID, err)
		}
	}
	return nil
}

func (t *Test) check(notes map[string]Note, id *int) error {
	*id++
	if t.ID != *id {
		return fmt.Errorf("expected tcId %d here, since ids count up from 1; %s", *id, regenerate)
	}
	if !plain(t.Comment) {
		return fmt.Errorf("comment: longer than %d characters or not printable ASCII; shorten it", MaxComment)
	}
	for _, flag := range t.Flags {
		if _, ok := notes[flag]; !ok {
			return fmt.Errorf("flags: %.60q has no note; add one", flag)
		}
	}
	return nil
}

func checkLeaves(leaves []transducer.Leaf) error {
	seen := map[string]bool{}
	for _, l := range leaves {
		if l.Name == "" || !plain(l.Name) {
			return fmt.Errorf("a field name is %.60q: empty, longer than %d characters or not printable ASCII", l.Name, MaxComment)
		}
		if seen[l.Name] {
			return fmt.Errorf("two fields are called %.60q; rename one", l.Name)
		}
		seen[l.Name] = true
	}
	return nil
}

// plain reports whether s fits into a line of any derived form.
func plain(s string) bool {
	if len(s) > MaxComment {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func identifier(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
