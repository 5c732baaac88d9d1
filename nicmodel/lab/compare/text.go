package compare

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/nicmodel/lab/sweep"
)

// contenderColumns is the width of a contender's column in the text table.
const contenderColumns = 16

// row is a row of the table: a name and a cell for each contender.
type row struct {
	name  string
	cells []string
}

// rows returns the rows of the table.
func (r *Report) rows() (list []row) {
	cells := func(name string, of func(*ContenderResult) string) {
		one := row{name: name}
		for i := range r.Contenders {
			one.cells = append(one.cells, of(&r.Contenders[i]))
		}
		list = append(list, one)
	}
	for _, m := range r.metrics {
		cells(m.title, func(s *ContenderResult) string {
			text := m.text(s.Numbers[m.name])
			if s.Incomplete() {
				text += "*"
			}
			return text
		})
	}
	for _, m := range r.metrics {
		if m.ratio {
			cells(m.title[:strings.IndexByte(m.title+",", ',')]+", over A", func(s *ContenderResult) string { return m.text(s.Over[m.name]) })
		}
	}
	cells("cycles of a step at worst, "+Target, func(s *ContenderResult) string {
		if c := s.Cost.Cycles[Target]; c > 0 {
			return fmt.Sprintf("%.0f", c)
		}
		return "-"
	})
	cells("state of a connection, B", func(s *ContenderResult) string {
		if s.Cost.State == 0 {
			return "-"
		}
		return fmt.Sprint(s.Cost.State)
	})
	return list
}

// head returns a line on what was compared.
func (r *Report) head() string {
	text := r.Scenario
	if r.Title != "" {
		text += ": " + r.Title
	}
	return text
}

// below explains the numbers.
func (r *Report) below() string {
	text := fmt.Sprintf("%s, %d", plural.Of(len(r.Seeds), "seed"), r.Seeds[0])
	if n := len(r.Seeds); n > 1 {
		text += fmt.Sprintf(" to %d; ±: half the 95 %% confidence interval of the mean", r.Seeds[n-1])
	}
	return fmt.Sprintf("%s; queues at looks %v apart; model %s", text, r.QueueEvery, r.Model)
}

// sized returns the number of messages of each size.
func (r *Report) sized() string {
	parts := collect.Of(r.Sizes, func(s SizeClass) string { return fmt.Sprintf("%d %s", s.Count, s.Title()) })
	return fmt.Sprintf("messages of %s and seed %d: %s", r.Contenders[0].Name, r.Seeds[0], strings.Join(parts, ", "))
}

// Write prints the report as text, as wide as w.
func (r *Report) Write(w io.Writer) error {
	width := textwidth.Of(w)
	var b strings.Builder
	for _, text := range []string{r.head(), r.below(), r.sized()} {
		b.WriteString(textwidth.Fill(text, "", "  ", width) + "\n")
	}
	b.WriteString("\n")
	for i := range r.Contenders {
		b.WriteString(textwidth.Fill(sweep.Letter(i)+": "+r.Contenders[i].Title, "  ", "     ", width) + "\n")
	}
	rows, longest := r.rows(), 0
	for _, one := range rows {
		longest = max(longest, utf8.RuneCountInString(one.name))
	}
	abreast := max((width-longest)/contenderColumns, 1)
	for from := 0; from < len(r.Contenders); from += abreast {
		to := min(from+abreast, len(r.Contenders))
		b.WriteString("\n")
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		line := func(name string, cell func(i int) string) {
			fmt.Fprintf(t, "%-*s", longest, name)
			for i := from; i < to; i++ {
				fmt.Fprint(t, "\t"+cell(i))
			}
			fmt.Fprintln(t, "\t")
		}
		line("", sweep.Letter)
		for _, one := range rows {
			line(one.name, func(i int) string { return one.cells[i] })
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	for i, warning := range r.Warnings {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(textwidth.Fill(warning.String(), "", "  ", width) + "\n")
	}
	for text := range strings.Lines(b.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(text, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// String returns the warning as a sentence.
func (w Warning) String() string {
	if w.Contender == "" {
		return "warning: " + w.Text
	}
	return "warning: " + w.Contender + ": " + w.Text
}

// WriteCheck prints what would run, and the warnings that are known before it does.
func (c *Comparison) WriteCheck(w io.Writer) error {
	width := textwidth.Of(w)
	text := fmt.Sprintf("%s: %s, %s: %s", c.path, plural.Of(len(c.Contenders), "contender"), plural.Of(len(c.Seeds), "seed"), plural.Of(len(c.points), "run"))
	lines := []string{text}
	for i, one := range c.Contenders {
		lines = append(lines, "  "+sweep.Letter(i)+": "+one.Title())
	}
	lines = append(lines, collect.Of(c.warnings(), func(warning Warning) string { return warning.String() })...)
	_, err := io.WriteString(w, textwidth.Wrap(strings.Join(lines, "\n")+"\n", width))
	return err
}
