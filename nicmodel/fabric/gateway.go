package fabric

import "smartnic-cc/nicmodel/event"

// Gateway is what a programmable switch does besides forwarding. It belongs to one switch, runs in that switch's
// partition, and may keep state.
type Gateway interface {
	// Arrive sees a packet that came in, any but a PFC frame, and may change its marks. It reports whether
	// the packet goes on now; else the gateway has kept it (SwitchContext.Enqueue) or taken it out (SwitchContext.Discard).
	Arrive(v *SwitchContext, k *Transit) bool
	// Wake comes at a time that SwitchContext.WakeAt named.
	Wake(v *SwitchContext)
	// Held counts the packets that it keeps, and their bytes on the wire.
	Held() (packets, bytes uint64)
}

// Marker is a gateway that sees the marks that its switch's own queues make.
type Marker interface {
	// Mark sees a packet that the queue of a port marks as it begins to leave, and reports whether the
	// mark stays.
	Mark(v *SwitchContext, k *Packet, out uint16) bool
}

// FlowHashes are those of a connection: its hosts, and the hashes of the five-tuple forth and back.
type FlowHashes struct {
	Source, Dest     uint32
	Forward, Reverse uint32
}

// SwitchContext is the switch, as its gateway sees it at one time.
type SwitchContext struct {
	// Now is the time.
	Now  event.Time
	s    *Switch
	p    *Partition
	port uint16
}

// gatewayPort, as the port of a wake, means that the gateway's time has come.
const gatewayPort = samplePort - 1

// Port is the port through which the packet at hand came.
func (v *SwitchContext) Port() uint16 { return v.port }

// WakeAt asks for a wake at a time, not before now. Each call brings one.
func (v *SwitchContext) WakeAt(at event.Time) { v.s.wakeAt(at, gatewayPort) }

// Enqueue puts the packet at hand at the end of a queue of the gateway's, with a time of the gateway's
// choice, such as that from which on it may go.
func (v *SwitchContext) Enqueue(q *Queue, k *Transit, at event.Time) {
	k.key = keyOf(at, v.port)
	q.Add(v.p, k)
}

// EnqueueTime is the time that the first packet of a queue was kept with.
func EnqueueTime(q *Queue) event.Time { return q.First().at() }

// Requeue puts the first packet of a queue at the queue's end, with another time.
func (v *SwitchContext) Requeue(q *Queue, at event.Time) {
	k := *q.First()
	q.Remove(v.p)
	k.key = keyOf(at, k.port())
	q.Add(v.p, &k)
}

// Send takes the first packet out of a queue of the gateway's and sends it on.
func (v *SwitchContext) Send(q *Queue) {
	k := *q.First()
	q.Remove(v.p)
	k.key = keyOf(v.Now, k.port())
	if k.Kind == Data|Traced {
		v.s.pass(v.p, v.s.out(v.p, &k.Packet), &k)
	}
	v.s.forward(v.p, v.Now, &k)
}

// ForwardHash returns the hash of the way of a connection's data.
func (v *SwitchContext) ForwardHash(conn uint32) uint32 { return v.p.paths(conn).Forward }

// Discard takes the packet at hand out of the network. It counts as received.
func (v *SwitchContext) Discard(k *Transit) { v.p.Consume(&k.Packet) }

// Notify sends a CNP of some length to the source of a connection, which reports arg marked packets.
func (v *SwitchContext) Notify(conn uint32, size uint16, arg uint32) {
	w := v.p.paths(conn)
	v.p.Inject(size)
	path := v.p.network.PathFrom(v.s.node, w.Source, w.Reverse)
	v.s.forward(v.p, v.Now, &Transit{Packet: Packet{Sent: v.Now, Conn: conn, Path: path, Size: size, Kind: CNP, Arg: arg}})
}

// forward sends a packet on that is not an arrival.
func (s *Switch) forward(p *Partition, now event.Time, k *Transit) {
	out := s.out(p, &k.Packet)
	l := &s.links[out]
	switch {
	case k.Class() == 0:
		l.Forward(p, max(now, l.Busy), &k.Packet)
	case now < l.Busy || l.backlog|l.Paused != 0:
		s.store(p, now, out, k)
	default:
		l.Forward(p, now, &k.Packet)
	}
}

// visit shows an arrival to the gateway and reports whether it goes on. The kind of a packet that is
// traced stays that.
func (s *Switch) visit(p *Partition, k *Transit) bool {
	v := &p.visit
	*v = SwitchContext{Now: k.at(), s: s, p: p, port: k.port()}
	return s.gateway.Arrive(v, k)
}

// ring wakes the gateway.
func (s *Switch) ring(p *Partition, now event.Time) {
	v := &p.visit
	*v = SwitchContext{Now: now, s: s, p: p}
	s.gateway.Wake(v)
}

// marks shows a packet that a queue marks to the gateway, and reports whether the mark stays. It may come
// while the gateway sends on what it held, whose visit is kept.
//
//go:noinline
func (s *Switch) marks(p *Partition, now event.Time, out uint32, k *Packet) bool {
	v := &p.visit
	held := *v
	*v = SwitchContext{Now: now, s: s, p: p}
	stays := s.marker.Mark(v, k, uint16(out))
	*v = held
	return stays
}

// SetFlowHashes says what the ways of connections are. It is for before the run.
func (n *Network) SetFlowHashes(ways func(conn uint32) FlowHashes) {
	for _, p := range n.Partitions {
		p.paths = ways
	}
}

// Gateway returns what a switch, numbered from 0, has, or nil.
func (n *Network) Gateway(s uint32) Gateway { return n.Switches[s].gateway }
