package rperf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
)

const ns, us = event.Nanosecond, event.Microsecond

// measured runs a setup.
func measured(t *testing.T, s Setup) *Result {
	t.Helper()
	r, err := Run(&s)
	require.NoError(t, err)
	return r
}

func between(t *testing.T, low, high event.Time, got event.Time, what string) {
	t.Helper()
	require.True(t, low <= got && got <= high, "%s is %v; want %v to %v", what, got, low, high)
	t.Logf("%s: %v", what, got)
}

// sizes of messages, up to a packet.
var sizes = []uint32{64, 128, 256, 512, 1024, 2048, 4096}

// TestBackToBack: without a switch RPerf reads at most 100 ns at any size, with an error of at most 60 ns.
func TestBackToBack(t *testing.T) {
	for _, bytes := range sizes {
		r := measured(t, BackToBack(RPerf, bytes))
		between(t, -100*ns, 100*ns, r.Reading().Median, "back to back")
		between(t, -60*ns, 60*ns, r.Error().Median, "error")
		between(t, 20*ns, 20*ns, r.Truth().Tail, "truth, two cables of 10 ns")
	}
}

// TestThroughSwitch: the switch adds its 400 ns within 10 %, and size at most 100 ns.
func TestThroughSwitch(t *testing.T) {
	var first event.Time
	for _, bytes := range sizes {
		direct := measured(t, BackToBack(RPerf, bytes)).Reading().Median
		r := measured(t, ThroughSwitch(RPerf, bytes))
		through := r.Reading().Median
		between(t, 360*ns, 440*ns, through-direct, "added by the switch")
		between(t, -60*ns, 60*ns, r.Error().Median, "error")
		if bytes == 64 {
			first = through
		}
		between(t, 0, 100*ns, through-first, "growth")
	}
}

// TestIndependence: neither the latency of PCIe nor the remote host moves RPerf, and the error stays
// small under load; the ping-pong feels all of it.
func TestIndependence(t *testing.T) {
	pcie := func(s Setup, read event.Time) event.Time {
		s.Host.PCIeRead, s.Host.PCIeWrite, s.Host.MMIO = read, read/2, read/2
		return measured(t, s).Reading().Median
	}
	s := ThroughSwitch(RPerf, 64)
	between(t, -10*ns, 10*ns, pcie(s, 900*ns)-pcie(s, 300*ns), "RPerf by PCIe")
	p := ThroughSwitch(PingPong, 64)
	between(t, 1100*ns, 1300*ns, pcie(p, 900*ns)-pcie(p, 300*ns), "ping-pong by PCIe, four transfers of half the latency")
	s.Remote, p.Remote = 5*us, 5*us
	between(t, 0, 0, measured(t, s).Reading().Median-measured(t, ThroughSwitch(RPerf, 64)).Reading().Median, "RPerf by the remote host")
	between(t, 4900*ns, 5100*ns, measured(t, p).Reading().Median-measured(t, ThroughSwitch(PingPong, 64)).Reading().Median, "ping-pong by the remote host")
	for sources := range 6 {
		r := measured(t, Mixed(sources, MaxPayload, credit.FCFS))
		between(t, -60*ns, 60*ns, r.Error().Median, "error under load")
		between(t, -60*ns, 60*ns, r.Error().Tail, "tail of the error under load")
	}
}

// TestComparators: both tools read microseconds where RPerf reads the network.
func TestComparators(t *testing.T) {
	for _, tool := range []Tool{PingPong, PostPoll} {
		small, large := measured(t, ThroughSwitch(tool, 64)).Reading().Median, measured(t, ThroughSwitch(tool, 4096)).Reading().Median
		between(t, 1800*ns, 3500*ns, small, "comparator, 64 B")
		if tool == PingPong {
			between(t, 2*small, 5*small, large, "ping-pong, 4096 B")
		}
		between(t, 4*measured(t, ThroughSwitch(RPerf, 64)).Reading().Median, event.Second, small, "4 times RPerf, 64 B")
		between(t, 4*measured(t, ThroughSwitch(RPerf, 4096)).Reading().Median, event.Second, large, "4 times RPerf, 4096 B")
	}
}

// TestFCFSAndRoundRobin: with FCFS the wait is that of N-1 buffers, with round robin that of a packet
// of each; sources get equal shares.
func TestFCFSAndRoundRobin(t *testing.T) {
	fabric := credit.Default(7)
	buffer := fabric.Serial(fabric.Buffer) // B/C
	var at [6]event.Time
	for n := 1; n <= 5; n++ {
		r := measured(t, Mixed(n, MaxPayload, credit.FCFS))
		at[n] = r.Reading().Median
		for _, rate := range r.Rates {
			require.InEpsilon(t, float64(r.Rates[0]), float64(rate), 0.1, "shares %v", r.Rates)
		}
	}
	between(t, 0, us, at[1], "FCFS, one source")
	slope := (at[5] - at[2]) / 3
	between(t, buffer*88/100, buffer*112/100, slope, "FCFS, a source more")
	for n := 3; n <= 5; n++ {
		between(t, slope*9/10, slope*11/10, at[n]-at[n-1], "FCFS, each source")
	}
	turn := measured(t, Mixed(5, MaxPayload, credit.RoundRobin)).Reading().Median
	between(t, 0, min(3200*ns, at[5]/4), turn, "round robin, five sources")
}

// TestTwoSwitches: over two switches round robin no longer protects; a separate VL does, except from the packet in
// transmission at each output: two more passes of a switch, and at most a packet each.
func TestTwoSwitches(t *testing.T) {
	fcfs := measured(t, TwoSwitches(credit.FCFS)).Reading().Median
	turn := measured(t, TwoSwitches(credit.RoundRobin)).Reading().Median
	between(t, fcfs*6/10, event.Second, turn, "round robin, two switches")
	kept := TwoSwitches(credit.FCFS)
	kept.Fabric.KeepOrder = true
	between(t, turn*2, event.Second, measured(t, kept).Reading().Median, "FCFS that waits for room, two switches")
	own := measured(t, OwnVL(TwoSwitches(credit.RoundRobin))).Reading()
	between(t, 860*ns, 1300*ns, own.Median, "a VL of its own, two switches")
	between(t, own.Median, (860+2*593+40)*ns, own.Tail, "a VL of its own, two switches, tail")
}

// TestSeparateVL: a separate VL protects, and takes nothing from the sources.
func TestSeparateVL(t *testing.T) {
	shared := measured(t, Mixed(5, MaxPayload, credit.FCFS))
	for _, arbiter := range []credit.Arbiter{credit.FCFS, credit.RoundRobin} {
		own := measured(t, OwnVL(Mixed(5, MaxPayload, arbiter)))
		between(t, 0, min(1200*ns, shared.Reading().Median/15), own.Reading().Median, "a VL of its own")
		require.InEpsilon(t, float64(shared.Total()), float64(own.Total()), 0.02)
	}
}

// TestSizes: sources that are bound by messages leave the latency alone, those that fill the link do not.
func TestSizes(t *testing.T) {
	for _, test := range []struct {
		payload           uint32
		least, most       event.Time
		lowShare, hiShare float64 // percent of the link
	}{
		{64, 0, us, 30, 40}, {128, 0, us, 65, 75}, {512, 12 * us, 30 * us, 85, 100}, {4096, 12 * us, 30 * us, 85, 100},
	} {
		s := Mixed(5, test.payload, credit.FCFS)
		s.Samples = 300
		r := measured(t, s)
		between(t, test.least, test.most, r.Reading().Median, "sources of a size")
		share := 100 * float64(r.Total()) / float64(s.Fabric.Rate)
		require.True(t, test.lowShare <= share && share <= test.hiShare, "%d B: %.1f %% of the link", test.payload, share)
		t.Logf("%d B: %.1f %% of the link", test.payload, share)
	}
}

// TestGaming: who pretends to be sensitive gets three shares, and who is pays for it.
func TestGaming(t *testing.T) {
	protected := measured(t, OwnVL(Mixed(5, MaxPayload, credit.FCFS))).Reading().Median
	s := Gaming()
	s.Samples = 500
	r := measured(t, s)
	between(t, 5*protected, event.Second, r.Reading().Median, "beside one that games")
	for _, honest := range r.Rates[1:] {
		ratio := float64(r.Rates[0]) / float64(honest)
		require.True(t, 2.5 <= ratio && ratio <= 3.5, "ratio %.2f of rates %v", ratio, r.Rates)
	}
	t.Logf("rates %v", r.Rates)
}
