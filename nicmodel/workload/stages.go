package workload

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Stage is one step of an application that alternately computes and communicates.
type Stage struct {
	// Compute is how long each instance computes.
	Compute event.Time
	// Overlapped is the bytes that each instance sends while it computes, Serial those that it sends afterwards. They
	// go to all others in equal parts, the first ones a byte larger if there is a remainder.
	Overlapped, Serial uint64
}

// Stages is an application with an instance on each of several hosts, and a barrier before each stage. An instance is
// at the next barrier when it has computed, its messages of the stage are acknowledged and all of the others' have
// arrived. It then sends a message of barrierBytes to each of the others, on the connection of the other messages;
// the first barrier is at Start.
type Stages struct {
	// Hosts are those of the instances, two or more.
	Hosts  []uint32
	Stages []Stage
	Start  event.Time
	Class  uint8
}

// barrierBytes is the length of a barrier's messages.
const barrierBytes = 16

// The dependencies of an instance in a stage, in order: it begins; it has computed; it has also sent and received the
// overlapped volumes; it is at the next barrier.
const (
	stageBegins = iota
	stageComputed
	stageOverlapped
	stageEnded
	stageDependencies
)

func (g Stages) check() error {
	n := uint64(len(g.Hosts))
	switch {
	case n < 2:
		return fmt.Errorf("workload stages: %d hosts; instances send to one another, so give 2 at least", n)
	case len(g.Stages) == 0:
		return fmt.Errorf("workload stages: there are no stages")
	case capped(capped(n, n), 3*uint64(len(g.Stages))) > MaxMessages:
		return fmt.Errorf("workload stages: more than the %d messages that fit; run fewer stages or instances", MaxMessages)
	}
	for i, s := range g.Stages {
		switch {
		case s.Compute < 0 || s.Compute > event.Never/4:
			return fmt.Errorf("workload stages: stage %d computes for %v; use 0s to %v", i, s.Compute, event.Never/4)
		case s.Overlapped > MaxBytes || s.Serial > MaxBytes:
			return fmt.Errorf("workload stages: stage %d has a volume above %d bytes", i, uint64(MaxBytes))
		}
	}
	if err := checkTimes("stages", g.Start, 0); err != nil {
		return err
	}
	return distinct("stages", "host", g.Hosts)
}

// dependency returns the number of a dependency of an instance in a stage, counted within the workload.
func (g Stages) dependency(stage, instance, which int) uint32 {
	return uint32((stage*len(g.Hosts)+instance)*stageDependencies + which)
}

// Begin returns the number, in the workload's own plan, of the dependency by which an instance begins a stage.
func (g Stages) Begin(stage, instance int) uint32 { return g.dependency(stage, instance, stageBegins) }

// End returns the number, in the workload's own plan, of the dependency by which an instance has ended a stage.
func (g Stages) End(stage, instance int) uint32 { return g.dependency(stage, instance, stageEnded) }

// Plan lists the messages: by stage, and in it those of the barrier, the overlapped and the serial ones,
// each by instance. The error names the field that is out of range.
func (g Stages) Plan() (*Plan, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	p, ports, n := &Plan{}, portMaker{}, len(g.Hosts)
	g.pairs(func(src, dst int) { p.connect(ports, g.Hosts[src], g.Hosts[dst], g.Class) })
	others := uint32(n - 1)
	for k, s := range g.Stages {
		overlapped, serial := 2*parts(s.Overlapped, others), 2*parts(s.Serial, others)
		for i, host := range g.Hosts {
			gates := [stageDependencies]Dependency{
				{Need: others, Next: g.dependency(k, i, stageComputed) + 1},
				{Need: 1, Delay: s.Compute, Next: g.dependency(k, i, stageOverlapped) + 1},
				{Need: 1 + overlapped, Next: g.dependency(k, i, stageEnded) + 1},
				{Need: 1 + serial},
			}
			for _, gate := range gates {
				gate.Host = host
				p.Dependencies = append(p.Dependencies, gate)
			}
		}
		barrier := func(i int) uint32 { return g.End(k-1, i) }
		if k == 0 {
			barrier = func(int) uint32 { return NoDependency }
		}
		g.post(p, uint64(barrierBytes)*uint64(others), barrier, func(i int) uint32 { return g.Begin(k, i) }, false)
		at := func(which int) func(int) uint32 { return func(i int) uint32 { return g.dependency(k, i, which) } }
		g.post(p, s.Overlapped, at(stageBegins), at(stageOverlapped), true)
		g.post(p, s.Serial, at(stageOverlapped), at(stageEnded), true)
	}
	return p, nil
}

// post posts a volume of every instance behind its dependency; each message counts towards its receiver's dependency,
// and with acked its acknowledgement towards its sender's.
func (g Stages) post(p *Plan, volume uint64, behind, towards func(instance int) uint32, acked bool) {
	conn, others, sent := uint32(0), uint64(len(g.Hosts)-1), uint64(0)
	g.pairs(func(src, dst int) {
		bytes := volume / others
		if sent%others < volume%others {
			bytes++
		}
		if bytes != 0 {
			m := Message{Conn: conn, After: behind(src), OnArrival: towards(dst), OnAck: NoDependency, Bytes: bytes, Start: g.Start}
			if acked {
				m.OnAck = towards(src)
			}
			p.Messages = append(p.Messages, m)
		}
		sent++
		conn++
	})
}

// parts returns the number of others that a volume goes to.
func parts(volume uint64, others uint32) uint32 { return uint32(min(volume, uint64(others))) }

// pairs calls f for every ordered pair of instances in the order of connections: for each instance the others after
// it, cyclically.
func (g Stages) pairs(f func(src, dst int)) {
	n := len(g.Hosts)
	for src := range n {
		for step := 1; step < n; step++ {
			f(src, (src+step)%n)
		}
	}
}
