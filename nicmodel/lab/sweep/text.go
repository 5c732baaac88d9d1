package sweep

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
)

// page is text of a width.
type page struct {
	strings.Builder
	width int
}

// Write prints the report as text of the width of w.
func (r *Report) Write(w io.Writer) error {
	b := page{width: textwidth.Of(w)}
	title := r.q.Name
	if r.q.Title != "" {
		title += ": " + r.q.Title
	}
	wrap(&b, "", title)
	what, seeds, write := r.q.Metric.Title+r.unit(), "search seeds", r.writeSearch
	switch {
	case r.Fit != nil:
		what, write = r.Fit.what(), r.Fit.write
	case r.compared():
		seeds, write = "seeds", r.writeComparison
	}
	wrap(&b, "", fmt.Sprintf("%s; %s %s%s; model %s", what, seeds, list(r.q.Seeds), heldOutText(r.q.HeldOut), r.q.model))
	if err := write(&b); err != nil {
		return err
	}
	if strings.Contains(b.String(), "*") {
		fmt.Fprintf(&b, "\n*: runs whose messages were not all complete at the end\n")
	}
	// Empty cells at the end of a row leave spaces.
	for line := range strings.Lines(b.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(line, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// unit is that of the metric after a comma, or nothing.
func (r *Report) unit() string {
	if r.Unit == "" {
		return ""
	}
	return ", " + r.Unit
}

// writeSearch prints what the walks found.
func (r *Report) writeSearch(b *page) error {
	base, rival := r.Schemes[Baseline].Name, r.Schemes[Rival].Name
	for i := range r.Schemes {
		s := &r.Schemes[i]
		fmt.Fprintln(b)
		wrap(b, "  ", fmt.Sprintf("%s, the %s: %s tried of %s", s.Name, s.Role, plural.Of(s.Tried, "setting"), gridText(s.Grid)))
		wrap(b, "    ", "  best setting: "+s.Best.Setting)
		wrap(b, "    ", fmt.Sprintf("  gain over its own parameters: %s", ratioText(s.Gain)))
	}
	columns := []string{"search"}
	if len(r.HeldOut) > 0 {
		columns = append(columns, "held-out")
	}
	for i, name := range columns {
		held := i == 1
		fmt.Fprintf(b, "\n%s%s, %s seeds\n", r.q.Metric.Title, r.unit(), name)
		wrap(b, "  ", fmt.Sprintf("the first three columns are %s's, the other four %s's", base, rival))
		if err := r.values(b, held); err != nil {
			return err
		}
		fmt.Fprintln(b)
		wrap(b, "  ", fmt.Sprintf("%s over %s, %s seeds: above 1 %s is better", base, rival, name, rival))
		if err := r.ratios(b, held); err != nil {
			return err
		}
	}
	fmt.Fprintln(b)
	wrap(b, "  ", "own: the scheme's own parameters; best: the setting with the least geometric mean over all environments; here, worst: the settings that do best and worst in that environment")
	for _, end := range []struct {
		name string
		list []Extreme
	}{{"best", r.Best}, {"worst", r.Worst}} {
		fmt.Fprintln(b)
		wrap(b, "  ", fmt.Sprintf("Where %s does %s: the metric of %s tuned to that environment over its own, and in parentheses that of %s with its own parameters", rival, end.name, base, base))
		for i := range end.list {
			x := &end.list[i]
			line := fmt.Sprintf("%s (%s)", ratioText(x.Tuned.Search), ratioText(x.Own.Search))
			if len(r.HeldOut) > 0 {
				line += fmt.Sprintf(", held-out %s (%s)", ratioText(x.Tuned.HeldOut), ratioText(x.Own.HeldOut))
			}
			wrap(b, "    ", fmt.Sprintf("  %s: %s; %s", line, x.Environment, x.Setting))
		}
	}
	r.around(b)
	return nil
}

// around says what the values of axes matter about the best settings.
func (r *Report) around(b *page) {
	for k := range r.Schemes {
		s := &r.Schemes[k]
		if len(s.Around) == 0 {
			continue
		}
		fmt.Fprintln(b)
		wrap(b, "  ", fmt.Sprintf("About %s's best setting: its metric with another value of one axis, over that of the best setting (geometric mean; above 1 is worse)", s.Name))
		for _, a := range s.Around {
			var others []string
			for _, o := range a.Others {
				text := o.Value + " " + ratioText(o.Over)
				if o.Incomplete > 0 {
					text += "*"
				}
				others = append(others, text)
			}
			b.axis(a.Axis, "best", a.Value, others)
		}
	}
}

// axis prints an axis, the value of a setting ("" for the scheme's own), and what others give.
func (b *page) axis(name, which, value string, others []string) {
	value = cmp.Or(value, "its own")
	if len(others) == 0 {
		others = []string{"no other was tried"}
	}
	wrap(b, "    ", fmt.Sprintf("  %s, %s %s: %s", name, which, value, strings.Join(others, "; ")))
}

// values is the table of the metric.
func (r *Report) values(b *page, held bool) error {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "environment\town\tbest\there\town\tbest\there\tworst\t\n")
	for i := range r.Environments {
		e := &r.Environments[i]
		fmt.Fprint(t, b.short(e.Name))
		for _, m := range []*Measure{&e.Baseline.Own, &e.Baseline.Best, &e.Baseline.Here, &e.Rival.Own, &e.Rival.Best, &e.Rival.Here, &e.Worst} {
			fmt.Fprintf(t, "\t%s", r.q.Metric.Text(m.cells[column(held)]))
		}
		fmt.Fprintln(t, "\t")
		for k := range e.Others {
			fmt.Fprintf(t, "%s\t%s\t\t\t\t\t\t\t\n", b.short("- "+e.Others[k].Setting), r.q.Metric.Text(e.Others[k].cells[column(held)]))
		}
	}
	return t.Flush()
}

// ratios is the table of contests.
func (r *Report) ratios(b *page, held bool) error {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "environment\town/own\town/best\tbest/best\there/best\there/here\t\n")
	row := func(name string, list ...PairedMeasure) {
		fmt.Fprint(t, b.short(name))
		for _, c := range list {
			v := c.Search
			if held {
				v = c.HeldOut
			}
			fmt.Fprintf(t, "\t%s", ratioText(v))
		}
		fmt.Fprintln(t, "\t")
	}
	for i := range r.Environments {
		e := &r.Environments[i]
		row(e.Name, e.Own, e.BestOwn, e.Best, e.BestHere, e.Here)
	}
	all := collect.Of(r.Overall, func(v GeometricMean) PairedMeasure { return v.PairedMeasure })
	row("geometric mean", all...)
	return t.Flush()
}

// column is the index of a measure's cells.
func column(held bool) int {
	if held {
		return 1
	}
	return 0
}

// nameColumns are those of a table of textwidth.Columns that its names have.
const nameColumns = 22

// short cuts a name in its middle to fit a table: environments differ at the end.
func (b *page) short(name string) string {
	const tail = 12
	most := max(b.width-textwidth.Columns+nameColumns, tail+4)
	if r := []rune(name); len(r) > most {
		return string(r[:most-2-tail]) + ".." + string(r[len(r)-tail:])
	}
	return name
}

func ratioText(v float64) string {
	if v == 0 {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

func gridText(n uint64) string {
	if n == 0 {
		return "1, it has no axes"
	}
	return fmt.Sprintf("%d and its own parameters", n)
}

func heldOutText(seeds []uint64) string {
	if len(seeds) == 0 {
		return ""
	}
	return ", held-out " + list(seeds)
}

// list writes seeds with runs of neighbours as 1-3.
func list(seeds []uint64) string {
	var parts []string
	for i := 0; i < len(seeds); {
		k := i
		for k+1 < len(seeds) && seeds[k+1] == seeds[k]+1 {
			k++
		}
		part := strconv.FormatUint(seeds[i], 10)
		if k > i {
			part += "-" + strconv.FormatUint(seeds[k], 10)
		}
		parts = append(parts, part)
		i = k + 1
	}
	return strings.Join(parts, ",")
}

// wrap writes words in lines of the width; lines after the first are indented.
func wrap(b *page, indent, text string) {
	words := strings.TrimLeft(text, " ")
	b.WriteString(textwidth.Fill(words, text[:len(text)-len(words)], indent, b.width) + "\n")
}
