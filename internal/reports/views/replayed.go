package views

import (
	"errors"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/internal/logs/ratelog"
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
	p.rows = newRateReader(&p.run, &input{Lines: rowfile.NewLines("replay", nil)}, &Options{}, log)
	return p
}

// Row takes a row; it suits replay.Options.Row.
func (p *Replayed) Row(r *ratelog.Row) error {
	row := &p.rows.log.read
	row.ns, row.cnps = r.Time, 0
	for i, c := range p.columns {
		row.values[i] = c.Value(r) / p.rows.log.values[i].unit
	}
	if r.Event.Kind == ir.OnCNP {
		row.cnps = 1
		if p.cnps != nil {
			row.cnps = max(uint64(p.cnps.Value(r)), 1)
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
