package cluster

import (
	"fmt"
	"slices"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
)

// Result is the result of a run.
type Result struct {
	// Times are how long the jobs took from their start, 0 for one that did not end.
	Times []event.Time
	// Traffic are the bytes that each job's instances sent in bins of Config.Bin, by job, a row a bin.
	Traffic [][]uint64
	// Events and Digest are the model's.
	Events, Digest uint64
	// Pauses count PFC frames, CNPs notifications, GoBacks retransmissions, Settings settings of ports.
	Pauses, CNPs, GoBacks, Settings uint64
}

// watch collects a run's records.
type watch struct {
	ends    [][]uint32 // of each job
	bin     event.Time
	end     []event.Time
	conns   []Conn
	traffic [][]uint64
}

// Run runs jobs.
func Run(c *Config) (*Result, error) {
	m, w, err := c.model()
	if err != nil {
		return nil, err
	}
	model, err := nicmodel.New(m)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	w.bin, w.end, w.traffic, w.conns = c.Bin, make([]event.Time, len(c.Jobs)), make([][]uint64, len(c.Jobs)), Conns(m, model)
	control := c.Control
	if c.Queueing == PerApp {
		control = Fair{}
	}
	var progress nicmodel.Progress
	steering := &Steering{}
	if control != nil {
		if steering, err = NewSteering(model, control, w.conns, w.ends); err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
		progress = steering.Progress
	}
	r, err := model.Run(w, progress)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	for i := range w.end {
		if dependenciesMet(model, w.ends[i]) {
			w.end[i] -= c.Jobs[i].Start
		} else {
			w.end[i] = 0
		}
	}
	return &Result{Times: w.end, Traffic: w.traffic, Events: r.Events, Digest: r.Digest, Pauses: r.Pauses, CNPs: r.CNPs, GoBacks: r.GoBacks, Settings: steering.Settings}, nil
}

// Flush takes the times at which dependencies were met, for the times of jobs, and what connections sent.
func (w *watch) Flush(b *nicmodel.Batch) error {
	for _, g := range b.Dependencies {
		for i := range w.ends {
			if slices.Contains(w.ends[i], g.Dependency) {
				w.end[i] = max(w.end[i], g.At)
			}
		}
	}
	for _, k := range b.Traffic {
		job, bin := w.conns[k.Conn].Job, int(k.Begin/w.bin)
		for len(w.traffic[job]) <= bin {
			w.traffic[job] = append(w.traffic[job], 0)
		}
		w.traffic[job][bin] += k.Sent
	}
	return nil
}
