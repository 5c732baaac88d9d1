package views

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/ratelog"
)

// Replayed gathers the figure of a replay from the rows that its log has.
type Replayed struct {
	run     Run
	rows    *rateReader
	columns []*ratelog.Column // of the values that are drawn
	cnps    *ratelog.Column   // nil if the algorithm does not get their number
	conns   []string
}

// NewReplayed begins the figure of a replay over connections, with the title given.
func NewReplayed(title string, conns []string, l *ratelog.Layout) *Replayed {
	p := &Replayed{run: Run{Label: title}, conns: conns}
	log := &rateLog{values: p.run.valuesOf(l)}
	log.read.values = make([]float64, len(log.values))
	for _, v := range log.values {
		p.columns = append(p.columns, &l.Columns[v.at])
	}
	if i := slices.IndexFunc(l.Columns, func(c ratelog.Column) bool { return c.Signal != nil && c.Signal.Signal == ir.SignalCNPs }); i >= 0 {
		p.cnps = &l.Columns[i]
	}
	p.rows = newRateReader(&p.run, &input{name: "replay"}, &Options{}, log)
	return p
}

// valuesOf returns the values of a layout that are drawn: the rate and what else the algorithm controls,
// and what it shows.
func (r *Run) valuesOf(l *ratelog.Layout) (values []valueColumn) {
	for i := range l.Columns {
		c := &l.Columns[i]
		v := valueColumn{at: i, name: c.Name, unit: math.Ldexp(1, c.Frac)}
		switch {
		case c.Signal != nil, c.Control == nil && c.Show == nil && c.Label != "arm", c.Control != nil && c.Control.Control == ir.ControlSendCNP:
			continue
		case l.IsReactionPoint() && c.Label == "rc", c.Control != nil && c.Control.Control == ir.ControlRate:
			v.value, v.unit = valueRate, 1e6
		case l.IsReactionPoint() && c.Label == "rt":
			v.value, v.unit = valueTarget, 1e6
		case c.Label == "alpha":
			v.value = valueAlpha
		case c.Label == "arm":
			v.value = valueArm
		default:
			axis := ColumnAxis(c)
			if l.IsReactionPoint() || rateAgain(axis) {
				continue
			}
			v.value, v.unit = r.axis(axis), axis.Unit
		}
		values = append(values, v)
	}
	slices.SortStableFunc(values, func(a, b valueColumn) int { return cmp.Compare(a.value, b.value) })
	return values
}

// Row takes a row; it suits replay.Options.Row.
func (p *Replayed) Row(r *ratelog.Row) error {
	row := &p.rows.log.read
	row.ns, row.cnps = r.Time, 0
	for i, c := range p.columns {
		row.values[i] = math.NaN()
		if v, ok := c.Value(r); ok {
			row.values[i] = v / p.rows.log.values[i].unit
		}
	}
	if r.Event.Happening == ir.OnCNP {
		row.cnps = 1
		if p.cnps != nil {
			n, _ := p.cnps.Value(r)
			row.cnps = max(uint64(n), 1)
		}
	}
	return p.rows.add([]byte(p.conns[r.Conn]), row)
}

// Save draws the figure into a file, up to the end, ns; assumed says that bytes were. Connections without an event are left out. Where none has one, that
// is an error, as is a file that cannot be written.
func (p *Replayed) Save(path string, end int64, assumed bool) error {
	p.run.end = end // curves are drawn to there
	p.rows.finish()
	if len(p.run.Conns) == 0 {
		return errors.New(path + ": nothing to plot: no connection has an event")
	}
	if assumed {
		p.run.note("bytes sent were taken to be " + p.run.RateName() + " times the time passed where the trace shows CNPs and no data")
	}
	f, err := (&Draw{}).Time([]*Run{&p.run})
	if err != nil {
		return err
	}
	f.Title = p.run.Label
	return f.Save(path)
}
