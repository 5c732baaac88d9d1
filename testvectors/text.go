package testvectors

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/testvectors/transducer"
)

// Text returns what WriteText writes of a file that Select returned, its cases numbered from 1. The error is that of Check.
func Text(f *File) ([]byte, error) {
	for i := range f.Groups {
		g := &f.Groups[i]
		g.Calls, g.Sequences = slices.Clone(g.Calls), slices.Clone(g.Sequences) // which are numbered
	}
	f.Renumber()
	var b bytes.Buffer
	err := WriteText(&b, f)
	return b.Bytes(), err
}

// WriteText writes the file as plain text with one case or step a line, for benches that
// have no JSON reader. Left of " = " stands a request of the line protocol,
// right of it what is to come back after `ok`; after " ; " a comment.
// docs/vectors.md describes the form. The error is that of Check or of w.
func WriteText(w io.Writer, f *File) error {
	if err := f.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w) // it keeps its first error, and Flush returns it
	fmt.Fprintf(b, "# smartnic-cc vectors, text form 1\n# file %s algorithm %s digest %s\n", f.label(), f.Algorithm, f.digest())
	for _, line := range f.Header {
		fmt.Fprintf(b, "# %s\n", line)
	}
	var line []byte
	for i := range f.Groups {
		g := &f.Groups[i]
		fmt.Fprintf(b, "# group %d %s\n", i, g.Title())
		names(b, "args", g.Args)
		names(b, "result", g.Results)
		names(b, "params", g.Params)
		names(b, "event", g.Event)
		names(b, "output", g.Output)
		names(b, "state", g.State)
		for j := range g.Calls {
			c := &g.Calls[j]
			line = append(append(line[:0], "call "...), g.Name...)
			line = append(textValues(line, g.Args, c.Args), " ="...)
			line = textNote(textValues(line, g.Results, c.Results), &c.Test)
			_, _ = b.Write(line)
		}
		for j := range g.Sequences {
			writeTextSequence(b, g, &g.Sequences[j])
		}
	}
	return b.Flush()
}

// writeTextSequence writes open, perhaps load, the steps and close. The connection's
// number is the tcId.
func writeTextSequence(b *bufio.Writer, g *Group, s *Sequence) {
	id := strconv.Itoa(s.ID)
	line := append([]byte("open "), id+" "+g.Name...)
	line = append(textValues(line, g.Params, g.ParamValues), " ="...)
	if s.Loaded {
		// What init leaves is not in the file; it is overwritten at once.
		line = append(line, " *"...)
		line = textNote(line, &s.Test)
		line = append(line, "load "+id...)
		line = append(textValues(line, g.State, s.Initial), " =\n"...)
	} else {
		line = textNote(textValues(line, g.State, s.Initial), &s.Test)
	}
	for _, step := range s.Steps {
		event, output, state := g.Split(step)
		line = append(append(line, "step "...), id...)
		line = append(textValues(line, g.Event, event), " ="...)
		line = textValues(textValues(line, g.Output, output), g.State, state)
		line = append(line, '\n')
	}
	line = append(line, "close "+id+" =\n"...)
	_, _ = b.Write(line)
}

func names(b *bufio.Writer, what string, leaves []transducer.Leaf) {
	if len(leaves) == 0 {
		return
	}
	fmt.Fprintf(b, "# %s", what)
	for _, l := range leaves {
		fmt.Fprintf(b, " %s:%s", l.Name, l.Type())
	}
	fmt.Fprintln(b)
}

func textValues(line []byte, leaves []transducer.Leaf, values []uint64) []byte {
	for i, l := range leaves {
		line = l.Append(append(line, ' '), values[i])
	}
	return line
}

// textNote ends a line with the id, the comment and the flags of its test.
func textNote(line []byte, t *Test) []byte {
	line = append(append(line, " ; "...), strconv.Itoa(t.ID)...)
	if t.Comment != "" {
		line = append(append(line, ' '), t.Comment...)
	}
	if len(t.Flags) > 0 {
		line = append(append(line, " ["...), strings.Join(t.Flags, " ")+"]"...)
	}
	return append(line, '\n')
}
