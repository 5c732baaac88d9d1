package cluster

import (
	"fmt"
	"slices"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
)

// Result is what a run showed.
type Result struct {
	// Times are how long the jobs took from their start, 0 of one that did not end.
	Times []event.Time
	// Moved are the bytes that each job's instances sent in bins of Config.Bin, by job, a row a bin.
	Moved [][]uint64
	// Events and Digest are the model's.
	Events, Digest uint64
	// Pauses are PFC frames, CNPs notifications, GoBacks retransmissions, Settings what ports were set.
	Pauses, CNPs, GoBacks, Settings uint64
}

// ends are the gates of a job's instances that open when the last stage ends.
type ends struct {
	gates []uint32
	over  bool
}

// watch sees to a run's settings.
type watch struct {
	jobs  []ends
	model *nicmodel.Model
	c     *Config
	due   []Setting // in the order of time
	set   uint64
	seen  uint64 // messages complete, when the ends were looked for
	end   []event.Time
	conns []int // the job of each connection
	moved [][]uint64
}

// Run runs jobs.
func Run(c *Config) (*Result, error) {
	m, w, err := c.model()
	if err != nil {
		return nil, err
	}
	if w.model, err = nicmodel.New(m); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	w.c, w.end, w.moved = c, make([]event.Time, len(c.Jobs)), make([][]uint64, len(c.Jobs))
	conns := make([]Conn, len(m.Plan.Conns))
	for i := range conns {
		k := &m.Plan.Conns[i]
		conns[i] = Conn{int(m.Fabric.Levels[i]), k.Src, k.Dst, append([]fabric.Egress{{Node: k.Src}}, w.model.Way(uint32(i))...)}
		w.conns = append(w.conns, conns[i].Job)
	}
	switch c.Queueing {
	case PerApp:
		w.due, err = perApp(conns)
	case Controlled:
		w.due, err = c.Control.Begin(conns)
	}
	if err == nil {
		err = w.obey(0)
	}
	if err != nil {
		return nil, err
	}
	r, err := w.model.Run(w, w.progress)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	for i := range w.end {
		if w.end[i] > 0 {
			w.end[i] -= c.Jobs[i].Start
		}
		if !slices.ContainsFunc(w.jobs[i].gates, func(g uint32) bool { return !w.model.Counted(g) }) {
			continue
		}
		w.end[i] = 0
	}
	return &Result{Times: w.end, Moved: w.moved, Events: r.Events, Digest: r.Digest, Pauses: r.Pauses, CNPs: r.CNPs, GoBacks: r.GoBacks, Settings: w.set}, nil
}

// Flush takes when gates opened, for the times of jobs, and what connections sent.
func (w *watch) Flush(b *nicmodel.Batch) error {
	for _, g := range b.Gates {
		for i := range w.jobs {
			if slices.Contains(w.jobs[i].gates, g.Gate) {
				w.end[i] = max(w.end[i], g.At)
			}
		}
	}
	for _, k := range b.Moved {
		job, bin := w.conns[k.Conn], int(k.Begin/w.c.Bin)
		for len(w.moved[job]) <= bin {
			w.moved[job] = append(w.moved[job], 0)
		}
		w.moved[job][bin] += k.Sent
	}
	return nil
}

// progress looks, after each window, for jobs that have ended, and sets the ports that are due.
func (w *watch) progress(now event.Time, completed uint64) error {
	if w.c.Control == nil {
		return nil
	}
	if completed != w.seen {
		w.seen = completed
		for i := range w.jobs {
			j := &w.jobs[i]
			if j.over || slices.ContainsFunc(j.gates, func(g uint32) bool { return !w.model.Counted(g) }) {
				continue
			}
			j.over = true
			more, err := w.c.Control.End(now, i)
			if err != nil {
				return err
			}
			w.due = append(w.due, more...)
			slices.SortStableFunc(w.due, func(a, b Setting) int { return int(min(max(a.At-b.At, -1), 1)) })
		}
	}
	return w.obey(now)
}

// obey sets the ports that are due.
func (w *watch) obey(now event.Time) error {
	for len(w.due) > 0 && w.due[0].At <= now {
		s := &w.due[0]
		if err := w.model.SetQueues(s.Node, s.Port, &s.Queues); err != nil {
			return fmt.Errorf("cluster: node %d, port %d: %w", s.Node, s.Port, err)
		}
		w.due = w.due[1:]
		w.set++
	}
	return nil
}

// At lists the jobs with connections at each port, in ascending order, and the ports, in order.
func At(conns []Conn) (ports []fabric.Egress, jobs map[fabric.Egress][]int) {
	jobs = map[fabric.Egress][]int{}
	for _, c := range conns {
		for _, p := range c.Ports {
			at, found := slices.BinarySearch(jobs[p], c.Job)
			if found {
				continue
			}
			if jobs[p] == nil {
				ports = append(ports, p)
			}
			jobs[p] = slices.Insert(jobs[p], at, c.Job)
		}
	}
	slices.SortFunc(ports, func(a, b fabric.Egress) int {
		return int(a.Node)<<16 + int(a.Port) - int(b.Node)<<16 - int(b.Port)
	})
	return ports, jobs
}

// perApp gives each job at a port a queue.
func perApp(conns []Conn) ([]Setting, error) {
	ports, jobs := At(conns)
	var list []Setting
	for _, p := range ports {
		if n := len(jobs[p]); n > Queues {
			return nil, fmt.Errorf("cluster: %d jobs at port %d of node %d, which has %d queues; place jobs so that fewer meet", n, p.Port, p.Node, Queues)
		}
		s := Setting{Node: p.Node, Port: p.Port, Queues: fabric.OneQueue()}
		for i, job := range jobs[p] {
			s.Queues.Of[job] = uint8(i + 1)
		}
		list = append(list, s)
	}
	return list, nil
}
