package verbs

import (
	"cmp"
	"slices"

	"smartnic-cc/nicmodel/fabric"
)

// Switch forwards frames between machines by their Ethernet addresses. It is for one goroutine at a time; frames come
// and go at the times that its callers name, which do not go back.
type Switch struct {
	ports   []*port
	by      map[[6]byte]int
	unknown uint64 // frames to an address that no machine has

	left []passed // by this call, to be sorted
	// leave sees each frame as it goes, in order of time.
	leave func(to int, f frame)
}

// passed is a frame that left at a port.
type passed struct {
	port int
	frame
}

// addressOf returns the Ethernet address of a machine.
func addressOf(machine int) [6]byte { return [6]byte{2, 0, 0, 0, 0, byte(machine + 1)} }

// newSwitch makes a switch whose ports have a rate, bit/s, and a buffer, bytes, and sample the length of their queues
// at an interval, ns.
func newSwitch(rate uint64, buffer int, markers []*fabric.RED, every int64) *Switch {
	s := &Switch{by: map[[6]byte]int{}}
	for i, m := range markers {
		s.ports = append(s.ports, &port{rate: rate, buffer: buffer, marker: m, length: sampler{every: every}})
		s.by[addressOf(i)] = i
	}
	return s
}

// newSwitch makes the switch of a plan, with the coins that the model's ports have.
func (p *Plan) newSwitch(every int64) *Switch {
	var markers []*fabric.RED
	node := p.config.Topology.Hosts // the switch
	for _, m := range p.machines() {
		markers = append(markers, p.config.Fabric.RED(node, m.port, p.Rate))
	}
	return newSwitch(p.Rate, p.Buffer, markers, every)
}

// arrive takes a frame of a machine; the switch keeps its bytes. It returns as advance does.
func (s *Switch) arrive(from int, now int64, b []byte) int64 {
	s.advance(now)
	if len(b) < 14 {
		s.unknown++
		return s.advance(now)
	}
	to, known := s.by[[6]byte(b)]
	switch {
	case known:
		s.ports[to].arrive(now, b)
	case b[0]&1 == 0:
		s.unknown++
	default: // to a group
		for i, p := range s.ports {
			if i != from {
				p.arrive(now, slices.Clone(b))
			}
		}
	}
	return s.advance(now)
}

// advance lets frames leave up to a time, and returns when to call it again at the latest, or never.
func (s *Switch) advance(now int64) int64 {
	next := int64(never)
	for i, p := range s.ports {
		next = min(next, p.advance(now, func(f frame) { s.left = append(s.left, passed{i, f}) }))
	}
	slices.SortStableFunc(s.left, func(a, b passed) int { return cmp.Compare(a.at, b.at) })
	for i := range s.left {
		s.leave(s.left[i].port, s.left[i].frame)
	}
	clear(s.left)
	s.left = s.left[:0]
	return next
}
