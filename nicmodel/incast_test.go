package nicmodel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// rateOf is a rate of bit/s in the unit of the reaction points.
func rateOf(rate uint64) dcqcn.Rate { return dcqcn.Rate(rate / 1000) }

// reacting gives the NICs of a configuration a reaction point, and the switches RED.
func reacting(t testing.TB, c nicmodel.Config, choice reaction.Choice, notify nicmodel.Notify) nicmodel.Config {
	t.Helper()
	setup := ready(t, choice)
	nics := append([]nicmodel.NIC(nil), c.NICs...)
	for i := range nics {
		nics[i].Algorithm, nics[i].Notify = setup, notify
	}
	c.NICs = nics
	c.Fabric.Marking = []fabric.Marking{{Kmin: 400_000, Kmax: 1_600_000, PmaxPPM: 200_000}}
	return c
}

// incast is n flows of 2 MB at once through one switch at 100 Gb/s, DCQCN of the hpcc
// profile with echoes.
func incast(t testing.TB, n int, seed uint64) nicmodel.Config {
	t.Helper()
	top := build(t, topology.Star{Hosts: uint32(n) + 1, Rate: 100 * gigabit, Delay: event.Microsecond})
	list := make([]flow, n)
	for i := range list {
		list[i] = flow{src: uint32(i), dst: uint32(n), bytes: 2_000_000}
	}
	plan := flows(list...)
	for i := range plan.Conns {
		plan.Conns[i].DstPort = 100
	}
	c := controlled(t, plain(top, plan), "hpcc", 100*gigabit, nicmodel.NotifyEcho)
	c.End = event.Second
	c.Fabric.Seed = seed
	return c
}

// meanTime is the mean completion time, ns, rounded down.
func meanTime(n *notebook) uint64 {
	sum := uint64(0)
	for _, k := range n.Completions {
		sum += uint64(k.At - k.Posted)
	}
	return sum / uint64(len(n.Completions)) / uint64(event.Nanosecond)
}

// TestIncastAgainstHPCC compares mean completion times of incasts with those of HPCC's
// ns-3 with the same profile, switch and marking (docs/proof.md). HPCC's is one run
// with one stream of coins, and the first marks decide much where flows are few; so the
// mean over ten seeds has to be within 2 %, and each seed within four standard deviations.
// TestIncastPacketByPacket compares without chance.
func TestIncastAgainstHPCC(t *testing.T) {
	for _, one := range []struct {
		n            int
		hpcc, spread uint64 // ns
	}{{2, 569_800, 32_400}, {8, 1_929_800, 17_800}, {32, 5_088_900, 77_200}} {
		t.Run(fmt.Sprint(one.n), func(t *testing.T) {
			low, high, sum := ^uint64(0), uint64(0), uint64(0)
			const seeds = 10
			for seed := range uint64(seeds) {
				p := proof{Config: incast(t, one.n, seed), cuts: [][2]int{}}
				r, notes := p.run(t)
				require.Zero(t, r.DroppedPackets)
				mean := meanTime(notes)
				low, high, sum = min(low, mean), max(high, mean), sum+mean
			}
			mean := sum / seeds
			t.Logf("%d flows: mean %d ns, %d to %d over %d seeds; HPCC %d", one.n, mean, low, high, seeds, one.hpcc)
			require.InDelta(t, one.hpcc, mean, float64(one.hpcc)*0.02)
			require.InDelta(t, one.hpcc, low, 4*float64(one.spread))
			require.InDelta(t, one.hpcc, high, 4*float64(one.spread))
		})
	}
}

// TestIncastCuts runs an incast in all cuts, with CNPs and with echoes, and keeps all
// records. Dolce-RC logs every packet, so that there are several batches.
func TestIncastCuts(t *testing.T) {
	for _, notify := range []nicmodel.Notify{nicmodel.NotifyCNP, nicmodel.NotifyEcho} {
		c := incast(t, 8, 1)
		c.Topology = build(t, topology.LeafSpine{Leaves: 3, HostsPerLeaf: 3, Spines: 2, HostRate: 100 * gigabit, UpRate: 100 * gigabit, Delay: event.Microsecond})
		c = reacting(t, c, reaction.Choice{Algo: "dolcerc", Profile: "hpcc", Line: rateOf(100 * gigabit)}, notify)
		c.NICs[0].NP = dcqcn.NPParams{Interval: 4000}
		c.End = 10 * event.Millisecond
		c.Fabric.SampleEvery = 10 * event.Microsecond
		c.Record = nicmodel.Record{AllRates: true, Captures: true, Pauses: true}
		r, notes := proof{Config: c}.run(t)
		require.Greater(t, notes.flushes, 2)
		require.NotEmpty(t, notes.Queues)
		require.Positive(t, r.Marks)
		require.Equal(t, notify == nicmodel.NotifyCNP, r.CNPs != 0)
		require.Positive(t, r.Notified)
	}
}

// TestIncastIsPinned pins the incasts of seed 0 to the nanosecond and their digests, of the
// order of all that comes to hosts: they are the same on every machine.
func TestIncastIsPinned(t *testing.T) {
	for _, one := range []struct {
		n      int
		mean   uint64 // ns
		digest uint64
	}{{2, 561_881, 0x8ba56587ed7920bb}, {8, 1_954_476, 0x2bb4dc9fb2c79396}, {32, 5_036_513, 0xc9f4db7be069fe12}} {
		r, notes := proof{Config: incast(t, one.n, 0), cuts: [][2]int{}}.run(t)
		require.Equal(t, one.mean, meanTime(notes), "mean completion time of %d flows", one.n)
		require.Equal(t, fmt.Sprintf("%016x", one.digest), fmt.Sprintf("%016x", r.Digest), "digest of %d flows", one.n)
	}
}
