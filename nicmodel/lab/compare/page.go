package compare

import (
	"cmp"
	"io"
	"strings"

	"smartnic-cc/internal/reports/htmlreport"
	"smartnic-cc/nicmodel/lab/sweep"
)

// WritePage writes the report as one self-contained HTML page. generator names the program, and command is the one
// that made the report.
func (r *Report) WritePage(w io.Writer, generator, command string) error {
	_, err := r.page(generator, command).Write(w)
	return err
}

func (r *Report) page(generator, command string) *htmlreport.Page {
	p := &htmlreport.Page{Title: r.head(), Subtitle: strings.Join(r.names(), ", ") + ". " + r.below(), Generator: generator}
	if len(r.Warnings) > 0 {
		t := htmlreport.Table{Title: "Where this comparison is not fair, or not whole", Head: []string{"contender", "<what to know"}}
		for _, w := range r.Warnings {
			name := cmp.Or(w.Contender, "all")
			t.Rows = append(t.Rows, []string{name, w.Text})
		}
		p.Sections = append(p.Sections, htmlreport.Section{Title: "Warnings", Tables: []htmlreport.Table{t}})
	}
	numbers := htmlreport.Table{Title: "Means over the seeds", Head: []string{""}, Note: r.sized()}
	for i := range r.Contenders {
		numbers.Head = append(numbers.Head, sweep.Letter(i)+": "+r.Contenders[i].Name)
	}
	for _, one := range r.rows() {
		numbers.Rows = append(numbers.Rows, append([]string{one.name}, one.cells...))
	}
	p.Sections = append(p.Sections,
		htmlreport.Section{Title: "Numbers", Tables: []htmlreport.Table{numbers}},
		htmlreport.Section{Title: "Figures", Figures: r.figures()},
		htmlreport.Section{Title: "What ran", Tables: []htmlreport.Table{r.ran()}, Codes: []htmlreport.Code{{Title: "Command", Text: command}}})
	return p
}

// ran lists the contenders with their settings.
func (r *Report) ran() htmlreport.Table {
	t := htmlreport.Table{Title: "Contenders", Head: []string{"contender", "<profile", "<costliest step", "<changes of the scenario, as cctrace sim --set takes them"}}
	for i := range r.Contenders {
		s := &r.Contenders[i]
		t.Rows = append(t.Rows, []string{s.Name, s.Profile, s.Cost.Step, strings.Join(append(append([]string{}, s.Set...), r.Common...), " ")})
	}
	return t
}
