package fabric

import "smartnic-cc/nicmodel/event"

// Gateway is what a programmable switch does besides forwarding. It belongs to one switch, runs in that switch's
// partition, and may keep state.
type Gateway interface {
	// Arrive sees a packet that came in, any but a PFC frame, and may change its marks. It reports whether the packet
	// is forwarded now; else the gateway has kept it (SwitchContext.Enqueue) or consumed it (SwitchContext.Discard).
	Arrive(v *SwitchContext, k *Transit) bool
	// Wake is called at a time set by SwitchContext.WakeAt.
	Wake(v *SwitchContext)
	// Held returns the number of packets that it keeps, and their bytes on the wire.
	Held() (packets, bytes uint64)
}

// Marker is a gateway that sees the marks that its switch's own queues make.
type Marker interface {
	// Mark sees a packet that the queue of a port marks as it leaves, and reports whether the mark stays.
	Mark(v *SwitchContext, k *Packet, out uint16) bool
}

// FlowHashes are those of a connection: its hosts, and the hashes of the five-tuple forth and back.
type FlowHashes struct {
	Source, Dest     uint32
	Forward, Reverse uint32
}

// SwitchContext is its gateway's view of a switch at one time.
type SwitchContext struct {
	// Now is the time.
	Now  event.Time
	s    *Switch
	p    *Partition
	port uint16
}

// gatewayPort, as the port of a wake, means that the gateway's time has come.
const gatewayPort = samplePort - 1

// Port returns the input port of the current packet.
func (v *SwitchContext) Port() uint16 { return v.port }

// WakeAt schedules a wake at a time, not before now; one for each call.
func (v *SwitchContext) WakeAt(at event.Time) { v.s.wakeAt(keyOf(at, gatewayPort)) }

// Enqueue appends the current packet to a queue of the gateway's, with a time of the gateway's choice, such as when
// it may go.
func (v *SwitchContext) Enqueue(q *Queue, k *Transit, at event.Time) {
	k.key = keyOf(at, v.port)
	q.Add(v.p, k)
}

// EnqueueTime returns the time with which the first packet of a queue was enqueued.
func EnqueueTime(q *Queue) event.Time { return q.First().at() }

// Requeue moves the first packet of a queue to its end, with another time.
func (v *SwitchContext) Requeue(q *Queue, at event.Time) {
	k := *q.First()
	q.Remove(v.p)
	k.key = keyOf(at, k.port())
	q.Add(v.p, &k)
}

// Send removes the first packet of a gateway's queue and forwards it.
func (v *SwitchContext) Send(q *Queue) {
	k := *q.First()
	q.Remove(v.p)
	k.key = keyOf(v.Now, k.port())
	if k.Kind == Data|Traced {
		v.s.trace(v.p, v.s.out(v.p, &k.Packet), &k)
	}
	v.s.forward(v.p, v.Now, &k)
}

// ForwardHash returns the five-tuple hash of a connection's data.
func (v *SwitchContext) ForwardHash(conn uint32) uint32 { return v.p.paths(conn).Forward }

// Discard removes the current packet from the network. It counts as received.
func (v *SwitchContext) Discard(k *Transit) { v.p.Consume(&k.Packet) }

// Notify sends a CNP of size bytes, which reports arg marked packets, to the source of a connection.
func (v *SwitchContext) Notify(conn uint32, size uint16, arg uint32) {
	w := v.p.paths(conn)
	v.p.Inject(size)
	path := v.p.network.PathFrom(v.s.node, w.Source, w.Reverse)
	v.s.forward(v.p, v.Now, &Transit{Packet: Packet{Sent: v.Now, Conn: conn, Path: path, Size: size, Kind: CNP, Arg: arg}})
}

// forward forwards a packet that is not an arrival.
func (s *Switch) forward(p *Partition, now event.Time, k *Transit) {
	out := s.out(p, &k.Packet)
	l := &s.links[out]
	switch {
	case k.Class() == 0:
		l.Forward(p, max(now, l.Busy), &k.Packet)
	case now < l.Busy || l.backlog|l.Paused != 0:
		s.store(p, now, out, k.Class(), k)
	default:
		l.Forward(p, now, &k.Packet)
	}
}

// visit shows an arrival to the gateway and reports whether it is forwarded. A traced packet keeps its kind.
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

// marks shows the gateway a packet that a queue marks, and reports whether the mark stays. It may be called while the
// gateway forwards a held packet, whose visit it preserves.
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

// SetFlowHashes sets the hashes of connections. Call it before the run.
func (n *Network) SetFlowHashes(ways func(conn uint32) FlowHashes) {
	for _, p := range n.Partitions {
		p.paths = ways
	}
}

// Gateway returns the gateway of a switch, numbered from 0, or nil.
func (n *Network) Gateway(s uint32) Gateway { return n.Switches[s].gateway }
