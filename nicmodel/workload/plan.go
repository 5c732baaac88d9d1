// Package workload says what hosts send in the NIC model: connections, messages on them,
// and when each message is posted, at a time or behind a dependency that other messages open.
//
// A Plan is made before a run, from distributions and arrival processes, each with its own seeded generator, or from
// a file; the same description gives the same Plan on every machine.
package workload

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"smartnic-cc/nicmodel/event"
)

// Limits of a plan.
const (
	// MaxMessages is the largest number of messages of a plan, and of flows of a file; they take about 3 GB.
	MaxMessages = 50_000_000
	// MaxBytes is the largest message or flow, bytes.
	MaxBytes = 1 << 40
	// MaxStages is the largest number of stages of an application.
	MaxStages = 10_000
)

// NoDependency means no dependency.
const NoDependency = math.MaxUint32

// Conn is a connection (QP) from one host to another.
type Conn struct {
	Src, Dst uint32
	// SrcPort and DstPort are the UDP ports, for ECMP and captures. They need not be unique: connections are
	// identified by number.
	SrcPort, DstPort uint16
	// Class is the traffic class.
	Class uint8
	// Group is the number of the workload that it belongs to, as Append counts them.
	Group uint16
	// Loopback is a connection of a host to itself through its NIC, which needs a host interface.
	Loopback bool
}

// Message is a transfer on a connection. Messages of a connection are sent in the order in
// which they are posted: by time, and in the order of the plan at one time.
type Message struct {
	Conn uint32
	// After holds the message back until it is met; NoDependency: it is posted at Start.
	After uint32
	// OnArrival is a dependency of the destination that counts the delivery of the last byte, OnAck one of the source
	// that counts the last acknowledgement; NoDependency if none.
	OnArrival, OnAck uint32
	// Bytes is the payload, 1..MaxBytes.
	Bytes uint64
	// Start is when the message is posted; with a Dependency, the earliest time.
	Start event.Time
}

// Dependency is met at a host, once, Delay after Need events have counted towards it. The messages that it holds are
// then posted in the order of the plan. A dependency is the state of one host: others learn of it only by messages.
type Dependency struct {
	Host  uint32
	Need  uint32
	Delay event.Time
	// Next is the number plus 1 of another dependency of the host that counts this one when met; 0 means none.
	Next uint32
}

// Plan is a workload. Messages are sorted by Start, and those of one Start are in the order in which they were made;
// a gated message has the Start of its workload.
type Plan struct {
	Conns        []Conn
	Messages     []Message
	Dependencies []Dependency
}

// Bytes returns the sum of all messages, bytes.
func (p *Plan) Bytes() uint64 {
	sum := uint64(0)
	for i := range p.Messages {
		sum += p.Messages[i].Bytes
	}
	return sum
}

// Sort puts the messages in the plan's order.
func (p *Plan) Sort() {
	byStart := func(a, b Message) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(p.Messages, byStart) {
		slices.SortStableFunc(p.Messages, byStart)
	}
}

// Append adds the workload q, and sorts. The connections of q get the Group that is returned with the number of its
// first connection. The error says that there are too many messages or workloads; p is then unchanged.
func (p *Plan) Append(q *Plan) (group uint16, firstConn uint32, err error) {
	if len(p.Messages)+len(q.Messages) > MaxMessages {
		return 0, 0, fmt.Errorf("workload: %d messages together are more than the %d that fit; send less or for a shorter time",
			len(p.Messages)+len(q.Messages), MaxMessages)
	}
	if n := len(p.Conns); n > 0 {
		if p.Conns[n-1].Group == math.MaxUint16 {
			return 0, 0, fmt.Errorf("workload: more than %d workloads", math.MaxUint16+1)
		}
		group = p.Conns[n-1].Group + 1
	}
	firstConn = uint32(len(p.Conns))
	firstDependency := uint32(len(p.Dependencies))
	for _, c := range q.Conns {
		c.Group = group
		p.Conns = append(p.Conns, c)
	}
	for _, g := range q.Dependencies {
		if g.Next != 0 {
			g.Next += firstDependency
		}
		p.Dependencies = append(p.Dependencies, g)
	}
	shift := func(gate uint32) uint32 {
		if gate == NoDependency {
			return NoDependency
		}
		return gate + firstDependency
	}
	for _, m := range q.Messages {
		m.Conn += firstConn
		m.After, m.OnArrival, m.OnAck = shift(m.After), shift(m.OnArrival), shift(m.OnAck)
		p.Messages = append(p.Messages, m)
	}
	p.Sort()
	return group, firstConn, nil
}

// Validate returns an error for the first thing that a model of hosts hosts, simulated until end, cannot do: an
// unknown host, a connection of a host to itself, an empty message, one that starts at end or later, a dependency
// that is never met because too little counts towards it. end 0 sets no limit.
func (p *Plan) Validate(hosts uint32, end event.Time) error {
	for i, c := range p.Conns {
		for _, host := range [2]uint32{c.Src, c.Dst} {
			if host >= hosts {
				return fmt.Errorf("workload: connection %d: host %d does not exist; hosts are 0..%d", i, host, hosts-1)
			}
		}
		if c.Loopback && c.Src != c.Dst {
			return fmt.Errorf("workload: connection %d: a loop-back from host %d to host %d; both have to be one", i, c.Src, c.Dst)
		}
		if c.Src == c.Dst && !c.Loopback {
			return fmt.Errorf("workload: connection %d: host %d sends to itself", i, c.Src)
		}
	}
	if len(p.Messages) > MaxMessages {
		return fmt.Errorf("workload: %d messages are more than the %d that fit", len(p.Messages), MaxMessages)
	}
	counts := make([]uint32, len(p.Dependencies))
	for i := range p.Messages {
		if err := p.checkMessage(i, end, counts); err != nil {
			return err
		}
	}
	for i, g := range p.Dependencies {
		if g.Next == 0 {
			continue
		}
		if uint64(g.Next) > uint64(len(p.Dependencies)) || p.Dependencies[g.Next-1].Host != g.Host {
			return fmt.Errorf("workload: gate %d opens towards gate %d, which is no gate of host %d", i, g.Next-1, g.Host)
		}
		counts[g.Next-1]++
	}
	for i, g := range p.Dependencies {
		switch {
		case g.Host >= hosts:
			return fmt.Errorf("workload: gate %d: host %d does not exist; hosts are 0..%d", i, g.Host, hosts-1)
		case g.Need == 0:
			return fmt.Errorf("workload: gate %d needs nothing; post its messages at a time", i)
		case g.Delay < 0:
			return fmt.Errorf("workload: gate %d has a delay below 0", i)
		case g.Need > counts[i]:
			return fmt.Errorf("workload: gate %d needs %d counts, of which there are %d; it would never open", i, g.Need, counts[i])
		}
	}
	return nil
}

func (p *Plan) checkMessage(i int, end event.Time, counts []uint32) error {
	m := &p.Messages[i]
	if uint64(m.Conn) >= uint64(len(p.Conns)) {
		return fmt.Errorf("workload: message %d: connection %d does not exist", i, m.Conn)
	}
	c := p.Conns[m.Conn]
	switch {
	case m.Bytes == 0:
		return fmt.Errorf("workload: message %d from host %d to host %d has 0 bytes", i, c.Src, c.Dst)
	case m.Bytes > MaxBytes:
		return fmt.Errorf("workload: message %d has %d bytes, above %d", i, m.Bytes, uint64(MaxBytes))
	case m.Start < 0:
		return fmt.Errorf("workload: message %d starts before 0", i)
	case end > 0 && m.Start >= end:
		return fmt.Errorf("workload: message %d starts at %v, but the run ends at %v; end later or let arrivals stop before", i, m.Start, end)
	case i > 0 && m.Start < p.Messages[i-1].Start:
		return fmt.Errorf("workload: message %d starts before the one ahead of it; call Sort", i)
	}
	for _, at := range [3]struct{ gate, host uint32 }{{m.After, c.Src}, {m.OnArrival, c.Dst}, {m.OnAck, c.Src}} {
		if at.gate == NoDependency {
			continue
		}
		if uint64(at.gate) >= uint64(len(p.Dependencies)) {
			return fmt.Errorf("workload: message %d: gate %d does not exist", i, at.gate)
		}
		if p.Dependencies[at.gate].Host != at.host {
			return fmt.Errorf("workload: message %d: gate %d is of host %d, not of host %d", i, at.gate, p.Dependencies[at.gate].Host, at.host)
		}
	}
	for _, gate := range [2]uint32{m.OnArrival, m.OnAck} {
		if gate != NoDependency {
			counts[gate]++
		}
	}
	return nil
}
