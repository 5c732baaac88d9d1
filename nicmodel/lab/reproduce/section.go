package reproduce

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/systems/companion"
)

// Experiment is one of the paper's.
type Experiment struct {
	// Name is its name in commands, such as table1.
	Name string
	// Title is a one-line description.
	Title string
	// Points lists the points to run.
	Points func(s *Setting) []experiment.Point
	// Parts lists the parts of a companion system to run; nil for others.
	Parts func(s *Setting) []companion.Part
	// Report makes the section of the results of all those points and parts.
	Report func(s *Setting, r *Results) (*Section, error)
}

// experiments returns those of the sections of paper.toml.
var experiments = sync.OnceValue(func() (list []Experiment) {
	table1, table2 := paper().Flows["table1"], paper().Flows["table2"]
	made := map[string]Experiment{
		"table1": ran(table1.studies, table1.report), "table2": ran(table2.studies, table2.report),
		"causes1": ran(table1.changed("causes1"), table1.causes), "causes2": ran(table2.changed("causes2"), table2.causes),
		"fig5": ran(fig5Studies, fig5Report), "causes5": ran(causes5Study, causes5Report), "vasp": ran(vaspStudy, vaspReport),
		"fig8": ran(fig8Study("fig8"), fig8Report), "causes8": ran(fig8Study("causes8"), causes8Report),
		"regret": {Points: regretPoints, Report: regretReport}, "fig3": {Report: fig3Report}, "choices": {Report: choicesReport},
	}
	for _, s := range paper().Section {
		e := made[s.Name]
		e.Name, e.Title = s.Name, s.Title
		if e.Points == nil {
			e.Points = func(*Setting) []experiment.Point { return nil }
		}
		list = append(list, e)
	}
	return list
})

// ran is an experiment of studies.
func ran(in func(*Setting) []*study, report func(*Setting, *Results, []*study) *Section) Experiment {
	return Experiment{
		Points: func(s *Setting) []experiment.Point { return pointsOf(in(s)...) },
		Report: func(s *Setting, r *Results) (*Section, error) { return report(s, r, in(s)), nil },
	}
}

// All returns all experiments of the paper, in the order of the report.
func All() []Experiment { return slices.Clone(experiments()) }

// Select returns experiments by name, in the order of the report, companion systems last; those
// of the paper without names.
func Select(names []string) ([]Experiment, error) {
	if len(names) == 0 {
		return All(), nil
	}
	all := append(All(), Companions()...)
	want := map[string]bool{}
	known := collect.Of(all, func(e Experiment) string { return e.Name })
	for _, n := range names {
		want[n] = true
	}
	var list []Experiment
	for _, e := range all {
		if want[e.Name] {
			list = append(list, e)
			delete(want, e.Name)
		}
	}
	for _, n := range names {
		if want[n] {
			return nil, fmt.Errorf("experiment %q is not known%s; there are %s", n, nearest.Hint(n, known), strings.Join(known, ", "))
		}
	}
	return list, nil
}

// Results are the results of the points of experiments, and rows of systems.
type Results struct {
	// Of returns the result of a point.
	Of   func(experiment.Point) *experiment.Result
	rows map[string][]companion.Row // by system
}

// Section is what an experiment adds to the report.
type Section struct {
	Name, Title string
	// Text is paragraphs on what the paper did and what ran here.
	Text []string
	// Tables are in the report, Data in CSV files next to it.
	Tables []Table
	Data   []Table
	// Notes are the notes that the last column of Tables, or a number in brackets, refers to, from 1.
	Notes []string
	// Figures are drawn in files next to the report.
	Figures []Figure
	// Verdict is sentences on agreement and disagreement, made from the numbers.
	Verdict []string
}

// Table is text in rows and columns.
type Table struct {
	// Name is that of the file of Data, without ending; in a report the line above.
	Name   string
	Header []string
	Rows   [][]string
}

// row appends a row.
func (t *Table) row(cells ...string) { t.Rows = append(t.Rows, cells) }

// Figure is a figure with the name of its file, without ending, and a line beneath.
type Figure struct {
	Name, Caption string
	plot          plot.Figure
}

// Save draws the figure into a file, whose name ends in .svg, .pdf or .png.
func (f *Figure) Save(path string) error { return f.plot.Save(path) }
