package nicmodel

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// count counts an event towards a dependency of this host and schedules its messages when it is met.
func (p *partition) count(h *host, now event.Time, gate uint32) {
	if gate == workload.NoDependency {
		return
	}
	m := p.m
	plan := &m.config.Plan.Dependencies[gate]
	m.dependencies[gate]++
	if m.dependencies[gate] != plan.Need {
		return
	}
	if plan.Delay == 0 {
		p.open(h, now, gate)
		return
	}
	p.after(h, now+plan.Delay, dependencyMet, gate)
}

// open posts the messages of a dependency that is met.
func (p *partition) open(h *host, now event.Time, gate uint32) {
	m := p.m
	if m.config.Record.Dependencies {
		p.records.Dependencies = append(p.records.Dependencies, DependencyRelease{At: now, Dependency: gate})
	}
	for _, message := range m.behind.of(gate) {
		if m.config.Plan.Messages[message].Start > now {
			p.after(h, m.config.Plan.Messages[message].Start, post, message)
			continue
		}
		p.post(h, message, now)
	}
	p.ring(h, now)
	if then := m.config.Plan.Dependencies[gate].Next; then != 0 {
		p.count(h, now, then-1)
	}
}

// messageLists are the messages of each dependency or host, one after the other.
type messageLists struct {
	first []uint32
	items []uint32
}

func (l *messageLists) of(i uint32) []uint32 { return l.items[l.first[i]:l.first[i+1]] }

// newLists sorts n items into boxes, in order; box returns none for an item of no box.
func newLists(boxes, n int, box func(i int) uint32) messageLists {
	l := messageLists{first: make([]uint32, boxes+1)}
	for i := range n {
		if b := box(i); b != none {
			l.first[b+1]++
		}
	}
	for b := range boxes {
		l.first[b+1] += l.first[b]
	}
	l.items = make([]uint32, l.first[boxes])
	at := append([]uint32(nil), l.first...)
	for i := range n {
		if b := box(i); b != none {
			l.items[at[b]] = uint32(i)
			at[b]++
		}
	}
	return l
}
