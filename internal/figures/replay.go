package figures

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/trace"
)

// Collector gathers the figure of a replay from its rows.
type Collector struct {
	page  RatesPage
	alpha float64 // one unit of alpha
}

// NewCollector begins the figure of a replay over the connections of a trace.
func NewCollector(title string, conns []trace.Conn, s reaction.Setup) *Collector {
	c := &Collector{page: RatesPage{Title: title, Conns: make([]ConnSeries, len(conns))}, alpha: 1 / float64(uint64(1)<<s.AlphaBits)}
	for i := range conns {
		c.page.Conns[i].Name = conns[i].Name
	}
	return c
}

// Row takes a row; it suits replay.Options.Row. It never fails.
func (c *Collector) Row(r *replay.Row) error {
	s := &c.page.Conns[r.Conn]
	ms := float64(r.Time) / 1e6
	if r.Event.Kind == dcqcn.EventCNP {
		s.CNP = append(s.CNP, ms)
	}
	if len(s.Time) == 0 || r.Out.Did&^dcqcn.DidIncrease != 0 {
		s.Time = append(s.Time, ms)
		s.RC = append(s.RC, float64(r.View.RC)/1e6)
		s.RT = append(s.RT, float64(r.View.RT)/1e6)
		s.Alpha = append(s.Alpha, float64(r.View.Alpha)*c.alpha)
		if r.View.Arm >= 0 {
			s.Arm = append(s.Arm, r.View.Arm)
		}
	}
	return nil
}

// Save draws the figure into a file. Connections without an event are left out. Where none
// has one, that is an error, as is a file that cannot be written.
func (c *Collector) Save(path string, sum *replay.Summary) error {
	page := c.page
	page.Conns = nil
	for _, s := range c.page.Conns {
		if len(s.Time) == 0 {
			continue
		}
		if end := float64(sum.Duration) / 1e6; end > s.Time[len(s.Time)-1] {
			last := len(s.Time) - 1
			s.Time = append(s.Time, end)
			s.RC, s.RT, s.Alpha = append(s.RC, s.RC[last]), append(s.RT, s.RT[last]), append(s.Alpha, s.Alpha[last])
			if s.Arm != nil {
				s.Arm = append(s.Arm, s.Arm[last])
			}
		}
		page.Conns = append(page.Conns, s)
	}
	if len(page.Conns) == 0 {
		return fmt.Errorf("%s: nothing to plot: no connection has an event", path)
	}
	if sum.AssumedBytes {
		page.Note = "bytes sent were taken to be RC times the time passed where the trace shows CNPs and no data"
	}
	return page.Save(path)
}
