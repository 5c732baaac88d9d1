package explain

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// TextOptions say how much Write writes.
type TextOptions struct {
	// Chain is how many links of the chain are shown, around the one that the best hypothesis changes. 0 shows none,
	// a negative number all.
	Chain int
	// Others is how many hypotheses are named besides the best.
	Others int
	// NoTable omits event and fields, for use below a table that has them.
	NoTable bool
}

// width is the width of a terminal.
const width = 80

// Write writes the explanation as text that fits 80 columns.
func (e *Explanation) Write(w io.Writer, o TextOptions) error {
	var b strings.Builder
	if !o.NoTable {
		e.event(&b)
		e.table(&b)
	}
	e.verdict(&b, o.Others)
	e.chain(&b, o.Chain)
	_, err := io.WriteString(w, b.String())
	return err
}

func (e *Explanation) event(b *strings.Builder) {
	line := "event"
	for _, f := range e.Fields {
		if f.Part != "event" {
			continue
		}
		word := " " + f.Name + "=" + f.Expected.Value
		if f.Expected.Real != "" {
			word += " (" + f.Expected.Real + ")"
		}
		if len(line)+len(word) > width {
			b.WriteString(line + "\n")
			line = "     "
		}
		line += word
	}
	if line != "event" {
		b.WriteString(line + "\n\n")
	}
}

// table shows output and state: before, expected, and found if that differs.
func (e *Explanation) table(b *strings.Builder) {
	name := len("field")
	for _, f := range e.Fields {
		if f.Part != "event" {
			name = max(name, len(f.Name))
		}
	}
	row := func(mark, title, before, value, hex, real string) {
		line := fmt.Sprintf("%-2s%-*s %11s %11s  %-10s  %s", mark, name, title, before, value, hex, real)
		if len(line) > width {
			b.WriteString(strings.TrimRight(strings.TrimSuffix(line, real), " ") + "\n")
			Paragraph(b, strings.Repeat(" ", max(0, min(name+15, width-len(real)))), real)
			return
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	row("", "field", "before", "after", "hex", "real")
	for _, f := range e.Fields {
		if f.Part == "event" {
			continue
		}
		before := ""
		if f.Before != nil {
			before = f.Before.Value
		}
		mark, real := "", f.Expected.Real
		switch {
		case f.Differs:
			mark = ">"
		case f.Found == nil:
			real = strings.TrimSpace(real + " (not in the log)")
		}
		row(mark, f.Name, before, f.Expected.Value, f.Expected.Hex, real)
		if f.Differs {
			row(mark, "", "found", f.Found.Value, f.Found.Hex, f.Found.Real)
		}
	}
	b.WriteString("\n")
}

func (e *Explanation) verdict(b *strings.Builder, others int) {
	if e.Tried == 0 {
		return
	}
	if len(e.Hypotheses) == 0 {
		Paragraph(b, "", fmt.Sprintf("None of %d hypotheses of %s explains it: more than one thing differs, or one that they do not have, or the log lacks steps before it (a rate log has all of them with --log all).", e.Tried, plural.Of(e.Kinds, "kind")))
		e.alone(b)
		b.WriteString("\n")
		return
	}
	best := &e.Hypotheses[0]
	title := "explained by"
	switch {
	case !best.All:
		title = "explains part of it"
	case best.refuted():
		title = "would explain it, but should have shown before"
	}
	b.WriteString(title + "\n")
	texts := distinct(len(e.Hypotheses), func(i int, column bool) string { return e.Hypotheses[i].text(column) })
	e.hypothesis(b, best, texts[0], !best.All)
	rest := e.Hypotheses[1:]
	if !best.All {
		for i := range rest {
			e.hypothesis(b, &rest[i], texts[1+i], true)
		}
		e.alone(b)
		b.WriteString("\n")
		return
	}
	same := collect.Count(rest, func(v Hypothesis) bool {
		return v.rank == best.rank && v.Missed == best.Missed && v.refuted() == best.refuted()
	})
	if len(rest) > 0 {
		as := ""
		if same > 0 {
			as = fmt.Sprintf(", %d of them as simple as it", same)
		}
		what := "other hypotheses explain it too"
		if len(rest) == 1 {
			what = "other hypothesis explains it too"
		}
		fmt.Fprintf(b, "%d %s%s%s\n", len(rest), what, as, map[bool]string{true: ":", false: ""}[others > 0])
		for i := range rest[:min(len(rest), max(others, 0))] {
			e.hypothesis(b, &rest[i], texts[1+i], false)
		}
		if n := len(rest) - others; others > 0 && n > 0 {
			fmt.Fprintf(b, "  and %d more (--json has them)\n", n)
		}
	}
	held := ""
	if e.Earlier+e.Later > 0 {
		held = fmt.Sprintf("; checked on %d earlier and %s", e.Earlier, plural.Of(e.Later, "later step"))
	}
	Paragraph(b, "", fmt.Sprintf("(%d hypotheses of %s tried%s)", e.Tried, plural.Of(e.Kinds, "kind"), held))
	b.WriteString("\n")
}

// maxTrials is how rare differences must be, one in maxTrials steps, to hint at the log rather than at the firmware.
const maxTrials = 64

// alone says what may be wrong with the log if no hypothesis explains all.
func (e *Explanation) alone(b *strings.Builder) {
	switch {
	case e.First:
		Paragraph(b, "", "It is the first step of its connection: if the log begins in mid-life, --join takes the state after it for right.")
	case e.Later > 0 && e.LaterDiffer*maxTrials <= e.Later:
		but := ""
		if e.LaterDiffer > 0 {
			but = fmt.Sprintf(", but for %d,", e.LaterDiffer)
		}
		Paragraph(b, "", fmt.Sprintf("The %s after it that were looked at%s are the reference's, each from the firmware's own state. So it differs alone, as where the log lacks records before it, or where something else wrote to the state.", plural.Of(e.Later, "step"), but))
	}
}

// text describes the hypothesis and its place in one or two lines.
func (h *Hypothesis) text(column bool) string {
	if h.Place == "" {
		return h.What
	}
	where := at(h.Place, h.Column, column)
	if h.Called != "" {
		where = fmt.Sprintf("%s, in %s (%s)", h.Called, h.Function, where)
	}
	return fmt.Sprintf("%s\n%s, %s: %s", h.What, where, h.Kind, change(h.Before, h.After))
}

func (e *Explanation) hypothesis(b *strings.Builder, h *Hypothesis, text string, fields bool) {
	what, where, _ := strings.Cut(text, "\n")
	Paragraph(b, "  ", what)
	if where != "" {
		Paragraph(b, "      ", where)
	}
	if fields {
		Paragraph(b, "      ", "explains "+strings.Join(h.Explains, ", "))
	}
	if h.Elsewhere > 0 {
		Paragraph(b, "      ", fmt.Sprintf("contradicted by %s of a vector that agrees", plural.Of(h.Elsewhere, "step")))
	}
	if h.Contradicted > 0 {
		Paragraph(b, "      ", fmt.Sprintf("contradicted by %d of %s", h.Contradicted, plural.Of(e.Earlier, "earlier step")))
	}
	if h.Missed > 0 {
		Paragraph(b, "      ", fmt.Sprintf("does not give %d of %s", h.Missed, plural.Of(e.Later, "later step")))
	}
}

// chain shows the links around the one that the best hypothesis changes, or else the last. Links inside package
// fixedpoint are left out unless the change is there or all are to be shown.
func (e *Explanation) chain(b *strings.Builder, show int) {
	if show == 0 || len(e.Chain) == 0 {
		return
	}
	marked := -1
	if len(e.Hypotheses) > 0 {
		marked = e.Hypotheses[0].Link
	}
	deep := show < 0 || marked >= 0 && arithmetic(&e.Chain[marked])
	var shown []int
	center := len(e.Chain)
	for i := range e.Chain {
		if i == marked {
			center = len(shown)
		}
		if deep || !arithmetic(&e.Chain[i]) {
			shown = append(shown, i)
		}
	}
	from, to := 0, len(shown)
	if show > 0 && to > show {
		from = min(max(0, center-show*2/3), to-show)
		to = from + show
	}
	fmt.Fprintf(b, "the reference's computation (%s)\n", plural.Of(len(e.Chain), "step"))
	if to-from < len(e.Chain) && from > 0 {
		fmt.Fprintf(b, "    ... %d before (--chain -1 shows all)\n", shown[from])
	}
	for _, i := range shown[from:to] {
		e.link(b, i, marked)
	}
	if to < len(shown) {
		fmt.Fprintf(b, "    ... %d after\n", len(e.Chain)-shown[to])
	}
	b.WriteString("\n")
}

// arithmetic reports whether a link is of package fixedpoint.
func arithmetic(l *Link) bool { return strings.HasPrefix(l.Function, "fixedpoint.") }

func (e *Explanation) link(b *strings.Builder, i, marked int) {
	l := &e.Chain[i]
	mark, result := "  ", "= "+l.Result()
	if i == marked {
		mark = "> "
		switch would := e.Hypotheses[0].Would; would {
		case "": // unknown
		case again:
			result += ", " + again
		case notComputed:
			result += ", skipped"
		default:
			result += ", not " + would
		}
	}
	indent := min(l.Depth, 8)
	line := fmt.Sprintf("%s%-20s %s%s", mark, shortPlace(l.Place), strings.Repeat(" ", indent), l.Text)
	if len(line)+1+len(result) <= width {
		b.WriteString(line + " " + result + "\n")
		return
	}
	b.WriteString(cut(line, width) + "\n")
	Paragraph(b, strings.Repeat(" ", 24+indent), result)
}

// shortPlace is a place without the folders above its package's.
func shortPlace(place string) string {
	place = filepath.ToSlash(place)
	dir, file := path.Split(place)
	return path.Join(path.Base(path.Clean(dir)), file)
}

// cut shortens a line.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-3]) + "..."
}

// Paragraph writes words after indent, in lines of up to 80 columns; lines after the first are indented by two more
// columns.
func Paragraph(b *strings.Builder, indent, text string) {
	line, empty := indent, true
	for _, word := range strings.Fields(text) {
		if !empty && len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line, empty = strings.Repeat(" ", len(indent)+2), true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	b.WriteString(line + "\n")
}
