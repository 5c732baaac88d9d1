package testvectors

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"smartnic-cc/testvectors/transducer"
)

// textHead is the first line of the text form.
const textHead = "# smartnic-cc vectors, text form 1"

// WriteText writes the file as plain text with one case or step a line, for benches that
// have no JSON reader. Left of " = " stands a request of the line protocol,
// right of it what is to come back after `ok`; after " ; " a comment.
// docs/vectors.md describes the form; ReadText reads it. The error is that of Check or of
// w.
func WriteText(w io.Writer, f *File) error {
	if err := f.Check(); err != nil {
		return err
	}
	b := bufio.NewWriter(w) // it keeps its first error, and Flush returns it
	fmt.Fprintf(b, "%s\n# file %s algorithm %s digest %s\n", textHead, f.label(), f.Algorithm, f.digest())
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

// TextLine is one line of the text form: a request and its expected reply.
type TextLine struct {
	// Line is its number in the file, from 1.
	Line int
	// Verb is call, open, load, step or close.
	Verb string
	// ID is the connection's number; 0 for a call.
	ID int
	// Name is the function of a call or the algorithm of an open, else "".
	Name string
	// Args are the numbers left of the equals sign: arguments, parameters, a state or
	// an event. Signed ones are two's complement patterns.
	Args []uint64
	// Want are the numbers right of it: results, a state, or output and state.
	Want []uint64
	// AnyReply: whatever comes back is right (an open that a load follows).
	AnyReply bool
	// Note is the text after the semicolon.
	Note string
}

// ReadText reads the text form. An error names the line.
func ReadText(r io.Reader) ([]TextLine, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	var lines []TextLine
	n := 0
	for in.Scan() {
		n++
		text := in.Bytes()
		if n == 1 && string(text) != textHead {
			return nil, fmt.Errorf("line 1: not the text form of vectors, which begins with %q; write it with `ccgen vectors --form text`", textHead)
		}
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		l, err := parseTextLine(string(text))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w; write the file anew with `ccgen vectors --form text`", n, err)
		}
		l.Line = n
		lines = append(lines, l)
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	if n == 0 {
		return nil, fmt.Errorf("line 1: the file is empty; write it with `ccgen vectors --form text`")
	}
	return lines, nil
}

func parseTextLine(text string) (TextLine, error) {
	var l TextLine
	text, l.Note, _ = strings.Cut(text, " ; ")
	left, right, found := strings.Cut(text+" ", " = ")
	if !found {
		return l, fmt.Errorf("no equals sign in %.60q", text)
	}
	request := strings.Split(left, " ")
	l.Verb = request[0]
	rest := request[1:]
	take := func() string {
		if len(rest) == 0 {
			return ""
		}
		s := rest[0]
		rest = rest[1:]
		return s
	}
	var err error
	switch l.Verb {
	case "call":
		l.Name = take()
	case "open":
		l.ID, err = strconv.Atoi(take())
		l.Name = take()
	case "load", "step", "close":
		l.ID, err = strconv.Atoi(take())
	default:
		err = fmt.Errorf("%.20q is none of call, open, load, step, close", l.Verb)
	}
	if err != nil {
		return l, err
	}
	if l.Args, err = textNumbers(rest); err != nil {
		return l, err
	}
	right = strings.TrimSuffix(right, " ")
	switch right {
	case "*":
		l.AnyReply = true
	case "":
	default:
		l.Want, err = textNumbers(strings.Split(right, " "))
	}
	return l, err
}

// textNumbers reads decimal numbers of up to 64 bits, signed or not.
func textNumbers(fields []string) ([]uint64, error) {
	var vs []uint64
	for _, f := range fields {
		v, err := strconv.ParseUint(f, 10, 64)
		if err != nil && strings.HasPrefix(f, "-") {
			var s int64
			s, err = strconv.ParseInt(f, 10, 64)
			v = uint64(s)
		}
		if err != nil {
			return nil, fmt.Errorf("%.40q is no decimal number of 64 bits", f)
		}
		vs = append(vs, v)
	}
	return vs, nil
}
