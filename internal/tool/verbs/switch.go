package verbs

import (
	"cmp"
	"math"
	"slices"

	"smartnic-cc/nicmodel/fabric"
)

// Switch forwards frames between machines by their Ethernet addresses. It is for one goroutine at a time; frames come
// and go at the times that its callers name, which do not go back.
type Switch struct {
	ports   []*port
	links   []*port // from the machines: as fast as the ports; what waits there has not left its machine yet
	by      map[[6]byte]int
	unknown uint64 // frames to an address that no machine has

	came, left []passed // by this call, to be sorted
	// leave sees each frame as it goes, in order of time.
	leave func(to int, f frame)
}

// passed is a frame that left a port, or came by a link.
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
		s.links = append(s.links, &port{rate: rate, buffer: math.MaxInt})
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

// arrive takes a frame that a machine has given its link; the switch keeps its bytes. It returns as advance does.
func (s *Switch) arrive(from int, now int64, b []byte) int64 {
	s.advance(now)
	s.links[from].arrive(now, b)
	return s.advance(now)
}

// enter takes a frame at the end of the link from a machine.
func (s *Switch) enter(from int, f frame) {
	if len(f.bytes) < 14 {
		s.unknown++
		return
	}
	to, known := s.by[[6]byte(f.bytes)]
	switch {
	case known:
		s.join(to, f)
	case f.bytes[0]&1 == 0:
		s.unknown++
	default: // to a group
		for i := range s.ports {
			if i != from {
				s.join(i, frame{f.at, slices.Clone(f.bytes)})
			}
		}
	}
}

// join takes a frame at a port.
func (s *Switch) join(to int, f frame) {
	s.send(to, f.at)
	s.ports[to].arrive(f.at, f.bytes)
}

// send lets frames leave a port up to a time, and returns when to call it again at the latest, or never.
func (s *Switch) send(i int, now int64) int64 {
	return s.ports[i].advance(now, func(f frame) { s.left = append(s.left, passed{i, f}) })
}

// advance lets frames come and leave up to a time, and returns when to call it again at the latest, or never.
func (s *Switch) advance(now int64) int64 {
	next := int64(never)
	for i, l := range s.links {
		next = min(next, l.advance(now, func(f frame) { s.came = append(s.came, passed{i, f}) }))
	}
	inOrder(&s.came, s.enter)
	for i := range s.ports {
		next = min(next, s.send(i, now))
	}
	inOrder(&s.left, s.leave)
	return next
}

// inOrder calls do with frames in order of time and port, and empties the list.
func inOrder(list *[]passed, do func(int, frame)) {
	slices.SortStableFunc(*list, func(a, b passed) int { return cmp.Or(cmp.Compare(a.at, b.at), a.port-b.port) })
	for _, p := range *list {
		do(p.port, p.frame)
	}
	clear(*list)
	*list = (*list)[:0]
}
