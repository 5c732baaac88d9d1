package trace

import (
	"fmt"
	"math"

	"smartnic-cc/internal/base/text/plural"
)

// maxRemarks bounds the remarks on resets, gaps and so on.
const maxRemarks = 16

// counterPort is a port, with what is reconstructed of it.
type counterPort struct {
	name   string
	order  int32
	groups []*counterGroup
	// rp_cnp_ignored makes no events, but its rise is worth reporting.
	ignored, ignoredLast uint64
	ignoredSeen          bool
}

// counterGroup is a stream of events, made of counters that are sampled
// together: bytes with packets and marks, or CNPs with or without marks.
type counterGroup struct {
	flow    int32
	order   int32
	kind    Kind
	lead    counter // bytes, or CNPs
	members [3]int  // counters of lead, packets, marks; -1 for none

	started bool // last and values hold
	ever    bool // there has been a sample
	last    int64
	values  [3]uint64
	carry   [3]uint64 // packets and marks that had no bytes or packets to go with

	resets, wraps, gaps, missing uint64
	firstReset                   int64
	vanished                     bool
}

func newCounterPort(name string, order int32, flows [2]int32, column *[numCounters]int) *counterPort {
	p := &counterPort{name: name, order: order}
	member := func(k counter) int {
		if column[k] < 0 {
			return -1
		}
		return int(k)
	}
	add := func(flow int32, kind Kind, lead counter, packets, marks int) {
		if column[lead] >= 0 {
			p.groups = append(p.groups, &counterGroup{flow: flow, order: order*4 + int32(len(p.groups)), kind: kind, lead: lead, members: [3]int{int(lead), packets, marks}})
		}
	}
	marks := member(rcvMarked)
	add(flows[0], KindData, xmitBytes, member(xmitPackets), -1)
	add(flows[0], KindCNP, cnpHandled, -1, -1)
	add(flows[1], KindData, rcvBytes, member(rcvPackets), marks)
	if column[rcvBytes] >= 0 {
		marks = -1 // with the data
	}
	add(flows[1], KindCNP, cnpSent, -1, marks)
	return p
}

// riseOf returns the rise of a counter. One that goes back has wrapped if it had 32 or 64 bits and little room left;
// otherwise it was reset, and has counted at least its new value since.
func riseOf(before, after uint64) (rise uint64, reset, wrap bool) {
	const quarter32, quarter64 = 1 << 30, 1 << 62
	switch {
	case after >= before:
		return after - before, false, false
	case before <= math.MaxUint32 && before >= math.MaxUint32-quarter32 && after < quarter32:
		return 1<<32 - before + after, false, true
	case before >= math.MaxUint64-quarter64 && after < quarter64:
		return after - before, false, true
	}
	return after, true, false
}

// remarks says what was wrong with the samples.
func (sp *spreader) remarks(ports []*counterPort, title *[numCounters]string) []string {
	var out []string
	more := 0
	say := func(format string, args ...any) {
		if len(out) == maxRemarks {
			more++
			return
		}
		out = append(out, fmt.Sprintf(format, args...))
	}
	for _, p := range ports {
		for _, g := range p.groups {
			name := p.name + ": " + title[g.lead]
			if g.resets > 0 {
				say("%s or what is counted with it went back %s, first at %d ns: taken for resets, counted from 0", name, plural.Of(g.resets, "time"), g.firstReset)
			}
			if g.wraps > 0 {
				say("%s or what is counted with it wrapped around %s", name, plural.Of(g.wraps, "time"))
			}
			if g.gaps > 0 {
				say("%s has %s of more than a day, of which no event is made", name, plural.Of(g.gaps, "gap"))
			}
			if g.missing > 0 {
				say("%s has no value in %s; what it rose by is spread up to the next value", name, plural.Of(g.missing, "sample"))
			}
			if g.vanished {
				say("%s ends or pauses while other ports go on; what it rose by in a pause is left out", name)
			}
			if g.carry[1] > 0 {
				say("%s: left over without bytes that were counted with them: %s", name, plural.Of(g.carry[1], "packet"))
			}
			if g.carry[2] > 0 {
				say("%s: left over without packets that were counted with them: %s", name, plural.Of(g.carry[2], "mark"))
			}
		}
		if p.ignored > 0 {
			say("%s: %s rose by %d: notifications that the NIC did not obey are no events", p.name, title[cnpIgnored], p.ignored)
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("and %s of this kind", plural.Of(more, "more remark")))
	}
	return out
}
