package experiment

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// TestBins: bins hold all bytes, each where it fell, against a count by single bytes.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var b Bins
		width := event.Time(1 + rng.Int64N(50))
		total, done := uint64(0), uint64(0)
		var want [400]float64
		for range 1 + rng.IntN(4) {
			bytes := 1 + rng.Uint64N(1000)
			first := event.Time(rng.Int64N(100))
			delivered := first + event.Time(rng.Int64N(100))
			at := delivered + event.Time(rng.Int64N(100))
			b.add(width, bytes, first, delivered, at)
			total, done = total+bytes, done+1
			if delivered-first < width {
				want[delivered/width] += float64(bytes)
				continue
			}
			for p := first; p < delivered; p++ {
				want[p/width] += float64(bytes) / float64(delivered-first)
			}
		}
		sum, n := uint64(0), uint64(0)
		for i := range b.Bytes {
			sum, n = sum+b.Bytes[i], n+b.Done[i]
			require.InDelta(t, want[i], float64(b.Bytes[i]), 8)
		}
		require.Equal(t, total, sum)
		require.Equal(t, done, n)
	}
}

// TestBinsOfLargeFlows: 1 GB over 100 ms does not overflow.
func TestBinsOfLargeFlows(t *testing.T) {
	var b Bins
	b.add(event.Millisecond, 1e9, 0, 100*event.Millisecond, 100*event.Millisecond)
	for i := range 100 {
		require.Equal(t, uint64(1e7), b.Bytes[i])
	}
}

func TestValues(t *testing.T) {
	require.Equal(t, Percentiles{}, valuesOf(nil))
	require.Equal(t, Percentiles{Mean: 4, P50: 3, P99: 9, Max: 9}, valuesOf([]uint64{9, 1, 3}))
	require.Equal(t, uint64(math.MaxUint64), valuesOf([]uint64{math.MaxUint64, math.MaxUint64}).Mean)
	list := make([]uint64, 1000)
	for i := range list {
		list[i] = uint64(999 - i)
	}
	require.Equal(t, Percentiles{Mean: 499, P50: 499, P99: 989, Max: 999}, valuesOf(list))
	q := quantiles(list)
	require.Len(t, q, 101)
	require.Equal(t, []uint64{0, 9, 19}, q[:3])
	require.Equal(t, uint64(999), q[100])
}

// TestSizes: limits belong to the size that they end.
func TestSizes(t *testing.T) {
	got := sizesOf([]uint64{10_000, 10_001, 5_000_000, 1}, []uint64{8, 5, 6, 2})
	require.Equal(t, []Size{
		{10_000, 2, Percentiles{5, 2, 8, 8}}, {100_000, 1, Percentiles{5, 5, 5, 5}}, {1_000_000, 0, Percentiles{}}, {0, 1, Percentiles{6, 6, 6, 6}},
	}, got)
}

// TestFreshFlows: messages of one time stay together, those of other times go apart.
func TestFreshFlows(t *testing.T) {
	p := &workload.Plan{Conns: []workload.Conn{{Src: 0, Dst: 1, Group: 3}, {Src: 2, Dst: 1, Group: 4}}}
	for _, m := range []struct {
		conn  uint32
		start event.Time
	}{{0, 0}, {0, 0}, {1, 5}, {0, 7}, {0, 7}, {1, 9}, {0, 11}} {
		p.Messages = append(p.Messages, workload.Message{Conn: m.conn, Start: m.start, Bytes: 1, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency})
	}
	freshFlows(p)
	var got []uint32
	for _, m := range p.Messages {
		got = append(got, m.Conn)
	}
	require.Equal(t, []uint32{0, 0, 1, 2, 2, 3, 4}, got)
	require.Len(t, p.Conns, 5)
	for i, group := range []uint16{3, 4, 3, 4, 3} {
		require.Equal(t, group, p.Conns[i].Group)
	}
	require.NoError(t, p.Validate(3, 0))
}

// TestExchange: the plan keeps its messages, its gates can open, and the waits are those of
// the exchange, against a walk through its steps.
func TestExchange(t *testing.T) {
	for how, most := range map[string]int{ExchangePairwise: 1, ExchangeRankOrder: 1, ExchangeBlocks: blockWidth} {
		for _, shape := range [][2]int{{2, 1}, {2, 3}, {3, 2}, {4, 4}, {5, 9}} {
			a := &workload.AllToAll{RanksPerHost: uint32(shape[1]), Iterations: 2, WarmUp: 1, Bytes: 100, Compute: 500}
			for h := range shape[0] {
				a.Hosts = append(a.Hosts, uint32(h))
			}
			p, err := a.Plan()
			require.NoError(t, err)
			before := len(p.Messages)
			require.NoError(t, exchange(p, a, how))
			require.Len(t, p.Messages, before)
			require.NoError(t, p.Validate(uint32(shape[0]), 0))
			playExchange(t, p, a, most)
		}
	}
	a := &workload.AllToAll{Hosts: []uint32{0, 1}, RanksPerHost: 2, Iterations: 1, Bytes: 1}
	p, err := a.Plan()
	require.NoError(t, err)
	p.Messages = p.Messages[1:]
	require.ErrorContains(t, exchange(p, a, ExchangePairwise), "alone")
}

// playExchange delivers messages in a random order until all are through: nothing waits for ever, and ranks reach,
// but never exceed, the outstanding messages that the exchange allows.
func playExchange(t *testing.T, p *workload.Plan, a *workload.AllToAll, most int) {
	rng := rand.New(rand.NewPCG(5, 6))
	counts, open := make([]uint32, len(p.Dependencies)), make([]bool, len(p.Dependencies))
	left := map[int]bool{}
	for i := range p.Messages {
		left[i] = true
	}
	n := len(p.Messages) / int(a.Iterations+a.WarmUp) // messages of an iteration
	ranks := len(a.Hosts) * int(a.RanksPerHost)
	reached := 0
	for len(left) > 0 {
		var ready []int
		out := map[int]int{}
		for i := range p.Messages {
			if m := &p.Messages[i]; left[i] && (m.After == workload.NoDependency || open[m.After]) {
				ready = append(ready, i)
				out[i%n/(n/ranks)]++
			}
		}
		require.NotEmpty(t, ready, "the exchange is stuck")
		for rank, messages := range out {
			require.LessOrEqual(t, messages, most, "rank %d", rank)
			reached = max(reached, messages)
		}
		i := ready[rng.IntN(len(ready))]
		delete(left, i)
		for _, g := range []uint32{p.Messages[i].OnArrival, p.Messages[i].OnAck} {
			if g != workload.NoDependency {
				counts[g]++
				open[g] = counts[g] >= p.Dependencies[g].Need
			}
		}
	}
	require.Equal(t, min(most, n/ranks), reached)
	delays := 0
	for _, g := range p.Dependencies {
		if g.Delay > 0 {
			require.Equal(t, a.Compute, g.Delay)
			delays++
		}
	}
	require.Equal(t, ranks*int(a.Iterations+a.WarmUp-1), delays, "one delay a rank and iteration after the first")
}

// TestShare: messages between two hosts share one connection of theirs, and share returns their former ones.
func TestShare(t *testing.T) {
	a := &workload.AllToAll{Hosts: []uint32{0, 1, 2}, RanksPerHost: 3, Iterations: 2, Bytes: 5}
	p, err := a.Plan()
	require.NoError(t, err)
	before := append([]workload.Message(nil), p.Messages...)
	had := share(p)
	require.NoError(t, p.Validate(3, 0))
	used := map[uint32]bool{}
	for i, m := range p.Messages {
		require.Equal(t, before[i].Conn, had[i])
		require.Equal(t, p.Conns[had[i]].Src, p.Conns[m.Conn].Src)
		require.Equal(t, p.Conns[had[i]].Dst, p.Conns[m.Conn].Dst)
		used[m.Conn] = true
	}
	require.Len(t, used, 6)
}

// TestExchangesRun: all ways to exchange deliver the same bytes, and one after the other takes
// longer than all at once.
func TestExchangesRun(t *testing.T) {
	var at []float64
	for _, how := range []string{ExchangeAllAtOnce, ExchangePairwise, ExchangeRankOrder, ExchangeHostPairs, ExchangeBlocks} {
		r, err := Run(Point{Scenario: "alltoall", Set: []string{"workload[0].ranks_per_host=2", "workload[0].bytes=20000", "workload[0].iterations=2"}, Seed: 1, Exchange: how}, "m", nil)
		require.NoError(t, err)
		require.Len(t, r.Groups[0].Iterations, 2)
		require.Equal(t, uint64(16*14*20000*3), r.All.Bytes)
		at = append(at, float64(r.Groups[0].Iterations[0]+r.Groups[0].Iterations[1])/2e6)
	}
	const bound = 2 * 7 * 2 * (20000 + 20*48) * 8 / 100e3 // what a host's link takes for what it has to send, us
	require.Less(t, at[0], at[1])
	require.Less(t, at[0], at[2])
	require.Greater(t, at[0], bound)
	require.Greater(t, at[3], bound)
}

// TestRewards: a connection that is never marked but once learns what it ought to.
func TestRewards(t *testing.T) {
	r, err := Run(Point{Scenario: "canary", Set: dolcePaper, Seed: 1, Rewards: true}, "m", nil)
	require.NoError(t, err)
	require.Len(t, r.Rewards, 4)
	require.NotEmpty(t, r.Rewards[0])
	none, err := Run(Point{Scenario: "canary", Set: dcqcnPaper, Seed: 1, Rewards: true}, "m", nil)
	require.NoError(t, err)
	require.Empty(t, none.Rewards, "DCQCN learns nothing")
	plain, err := Run(Point{Scenario: "canary", Set: dolcePaper, Seed: 1}, "m", nil)
	require.NoError(t, err)
	require.Equal(t, plain.Digest, r.Digest, "recording changes nothing")
	learnt := 0
	for _, list := range r.Rewards {
		learnt += len(list)
	}
	require.LessOrEqual(t, uint64(learnt), r.CNPs)
}
