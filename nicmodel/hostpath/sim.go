package hostpath

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Wire joins QPs of two hosts. A message reaches the peer Delay after its last byte left the NIC's TX pipe; the
// peer's NIC acknowledges it, and the acknowledgement arrives Delay and Ack later. A message refused without a
// receive buffer is retransmitted RNR after the refusal arrived, followed in order by what the QP sent after it.
type Wire struct {
	Delay, Ack, RNR event.Time
}

// Program is what runs on the hosts of a Sim.
type Program interface {
	// Begin is called once, at time 0, and posts the first WQEs.
	Begin(s *Sim)
	// Polled is called for each polled completion, with the number of its host.
	Polled(s *Sim, host uint32, now event.Time, c *Completion)
	// Timer is called at a time set with Sim.At.
	Timer(s *Sim, host uint32, now event.Time, arg uint32)
}

// Sim is hosts whose NICs are joined by dedicated wires: the network has delays only. Where packets queue in the
// network, use the packet model of package nicmodel or another Environment.
type Sim struct {
	wire    Wire
	program Program
	hosts   []*simHost
	events  event.Queue
	made    []uint64 // by host, the number of the next event
	now     event.Time
	taken   uint64
	begun   bool
	spans   func(host uint32, s *Span)
}

// peer is a QP's other end.
type peer struct{ host, qp uint32 }

// simHost is a host of a Sim, and the Environment of its NIC.
type simHost struct {
	sim    *Sim
	nic    *NIC
	number uint32
	peers  []peer
	// again is the WQE that each QP retransmits, None without one, and held are the later ones that were dropped, in
	// order.
	again []uint32
	held  [][]uint32
}

// Kinds of events of a Sim.
const (
	simArrive = Kinds + iota
	simAck
	simTimer
)

// NewSim makes a Sim without hosts.
func NewSim(wire Wire, program Program) *Sim { return &Sim{wire: wire, program: program} }

// Add adds a host and returns its number, from 0 on.
func (s *Sim) Add(c *Config, q *Queues) (uint32, error) {
	h := &simHost{sim: s, number: uint32(len(s.hosts)), peers: make([]peer, len(q.QPs)), again: make([]uint32, len(q.QPs)), held: make([][]uint32, len(q.QPs))}
	for i := range h.peers {
		h.peers[i], h.again[i] = peer{None, None}, None
	}
	var err error
	if h.nic, err = New(c, q, h); err != nil {
		return 0, fmt.Errorf("host %d: %w", h.number, err)
	}
	s.hosts, s.made = append(s.hosts, h), append(s.made, 0)
	return h.number, nil
}

// Connect makes two QPs each other's peer.
func (s *Sim) Connect(hostA, qpA, hostB, qpB uint32) {
	s.hosts[hostA].peers[qpA] = peer{hostB, qpB}
	s.hosts[hostB].peers[qpB] = peer{hostA, qpA}
}

// NIC returns a host's NIC.
func (s *Sim) NIC(host uint32) *NIC { return s.hosts[host].nic }

// At schedules the program's Timer at a time, not before now.
func (s *Sim) At(at event.Time, host, arg uint32) {
	s.push(at, host, simTimer, arg)
}

// Watch takes the spans of hosts whose Config asks for them.
func (s *Sim) Watch(spans func(host uint32, s *Span)) { s.spans = spans }

// Now returns the time of the current event.
func (s *Sim) Now() event.Time { return s.now }

// Events returns the number of events handled.
func (s *Sim) Events() uint64 { return s.taken }

func (s *Sim) push(at event.Time, host uint32, kind uint8, arg uint32) {
	s.events.Push(event.Event{At: at, Key: event.KeyOf(host, s.made[host]), Arg: arg, Kind: kind})
	s.made[host]++
}

// Run begins the program at the first call, and handles all events before a time, at one time host by host.
func (s *Sim) Run(before event.Time) {
	if !s.begun {
		s.begun = true
		s.program.Begin(s)
	}
	for len(s.events) > 0 && s.events[0].At < before {
		e := s.events.Pop()
		h := s.hosts[e.Node()]
		s.now = e.At
		s.taken++
		switch e.Kind {
		case simArrive:
			h.arrive(e.At, e.Arg)
		case simAck:
			h.nic.Acked(e.At, e.Arg)
		case simTimer:
			s.program.Timer(s, h.number, e.At, e.Arg)
		default:
			h.nic.Step(e.At, e.Kind, e.Arg)
		}
	}
}

// After implements Environment.
func (h *simHost) After(at event.Time, kind uint8, arg uint32) { h.sim.push(at, h.number, kind, arg) }

// Send implements Environment.
func (h *simHost) Send(now event.Time, wqe uint32) {
	c := h.nic.Slot(wqe)
	h.sim.push(now+h.nic.TxTime(c.Bytes)+h.sim.wire.Delay, h.number, simArrive, wqe)
}

// Polled implements Environment.
func (h *simHost) Polled(now event.Time, c *Completion) {
	h.sim.program.Polled(h.sim, h.number, now, c)
}

// Span implements Tracer.
func (h *simHost) Span(k *Span) {
	if h.sim.spans != nil {
		h.sim.spans(h.number, k)
	}
}

// arrive delivers a WQE of the host to its peer. While one waits for retransmission, later ones of the QP are dropped
// and retransmitted after it, at the link's rate.
func (h *simHost) arrive(now event.Time, wqe uint32) {
	s := h.sim
	c := h.nic.Slot(wqe)
	qp, to := c.QP, h.peers[c.QP]
	if first := h.again[qp]; first != None && first != wqe {
		h.held[qp] = append(h.held[qp], wqe)
		return
	}
	if !s.hosts[to.host].nic.Receive(now, to.qp, c.WQE) {
		h.again[qp] = wqe
		s.push(now+s.wire.Ack+2*s.wire.Delay+s.wire.RNR+h.nic.TxTime(c.Bytes), h.number, simArrive, wqe)
		return
	}
	h.again[qp] = None
	if held := h.held[qp]; len(held) > 0 {
		next := held[0]
		h.again[qp], h.held[qp] = next, append(held[:0], held[1:]...)
		s.push(now+h.nic.TxTime(h.nic.Slot(next).Bytes), h.number, simArrive, next)
	}
	s.push(now+s.wire.Ack+s.wire.Delay, h.number, simAck, wqe)
}
