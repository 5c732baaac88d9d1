package fabric

import (
	"fmt"
	"math"
	"math/bits"

	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// Network is the fabric of a topology: its switches, in partitions.
type Network struct {
	Switches   []Switch
	Partitions []*Partition
	// Lookahead is the smallest delay of a link. Reach is how far partitions may run ahead of one another: a multiple
	// of Lookahead, at most the smallest delay of a link between two of them.
	Lookahead, Reach event.Time
	topology         *topology.Topology
	routes           *topology.Routes
	of               []uint16
	inboxes          []*Inbox // of hosts
	config           *Config
	pods             int
}

// New builds the fabric of a valid topology in a number of partitions.
func New(t *topology.Topology, c *Config, partitions int) (*Network, error) {
	n := &Network{topology: t, routes: t.NextHops(), config: c, Lookahead: event.Never}
	for _, pod := range t.Pod {
		if pod != topology.NoPod {
			n.pods = max(n.pods, int(pod)+1)
		}
	}
	n.of = partition(t, n.routes, partitions)
	n.Partitions = make([]*Partition, partitions)
	for i := range n.Partitions {
		n.Partitions[i] = &Partition{index: uint16(i), network: n, out: make([][]remotePacket, partitions), peers: n.Partitions, pods: make([][]*Switch, n.Pods())}
	}
	slowest := uint64(topology.MaxRate)
	for i := range t.Links {
		n.Lookahead = min(n.Lookahead, t.Links[i].Delay)
		slowest = min(slowest, t.Links[i].Rate)
	}
	n.Reach = n.reach()
	rule := NewScheduler(c.Classes, c.MTUWire)
	lossless := uint8(0)
	for i, k := range c.Classes {
		if k.Lossless && i > 0 {
			lossless |= 1 << i
		}
	}
	n.Switches = make([]Switch, t.Switches)
	n.divideTime()
	for i := range n.Switches {
		s := &n.Switches[i]
		node := t.Hosts + uint32(i)
		s.node, s.Scheduler, s.lossless, s.sample, s.hook = node, rule, lossless, c.SampleEvery, c.Hook
		s.depth, s.looks = c.Depth, c.SampleEvery != 0 || c.Depth != nil
		s.usual = PFC - 1
		if c.Gateway != nil {
			s.gateway = c.Gateway(node)
			s.marker, _ = s.gateway.(Marker)
		}
		if c.Hook != nil || s.gateway != nil {
			s.usual = 0
		}
		s.strict = s.gateway != nil || c.Depth != nil
		seed := random.New(c.Seed, "ecmp", uint64(node))
		s.seed = seed.Uint32()
		ports := n.routes.Ports[node]
		p := n.Partitions[n.of[node]]
		s.connect(len(ports), &p.span)
		s.farNext, s.farBegin, s.first, s.soonest = event.Never, event.Never, noWake, noWake
		pod := int(t.Pod[i])
		if t.Pod[i] == topology.NoPod {
			pod = n.pods
		}
		p.pods[pod] = append(p.pods[pod], s)
		p.ports += len(ports)
		s.links, s.ports, s.uses = make([]Link, len(ports)), make([]port, len(ports)), make([]classUsage, len(ports)*Classes)
		s.waiting = make([]uint32, 0, len(ports))
		for j := range ports {
			rate := n.link(node, uint16(j), &s.links[j])
			s.links[j].width, s.ports[j].wakes = s.width, noWake
			inflow := uint64(n.Lookahead)<<perByteBits/uint64(s.links[j].serial) + 2*uint64(c.MTUWire)
			s.inflow += inflow
			s.ports[j].red, s.ports[j].rule = n.red(node, j, rate), rule
			if s.ports[j].from = fixedpoint.AddSat(s.ports[j].red.kmin, 1); s.depth != nil {
				s.ports[j].from = 0
			}
			shift := c.Buffer.Shift - min(c.Buffer.Shift, uint8(bits.Len64(rate/slowest)-1))
			s.shift = max(s.shift, shift)
			for class := range Classes {
				s.uses[j*Classes+class].shift, s.uses[j*Classes+class].inflow = shift, uint32(min(inflow, math.MaxUint32))
			}
		}
		if c.Deep != nil && c.Deep[i] {
			s.reserve, s.lossless = deepMemory, 0 // more than there is, without PFC
		} else if err := s.divide(c, t, ports); err != nil {
			return nil, err
		}
		if c.Levels != nil {
			s.weigh(c)
		}
	}
	return n, nil
}

// reach returns how far partitions may run ahead of one another.
func (n *Network) reach() event.Time {
	reach := event.Never
	for i := range n.topology.Links {
		if l := &n.topology.Links[i]; n.of[l.A] != n.of[l.B] {
			reach = min(reach, l.Delay)
		}
	}
	if reach == event.Never {
		return n.Lookahead // with one partition, for Progress
	}
	return reach - reach%n.Lookahead
}

// Link sets up a host's end of its link, both directions, and returns the link's rate,
// bit/s.
func (n *Network) Link(host uint32, l *Link, in *Inbox) uint64 {
	in.Next = event.Never
	n.inboxes = append(n.inboxes, in)
	to := n.routes.Ports[host][0]
	back := &n.Switches[to.Peer-n.topology.Hosts].links[to.PeerPort]
	back.end.inbox = in
	n.shorten(to.Peer, back)
	return n.link(host, 0, l)
}

// shorten has a link of a node lead directly to its end, if nothing else needs to be considered.
func (n *Network) shorten(node uint32, l *Link) {
	if l.part == n.of[node] && l.end.loss == nil {
		l.direct, l.inbox = l.end.approach, l.end.inbox
	}
}

func (n *Network) link(node uint32, at uint16, l *Link) uint64 {
	to := n.routes.Ports[node][at]
	k := &n.topology.Links[to.Link]
	l.flight, l.serial = keyOf(k.Delay, to.PeerPort), SerialOf(k.Rate)
	l.part = n.of[to.Peer]
	l.end = &linkEnd{rate: uint32(k.Rate / 1000)}
	if to.Peer >= n.topology.Hosts {
		l.end.approach = &n.Switches[to.Peer-n.topology.Hosts].inbound
	}
	if k.LossPPB != 0 {
		l.end.loss = &lossModel{k.LossPPB, random.New(n.config.Seed, "loss", uint64(node)<<16|uint64(at))}
	}
	n.shorten(node, l)
	return k.Rate
}

// divideTime sets the switches' span.
func (n *Network) divideTime() {
	reach := event.Time(0)
	for i := range n.topology.Links {
		k := &n.topology.Links[i]
		reach = max(reach, k.Delay+SerialOf(k.Rate).Of(n.config.MTUWire))
	}
	s := newSpan(n.Lookahead, reach)
	for _, p := range n.Partitions {
		p.span = s
	}
}

// red returns the marking of a port.
func (n *Network) red(node uint32, port int, rate uint64) red { return n.config.red(node, port, rate) }

// red returns the marking of a port.
func (c *Config) red(node uint32, port int, rate uint64) red {
	found := c.MarkingOf(rate)
	if found == nil {
		return red{kmin: math.MaxUint32}
	}
	return newRED(*found, random.New(c.Seed, "red", uint64(node)<<16|uint64(port)))
}

// MarkingOf returns the marking of ports of a rate: that of the rate, else that of all others, else nil.
func (c *Config) MarkingOf(rate uint64) *Marking {
	var found *Marking
	for i := range c.Marking {
		m := &c.Marking[i]
		if m.Rate == rate || m.Rate == 0 && found == nil {
			found = m
		}
	}
	return found
}

// RED is the marking of one port, for callers that know the lengths of its queue from elsewhere.
type RED struct{ red red }

// RED returns the marking of a port of a switch, with the coin that the model's port has.
func (c *Config) RED(node uint32, port int, rate uint64) *RED {
	return &RED{c.red(node, port, rate)}
}

// Mark reports whether a packet that leaves length bytes of its class behind is marked.
func (r *RED) Mark(length uint32) bool { return r.red.mark(length) }

// divide assigns each port and lossless class its headroom, and all classes but control their reserve; the rest is
// shared.
func (s *Switch) divide(c *Config, t *topology.Topology, ports []topology.Port) error {
	b := &c.Buffer
	s.reserve, s.resume = b.Reserve, b.Resume
	fixed := uint64(0)
	for i := range ports {
		for class := 1; class < len(c.Classes); class++ {
			fixed += uint64(b.Reserve)
			if s.lossless&(1<<class) == 0 {
				continue
			}
			headroom := uint64(b.Headroom)
			if headroom == 0 {
				l := &t.Links[ports[i].Link]
				// delay ps times rate bit/s over 8e12 is the product in bytes.
				hi, lo := bits.Mul64(uint64(l.Delay), l.Rate)
				bdp, _ := bits.Div64(hi, lo, 8_000_000_000_000)
				headroom = uint64(b.HeadroomBDP)*bdp + 3*uint64(c.MTUWire) + Classes*pauseBytes
			}
			fixed += headroom
			if headroom > b.Bytes {
				fixed = b.Bytes + headroom
				break
			}
			s.uses[i*Classes+class].headroom = uint32(headroom)
		}
	}
	if fixed >= b.Bytes {
		return fmt.Errorf("buffer.bytes: %d do not hold the reserves and headrooms of the %d ports of switch %d, %d bytes; give more, or less headroom",
			b.Bytes, len(ports), t.IDOf(s.node), fixed)
	}
	s.total = uint32(b.Bytes - fixed)
	return nil
}

// partition assigns nodes to partitions: consecutive edge switches with their hosts, about the same number of hosts
// each, the other switches of a pod with the pod's edge switches, and the rest in turn.
func partition(t *topology.Topology, r *topology.Routes, partitions int) []uint16 {
	of := make([]uint16, t.Nodes())
	if partitions == 1 {
		return of
	}
	hosts := make([]uint32, t.Switches)
	for _, s := range r.EdgeOf {
		hosts[s]++
	}
	podParts := map[uint16][]uint16{}
	before := uint64(0)
	for _, s := range r.Edges {
		part := uint16(before * uint64(partitions) / uint64(t.Hosts))
		before += uint64(hosts[s])
		of[t.Hosts+s] = part
		if t.Pod != nil {
			podParts[t.Pod[s]] = append(podParts[t.Pod[s]], part)
		}
	}
	for host, s := range r.EdgeOf {
		of[host] = of[t.Hosts+s]
	}
	turn := 0
	inPod := map[uint16]int{}
	for s := range t.Switches {
		if hosts[s] != 0 {
			continue
		}
		if t.Pod != nil && t.Pod[s] != topology.NoPod {
			if among := podParts[t.Pod[s]]; len(among) > 0 {
				of[t.Hosts+s] = among[inPod[t.Pod[s]]%len(among)]
				inPod[t.Pod[s]]++
				continue
			}
		}
		of[t.Hosts+s] = uint16(turn % partitions)
		turn++
	}
	return of
}

// PathLinks returns the sending ends of the links on a connection's path from one host to another, the first of them
// own, the host's.
func (n *Network) PathLinks(own *Link, src, dst, hash uint32) []*Link {
	path := []*Link{own}
	n.walk(n.EdgeOf(src), dst, hash, func(s *Switch, port uint16) bool {
		path = append(path, &s.links[port])
		return true
	})
	return path
}

// Egress is an output port of a switch, given by its node number.
type Egress struct {
	Node uint32
	Port uint16
}

// Path returns the output ports on a connection's path, in order.
func (n *Network) Path(src, dst, hash uint32) []Egress {
	var way []Egress
	n.walk(n.EdgeOf(src), dst, hash, func(s *Switch, port uint16) bool {
		way = append(way, Egress{s.node, port})
		return true
	})
	return way
}

// EdgeOf returns the node number of a host's switch.
func (n *Network) EdgeOf(host uint32) uint32 { return n.topology.Hosts + n.routes.EdgeOf[host] }

// PodOf returns the number of a host's pod, below Pods.
func (n *Network) PodOf(host uint32) uint16 { return n.topology.Pod[n.routes.EdgeOf[host]] }

// Pods returns the number of pods plus one, for switches of no pod.
func (n *Network) Pods() int { return n.pods + 1 }

// PartitionIndex returns the number of a node's partition.
func (n *Network) PartitionIndex(node uint32) uint16 { return n.of[node] }

// InFlight counts packets and bytes in flight and in queues of switches, without pause frames.
func (n *Network) InFlight() (packets, size uint64) {
	c := traffic{}
	for i := range n.Switches {
		s := &n.Switches[i]
		s.inbound.live(&c)
		if s.gateway != nil {
			packets, bytes := s.gateway.Held()
			c.packets += packets
			c.bytes += bytes
		}
		for j := range s.ports {
			for class := range s.ports[j].queues {
				s.ports[j].queues[class].each(c.addAll)
			}
		}
	}
	for _, b := range n.inboxes {
		b.live(&c)
	}
	return c.packets, c.bytes
}
