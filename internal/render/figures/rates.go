package figures

import (
	"fmt"
	"image/color"
	"slices"
	"sort"

	"smartnic-cc/internal/render/plot"
	"smartnic-cc/internal/text/plural"
)

// ConnSeries is the rate log of one connection.
type ConnSeries struct {
	Name string
	Time []float64 // ms, never falling
	RC   []float64 // Gb/s, from Time[i] until Time[i+1]; nil in an algorithm without a rate
	RT   []float64 // Gb/s, likewise; nil if not known
	// Alpha is the rate reduction factor, 0 to 1; nil if not known.
	Alpha []float64
	// Arm is the index of the chosen arm; nil where nothing learns.
	// It starts from 0.
	Arm []int
	CNP []float64 // ms, arrival of each CNP
	// More are the curves that the page has names for, of other connections' algorithms empty.
	More []Line
	// Sending are the times, ms, at which the connection has something to send, in order; nil
	// where that is not known, which counts as always.
	Sending [][2]float64
}

// RatesPage is the figure of a replay.
type RatesPage struct {
	Title string // empty: one that counts the connections
	Note  string // small print, such as what was assumed; may be empty
	Conns []ConnSeries
	// Rate is what the rate is called; "" is RC.
	Rate string
	// More are the axes of ConnSeries.More, each of which has a panel.
	More []Axis
	// Means draws faint lines under the means of all however few connections there are.
	Means bool
}

// FewConns is up to how many connections each has its colour, its RT and its name.
const FewConns = 8

// Limits that keep the page legible.
const (
	cnpBands  = 4  // up to here every connection has its own band of CNPs
	maxConns  = 64 // of more connections this many are drawn
	meanSteps = 600
)

// Rates draws RC and RT over time, with the CNPs as ticks beneath, and alpha and the
// chosen arm in panels of their own where they are known. The errors are those of
// RatesPage.Save.
func Rates(path string, conns []ConnSeries) error {
	return RatesPage{Conns: conns}.Save(path)
}

// Save draws the page into a file, SVG, PDF or PNG by the extension. The errors are those of
// Figure, and of writing the file.
func (p RatesPage) Save(path string) error {
	f, err := p.Figure()
	if err != nil {
		return err
	}
	return f.Save(path)
}

// Figure lays the page out. Up to eight connections are drawn one by one; of
// more, RC is drawn in faint lines under the means of all. An error names the
// connection that cannot be drawn.
func (p RatesPage) Figure() (plot.Figure, error) {
	if len(p.Conns) == 0 {
		return plot.Figure{}, fmt.Errorf("figures: no connections to draw")
	}
	for i := range p.Conns {
		if err := p.Conns[i].validate(); err != nil {
			return plot.Figure{}, fmt.Errorf("figures: connection %d (%q): %w", i+1, p.Conns[i].Name, err)
		}
	}
	f := plot.Figure{Title: p.Title, XLabel: "time (ms)", Note: p.Note}
	if f.Title == "" {
		f.Title = "Rates of one connection"
		if len(p.Conns) > 1 {
			f.Title = "Rates of " + plural.Of(len(p.Conns), "connection")
		}
	}
	if p.Means || len(p.Conns) > FewConns {
		p.many(&f)
	} else {
		p.few(&f)
	}
	if len(f.Panels) == 0 {
		return plot.Figure{}, fmt.Errorf("figures: the connections have no rate, no CNPs and nothing else to draw")
	}
	if rates := &f.Panels[0]; rates.YLabel == RateLabel {
		top := 0.0
		for i := range rates.Series {
			for _, y := range rates.Series[i].Y {
				top = max(top, y)
			}
		}
		if top > 0 {
			rates.Range = [2]float64{0, top * 1.05}
		}
		rates.Share = 1.6
	}
	// A log that begins soon after 0 is drawn from 0 on.
	grid := p.grid()
	if lo, hi := grid[0], grid[len(grid)-1]; lo > 0 && lo < hi/10 {
		f.XRange = [2]float64{0, hi}
	}
	return f, nil
}

func (c *ConnSeries) validate() error {
	if len(c.Time) == 0 {
		return fmt.Errorf("no points; leave it out")
	}
	for _, l := range []struct {
		name string
		n    int
	}{{"RC", len(c.RC)}, {"RT", len(c.RT)}, {"alpha", len(c.Alpha)}, {"arm", len(c.Arm)}} {
		if l.n != len(c.Time) && l.n != 0 {
			return fmt.Errorf("%d times and %d values of %s; give one a time", len(c.Time), l.n, l.name)
		}
	}
	for i, a := range c.Arm {
		if a < 0 || a > 255 {
			return fmt.Errorf("arm %d at point %d; give 0 to 255", a, i)
		}
	}
	if i := fallsAt(c.Time); i > 0 {
		return fmt.Errorf("time falls from %v to %v ms at point %d; sort the log by time", c.Time[i-1], c.Time[i], i)
	}
	return nil
}

// fallsAt returns the first index where v is lower than before, or 0.
func fallsAt(v []float64) int {
	for i := 1; i < len(v); i++ {
		if v[i] < v[i-1] {
			return i
		}
	}
	return 0
}

// RateLabel is the label of the axis of rates.
const RateLabel = "rate (Gb/s)"

// rate is what the rate is called.
func (p RatesPage) rate() string {
	if p.Rate == "" {
		return "RC"
	}
	return p.Rate
}

// few draws every connection by itself.
func (p RatesPage) few(f *plot.Figure) {
	rates := plot.Panel{YLabel: RateLabel}
	alpha := plot.Panel{YLabel: "alpha", Range: [2]float64{0, 1.05}, Share: 0.7}
	arm := plot.Panel{YLabel: "arm", Share: 0.6}
	single := len(p.Conns) == 1
	var cnps []plot.Series
	var all []float64
	for i := range p.Conns {
		c := &p.Conns[i]
		own := plot.Color(i)
		name, rtName := c.label(i), ""
		rtColor := plot.Faded(own, 0.55)
		if single {
			name, rtName = p.rate(), "RT"
			rtColor = plot.Color(1)
		} else if i == 0 {
			rtName = "RT (dashed, in the same colours)"
		}
		if len(c.RC) > 0 {
			rates.Series = append(rates.Series, plot.Series{Name: name, X: c.Time, Y: c.RC, Style: plot.Step, Color: own, Top: true})
		}
		if len(c.RT) > 0 {
			rates.Series = append(rates.Series, plot.Series{Name: rtName, X: c.Time, Y: c.RT, Style: plot.StepDashed, Color: rtColor, Width: 1})
		}
		if len(c.CNP) > 0 {
			cnps = append(cnps, plot.Series{X: c.CNP, Style: plot.Ticks, Color: own})
			all = append(all, c.CNP...)
		}
		if len(c.Alpha) > 0 {
			alpha.Series = append(alpha.Series, plot.Series{X: c.Time, Y: c.Alpha, Style: plot.Step, Color: own})
		}
		if len(c.Arm) > 0 {
			arm.Series = append(arm.Series, plot.Series{X: c.Time, Y: floats(c.Arm), Style: plot.Step, Color: own})
		}
	}
	if !single {
		moveFirst(rates.Series, func(s plot.Series) bool { return s.Style == plot.Step })
	}
	switch {
	case len(cnps) > cnpBands:
		rates.Series = append(rates.Series, plot.Series{Name: "CNP", X: all, Style: plot.Ticks, Color: cnpColor})
	case len(cnps) > 0:
		cnps[0].Name = "CNP"
		if single {
			cnps[0].Color = cnpColor
		}
		rates.Series = append(rates.Series, cnps...)
	}
	if len(rates.Series) > 0 {
		f.Panels = append(f.Panels, rates)
	}
	if len(alpha.Series) > 0 {
		f.Panels = append(f.Panels, alpha)
	}
	if len(arm.Series) > 0 {
		arm.Range = armRange(p.Conns)
		f.Panels = append(f.Panels, arm)
	}
	p.moreOfFew(f)
}

var cnpColor = color.RGBA{R: 0xb4, G: 0x23, B: 0x2a, A: 0xff}

// moveFirst moves the series that match ahead of the others, in their order: the
// legend shall name the connections before it explains the dashes.
func moveFirst(s []plot.Series, match func(plot.Series) bool) {
	sort.SliceStable(s, func(i, j int) bool { return match(s[i]) && !match(s[j]) })
}

func (c *ConnSeries) label(i int) string {
	if c.Name != "" {
		return c.Name
	}
	return fmt.Sprintf("connection %d", i+1)
}

func floats(v []int) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// armRange leaves half a step of room around the arms in use.
func armRange(conns []ConnSeries) [2]float64 {
	top := 1
	for i := range conns {
		for _, a := range conns[i].Arm {
			top = max(top, a)
		}
	}
	return [2]float64{-0.4, float64(top) + 0.4}
}

// many draws the connections faintly and means on top.
func (p RatesPage) many(f *plot.Figure) {
	shown := spread(len(p.Conns), maxConns)
	if len(shown) < len(p.Conns) {
		note := fmt.Sprintf("%d of %d connections drawn.", len(shown), len(p.Conns))
		if f.Note != "" {
			note = f.Note + " " + note
		}
		f.Note = note
	}
	if slices.ContainsFunc(p.Conns, func(c ConnSeries) bool { return c.Sending != nil }) {
		if f.Note != "" {
			f.Note += " "
		}
		f.Note += OfSending + "."
	}
	grid := p.grid()
	mean := func(name string, of func(c *ConnSeries) []float64, style plot.Style, i int) plot.Series {
		s := plot.Series{Name: name, Style: style, Color: plot.Color(i), Width: 2, Top: true}
		s.X, _, s.Y, _ = p.envelope(grid, of)
		return s
	}
	rcOf := func(c *ConnSeries) []float64 { return c.RC }
	rtOf := func(c *ConnSeries) []float64 { return c.RT }
	alphaOf := func(c *ConnSeries) []float64 { return c.Alpha }
	rates := plot.Panel{YLabel: RateLabel, Series: []plot.Series{
		mean("mean "+p.rate(), rcOf, plot.Step, 1),
		mean("mean RT", rtOf, plot.StepDashed, 3),
	}}
	var cnp []float64
	for i := range p.Conns {
		cnp = append(cnp, p.Conns[i].CNP...)
	}
	if len(cnp) > 0 {
		rates.Series = append(rates.Series, plot.Series{Name: "CNP", X: cnp, Style: plot.Ticks, Color: cnpColor})
	}
	x, low, high := p.spreadOf(grid, rcOf)
	rates.Series = append(rates.Series,
		plot.Series{Name: "5th and 95th percentile of " + p.rate(), X: x, Y: low, Style: plot.Step, Dash: plot.Dots, Color: plot.Color(0), Width: 1.4, Top: true},
		plot.Series{X: x, Y: high, Style: plot.Step, Dash: plot.Dots, Color: plot.Color(0), Width: 1.4, Top: true})
	// So many have no names: no legend shows them.
	name := p.rate() + " of each"
	for _, i := range shown {
		c := &p.Conns[i]
		if len(c.RC) == 0 {
			continue
		}
		rates.Series = append(rates.Series, plot.Series{Name: name, X: c.Time, Y: c.RC, Style: plot.Step, Color: plot.Faded(plot.Color(4), 0.35), Width: 0.8})
		name = ""
	}
	if slices.ContainsFunc(rates.Series, func(s plot.Series) bool { return len(s.X) > 0 }) {
		f.Panels = append(f.Panels, rates)
	}
	if x, low, mid, high := p.envelope(grid, alphaOf); len(x) > 0 {
		f.Panels = append(f.Panels, plot.Panel{YLabel: "alpha", Range: [2]float64{0, 1.05}, Share: 0.7, Series: bandSeries("alpha", x, low, mid, high)})
	}
	if shares := p.armShares(grid); len(shares) > 0 {
		f.Panels = append(f.Panels, plot.Panel{YLabel: "share on arm", Range: [2]float64{0, 1.05}, Share: 0.7, Series: shares})
	}
	p.moreOfMany(f, grid)
}

// bandSeries draws the mean, and the lowest and the highest beneath.
func bandSeries(name string, x, low, mid, high []float64) []plot.Series {
	return []plot.Series{
		{Name: "mean " + name, X: x, Y: mid, Style: plot.Step, Color: plot.Color(1), Width: 2, Top: true},
		{Name: "lowest and highest", X: x, Y: low, Style: plot.Step, Color: plot.Color(7), Width: 0.8},
		{X: x, Y: high, Style: plot.Step, Color: plot.Color(7), Width: 0.8},
	}
}

// spread returns at most most indices below n, evenly spaced.
func spread(n, most int) []int {
	out := make([]int, 0, min(n, most))
	for k := range min(n, most) {
		out = append(out, k*n/min(n, most))
	}
	return out
}

// grid returns the times at which means are taken.
func (p RatesPage) grid() []float64 {
	lo, hi := p.Conns[0].Time[0], p.Conns[0].Time[0]
	for i := range p.Conns {
		t := p.Conns[i].Time
		lo, hi = min(lo, t[0]), max(hi, t[len(t)-1])
	}
	out := make([]float64, meanSteps+1)
	for i := range out {
		f := float64(i) / meanSteps
		out[i] = lo*(1-f) + hi*f
	}
	return slices.Compact(out)
}

// indexAt returns the index of the last point at or before t, or -1.
func (c *ConnSeries) indexAt(t float64) int {
	return sort.Search(len(c.Time), func(i int) bool { return c.Time[i] > t }) - 1
}

// OfSending says of which connections means are.
const OfSending = "Means are of the connections that have something to send"

// sends reports whether the connection has something to send at t.
func (c *ConnSeries) sends(t float64) bool {
	if c.Sending == nil {
		return true
	}
	i := sort.Search(len(c.Sending), func(i int) bool { return c.Sending[i][1] > t })
	return i < len(c.Sending) && c.Sending[i][0] <= t
}

// envelope returns the lowest, mean and highest of what of returns over the
// connections that have begun by then and have something to send. A connection keeps its
// last value after the end of its log.
func (p RatesPage) envelope(grid []float64, of func(c *ConnSeries) []float64) (x, low, mean, high []float64) {
	for _, t := range grid {
		var sum, least, most float64
		n := 0
		for i := range p.Conns {
			c := &p.Conns[i]
			k := c.indexAt(t)
			if k < 0 || len(of(c)) == 0 || !c.sends(t) {
				continue
			}
			v := of(c)[k]
			if n == 0 {
				least, most = v, v
			}
			sum, least, most = sum+v, min(least, v), max(most, v)
			n++
		}
		if n > 0 {
			x, low, mean, high = append(x, t), append(low, least), append(mean, sum/float64(n)), append(high, most)
		}
	}
	return x, low, mean, high
}

// armShares returns for every arm the part of the connections that use it.
func (p RatesPage) armShares(grid []float64) []plot.Series {
	top := -1
	for i := range p.Conns {
		for _, a := range p.Conns[i].Arm {
			top = max(top, a)
		}
	}
	out := make([]plot.Series, top+1)
	for _, t := range grid {
		count, n := make([]float64, top+1), 0.0
		for i := range p.Conns {
			c := &p.Conns[i]
			if k := c.indexAt(t); k >= 0 && len(c.Arm) > 0 {
				count[c.Arm[k]]++
				n++
			}
		}
		if n == 0 {
			continue
		}
		for a := range out {
			out[a].X, out[a].Y = append(out[a].X, t), append(out[a].Y, count[a]/n)
		}
	}
	for a := range out {
		out[a].Name, out[a].Style, out[a].Color = fmt.Sprintf("arm %d", a), plot.Step, plot.Color(a)
		out[a].Top = true
	}
	return out
}
