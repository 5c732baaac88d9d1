package compare

import (
	"image/color"
	"io"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/sweep"
)

// barsWide is the share of a group's width that its bars take.
const barsWide = 0.8

// WriteFigures draws the figure sheet as svg, pdf or png: slow-downs by size, their distribution, and the numbers of
// the network and the NIC for each contender. The error is that of the format, or of w.
func (r *Report) WriteFigures(w io.Writer, format string) error {
	return plot.Write(w, format, r.figures()...)
}

func (r *Report) figures() []plot.Figure {
	var list []plot.Figure
	for _, f := range []*plot.Figure{r.bySize(), r.distribution(), r.network()} {
		if f != nil {
			list = append(list, *f)
		}
	}
	if len(list) > 0 {
		list[0].Title = r.head()
		list[0].Panels[0].Title = "Slow-down by size"
	}
	return list
}

// bars returns the bars of a contender: full to one number, lighter to another, at the positions of groups.
func (r *Report) bars(k int, x, full, light []float64) []plot.Series {
	name := r.Contenders[k].Name
	wide := barsWide / float64(len(r.Contenders))
	at := collect.Of(x, func(v float64) float64 { return v + wide*(float64(k)+0.5) - barsWide/2 })
	one := func(y []float64, c color.Color) plot.Series {
		return plot.Series{X: at, Y: y, Style: plot.Bars, Width: 0.92 * wide, Color: c}
	}
	over, own := one(light, plot.WithOpacity(plot.Color(k), 0.3)), one(full, plot.Color(k))
	over.Of, own.Name = []string{name}, name
	return []plot.Series{over, own}
}

// bySize draws the mean and the 99th percentile of the slow-down of messages of each size.
func (r *Report) bySize() *plot.Figure {
	f := &plot.Figure{XLabel: "messages", Height: 340, Note: "Completion time over that in an empty network. Bars: full to the mean, lighter to the 99th percentile"}
	p := plot.Panel{YLabel: "FCT slow-down"}
	most, least := 0.0, 1e99
	for k := range r.Contenders {
		var x, mean, tail []float64
		for i, s := range r.Sizes {
			prefix := ""
			if len(r.Sizes) > 1 {
				prefix = s.prefix()
			}
			m, t := r.Contenders[k].Numbers[prefix+"slowdown_mean"].Mean, r.Contenders[k].Numbers[prefix+"slowdown_p99"].Mean
			if m == 0 {
				continue // none was complete
			}
			x, mean, tail = append(x, float64(i+1)), append(mean, m), append(tail, t)
			most, least = max(most, t), min(least, m)
		}
		p.Series = append(p.Series, r.bars(k, x, mean, tail)...)
	}
	if most == 0 {
		return nil
	}
	f.XNames = append(f.XNames, collect.Of(r.Sizes, func(s SizeClass) string { return s.Title() })...)
	p.Range = [2]float64{0, 1.05 * most}
	if most > 20*least {
		p.LogY, p.Range = true, [2]float64{0.8 * min(least, 1), 1.2 * most}
	}
	f.Panels = []plot.Panel{p}
	return f
}

// distribution draws the cumulative distribution of the messages' slow-downs.
func (r *Report) distribution() *plot.Figure {
	p := plot.Panel{YLabel: "messages (%)", Range: [2]float64{0, 100}}
	for k := range r.Contenders {
		s := &r.Contenders[k]
		c := plot.Series{Name: s.Name, Style: plot.Line, Color: plot.Color(k), Dash: plot.Dash(k + k/8)}
		for i, q := range s.quantiles {
			c.X, c.Y = append(c.X, max(q, 0.001)), append(c.Y, float64(i))
		}
		if len(c.X) > 0 {
			p.Series = append(p.Series, c)
		}
	}
	if len(p.Series) == 0 {
		return nil
	}
	return &plot.Figure{Title: "Distribution of slow-downs", XLabel: "FCT slow-down", LogX: true, Height: 320, Panels: []plot.Panel{p}}
}

// network draws the metrics with a single number for each contender, with confidence intervals.
func (r *Report) network() *plot.Figure {
	f := &plot.Figure{Title: "Network and NIC", Note: "Thin lines: the 95 % confidence interval of the mean over the seeds", Height: 90}
	for i := range r.Contenders {
		f.XNames = append(f.XNames, sweep.Letter(i))
	}
	add := func(title string, of func(*ContenderResult) MeanInterval) {
		p := plot.Panel{Title: title}
		most := 0.0
		for k := range r.Contenders {
			v := of(&r.Contenders[k])
			x := float64(k + 1)
			p.Series = append(p.Series, plot.Series{Name: sweep.Letter(k) + ": " + r.Contenders[k].Name, X: []float64{x}, Y: []float64{v.Mean}, Style: plot.Bars, Width: 0.6, Color: plot.Color(k)})
			if v.HalfWidth > 0 {
				p.Series = append(p.Series, plot.Series{X: []float64{x, x}, Y: []float64{max(v.Mean-v.HalfWidth, 0), v.Mean + v.HalfWidth}, Style: plot.Line, Color: plot.Color(7), Width: 1, Top: true})
			}
			most = max(most, v.Mean+v.HalfWidth)
		}
		if most == 0 {
			return // no contender has any
		}
		p.Range = [2]float64{0, 1.1 * most}
		f.Panels = append(f.Panels, p)
		f.Height += 130
	}
	for _, m := range network {
		add(m.title, func(s *ContenderResult) MeanInterval { return s.Numbers[m.name] })
	}
	add("cycles of a step at worst, "+Target, func(s *ContenderResult) MeanInterval { return MeanInterval{Mean: s.Cost.Cycles[Target]} })
	add("state of a connection, B", func(s *ContenderResult) MeanInterval { return MeanInterval{Mean: float64(s.Cost.State)} })
	return f
}
