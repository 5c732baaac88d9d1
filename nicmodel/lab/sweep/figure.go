package sweep

import (
	"cmp"
	"strconv"

	"smartnic-cc/internal/reports/plot"
)

// along returns the numbers of the axis that the environments vary: with one axis for both schemes, whose values have
// rising numbers as names, and one scenario without loads. nil otherwise.
func along(both []Axis, environments int) []float64 {
	if len(both) != 1 || len(both[0].Values) != environments || environments < 2 {
		return nil
	}
	var places []float64
	for i, v := range both[0].Values {
		x, err := strconv.ParseFloat(v.Name, 64)
		if err != nil || !(x >= 0 && x < 1e12) || i > 0 && x <= places[i-1] {
			return nil
		}
		places = append(places, x)
	}
	return places
}

// figure draws all schemes over the values of the axis for both: the metric, or for the time of the last completion
// the messages completed per second until then. It is nil without such an axis, or with axes to search.
func (r *Report) figure() *plot.Figure {
	q := r.q
	if q.places == nil || r.Fit != nil || !r.compared() {
		return nil
	}
	p := plot.Panel{Title: q.Metric.Title, YLabel: q.Metric.Unit}
	rate := q.Metric.Name == "last"
	if rate {
		p.Title, p.YLabel = "Messages complete", "million a second"
	}
	most := 0.0
	for k := range q.schemes {
		s := plot.Series{Name: q.schemes[k].Name}
		for env, x := range q.places {
			y := q.Metric.Value(q.cell(k, env, own(0)))
			if rate {
				messages := 0
				list := q.results(k, env, own(0), false)
				for _, one := range list {
					messages += one.All.Completed
				}
				if y == 0 {
					return nil
				}
				y = float64(messages) / float64(len(list)) / y // a million a second is one a microsecond
			}
			most = max(most, y)
			s.X, s.Y = append(s.X, x), append(s.Y, y)
		}
		p.Series = append(p.Series, s)
	}
	p.Range = [2]float64{0, 1.05 * most}
	title := cmp.Or(q.Title, q.Name)
	return &plot.Figure{Title: title, XLabel: q.axis, Panels: []plot.Panel{p}}
}
