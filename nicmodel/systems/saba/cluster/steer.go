package cluster

import (
	"cmp"
	"fmt"
	"slices"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
)

// Steering applies a control to the ports of a model.
type Steering struct {
	// Settings counts the settings of ports.
	Settings uint64
	model    *nicmodel.Model
	control  Control
	ends     [][]uint32
	over     []bool
	due      []Setting // in the order of time
	seen     uint64    // messages complete at the last check for ends
}

// NewSteering begins a control for a model before its run, and applies the settings of time 0. ends are the
// dependencies of each job that are met when it has ended. Pass Progress to the run.
func NewSteering(m *nicmodel.Model, control Control, conns []Conn, ends [][]uint32) (*Steering, error) {
	s := &Steering{model: m, control: control, ends: ends, over: make([]bool, len(ends))}
	first, err := control.Begin(conns)
	if err != nil {
		return nil, err
	}
	s.add(first)
	return s, s.apply(0)
}

// Progress checks after each window for jobs that have ended, and applies due settings.
func (s *Steering) Progress(now event.Time, completed uint64) error {
	if completed != s.seen {
		s.seen = completed
		for job, gates := range s.ends {
			if s.over[job] || !dependenciesMet(s.model, gates) {
				continue
			}
			s.over[job] = true
			more, err := s.control.End(now, job)
			if err != nil {
				return err
			}
			s.add(more)
		}
	}
	return s.apply(now)
}

// dependenciesMet reports whether all dependencies are met.
func dependenciesMet(m *nicmodel.Model, gates []uint32) bool {
	return !slices.ContainsFunc(gates, func(g uint32) bool { return !m.DependencyMet(g) })
}

func (s *Steering) add(more []Setting) {
	s.due = append(s.due, more...)
	slices.SortStableFunc(s.due, func(a, b Setting) int { return cmp.Compare(a.At, b.At) })
}

// apply applies due settings.
func (s *Steering) apply(now event.Time) error {
	for len(s.due) > 0 && s.due[0].At <= now {
		k := &s.due[0]
		if err := s.model.SetQueues(k.Node, k.Port, &k.Queues); err != nil {
			return fmt.Errorf("node %d, port %d: %w", k.Node, k.Port, err)
		}
		s.due = s.due[1:]
		s.Settings++
	}
	return nil
}

// Conns lists the connections of a model whose levels are the numbers of jobs, OtherLevel for other traffic.
func Conns(c *nicmodel.Config, m *nicmodel.Model) []Conn {
	others := c.Fabric.Queues.Of[OtherLevel] == OtherQueue
	conns := make([]Conn, len(c.Plan.Conns))
	for i := range conns {
		k := &c.Plan.Conns[i]
		job := int(c.Fabric.Levels[i])
		if others && job == OtherLevel {
			job = Other
		}
		conns[i] = Conn{job, k.Src, k.Dst, append([]fabric.Egress{{Node: k.Src}}, m.Path(uint32(i))...)}
	}
	return conns
}

// JobsByPort lists the jobs with connections at each port, in ascending order, and the ports that have any, in order.
func JobsByPort(conns []Conn) (ports []fabric.Egress, jobs map[fabric.Egress][]int) {
	jobs = map[fabric.Egress][]int{}
	for _, c := range conns {
		if c.Job == Other {
			continue
		}
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

// Fair is a control that gives each job at a port a queue, all of one weight.
type Fair struct {
	// Rest is the share of other traffic at each port, in units of 1/curve.Units; 0 without any.
	Rest uint32
}

// Begin sets all ports. The error names one with more jobs than queues.
func (f Fair) Begin(conns []Conn) ([]Setting, error) {
	ports, jobs := JobsByPort(conns)
	queues := Queues
	if f.Rest > 0 {
		queues--
	}
	var list []Setting
	for _, p := range ports {
		n := len(jobs[p])
		if n > queues {
			return nil, fmt.Errorf("%d jobs at port %d of node %d, which has %d queues; place jobs so that fewer meet", n, p.Port, p.Node, queues)
		}
		s := Setting{Node: p.Node, Port: p.Port, Queues: InitialQueues(f.Rest)}
		for i, job := range jobs[p] {
			s.Queues.Of[job] = uint8(i + 1)
		}
		if f.Rest > 0 {
			// Jobs share equally what other traffic leaves.
			shares := append(slices.Repeat([]uint32{curve.Units - f.Rest}, n), f.Rest*uint32(n))
			weights, err := saba.Weights(shares)
			if err != nil {
				return nil, err
			}
			copy(s.Queues.Weight[1:], weights[:n])
			s.Queues.Weight[OtherQueue] = weights[n]
		}
		list = append(list, s)
	}
	return list, nil
}

// End changes nothing.
func (Fair) End(event.Time, int) ([]Setting, error) { return nil, nil }
