package themis

import (
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/workload"
)

// sized is a point of the paper's experiment: whole with -long, else with half the flows.
func sized(v Variant, seed uint64) Point {
	p := At(v, seed)
	if !tier.Long() {
		p.Flows /= 2
	}
	return p
}

// seeds are those of the gates: one in the first tier.
func seeds() []uint64 {
	if tier.Long() {
		return []uint64{1, 2, 3}
	}
	return []uint64{1}
}

var outcomes sync.Map

// outcome is that of a variant at a seed and delay, which is run once.
func outcome(t *testing.T, v Variant, seed uint64, delay event.Time) *Outcome {
	t.Helper()
	p := sized(v, seed)
	p.Delay = delay
	if o, ok := outcomes.Load(p); ok {
		return o.(*Outcome)
	}
	o, err := p.Run()
	require.NoError(t, err)
	require.Zero(t, o.Result.DroppedPackets)
	t.Logf("%v, seed %d, %v: intra %.2f, inter %.3f (p50 %.3f), unfairness %.2f; held %.1f MB at most, longest %v, %d resubmits, %d early, %d collisions",
		v, seed, delay, o.Intra.Mean, o.Inter.Mean, o.Inter.P50, o.Unfairness, float64(o.Stats.PeakBytes)/1e6, o.Stats.Longest, o.Stats.Resubmits, o.Stats.Early, o.Stats.Collisions)
	outcomes.Store(p, o)
	return o
}

// mean is that of some number of a variant over the seeds.
func mean(t *testing.T, v Variant, delay event.Time, of func(*Outcome) float64) float64 {
	sum := 0.0
	for _, seed := range seeds() {
		sum += of(outcome(t, v, seed, delay))
	}
	return sum / float64(len(seeds()))
}

func unfairness(o *Outcome) float64 { return o.Unfairness }
func intra(o *Outcome) float64      { return o.Intra.Mean }
func inter(o *Outcome) float64      { return o.Inter.Mean }
func median(o *Outcome) float64     { return o.Inter.P50 }

const long = 500 * event.Microsecond

// TestUnfairness: DCQCN is as unfair as in the paper's table 1, and THEMIS as in table 2; and both points
// of THEMIS are needed. With half the flows the backlog is half as deep, and so are the limits.
func TestUnfairness(t *testing.T) {
	if tier.Long() {
		require.InDelta(t, 18.5, mean(t, NoGateway, long, unfairness), 4.5)
		require.InDelta(t, 31, mean(t, NoGateway, long, intra), 9)
		require.InDelta(t, 1.725, mean(t, NoGateway, long, inter), 0.375)
		require.InDelta(t, 6, mean(t, NotifyAndReact, long, unfairness), 1.5)
	}
	require.Greater(t, mean(t, NoGateway, long, unfairness), 2.5*mean(t, NotifyAndReact, long, unfairness))
	for _, seed := range seeds() {
		require.Greater(t, outcome(t, NoGateway, seed, long).Unfairness, 2.2*outcome(t, NotifyAndReact, seed, long).Unfairness, "seed %d", seed)
	}
	require.Greater(t, mean(t, NoGateway, long, intra), 2*mean(t, NotifyAndReact, long, intra))
	require.Less(t, mean(t, NotifyAndReact, long, inter), 1.35*mean(t, NoGateway, long, inter))
	require.LessOrEqual(t, mean(t, NotifyAndReact, long, median), mean(t, NoGateway, long, median))

	require.Less(t, mean(t, NotifyOnly, long, unfairness), mean(t, NoGateway, long, unfairness))
	require.Less(t, mean(t, NotifyAndReact, long, inter), mean(t, ReactOnly, long, inter))
	require.Less(t, mean(t, NotifyAndReact, long, unfairness), 0.6*mean(t, NotifyOnly, long, unfairness))
}

// TestDistance: DCQCN is the more unfair the longer the link, and over a short one THEMIS changes little.
// The first tier has the two longer ones.
func TestDistance(t *testing.T) {
	middle, far := mean(t, NoGateway, 50*event.Microsecond, unfairness), mean(t, NoGateway, long, unfairness)
	require.Less(t, middle, far)
	require.Less(t, 4*middle, far)
	if !tier.Long() {
		return
	}
	near := mean(t, NoGateway, 5*event.Microsecond, unfairness)
	require.Less(t, near, middle)
	require.InEpsilon(t, near, mean(t, NotifyAndReact, 5*event.Microsecond, unfairness), 0.25)
}

// TestRoom: a gateway with little room lets packets go early, and loses none.
func TestRoom(t *testing.T) {
	for _, seed := range seeds() {
		o := outcome(t, SmallBuffer, seed, long)
		require.Positive(t, o.Stats.Early)
		require.LessOrEqual(t, o.Stats.PeakBytes, uint64(16<<20)+payload+header)
		require.Positive(t, o.Stats.Longest)
		require.Positive(t, o.Stats.Resubmits)
	}
}

// TestMarkBit: without the bit the gateway of the sender reacts once more to what the receiver's has
// reacted to. In the paper's experiment that costs next to nothing, since both gateways hold at one rate:
// what is held twice is held at the first.
func TestMarkBit(t *testing.T) {
	with, without := outcome(t, NotifyAndReact, 1, long), outcome(t, NoReactedBit, 1, long)
	require.Greater(t, without.Stats.Reactions, with.Stats.Reactions)
	require.InEpsilon(t, with.Inter.Mean, without.Inter.Mean, 0.15)
}

// TestAlone: a flow that is alone is as fast as it can be, with THEMIS or without.
func TestAlone(t *testing.T) {
	for _, v := range []Variant{NoGateway, NotifyAndReact, WholePasses} {
		x := Paper(1)
		x.Themis = v.Config()
		c, err := x.Config()
		require.NoError(t, err)
		for _, bytes := range []uint64{1, 100_000, 30_000_000} {
			p, err := workload.Incast{Senders: []uint32{3}, Receiver: 20, Bytes: bytes, Class: 1}.Plan()
			require.NoError(t, err)
			c.Plan = p
			o, err := simulate(c)
			require.NoError(t, err)
			require.Equal(t, 1, o.Inter.Flows)
			require.InDelta(t, 1, o.Inter.Mean, 0.02, "%v, %d bytes", v, bytes)
		}
	}
}

// TestThreads: the whole experiment is the same on any number of threads and parts.
func TestThreads(t *testing.T) {
	x := Paper(1)
	x.Flows /= 8
	x.Themis = NotifyAndReact.Config()
	first, err := x.Run()
	require.NoError(t, err)
	for _, threads := range []int{2, 5} {
		x.Threads = threads
		o, err := x.Run()
		require.NoError(t, err)
		require.Equal(t, first, o)
	}
}

// TestPasses: holding by whole passes comes to about what exact holding does. The count of passes that is
// reported without them is of the same order.
func TestPasses(t *testing.T) {
	exact, passes := outcome(t, NotifyAndReact, 1, long), outcome(t, WholePasses, 1, long)
	require.InEpsilon(t, exact.Unfairness, passes.Unfairness, 0.3)
	require.InEpsilon(t, exact.Inter.Mean, passes.Inter.Mean, 0.15)
	require.Greater(t, 3*passes.Stats.Resubmits, exact.Stats.Resubmits)
	require.Greater(t, 3*exact.Stats.Resubmits, passes.Stats.Resubmits)
}

// TestRows: each part makes rows, of which none is left without a number, and a run that parts share is
// made once.
func TestRows(t *testing.T) {
	c := &runs{seeds: 2, flows: 24, loads: []uint32{workload.LoadUnit}}
	whole := Companion().Parts(companion.Fast)
	require.Equal(t, []string{"tables", "points", "holds", "mixes", "delays", "hosts"}, names(whole))
	for _, p := range c.parts() {
		list, err := p.Rows()
		require.NoError(t, err)
		require.NotEmpty(t, list)
		for _, r := range list {
			require.False(t, math.IsNaN(r.Ours) || math.IsInf(r.Ours, 0), "%s: %v", r.Item, r.Ours)
			require.True(t, r.Min <= r.Ours && r.Ours <= r.Max || r.Min == 0 && r.Max == 0, "%+v", r)
		}
	}
	points := 0
	c.once.Range(func(any, any) bool {
		points++
		return true
	})
	require.Equal(t, 2*(7+4+4+16), points)
	_, err := Point{Delay: 1, Seed: 7}.Run()
	require.ErrorContains(t, err, "Seed:7")
	require.ErrorContains(t, err, "the load is 0/1000000")
}

func names(parts []companion.Part) []string {
	var list []string
	for _, p := range parts {
		list = append(list, p.Name)
	}
	return list
}
