package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// shape draws whole models: networks of any form, plans with dependencies, all kinds of NICs.
type shape struct {
	random.Source
	t testing.TB
	// lossy links, small buffers and logs of everything.
	lossy, small, logs bool
	// rto is 0 where nothing can be lost: queues may be longer than any timeout.
	rto event.Time
}

func (s *shape) chance(percent uint32) bool { return s.Below(100) < percent }

func pick[T any](s *shape, list ...T) T { return list[s.Below(uint32(len(list)))] }

func (s *shape) rate() uint64 { return pick[uint64](s, 1, 10, 25, 40, 56, 100, 200, 400) * gigabit }

// topology is a connected network. With small buffers its switches are a tree, some
// branches of which are doubled, since pauses can lock up a ring of switches.
func (s *shape) topology() *topology.Topology {
	hosts, switches := 2+s.Below(8), 1+s.Below(6)
	var links []topology.Link
	join := func(a, b uint32) {
		l := topology.Link{A: a, B: b, Rate: s.rate(), Delay: 10*event.Nanosecond + event.Time(s.Below64(uint64(pick(s, event.Nanosecond, 100*event.Nanosecond, 5*event.Microsecond))))}
		if s.lossy && s.chance(30) {
			l.LossPPB = s.Below(100_000_000)
		}
		if s.chance(50) {
			l.A, l.B = b, a
		}
		links = append(links, l)
	}
	for i := uint32(1); i < switches; i++ {
		to := s.Below(i)
		for range 1 + s.Below(3) {
			join(hosts+i, hosts+to)
		}
	}
	if !s.small {
		for range s.Below(5) {
			if a, b := s.Below(switches), s.Below(switches); a != b {
				join(hosts+a, hosts+b)
			}
		}
	}
	for h := range hosts {
		join(h, hosts+s.Below(switches))
	}
	// In any order, so that ports are.
	for i := range links {
		j := s.Below(uint32(len(links)))
		links[i], links[j] = links[j], links[i]
	}
	return wired(s.t, hosts, switches, links...)
}

// plan is connections between random hosts. Some messages wait for dependencies that earlier
// ones open by their delivery or acknowledgement.
func (s *shape) plan(hosts uint32, classes int) *workload.Plan {
	p := &workload.Plan{}
	for i := range 1 + s.Below(12) {
		src, dst := s.Below(hosts), s.Below(hosts-1)
		if s.chance(40) {
			dst = 0
		}
		if dst >= src {
			dst++
		}
		p.Conns = append(p.Conns, workload.Conn{Src: src, Dst: dst, SrcPort: uint16(i), DstPort: 4791, Class: uint8(1 + s.Below(uint32(classes-1)))})
	}
	for range 1 + s.Below(40) {
		conn := s.Below(uint32(len(p.Conns)))
		m := workload.Message{
			Conn: conn, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency,
			Bytes: 1 + s.Below64(uint64(1)<<s.Below(18)), Start: event.Time(s.Below64(uint64(30 * event.Microsecond))),
		}
		at := p.Conns[conn]
		// Behind a dependency of its host, if there is one: only messages drawn before count
		// towards that, so that all open.
		for g := range p.Dependencies {
			if p.Dependencies[g].Host == at.Src && s.chance(40) {
				m.After = uint32(g)
			}
		}
		if s.chance(30) {
			m.OnArrival = s.gate(p, at.Dst)
		}
		if s.chance(30) {
			m.OnAck = s.gate(p, at.Src)
		}
		p.Messages = append(p.Messages, m)
	}
	p.Sort()
	return p
}

// dependency is a new dependency for one event.
func (s *shape) gate(p *workload.Plan, host uint32) uint32 {
	p.Dependencies = append(p.Dependencies, workload.Dependency{Host: host, Need: 1, Delay: event.Time(s.Below(2)) * event.Time(s.Below(3_000_000))})
	return uint32(len(p.Dependencies) - 1)
}

func (s *shape) nic() nicmodel.NIC {
	n := nicmodel.NIC{
		Payload: uint16(64 + s.Below(1500)), Header: uint16(s.Below(100)),
		AckBytes: uint16(1 + s.Below(100)), CNPBytes: uint16(1 + s.Below(100)), AckEvery: uint16(1 + s.Below(4)),
		Notify: pick(s, nicmodel.NotifyCNP, nicmodel.NotifyEcho, nicmodel.NotifyNone),
		NP:     dcqcn.NPParams{Interval: s.Below(50_000)},
		RTO:    s.rto, ReceiveDelay: event.Time(s.Below(2)) * event.Time(s.Below(1_000_000)),
	}
	if s.chance(50) {
		n.Window = 4 + s.Below(20)
	}
	if s.chance(30) {
		n.Contexts, n.ContextMiss = 1+s.Below(3), event.Time(1+s.Below(1_000_000))
	}
	if s.chance(70) {
		choice := reaction.Choice{Algo: pick(s, "dcqcn", "dolcerc"), Profile: pick(s, "paper", "hpcc", "connectx", "ionic"), Line: rateOf(100 * gigabit)}
		n.Algorithm = ready(s.t, choice)
		if !s.logs && s.chance(30) {
			n.Engine = &nicmodel.Engine{Cores: int(1 + s.Below(3)), ClockHz: 100_000_000 + uint64(s.Below(2_000_000_000)), Depth: int(1 + s.Below(100)), Target: "dpa"}
		}
	}
	return n
}

// config draws a model, and reports whether it can lose packets.
func (s *shape) config() (nicmodel.Config, bool) {
	s.lossy, s.small, s.logs = s.chance(30), s.chance(50), s.chance(20)
	lossy := s.lossy
	list := []fabric.Class{{Strict: true}}
	for range 1 + s.Below(3) {
		k := fabric.Class{Weight: uint8(1 + s.Below(10)), Strict: s.chance(20), Lossless: s.chance(80)}
		lossy = lossy || !k.Lossless
		list = append(list, k)
	}
	if lossy {
		s.rto = event.Millisecond
	}
	top := s.topology()
	c := plain(top, s.plan(top.Hosts, len(list)))
	c.NICs = nil
	for range 1 + s.Below(3) {
		c.NICs = append(c.NICs, s.nic())
	}
	for range top.Hosts {
		c.Kind = append(c.Kind, uint8(s.Below(uint32(len(c.NICs)))))
	}
	c.Fabric.Classes, c.Fabric.MTUWire, c.Fabric.Seed = list, 1700, s.Uint64()
	c.Fabric.Marking = []fabric.Marking{{Kmin: s.Below(20_000), Kmax: 20_000 + s.Below(50_000), PmaxPPM: s.Below(1_000_001)}}
	c.Fabric.Buffer.Reserve = s.Below(5000)
	if s.small {
		c.Fabric.Buffer.Bytes = uint64(len(list)-1)*(fixedBytes(top, &c.Fabric)+100) + uint64(s.Below(20_000))
	}
	if s.chance(30) {
		c.Fabric.SampleEvery = event.Time(1 + s.Below(20_000_000))
	}
	c.End = 100 * event.Second
	c.Record.Dependencies, c.Record.Pauses = true, true
	if s.logs {
		c.Record.AllRates, c.Record.Captures = true, true
		c.End = 5 * event.Millisecond
	}
	c.Record.Bin = event.Time(1 + s.Below(20_000_000))
	return c, lossy
}

// prove runs what a seed draws: in three cuts all is the same, all messages complete (if
// there is time), and nothing is lost unless it may be.
func (s *shape) prove() *nicmodel.Result {
	c, lossy := s.config()
	r, notes := proof{Config: c, watch: watch(c.Topology, !lossy), unfinished: s.logs, cuts: [][2]int{{2, 1}, {3, 2}}}.run(s.t)
	if !lossy {
		require.Zero(s.t, r.DroppedPackets)
		require.Zero(s.t, r.Lossy)
	}
	if !s.logs {
		require.Len(s.t, notes.Dependencies, len(c.Plan.Dependencies))
		paused(s.t, r, notes)
	}
	if s.logs {
		for conn := range c.Plan.Conns {
			s.proveLog(&c, uint32(conn), notes)
		}
	}
	return r
}

// proveLog drives the reference by hand with what a connection's NIC saw.
func (s *shape) proveLog(c *nicmodel.Config, conn uint32, notes *notebook) {
	setup := c.NICs[c.Kind[c.Plan.Conns[conn].Src]].Algorithm
	var frames []nicmodel.Frame
	for _, f := range notes.Frames {
		if f.Conn == conn {
			frames = append(frames, f)
		}
	}
	var rows []nicmodel.RateRow
	for _, row := range notes.Rates {
		if row.Conn == conn {
			rows = append(rows, row)
		}
	}
	if setup == nil || len(frames) == 0 {
		require.Empty(s.t, rows)
		return
	}
	same(s.t, "rate log", byHand(s.t, setup, frames, int64(c.End/event.Nanosecond)), rows)
}

// TestShapes proves models of any shape: 60, with -long 200.
func TestShapes(t *testing.T) {
	pauses, buffered, seeds := uint64(0), uint64(0), uint64(60)
	if tier.Long() {
		seeds = 200
	}
	for seed := range seeds {
		s := &shape{Source: random.New(seed, "shapes", 0), t: t}
		r := s.prove()
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		pauses, buffered = pauses+r.Pauses, buffered+r.Buffered
	}
	t.Logf("%d pauses, %d packets without room", pauses, buffered)
	require.Greater(t, pauses, 5*seeds/2)
	require.Greater(t, buffered, 5*seeds)
}

// FuzzShapes does the same of any seed.
func FuzzShapes(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(seed << 40)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		s := &shape{Source: random.New(seed, "shapes", 1), t: t}
		s.prove()
	})
}
