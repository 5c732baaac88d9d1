package figures

import (
	"fmt"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/ratelog"
)

// Collector gathers the figure of a replay from its rows: of a reaction point RC, RT, alpha and
// arm, of another algorithm its rate, its window and what it shows.
type Collector struct {
	page   RatesPage
	layout *ratelog.Layout
	// Of a reaction point, the columns of rc, rt, alpha and arm; of another, that of the rate
	// in rc.
	rc, rt, alpha, arm *drawn
	more               []drawn
	rates              []Line // of an algorithm that is no reaction point, by connection
}

// drawn is a column with its axis.
type drawn struct {
	ratelog.Column
	Axis
}

func (d *drawn) of(r *ratelog.Row) float64 { return d.Number(r) / d.Axis.Unit }

// ColumnAxis returns the axis of a column of a log.
func ColumnAxis(c *ratelog.Column) Axis { return AxisOf(c.Label, c.Unit, c.Frac) }

// NewCollector begins the figure of a replay over the connections of a trace.
func NewCollector(title string, conns []string, l *ratelog.Layout) *Collector {
	c := &Collector{page: RatesPage{Title: title, Conns: make([]ConnSeries, len(conns))}, layout: l, rates: make([]Line, len(conns))}
	for i := range conns {
		c.page.Conns[i].Name = conns[i]
	}
	point := l.IsReactionPoint()
	if !point {
		c.page.Rate = "rate"
	}
	for _, column := range l.Columns {
		d := &drawn{column, ColumnAxis(&column)}
		switch {
		case column.Empty():
		case point:
			for label, to := range map[string]**drawn{"rc": &c.rc, "rt": &c.rt, "alpha": &c.alpha, "arm": &c.arm} {
				if column.Show != nil && column.Label == label {
					*to = d
				}
			}
		case column.Control != nil && column.Control.Control == ir.ControlRate:
			c.rc = d
		case column.Drawn():
			c.more = append(c.more, *d)
		}
	}
	for i := range c.more {
		c.page.More = append(c.page.More, c.more[i].Axis)
	}
	return c
}

// Row takes a row; it suits replay.Options.Row. It never fails.
func (c *Collector) Row(r *ratelog.Row) error {
	s := &c.page.Conns[r.Conn]
	ms := float64(r.Time) / 1e6
	if r.Event.Happening == ir.OnCNP {
		s.CNP = append(s.CNP, ms)
	}
	if c.layout.IsReactionPoint() {
		if len(s.Time) == 0 || c.layout.Turned(r) {
			s.Time = append(s.Time, ms)
			s.RC, s.RT, s.Alpha = append(s.RC, c.rc.of(r)), append(s.RT, c.rt.of(r)), append(s.Alpha, c.alpha.of(r))
			if c.arm != nil {
				s.Arm = append(s.Arm, int(c.arm.of(r)))
			}
		}
		return nil
	}
	if len(s.Time) == 0 {
		s.Time, s.More = append(s.Time, ms), make([]Line, len(c.more))
	}
	if c.rc != nil {
		c.rates[r.Conn].put(ms, c.rc.of(r))
	}
	for k := range c.more {
		s.More[k].put(ms, c.more[k].of(r))
	}
	return nil
}

// put adds a point, unless the value is the last.
func (l *Line) put(x, y float64) {
	if n := len(l.Y); n == 0 || l.Y[n-1] != y {
		l.X, l.Y = append(l.X, x), append(l.Y, y)
	}
}

// until holds the last value up to a time.
func (l *Line) until(x float64) {
	if n := len(l.X); n > 0 && x > l.X[n-1] {
		l.X, l.Y = append(l.X, x), append(l.Y, l.Y[n-1])
	}
}

// Save draws the figure, up to a time in ns, into a file. assumed says that bytes were assumed, not seen. Connections without an event are left out. Where none
// has one, that is an error, as is a file that cannot be written.
func (c *Collector) Save(path string, until int64, assumed bool) error {
	page := c.page
	page.Conns = nil
	end := float64(until) / 1e6
	for i, s := range c.page.Conns {
		if len(s.Time) == 0 {
			continue
		}
		if c.layout.IsReactionPoint() {
			s.until(end)
		} else {
			if c.rc != nil {
				c.rates[i].until(end)
				s.Time, s.RC = c.rates[i].X, c.rates[i].Y
			}
			for k := range s.More {
				s.More[k].until(end)
			}
		}
		page.Conns = append(page.Conns, s)
	}
	if len(page.Conns) == 0 {
		return fmt.Errorf("%s: nothing to plot: no connection has an event", path)
	}
	if assumed {
		page.Note = "bytes sent were taken to be " + page.rate() + " times the time passed where the trace shows CNPs and no data"
	}
	return page.Save(path)
}

// until holds the last values up to a time.
func (s *ConnSeries) until(end float64) {
	last := len(s.Time) - 1
	if end <= s.Time[last] {
		return
	}
	s.Time = append(s.Time, end)
	s.RC, s.RT, s.Alpha = append(s.RC, s.RC[last]), append(s.RT, s.RT[last]), append(s.Alpha, s.Alpha[last])
	if s.Arm != nil {
		s.Arm = append(s.Arm, s.Arm[last])
	}
}
