package views

import (
	"errors"
	"io"

	"smartnic-cc/internal/ratelog"
)

// Replayed gathers the figure of a replay: its log, read while it is written.
type Replayed struct {
	run  Run
	log  *ratelog.Log
	pipe *io.PipeWriter
	done chan error
}

// NewReplayed begins the figure of a replay over connections, with the title given.
func NewReplayed(title string, conns []string, l *ratelog.Layout) (*Replayed, error) {
	read, write := io.Pipe()
	p := &Replayed{run: Run{Label: title}, pipe: write, done: make(chan error, 1)}
	o := Options{Axes: map[string]Axis{}}
	for i := range l.Columns {
		o.Axes[l.Columns[i].Name] = ColumnAxis(&l.Columns[i])
	}
	go func() {
		err := p.run.read(newInput("replay", read, nil), "", &o)
		_ = read.CloseWithError(err) // what is still written fails with it
		p.done <- err
	}()
	var err error
	p.log, err = ratelog.New(write, ratelog.Options{Layout: l, Conns: conns, All: true})
	return p, err
}

// Row takes a row; it suits replay.Options.Row.
func (p *Replayed) Row(r *ratelog.Row) error { return p.log.Row(r) }

// Save draws the figure into a file, up to the end, ns; assumed says that bytes were. Connections without an event are left out. Where none has one, that
// is an error, as is a file that cannot be written.
func (p *Replayed) Save(path string, end int64, assumed bool) error {
	p.run.end = end // curves are drawn to there
	if err := errors.Join(p.log.Flush(), p.pipe.Close(), <-p.done); err != nil {
		return err
	}
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
