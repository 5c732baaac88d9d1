package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// watcher is a hook that looks at all packets at all switches: at their order, and that each
// has had the time on its link that it takes. A switch touches its own
// entry only, as switches may run side by side.
type watcher struct {
	hosts    uint32
	switches []watched
	// lossless expects the packets of a connection in the order of their numbers,
	// each once.
	lossless bool
}

type watched struct {
	conns map[uint32]*trail
	// last is when something came in last, by port; rates are those of the ports.
	last  []event.Time
	rates []uint64
	fault string
}

// trail is what a switch saw of a connection: the next number and the port of entry of
// its data; the same of what is acknowledged.
type trail struct {
	next, acked uint32
	port, back  uint16
	there, acks bool
	at          event.Time
}

func watch(top *topology.Topology, lossless bool) func() (fabric.Hook, func(testing.TB)) {
	return func() (fabric.Hook, func(testing.TB)) {
		w := &watcher{hosts: top.Hosts, switches: make([]watched, top.Switches), lossless: lossless}
		ports := top.Ports()[top.Hosts:]
		for i := range w.switches {
			s := &w.switches[i]
			s.conns = map[uint32]*trail{}
			s.last = make([]event.Time, len(ports[i]))
			for _, p := range ports[i] {
				s.rates = append(s.rates, top.Links[p.Link].Rate)
			}
		}
		return w, func(t testing.TB) {
			for i := range w.switches {
				require.Empty(t, w.switches[i].fault, "switch %d", i)
			}
		}
	}
}

func (w *watcher) Arrive(now event.Time, node uint32, port uint16, k *fabric.Packet) bool {
	s := &w.switches[node-w.hosts]
	c := s.conns[k.Conn]
	if c == nil {
		c = &trail{}
		s.conns[k.Conn] = c
	}
	if now < s.last[port]+serial(uint64(k.Size), s.rates[port])-1 {
		s.fault = "a link carried two packets at once"
	}
	s.last[port] = now
	switch {
	case now < c.at:
		s.fault = "time goes back"
	case k.Kind == fabric.CNP:
	case k.Kind == fabric.Data && c.there && c.port != port, k.Kind != fabric.Data && c.acks && c.back != port:
		s.fault = "a connection's packets came by two ways"
	case k.Kind == fabric.Data && w.lossless && k.Seq != c.next:
		s.fault = "data out of order"
	case k.Kind != fabric.Data && k.Seq < c.acked:
		s.fault = "an acknowledgement of less than before"
	case k.Kind != fabric.Data && w.lossless && k.Seq == c.acked:
		s.fault = "an acknowledgement of nothing new"
	case k.Kind == fabric.Nack && w.lossless:
		s.fault = "a gap, where nothing is lost"
	}
	c.at = now
	switch k.Kind {
	case fabric.Data:
		c.next, c.port, c.there = k.Seq+1, port, true
	case fabric.Ack, fabric.Nack:
		c.acked, c.back, c.acks = k.Seq, port, true
	}
	return true
}

// TestOrderOfAConnection: many connections with several messages each cross a fabric with
// several paths and congestion; at every switch the packets of a connection come by one
// way and in the order of their numbers, and messages are delivered in the order in
// which they were posted.
func TestOrderOfAConnection(t *testing.T) {
	top := build(t, topology.LeafSpine{Leaves: 4, HostsPerLeaf: 4, Spines: 3, HostRate: 100 * gigabit, UpRate: 40 * gigabit, Delay: event.Microsecond})
	plan := &workload.Plan{}
	for i := range 48 {
		src := uint32(i % 16)
		dst := uint32((i*7 + 5) % 16)
		if src == dst {
			dst = (dst + 4) % 16
		}
		plan.Conns = append(plan.Conns, workload.Conn{Src: src, Dst: dst, SrcPort: uint16(i), DstPort: 4791, Class: 1})
		for j := range 5 {
			// Each delivery meets a dependency of the destination, so that its time is reported.
			plan.Dependencies = append(plan.Dependencies, workload.Dependency{Host: dst, Need: 1})
			plan.Messages = append(plan.Messages, workload.Message{
				Conn: uint32(i), After: workload.NoDependency, OnArrival: uint32(len(plan.Dependencies) - 1), OnAck: workload.NoDependency,
				Bytes: uint64(1 + 3777*((i+j*11)%17)), Start: event.Time(j) * 3 * event.Microsecond,
			})
		}
	}
	plan.Sort()
	c := controlled(t, plain(top, plan), "hpcc", 100*gigabit, nicmodel.NotifyEcho)
	c.End = 20 * event.Millisecond
	c.Fabric.Marking[0].Kmin, c.Fabric.Marking[0].Kmax = 20_000, 80_000
	c.Record.Dependencies = true
	r, notes := proof{Config: c, watch: watch(top, true)}.run(t)
	require.Zero(t, r.DroppedPackets)
	require.Positive(t, r.Marks)
	require.Len(t, notes.Dependencies, len(plan.Messages))
	// Gates of a connection were made in the order of its messages.
	last := make([]event.Time, len(plan.Conns))
	gate := make([]event.Time, len(plan.Dependencies))
	for _, g := range notes.Dependencies {
		gate[g.Dependency] = g.At
	}
	for i := range gate {
		conn := i / 5
		require.Greater(t, gate[i], last[conn], "delivery of message %d of connection %d", i%5, conn)
		last[conn] = gate[i]
	}
	for _, k := range notes.Completions {
		require.Greater(t, k.At, gate[plan.Messages[k.Message].OnArrival])
	}
}

// TestOnePathAndSpread: ECMP keeps a connection on one way (the watcher sees to that), and
// deals 4000 connections to 8 ways evenly: the sum over the ways of (n - 500)^2/500 is
// chi-square of 7 degrees, above 29.9 with probability 10^-4.
func TestOnePathAndSpread(t *testing.T) {
	const ways, conns = 8, 4000
	top := build(t, topology.LeafSpine{Leaves: 2, HostsPerLeaf: 4, Spines: ways, HostRate: 400 * gigabit, UpRate: 400 * gigabit, Delay: event.Microsecond})
	list := make([]flow, conns)
	for i := range list {
		list[i] = flow{src: uint32(i % 4), dst: uint32(4 + i/4%4), bytes: 2500, at: event.Time(i) * 100 * event.Nanosecond}
	}
	c := plain(top, flows(list...))
	for seed := range uint64(3) {
		c.Fabric.Seed = seed
		var last *watcher
		p := proof{Config: c, cuts: [][2]int{{2, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
			hook, check := watch(top, true)()
			last = hook.(*watcher)
			return hook, check
		}}
		p.run(t)
		sum := uint64(0)
		for spine := range ways {
			n := 0
			for _, k := range last.switches[2+spine].conns {
				if k.there && k.port == 0 { // data from the first leaf
					n++
				}
			}
			sum += uint64((n - conns/ways) * (n - conns/ways))
		}
		require.Less(t, sum*10/(conns/ways), uint64(299), "seed %d", seed)
		require.Positive(t, sum, "seed %d: spread as if dealt in turn", seed)
	}
}
