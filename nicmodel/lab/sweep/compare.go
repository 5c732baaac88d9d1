package sweep

import (
	"fmt"
	"text/tabwriter"
)

// compared reports whether nothing was searched, since neither scheme has axes: then the
// report is one table of all schemes.
func (r *Report) compared() bool { return r.Schemes[Baseline].Grid == 0 && r.Schemes[Rival].Grid == 0 }

// sideBySide returns the number of schemes in a table: 7 in 80 columns.
func (b *page) sideBySide() int {
	const column = 8
	return max((b.width-nameColumns-2)/column, 1)
}

// writeComparison prints the metric of all schemes, a column each, the rival first.
func (r *Report) writeComparison(b *page) error {
	names := []string{r.Schemes[Rival].Name + ", the rival", r.Schemes[Baseline].Name + ", the baseline"}
	for i := range r.q.Others {
		names = append(names, r.q.Others[i].Name)
	}
	fmt.Fprintln(b)
	for i, name := range names {
		wrap(b, "     ", fmt.Sprintf("  %s: %s", Letter(i), name))
	}
	kinds := [][]uint64{r.Seeds}
	if len(r.HeldOut) > 0 {
		kinds = append(kinds, r.HeldOut)
	}
	abreast := b.sideBySide()
	for kind, seeds := range kinds {
		for from := 0; from < len(names); from += abreast {
			fmt.Fprintln(b)
			wrap(b, "  ", fmt.Sprintf("%s%s, %sseeds %s", r.q.Metric.Title, r.unit(), [2]string{"", "held-out "}[kind], list(seeds)))
			if err := r.compare(b, kind, from, min(from+abreast, len(names))); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(b)
	wrap(b, "  ", "over A: the geometric mean over the environments of the metric over that of A; above 1 is worse")
	return nil
}

// compare prints a table of the schemes from..to-1.
func (r *Report) compare(b *page, kind, from, to int) error {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "environment")
	for i := from; i < to; i++ {
		fmt.Fprint(t, "\t"+Letter(i))
	}
	fmt.Fprintln(t, "\t")
	over := make([][]float64, to)
	for env := range r.Environments {
		e := &r.Environments[env]
		cells := []Cell{e.Rival.Own.cells[kind], e.Baseline.Own.cells[kind]}
		for i := range e.Others {
			cells = append(cells, e.Others[i].cells[kind])
		}
		fmt.Fprint(t, b.short(e.Name))
		for i := from; i < to; i++ {
			fmt.Fprintf(t, "\t%s", r.q.Metric.Text(cells[i]))
			over[i] = append(over[i], ratio(cells[i], cells[0]))
		}
		fmt.Fprintln(t, "\t")
	}
	fmt.Fprint(t, "over A")
	for i := from; i < to; i++ {
		fmt.Fprintf(t, "\t%s", ratioText(geometric(over[i])))
	}
	fmt.Fprintln(t, "\t")
	return t.Flush()
}

// Letter names a column of a table: A to Z, AA to AZ and so on.
func Letter(i int) string {
	name := string(rune('A' + i%26))
	if i >= 26 {
		name = Letter(i/26-1) + name
	}
	return name
}
