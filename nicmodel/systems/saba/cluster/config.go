package cluster

import (
	"cmp"
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/stage"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// Job is an application with an instance on each of some hosts.
type Job struct {
	App   *stage.App
	Hosts []uint32
	Start event.Time
}

// Queueing is how ports queue applications.
type Queueing uint8

// The ways of queueing.
const (
	// OneQueue has all in one queue: flows share it.
	OneQueue Queueing = iota
	// PerApp gives each application at a port a queue, all of one weight, so that they send one segment each in turn:
	// the ideal max-min fairness of applications. A port has room for Queues of them.
	PerApp
	// Controlled begins as OneQueue and obeys Config.Control.
	Controlled
)

// String returns the name, as in "one queue".
func (q Queueing) String() string {
	return enum.Name(q, "one queue", "a queue an application", "controlled")
}

// Queues is the number of queues of a port, without that of control.
const Queues = fabric.Classes - 1

// MaxJobs is the largest number of jobs.
const MaxJobs = fabric.MaxLevels

// A network may also have other traffic, of connections that belong to no job: it has the last queue of each port and
// the last level, which leaves room for one job fewer.
const (
	Other      = -1
	OtherQueue = Queues
	OtherLevel = MaxJobs - 1
)

// InitialQueues returns the queues that ports begin with: one for all jobs, and if rest is above 0 one for other
// traffic, with rest units of 1/curve.Units of each port.
func InitialQueues(rest uint32) fabric.Queues {
	q := fabric.OneQueue()
	if rest > 0 {
		q.Of[OtherLevel] = OtherQueue
		q.Weight[1], q.Weight[OtherQueue] = uint8(min(curve.Units-rest, 255)), uint8(rest)
	}
	return q
}

// Setting is the queues of a port of a node, a switch or a host's NIC, from a time on. Its levels are the numbers of
// the jobs.
type Setting struct {
	At     event.Time
	Node   uint32
	Port   uint16
	Queues fabric.Queues
}

// Conn is a connection of a job, or of Other, and the output ports of its data, the NIC's first.
type Conn struct {
	Job      int
	From, To uint32
	Ports    []fabric.Egress
}

// Control sets ports. Begin is called before the run with all connections, End with the number of a job that has
// ended; the settings apply at their times, or at once if those are past.
type Control interface {
	Begin(conns []Conn) ([]Setting, error)
	End(now event.Time, job int) ([]Setting, error)
}

// Config is a run.
type Config struct {
	Topology *topology.Topology
	Jobs     []Job
	Queueing Queueing
	Control  Control
	// Algorithm is the congestion control of all connections, by CNPs with the notification point NP; nil
	// leaves it to PFC.
	Algorithm *driver.Setup
	NP        dcqcn.NPParams
	// Bucket limits what each NIC sends, for the profiler. nil means no limit.
	Bucket *nicmodel.Bucket
	// Segment is the payload of a packet, bytes; 0 means 16,384.
	Segment uint16
	Seed    uint64
	// End is when the run ends, whether or not all jobs have.
	End     event.Time
	Threads int
	// Bin is the period over which Result.Traffic counts bytes; 0 counts none.
	Bin event.Time
}

func (c *Config) check() error {
	if len(c.Jobs) == 0 || len(c.Jobs) > MaxJobs {
		return fmt.Errorf("cluster: %d jobs; use 1 to %d", len(c.Jobs), MaxJobs)
	}
	if (c.Queueing == Controlled) != (c.Control != nil) {
		return fmt.Errorf("cluster: a controller goes with controlled queues, and they with one")
	}
	for i := range c.Jobs {
		if err := c.Jobs[i].App.Check(); err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
	}
	return nil
}

// model makes the configuration of the NIC model, and the dependencies that end each job.
func (c *Config) model() (*nicmodel.Config, *watch, error) {
	if err := c.check(); err != nil {
		return nil, nil, err
	}
	payload := cmp.Or(c.Segment, 16_384)
	nic := nicmodel.DefaultNIC()
	nic.Payload, nic.Bucket, nic.Algorithm, nic.NP = payload, c.Bucket, c.Algorithm, c.NP
	// Nothing is lost.
	nic.RTO, nic.Notify = 0, nicmodel.NotifyNone
	m := &nicmodel.Config{
		Topology: c.Topology, Plan: &workload.Plan{}, Seed: c.Seed, End: c.End, Threads: c.Threads, Partitions: c.Threads,
		Fabric: fabric.Config{Buffer: fabric.DefaultBuffer(), MTUWire: nic.Wire(), Seed: c.Seed, Queues: fabric.OneQueue()},
	}
	m.Fabric.Buffer.Bytes = 64 << 20
	m.Record.Dependencies, m.Record.Bin = true, c.Bin
	if c.Algorithm != nil {
		nic.Notify = nicmodel.NotifyCNP
		for i := range c.Topology.Links {
			m.Fabric.Marking = mark(m.Fabric.Marking, c.Topology.Links[i].Rate)
		}
	}
	m.NICs = []nicmodel.NIC{nic}
	for i := range fabric.Classes {
		m.Fabric.Classes = append(m.Fabric.Classes, fabric.Class{Strict: i == 0, Weight: 1, Lossless: i > 0})
	}
	w := &watch{ends: make([][]uint32, len(c.Jobs))}
	here := make([]uint8, c.Topology.Hosts) // jobs on each host
	for i := range c.Jobs {
		if err := c.add(m, w, i, here); err != nil {
			return nil, nil, err
		}
	}
	return m, w, nil
}

// mark adds the marking of ports of a rate: from 4 KB for each Gb/s, at least 16 KB.
func mark(list []fabric.Marking, rate uint64) []fabric.Marking {
	for _, m := range list {
		if m.Rate == rate {
			return list
		}
	}
	kmin := uint32(rate / 250_000)
	return append(list, fabric.Marking{Rate: rate, Kmin: kmin, Kmax: 4 * kmin, PmaxPPM: 200_000})
}

// add adds a job to a model. On a host each job has the next class, so a separate queue in the NIC.
func (c *Config) add(m *nicmodel.Config, w *watch, job int, here []uint8) error {
	j := &c.Jobs[job]
	g := workload.Stages{Hosts: j.Hosts, Stages: j.App.Stages, Start: j.Start}
	p, err := g.Plan()
	if err != nil {
		return fmt.Errorf("cluster: job %d, %s: %w", job, j.App.Name, err)
	}
	for i, host := range j.Hosts {
		if host >= c.Topology.Hosts {
			return fmt.Errorf("cluster: job %d, %s: host %d does not exist; hosts are 0 to %d", job, j.App.Name, host, c.Topology.Hosts-1)
		}
		if here[host]++; here[host] > Queues {
			return fmt.Errorf("cluster: job %d, %s: host %d has more than %d jobs; place them on others", job, j.App.Name, host, Queues)
		}
		w.ends[job] = append(w.ends[job], uint32(len(m.Plan.Dependencies))+g.End(len(j.App.Stages)-1, i))
	}
	for i := range p.Conns {
		p.Conns[i].Class = 1
		if c.Queueing != OneQueue {
			p.Conns[i].Class = here[p.Conns[i].Src]
		}
		m.Fabric.Levels = append(m.Fabric.Levels, uint8(job))
	}
	if _, _, err := m.Plan.Append(p); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}
