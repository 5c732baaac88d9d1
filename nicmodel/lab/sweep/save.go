package sweep

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/reports/plot"
)

// Save writes the report into a folder, made if it is not there: sweep.json, sweep.txt,
// points.csv and settings.csv, and sweep.svg of a comparison along one axis of numbers. They get their
// names when all are whole.
func (r *Report) Save(dir string) error {
	folder, err := atomicfile.NewFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Abort()
	type output struct {
		name string
		fill func(io.Writer) error
	}
	outputs := []output{{"sweep.json", r.WriteJSON}, {"sweep.txt", r.Write}, {"points.csv", r.writePoints}, {"settings.csv", r.writeSettings}}
	if f := r.figure(); f != nil {
		outputs = append(outputs, output{"sweep.svg", func(w io.Writer) error { return plot.Write(w, "svg", *f) }})
	}
	for _, out := range outputs {
		if err := folder.Fill(out.name, out.fill); err != nil {
			return err
		}
	}
	return folder.Commit()
}

// columns are the axes of both schemes as columns of a table: names of the baseline's axes,
// then of the rival's that the baseline does not have.
func (r *Report) columns() (names []string, cells func(k int, x setting) []string) {
	at := map[string]int{}
	for k := range r.q.Schemes {
		for _, a := range r.q.Schemes[k].Axes {
			if _, ok := at[a.Name]; !ok {
				at[a.Name] = len(names)
				names = append(names, a.Name)
			}
		}
	}
	return names, func(k int, x setting) []string {
		row := make([]string, len(names))
		for i, v := range x {
			if a := &r.q.schemes[k].Axes[i]; v >= 0 {
				row[at[a.Name]] = a.Values[v].Name
			}
		}
		return row
	}
}

// writePoints writes a row a run as CSV: which setting, where, with which seed, and what
// resulted. A cell of an axis is empty where the scheme's own parameter stays.
func (r *Report) writePoints(w io.Writer) error {
	c := csv.NewWriter(w)
	names, cells := r.columns()
	header := append([]string{"scheme"}, names...)
	header = append(header, "environment", "seed", "held_out", "messages", "completed", "fct_mean_ps", "fct_p50_ps", "fct_p99_ps", "fct_max_ps",
		"mct_mean_ps", "slowdown_mean_permille", "slowdown_p99_permille", "last_ps", "marks", "cnps", "pauses", "lost", "digest")
	if err := c.Write(header); err != nil {
		return err
	}
	for i := range r.q.runs {
		t := &r.q.runs[i]
		g := &t.result.All
		row := append([]string{r.q.schemes[t.scheme].Name}, cells(t.scheme, t.setting)...)
		row = append(row, r.q.Environments[t.env].Name, strconv.FormatUint(t.seed, 10), strconv.FormatBool(t.heldOut))
		for _, v := range []uint64{
			uint64(g.Messages), uint64(g.Completed), g.FCT.Mean, g.FCT.P50, g.FCT.P99, g.FCT.Max, g.MCT.Mean, g.Slowdown.Mean, g.Slowdown.P99,
			uint64(g.Last), t.result.Marks, t.result.CNPs, t.result.Pauses, t.result.Lost,
		} {
			row = append(row, strconv.FormatUint(v, 10))
		}
		if err := c.Write(append(row, t.result.Digest)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// writeSettings writes a row a setting of the search as CSV: the geometric mean over the
// environments of the metric of the scheme's own parameters over the setting's (gain, above
// 1 is better than those), and the metric in every environment, means over the seeds.
//
// Of a fit it has the distance instead of the gain, and what each setting gives for the
// targets that are fitted.
func (r *Report) writeSettings(w io.Writer) error {
	if r.Fit != nil {
		return r.Fit.writeSettings(w)
	}
	c := csv.NewWriter(w)
	names, cells := r.columns()
	header := append([]string{"scheme"}, names...)
	header = append(header, "gain", "incomplete")
	for i := range r.q.Environments {
		header = append(header, r.q.Environments[i].Name)
	}
	if err := c.Write(header); err != nil {
		return err
	}
	for k := range r.q.Schemes {
		first := r.q.score(k)(own(len(r.q.Schemes[k].Axes)))
		for _, x := range r.finals.walks[k].tried {
			s := r.q.score(k)(x)
			row := append([]string{r.q.Schemes[k].Name}, cells(k, x)...)
			var gains []float64
			var values []string
			for env := range s.cells {
				gains = append(gains, ratio(first.cells[env], s.cells[env]))
				values = append(values, strconv.FormatFloat(r.q.Metric.Value(s.cells[env]), 'f', 3, 64))
			}
			row = append(row, strconv.FormatFloat(geometric(gains), 'f', 4, 64), fmt.Sprint(s.incomplete))
			if err := c.Write(append(row, values...)); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}
