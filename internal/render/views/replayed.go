package views

import (
	"errors"
	"io"

	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/replay"
)

// Replayed gathers the figure of a replay: its log, read while it is written.
type Replayed struct {
	run  Run
	log  *replay.Log
	pipe *io.PipeWriter
	done chan error
}

// NewReplayed begins the figure of a replay over the connections of a trace, with the title given.
func NewReplayed(title string, conns []trace.Conn, l *replay.Layout) (*Replayed, error) {
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
	p.log, err = replay.NewLog(write, replay.LogOptions{Layout: l, Conns: conns, All: true})
	return p, err
}

// Row takes a row; it suits replay.Options.Row.
func (p *Replayed) Row(r *replay.Row) error { return p.log.Row(r) }

// Save draws the figure into a file. Connections without an event are left out. Where none has one, that
// is an error, as is a file that cannot be written.
func (p *Replayed) Save(path string, sum *replay.Summary) error {
	p.run.end = sum.Duration // curves are drawn to there
	if err := errors.Join(p.log.Flush(), p.pipe.Close(), <-p.done); err != nil {
		return err
	}
	if len(p.run.Conns) == 0 {
		return errors.New(path + ": nothing to plot: no connection has an event")
	}
	if sum.AssumedBytes {
		p.run.note("bytes sent were taken to be " + p.run.RateName() + " times the time passed where the trace shows CNPs and no data")
	}
	f, err := (&Draw{}).Time([]*Run{&p.run})
	if err != nil {
		return err
	}
	f.Title = p.run.Label
	return f.Save(path)
}
