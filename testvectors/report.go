package testvectors

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
)

// Write writes the report as text: a table of the groups and, if something differs, where
// and what, field by field. The error is that of w.
func (r *Report) Write(w io.Writer) error {
	var text strings.Builder
	b := textwidth.Wide{Writer: &text, Width: textwidth.Of(w)}
	tests, steps, failed := r.Total()
	verdict := "agrees"
	if !r.OK() {
		verdict = "DIFFERS"
	}
	line(b, "", "%s against %s: %s (%s, %s, %d failed)", r.Firmware, r.File, verdict, plural.Of(tests, "test"), plural.Of(steps, "step"), failed)
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "tests\tsteps\tfailed\t  group\n")
	for _, g := range r.Groups {
		fmt.Fprintf(t, "%d\t%d\t%d\t  %s\n", g.Tests, g.Steps, g.Failed, strings.TrimSpace(g.Name+" "+g.Comment))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if r.First != nil {
		r.First.write(b)
	}
	_, err := io.WriteString(w, trailing.ReplaceAllString(text.String(), "\n")) // tables pad their last column
	return err
}

var trailing = regexp.MustCompile(` +\n`)

// WriteJSON writes the report as JSON. The error is that of w.
func (r *Report) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, r)
}

// Where names the place of the difference in a line.
func (d *Difference) Where() string {
	s := fmt.Sprintf("%s, group %d (%s), tcId %d", d.File, d.Group, strings.TrimSpace(d.Name+" "+d.Profile), d.TcID)
	if d.Comment != "" {
		s += fmt.Sprintf(" %q", d.Comment)
	}
	switch {
	case d.Step > 0:
		s += fmt.Sprintf(", step %d of %d", d.Step, d.Steps)
	case d.Steps > 0:
		s += ", initial state"
	}
	return s
}

// Summary names place, first differing field and bit in a line.
func (d *Difference) Summary() string {
	for _, f := range d.Fields {
		if f.Differs {
			return fmt.Sprintf("%s: %s %s is %s, expected %s (first differing bit %d)", d.Where(), f.Part, f.Name, f.Found, f.Expected, f.Bit)
		}
	}
	return d.Where()
}

func (d *Difference) write(b io.Writer) {
	line(b, "", "first difference: %s", d.Where())
	if len(d.Flags) > 0 {
		line(b, "  ", "flags: %s", strings.Join(d.Flags, ", "))
	}
	for _, n := range d.Notes {
		line(b, "    ", "%s", n)
	}
	if len(d.Event) > 0 {
		what := "event"
		if d.Step == 0 {
			what = "arguments"
		}
		fmt.Fprintf(b, "  %s:\n", what)
		t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
		for _, v := range d.Event {
			fmt.Fprintf(t, "    %s\t%s\t%s\t%s\n", v.Name, v.Type, v.Value, v.Hex)
		}
		flush(t)
	}
	before := collect.Map(d.Before, func(v Value) (string, string) { return v.Name, v.Value })
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	row := func(mark, field, typ, old, expected, found string) {
		fmt.Fprintf(t, "%s\t%s\t%s\t", mark, field, typ)
		if d.Before != nil {
			fmt.Fprintf(t, "%s\t", old)
		}
		fmt.Fprintf(t, "%s\t%s\n", expected, found)
	}
	row("  ", "field", "type", "before", "expected", "found")
	for _, f := range d.Fields {
		mark, old := " ", ""
		if f.Differs {
			mark = "*"
		}
		if f.Part == "state" {
			old = before[f.Name]
		}
		row(mark, f.Part+" "+f.Name, f.Type, old, f.Expected, f.Found)
		if f.Differs {
			row("", fmt.Sprintf("  first differing bit %d", f.Bit), "", "", f.ExpectedHex, f.FoundHex)
		}
	}
	flush(t)
}

// line writes a line behind an indentation, broken where it is too long.
func line(b io.Writer, indent, format string, args ...any) {
	text := textwidth.Wrap(fmt.Sprintf(format, args...), textwidth.Of(b)-len(indent))
	fmt.Fprintln(b, indent+strings.ReplaceAll(text, "\n", "\n"+indent))
}

// flush ends a table that is written to a strings.Builder, which never fails.
func flush(t *tabwriter.Writer) {
	if err := t.Flush(); err != nil {
		panic("testvectors: writing to memory: " + err.Error())
	}
}
