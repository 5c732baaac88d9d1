package nicmodel

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// count counts an event towards a gate of this host and opens the gate when that
// suffices.
func (p *part) count(h *host, now event.Time, gate uint32) {
	if gate == workload.NoGate {
		return
	}
	m := p.m
	plan := &m.config.Plan.Gates[gate]
	m.gates[gate]++
	if m.gates[gate] != plan.Need {
		return
	}
	if plan.Delay == 0 {
		p.open(h, now, gate)
		return
	}
	p.after(h, now+plan.Delay, gateOpen, gate)
}

// open posts the messages that a gate held back.
func (p *part) open(h *host, now event.Time, gate uint32) {
	m := p.m
	if m.config.Record.Gates {
		p.records.Gates = append(p.records.Gates, GateOpened{At: now, Gate: gate})
	}
	for _, message := range m.behind.of(gate) {
		if m.config.Plan.Messages[message].Start > now {
			p.after(h, m.config.Plan.Messages[message].Start, post, message)
			continue
		}
		p.post(h, message, now)
	}
	p.ring(h, now)
	if then := m.config.Plan.Gates[gate].Then; then != 0 {
		p.count(h, now, then-1)
	}
}

// lists are the messages of each gate or host, one after the other.
type lists struct {
	first []uint32
	items []uint32
}

func (l *lists) of(i uint32) []uint32 { return l.items[l.first[i]:l.first[i+1]] }

// newLists deals n items to boxes; box returns none for those that belong nowhere. The
// order within a box is that of the items.
func newLists(boxes, n int, box func(i int) uint32) lists {
	l := lists{first: make([]uint32, boxes+1)}
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
