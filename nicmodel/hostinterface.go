package nicmodel

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/workload"
)

// Host is the host interface of a NIC: package hostpath with the plan's messages as WQEs and its connections as QPs.
// A thread posts a message at its time in the plan; its packets may leave when its WQE has entered the TX pipe. It is
// complete, and counts towards the dependency of its acknowledgement, when a thread has polled its completion, and
// towards that of its arrival when a thread of the receiver has.
type Host struct {
	// Config is what the stages take. Rate, Payload, Header, Contexts, ContextMiss, Seed, Number and Spans are set by
	// the model.
	hostpath.Config
	// Threads is the number of posting threads, each with its own connections, or, with Sharers above 1, Sharers of
	// them in turn for each connection, under a lock.
	Threads, Sharers uint32
	// Pollers is the number of threads that only poll, each its own CQ; with 0 each posting thread polls a CQ itself.
	Pollers uint32
	// Poll, Period and Budget are of each CQ; see hostpath.CQ.
	Poll, Period event.Time
	Budget       uint32
	// Batch is the most messages per doorbell, of a connection and posted at one time; 0 means 1.
	Batch uint32
	// SignalEvery is the number of messages of a connection per completion; 0 means 1. The last message of a
	// connection has one, as does each that a dependency waits for.
	SignalEvery uint32
	// SRQ is the receive queue of all connections that end at the host; with Depth 0 it never runs dry. A refused
	// sender waits for RNR and retransmits.
	SRQ hostpath.SRQ
	RNR event.Time
}

// MaxThreads is the largest number of threads of a host of each kind.
const MaxThreads = 4096

// checkHost returns what is wrong with a host interface.
func (n *NIC) checkHost() error {
	h := n.Host
	if h == nil {
		return nil
	}
	switch {
	case h.Threads == 0 || h.Threads > MaxThreads || h.Pollers > MaxThreads:
		return fmt.Errorf("host.threads and pollers: %d and %d; use 1 to %d and at most %d", h.Threads, h.Pollers, MaxThreads, MaxThreads)
	case h.Sharers > h.Threads:
		return fmt.Errorf("host.sharers: %d threads share a connection, but there are %d", h.Sharers, h.Threads)
	case h.Poll < 0 || h.Period < 0 || h.Poll > event.Second || h.Period > event.Second:
		return fmt.Errorf("host.poll and poll_period: %v and %v; use 0s to 1s", h.Poll, h.Period)
	case h.Budget != 0 && h.Period == 0:
		return fmt.Errorf("host.poll_budget: %d has no effect without host.poll_period, the time between two looks", h.Budget)
	case h.SRQ.Depth == 0 && (h.SRQ.Low != 0 || h.SRQ.Reload != 0 || h.RNR != 0):
		return fmt.Errorf("host.srq_low, srq_reload and rnr say nothing without host.srq, the buffers of the receive queue")
	case h.SRQ.Depth != 0 && h.SRQ.Low >= h.SRQ.Depth:
		return fmt.Errorf("host.srq_low: %d is not below the %d buffers of host.srq", h.SRQ.Low, h.SRQ.Depth)
	case h.SRQ.Reload < 0 || h.SRQ.Reload > event.Second || h.RNR < 0 || h.RNR > event.Second:
		return fmt.Errorf("host.srq_reload and rnr: %v and %v; use 0s to 1s", h.SRQ.Reload, h.RNR)
	case h.SRQ.Depth != 0 && h.RNR == 0:
		return fmt.Errorf("host.rnr: 0s; a sender that finds no buffer has to wait, as in rnr = \"10us\"")
	}
	return h.Config.Check()
}

// hostTime returns the time of a message alone in its sender's host interface.
func (n *NIC) hostTime(bytes uint64) event.Time {
	h := n.Host
	t := h.Post + h.Doorbell + h.MMIO + h.Message + h.PCIeWrite + hostpath.Serial(uint64(h.CQEBytes), h.PCIeRate) + h.Poll
	if bytes > uint64(h.InlineBytes) {
		t += 2*h.PCIeRead + hostpath.Serial(uint64(h.WQEBytes), h.PCIeRate) + hostpath.Serial(bytes, h.PCIeRate)
	}
	return t
}

// hostInterface is the host interface of a host: the hostpath.Environment of its NIC.
type hostInterface struct {
	partition *partition
	h         *host
	config    hostpath.Config
	nic       *hostpath.NIC
	now       event.Time
	conns     []hostInterfaceConn // by number at the host
	// batch is the WQEs of connection conn for the next doorbell.
	batch []hostpath.WQE
	conn  uint32
}

// hostInterfaceConn is a host interface's state of a connection.
type hostInterfaceConn struct {
	posted, all uint32 // messages
	turn        uint32 // of the threads that share it
}

// Stage is a span of a stage of a host interface.
type Stage struct {
	hostpath.Span
	// Known is when that was known; Begin may be later.
	Known event.Time
	Host  uint32
}

// sharers and the methods below resolve defaults.
func (h *Host) sharers() uint32 { return max(h.Sharers, 1) }
func (h *Host) queues() uint32 {
	if h.Pollers != 0 {
		return h.Pollers
	}
	return h.Threads
}

// addHostInterfaces gives hosts their host interfaces.
func (m *Model) addHostInterfaces() error {
	c := m.config
	any := false
	for i := range c.NICs {
		any = any || c.NICs[i].Host != nil
	}
	if !any {
		return nil
	}
	m.slots, m.receiving = make([]uint32, len(m.messages)), make([]uint32, len(m.senders))
	for i := range m.slots {
		m.slots[i] = none
	}
	queues := make([]hostpath.Queues, len(m.hosts))
	for i := range m.hosts {
		if n := m.hosts[i].nic.Host; n != nil {
			queues[i] = n.layout()
		}
	}
	for i := range c.Plan.Conns {
		k := &c.Plan.Conns[i]
		if n := m.hosts[k.Src].nic.Host; n != nil {
			queues[k.Src].QPs = append(queues[k.Src].QPs, n.sendingQP(m.senders[i].local, k))
		}
	}
	sending := make([]int, len(m.hosts))
	for i := range sending {
		sending[i] = len(queues[i].QPs)
	}
	for i := range c.Plan.Conns {
		k := &c.Plan.Conns[i]
		n := m.hosts[k.Dst].nic.Host
		if n == nil || k.Loopback {
			continue
		}
		q := &queues[k.Dst]
		m.receiving[i] = uint32(len(q.QPs))
		q.QPs = append(q.QPs, n.receivingQP(uint32(len(q.QPs)-sending[k.Dst])))
		if n.SRQ.Depth != 0 {
			m.receivers[i].next = none
		}
	}
	for i := range m.hosts {
		h := &m.hosts[i]
		if h.nic.Host == nil {
			continue
		}
		if err := m.addHostInterface(h, &queues[i], sending[i]); err != nil {
			return fmt.Errorf("host %d: %w", c.Topology.IDOf(h.node), err)
		}
	}
	for i := range c.Plan.Messages {
		conn := c.Plan.Messages[i].Conn
		if f := m.hosts[c.Plan.Conns[conn].Src].iface; f != nil {
			f.conns[m.senders[conn].local].all++
		}
	}
	return nil
}

// addHostInterface gives a host its host interface.
func (m *Model) addHostInterface(h *host, q *hostpath.Queues, sending int) error {
	f := &hostInterface{partition: m.partitionOf(h.node), h: h, config: h.nic.Host.Config, conns: make([]hostInterfaceConn, sending)}
	k := &f.config
	k.Rate, k.Payload, k.Header = h.line*1000, uint32(h.nic.Payload), uint32(h.nic.Header)
	k.Contexts, k.ContextMiss = h.nic.Contexts, h.nic.ContextMiss
	k.Seed, k.Number = m.config.Seed, uint64(h.node)
	for _, host := range m.config.Record.SpanHosts {
		k.Spans = k.Spans || host == h.node
	}
	var err error
	f.nic, err = hostpath.New(k, q, f)
	h.iface = f
	return err
}

// layout is the threads and completion queues of a host.
func (h *Host) layout() hostpath.Queues {
	q := hostpath.Queues{Threads: h.Threads + h.Pollers}
	for i := range h.queues() {
		thread := i
		if h.Pollers != 0 {
			thread += h.Threads
		}
		q.CQs = append(q.CQs, hostpath.CQ{Thread: thread, Poll: h.Poll, Period: h.Period, Budget: h.Budget})
	}
	if h.SRQ.Depth != 0 {
		q.SRQs = []hostpath.SRQ{h.SRQ}
	}
	return q
}

// sendingQP is that of a connection from the host, by its number there.
func (h *Host) sendingQP(local uint32, k *workload.Conn) hostpath.QP {
	cq := uint32(uint64(local) * uint64(h.sharers()) % uint64(h.queues()))
	return hostpath.QP{CQ: cq, RecvCQ: cq, SRQ: hostpath.None, Class: k.Class, Threads: h.sharers(), Loopback: k.Loopback}
}

// receivingQP is that of a connection to the host.
func (h *Host) receivingQP(local uint32) hostpath.QP {
	q := hostpath.QP{CQ: local % h.queues(), RecvCQ: local % h.queues(), SRQ: hostpath.None}
	if h.SRQ.Depth != 0 {
		q.SRQ = 0
	}
	return q
}

// post handles a message of the application; ring follows.
func (f *hostInterface) post(message uint32, now event.Time) {
	m := f.partition.m
	plan := &m.config.Plan.Messages[message]
	if len(f.batch) > 0 && (plan.Conn != f.conn || len(f.batch) >= int(max(f.h.nic.Host.Batch, 1))) {
		f.ring(now)
	}
	k := &f.conns[m.senders[plan.Conn].local]
	k.posted++
	every := max(f.h.nic.Host.SignalEvery, 1)
	quiet := k.posted%every != 0 && k.posted != k.all && plan.OnAck == workload.NoDependency
	m.slots[message] = posted
	f.conn = plan.Conn
	f.batch = append(f.batch, hostpath.WQE{Bytes: plan.Bytes, User: uint64(message), Imm: plan.Conn, Unsignaled: quiet})
}

// posted is the slot of a message that has none yet.
const posted = none - 1

// ring posts the batch.
func (f *hostInterface) ring(now event.Time) {
	if len(f.batch) == 0 {
		return
	}
	f.now = now
	local := f.partition.m.senders[f.conn].local
	k := &f.conns[local]
	sharers := f.h.nic.Host.sharers()
	thread := uint32((uint64(local)*uint64(sharers) + uint64(k.turn%sharers)) % uint64(f.h.nic.Host.Threads))
	k.turn++
	f.nic.Post(now, thread, local, f.batch...)
	f.batch = f.batch[:0]
}

// ring rings the doorbell for messages posted at one time.
func (p *partition) ring(h *host, now event.Time) {
	if h.iface != nil {
		h.iface.ring(now)
	}
	p.resumeSending(h, now)
}

// step handles an event of the host interface.
func (f *hostInterface) step(e *event.Event) {
	f.now = e.At
	f.nic.Step(e.At, e.Kind-hostStep, e.Arg)
}

// After implements hostpath.Environment.
func (f *hostInterface) After(at event.Time, kind uint8, arg uint32) {
	f.partition.after(f.h, at, hostStep+kind, arg)
}

// Send implements hostpath.Environment: the packets of a message may leave.
func (f *hostInterface) Send(now event.Time, wqe uint32) {
	message := uint32(f.nic.Slot(wqe).User)
	f.partition.m.slots[message] = wqe
	f.partition.hand(f.h, message, now)
	f.partition.resumeSending(f.h, now)
}

// acked handles the acknowledgement of all packets of a message.
func (f *hostInterface) acked(message uint32, now event.Time) {
	f.now = now
	f.nic.Acked(now, f.partition.m.slots[message])
}

// Polled implements hostpath.Environment: the application sees a completion.
func (f *hostInterface) Polled(now event.Time, c *hostpath.Completion) {
	m := f.partition.m
	message := uint32(c.User)
	plan := &m.config.Plan.Messages[message]
	if c.Kind == hostpath.Received {
		f.partition.count(f.h, now, plan.OnArrival)
		return
	}
	m.slots[message] = none
	if m.config.Plan.Conns[plan.Conn].Loopback {
		m.messages[message].first, m.delivered[message] = c.Sent, c.Acked
		if e := f.h.engine; e != nil {
			e.flows[m.senders[plan.Conn].local].left--
		}
		f.partition.count(f.h, now, plan.OnArrival)
	}
	f.partition.knows(plan.Conn, now, message)
	f.partition.count(f.h, now, plan.OnAck)
}

// Span implements hostpath.Tracer.
func (f *hostInterface) Span(s *hostpath.Span) {
	f.partition.records.Stages = append(f.partition.records.Stages, Stage{Span: *s, Known: f.now, Host: f.h.node})
}

// delivered handles the arrival of a message's last packet. The next message needs a buffer of the SRQ.
func (f *hostInterface) delivered(message uint32, now event.Time) {
	m := f.partition.m
	plan := &m.config.Plan.Messages[message]
	f.now = now
	f.nic.Deliver(now, m.receiving[plan.Conn], hostpath.WQE{Bytes: plan.Bytes, User: uint64(message), Imm: plan.Conn})
	if f.h.nic.Host.SRQ.Depth != 0 {
		r := &m.receivers[plan.Conn]
		r.resume, r.next = r.next, none
	}
}

// begins handles a packet between messages with an SRQ: with a buffer it is the first of a message, else it is
// refused, and packets sent after it are dropped.
func (p *partition) begins(h *host, now event.Time, k *fabric.Transit, r *receiver) {
	r.next = r.resume
	switch {
	case k.Seq != r.next:
		p.data(h, now, k)
		r.next = none
	case h.iface.nic.ConsumeReceive(now, p.m.receiving[k.Conn]):
		p.data(h, now, k)
	default:
		r.nacked = true
		p.Consume(&k.Packet)
		p.Inject(h.nic.AckBytes)
		k.Kind += fabric.Nack - fabric.Data // traced as before
		k.Flags, k.Seq, k.Arg = fabric.RNR, r.next, 0
		k.Path, k.Size = r.path, h.nic.AckBytes
		p.sendControl(h, now, &k.Packet)
		r.next = none
	}
}

// refuse has a connection wait because the receiver had no buffer.
func (p *partition) refuse(h *host, conn uint32, c *sender, now event.Time) {
	if c.refused {
		return
	}
	c.refused, c.send = true, c.posted
	until := now + p.m.hosts[p.m.config.Plan.Conns[conn].Dst].nic.Host.RNR
	c.progress = until // the timeout counts from there
	p.after(h, until, again, conn)
}

// retry retransmits what was refused.
func (p *partition) retry(h *host, conn uint32, now event.Time) {
	if c := &p.m.senders[conn]; c.refused {
		p.goBack(h, conn, c, now)
		p.resumeSending(h, now)
	}
}

// untold is Unfinished for a connection of a host interface: posted messages whose completion the application has not
// seen.
func (m *Model) untold(conn uint32, each func(message uint32, posted event.Time)) {
	if m.posts.first == nil {
		m.posts = newLists(len(m.senders), len(m.messages), func(i int) uint32 { return m.config.Plan.Messages[i].Conn })
	}
	for _, message := range m.posts.of(conn) {
		if m.slots[message] != none {
			each(message, m.messages[message].posted)
		}
	}
}
