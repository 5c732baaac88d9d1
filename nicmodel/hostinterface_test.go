package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// someHost is a host interface of ordinary times.
func someHost() *nicmodel.Host {
	const ns = event.Nanosecond
	return &nicmodel.Host{
		Config: hostpath.Config{
			Post: 40 * ns, Doorbell: 60 * ns, LockShare: 800, MMIO: 200 * ns, PCIeRate: 126_000_000_000, PCIeRead: 400 * ns, PCIeWrite: 250 * ns,
			WQEBytes: 64, CQEBytes: 64, Message: 100 * ns, Loopback: 50 * ns,
		},
		Threads: 1, Poll: 30 * ns,
	}
}

// pairOf is two hosts on a switch with conns connections, each with a message in turn.
func pairOf(t testing.TB, host *nicmodel.Host, conns, messages int, bytes uint64, every event.Time) nicmodel.Config {
	t.Helper()
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	plan := &workload.Plan{}
	for i := range conns {
		plan.Conns = append(plan.Conns, workload.Conn{Src: 0, Dst: 1, SrcPort: uint16(i), DstPort: 4791, Class: 1})
	}
	for i := range messages {
		plan.Messages = append(plan.Messages, workload.Message{
			Conn: uint32(i % conns), After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency, Bytes: bytes, Start: event.Time(i) * every,
		})
	}
	c := plain(top, plan)
	c.NICs[0].Host = host
	return c
}

// TestHalfAlone: a message alone takes the host's stages and the network's, and the completion is
// what the thread polls.
func TestHalfAlone(t *testing.T) {
	for _, bytes := range []uint64{1, 64, 1000, 5000, 100_000} {
		for _, inline := range []uint32{0, 64} {
			host := someHost()
			host.InlineBytes = inline
			c := pairOf(t, host, 1, 1, bytes, 0)
			m, err := nicmodel.New(&c)
			require.NoError(t, err)
			r, notes := proof{Config: c, cuts: [][2]int{}}.run(t)
			k := notes.Completions[0]
			require.Equal(t, m.Ideal(0, bytes), k.At)
			before := 100*event.Nanosecond + 200*event.Nanosecond + 100*event.Nanosecond
			if bytes > uint64(inline) {
				before += 2*400*event.Nanosecond + hostpath.Serial(64, host.PCIeRate) + hostpath.Serial(bytes, host.PCIeRate)
			}
			require.Equal(t, before, k.First)
			c.NICs[0].Host = nil
			_, without := proof{Config: c, cuts: [][2]int{}}.run(t)
			require.Equal(t, without.Completions[0].At+before+284_064, k.At)
			require.EqualValues(t, 1, r.Host.WQEs)
			require.EqualValues(t, 1, r.Host.Received)
		}
	}
}

// TestHalfRate: the message processor caps the rate of small messages; the link that of large ones.
func TestHalfRate(t *testing.T) {
	const messages = 2000
	for _, k := range []struct {
		bytes uint64
		each  event.Time
	}{{64, 100 * event.Nanosecond}, {50_000, 50 * serial(1048, 100*gigabit)}} {
		host := someHost()
		host.Post, host.Doorbell, host.StageWQEs = 0, 0, 64
		_, notes := proof{Config: pairOf(t, host, 4, messages, k.bytes, 0), cuts: [][2]int{}}.run(t)
		took := notes.Completions[messages-1].At - notes.Completions[messages/2-1].At
		require.InEpsilon(t, float64(k.each*messages/2), float64(took), 0.01)
	}
}

// TestHalfGates: a dependency that waits for an acknowledgement opens when the completion is polled, one
// that waits for an arrival when the receiver has polled that.
func TestHalfGates(t *testing.T) {
	c := pairOf(t, someHost(), 1, 1, 1000, 0)
	c.Record.Dependencies = true
	c.Plan.Conns = append(c.Plan.Conns, workload.Conn{Src: 1, Dst: 0, SrcPort: 9, DstPort: 4791, Class: 1})
	c.Plan.Dependencies = []workload.Dependency{{Host: 0, Need: 1}, {Host: 1, Need: 1}}
	c.Plan.Messages[0].OnAck, c.Plan.Messages[0].OnArrival = 0, 1
	for conn := range uint32(2) {
		c.Plan.Messages = append(c.Plan.Messages, workload.Message{Conn: conn, After: conn, OnArrival: workload.NoDependency, OnAck: workload.NoDependency, Bytes: 64})
	}
	_, notes := proof{Config: c}.run(t)
	require.Len(t, notes.Dependencies, 2)
	for _, k := range notes.Completions {
		switch k.Message {
		case 0:
			require.Equal(t, k.At, notes.Dependencies[1].At)
			// The payload and then the completion are written, and the thread polls.
			require.Equal(t, k.Delivered+hostpath.Serial(1000, 126_000_000_000)+hostpath.Serial(64, 126_000_000_000)+280*event.Nanosecond, notes.Dependencies[0].At)
		case 1:
			require.Equal(t, notes.Dependencies[1].At, k.Posted)
		case 2:
			require.Equal(t, notes.Dependencies[0].At, k.Posted)
		}
	}
}

// TestHalfRefused: receive buffers that come too slowly: messages are refused and sent again,
// whatever is behind them, also where packets are lost; each arrives once, and in order.
func TestHalfRefused(t *testing.T) {
	for _, lossy := range []bool{false, true} {
		host := someHost()
		host.Batch = 4
		host.SRQ = hostpath.SRQ{Depth: 2, Reload: 30 * event.Microsecond}
		host.RNR = 10 * event.Microsecond
		c := pairOf(t, host, 5, 200, 3500, 0)
		if lossy {
			for i := range c.Topology.Links {
				c.Topology.Links[i].LossPPB = 20_000_000
			}
		}
		r, _ := proof{Config: c}.run(t)
		require.Greater(t, r.Host.RNRs, uint64(50))
		require.EqualValues(t, 200, r.Host.Received)
		if lossy {
			require.Positive(t, r.DroppedPackets)
			continue
		}
		// Each refusal is one return, and nothing waits for a timeout.
		require.Zero(t, r.Timeouts)
		require.Equal(t, r.Host.RNRs, r.GoBacks)
	}
}

// TestHalfWaits: a connection that was refused sends nothing until its time is over, nor what is
// posted meanwhile.
func TestHalfWaits(t *testing.T) {
	const us = event.Microsecond
	host := someHost()
	host.SRQ = hostpath.SRQ{Depth: 1, Reload: 250 * us}
	host.RNR = 300 * us
	c := pairOf(t, host, 1, 8, 1000, 10*us)
	c.Record.Bin = 10 * us
	_, notes := proof{Config: c}.run(t)
	sent := map[event.Time]uint64{}
	for _, v := range notes.Traffic {
		sent[v.Begin] += v.Sent
	}
	require.EqualValues(t, 1048, sent[0])
	require.EqualValues(t, 1048, sent[10*us]) // refused
	for at := 20 * us; at < 310*us; at += 10 * us {
		require.Zero(t, sent[at], "%v", at)
	}
	require.EqualValues(t, 7*1048, sent[310*us]) // of which the first has a buffer
}

// TestHalfQuiet: a completion for every third message of a connection and for its last: the others
// are known then.
func TestHalfQuiet(t *testing.T) {
	host := someHost()
	host.SignalEvery, host.Batch, host.Threads, host.Sharers, host.Pollers = 3, 2, 4, 2, 1
	r, notes := proof{Config: pairOf(t, host, 2, 20, 2000, 0)}.run(t)
	require.EqualValues(t, 2*4+20, r.Host.Completions) // those of receives are all polled
	require.EqualValues(t, 20, r.Host.Doorbells)       // the connections take turns
	last := map[uint32]map[event.Time]int{0: {}, 1: {}}
	for _, k := range notes.Completions {
		last[k.Conn][k.At]++
	}
	for conn := range last {
		require.Len(t, last[conn], 4)
	}
	require.Positive(t, r.Host.LockWait)
}

// TestHalfLoopback: a loop-back passes the pipe, takes no packet, and meets dependencies.
func TestHalfLoopback(t *testing.T) {
	c := pairOf(t, someHost(), 2, 2, 4096, 0)
	c.Plan.Conns[1].Dst, c.Plan.Conns[1].Loopback = 0, true
	c.Plan.Dependencies = []workload.Dependency{{Host: 0, Need: 2}}
	c.Plan.Messages[1].OnArrival, c.Plan.Messages[1].OnAck = 0, 0
	c.Plan.Messages = append(c.Plan.Messages, workload.Message{Conn: 0, After: 0, OnArrival: workload.NoDependency, OnAck: workload.NoDependency, Bytes: 64})
	r, notes := proof{Config: c, unfinished: true}.run(t)
	require.EqualValues(t, 3, r.Completed)
	require.EqualValues(t, 4096+64, r.PayloadBytes)
	require.EqualValues(t, 1, r.Host.Loopbacks)
	k := notes.Completions[0]
	require.EqualValues(t, 1, k.Message)
	require.Less(t, k.At, notes.Completions[1].At)
	require.Equal(t, k.First+hostpath.Serial(4096+5*48, 100*gigabit)+50*event.Nanosecond+284_064, k.At)

	c.NICs[0].Host = nil
	_, err := nicmodel.New(&c)
	require.ErrorContains(t, err, "connection 1 is a loop-back, but the NIC of host 0 has no host interface")
}

// TestHalfBusy: all at once on many hosts, with congestion control: the same for any number of
// partitions and threads, spans included.
func TestHalfBusy(t *testing.T) {
	top := build(t, topology.LeafSpine{Leaves: 3, Spines: 2, HostsPerLeaf: 3, HostRate: 100 * gigabit, UpRate: 100 * gigabit, Delay: event.Microsecond})
	plan, err := workload.AllToAll{Hosts: []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8}, RanksPerHost: 2, Bytes: 20_000, Iterations: 3, Class: 1}.Plan()
	require.NoError(t, err)
	c := controlled(t, plain(top, plan), "hpcc", 100*gigabit, nicmodel.NotifyEcho)
	host := someHost()
	host.Threads, host.Sharers, host.Pollers, host.Batch, host.SignalEvery = 3, 2, 2, 4, 2
	host.Period, host.Budget, host.PCIeJitter, host.Arbitration = 500*event.Nanosecond, 2, 100*event.Nanosecond, hostpath.Random
	host.SRQ, host.RNR = hostpath.SRQ{Depth: 16, Low: 2, Reload: 5 * event.Microsecond}, 5*event.Microsecond
	c.NICs[0].Host, c.NICs[0].Contexts, c.NICs[0].ContextMiss = host, 6, 500*event.Nanosecond
	c.Record.SpanHosts, c.Record.Dependencies = []uint32{0, 4}, true
	r, notes := proof{Config: c}.run(t)
	require.Positive(t, r.Host.RNRs)
	require.Positive(t, r.ContextMisses)
	require.EqualValues(t, r.Host.WQEs, r.ContextHits+r.ContextMisses)
	seen := map[hostpath.Stage]int{}
	for _, k := range notes.Stages {
		require.Contains(t, c.Record.SpanHosts, k.Host)
		seen[k.Stage]++
	}
	require.Len(t, seen, int(hostpath.Stages))
}
