package rperf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

// known are the rows that are not within their gates or do not go the thesis's way; each says why.
var known = []string{
	"round robin over FCFS, two switches",
	"RTT over two switches, its own VL",
}

// TestRows: all rows but the known ones are as the thesis says, those say on what it depends, and
// the same rows come again.
func TestRows(t *testing.T) {
	rows, err := Companion().All(companion.Smoke)
	require.NoError(t, err)
	var not []string
	for _, r := range rows {
		t.Logf("%-55s paper %-28s ours %.4g %s ratio %.2f sign %v within %v (%s) fitted %q", r.Item, r.Paper, r.Ours, r.Unit, r.Ratio, r.Sign, r.Within, r.Gate, r.Fitted)
		if r.Unexplained() {
			not = append(not, r.Item)
			require.NotEmpty(t, r.Cause, r.Item)
		}
		if r.Ratio != 0 && (r.Ratio < 0.8 || r.Ratio > 1.25) {
			require.NotEmpty(t, r.Cause, "%s: ratio %.2f without a cause", r.Item, r.Ratio)
		}
	}
	require.Equal(t, known, not)
}

// TestSame: the same setup gives the same samples, another seed others.
func TestSame(t *testing.T) {
	s := Gaming()
	s.Samples = 50
	a, b := measured(t, s), measured(t, s)
	require.Equal(t, a, b)
	s.Seed++
	other := measured(t, s)
	require.NotEqual(t, a.Samples, other.Samples)
	require.NotEqual(t, a.Digest, other.Digest)
}

// TestEnd: a run that ends early, at End or because its caller stops it, has the samples until then.
func TestEnd(t *testing.T) {
	s := Mixed(2, MaxPayload, credit.FCFS)
	s.Samples = 50
	whole := measured(t, s)
	s.End = 300*us + 1
	cut := measured(t, s)
	require.Less(t, cut.Until, s.End)
	require.Greater(t, cut.Until, s.End-us)
	require.NotEmpty(t, cut.Samples)
	require.Equal(t, whole.Samples[:len(cut.Samples)], cut.Samples)
	next := whole.Samples[len(cut.Samples)]
	require.Greater(t, next.Posted+next.Reading, s.End-100*ns)
	s.End = 0
	asked := 0
	stopped, err := RunWhile(&s, func(now event.Time, samples int) bool {
		asked++
		require.Equal(t, event.Time(asked-1)*10*us, now)
		return samples < 7
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(stopped.Samples), 7)
	require.Less(t, len(stopped.Samples), 10)
	require.Equal(t, whole.Samples[:len(stopped.Samples)], stopped.Samples)
}

// TestIdeal: in an empty network the truth is the ideal, there and back; what is sent has come before it
// is read.
func TestIdeal(t *testing.T) {
	two := TwoSwitches(credit.FCFS)
	two.Sources = nil
	near := two
	near.To = 2
	for _, test := range []struct {
		s    Setup
		want event.Time
	}{
		{BackToBack(RPerf, 64), 20 * ns}, {ThroughSwitch(RPerf, 4096), 440 * ns}, {ThroughSwitch(PingPong, 64), 440 * ns},
		{ThroughSwitch(PostPoll, 4096), 440 * ns}, {two, 860 * ns}, {near, 440 * ns},
	} {
		require.Equal(t, test.want, test.s.Ideal())
		test.s.Samples = 20
		r := measured(t, test.s)
		for _, k := range r.Samples {
			require.Equal(t, test.want, k.Truth)
			if test.s.Tool != RPerf { // which subtracts what is before
				require.Positive(t, k.Delivered)
				require.Less(t, k.Delivered, k.Reading)
			}
		}
	}
}

// TestBadSetup checks that errors name the refused value and the remedy.
func TestBadSetup(t *testing.T) {
	for _, test := range []struct {
		change func(s *Setup)
		want   string
	}{
		{func(s *Setup) { s.To = 0 }, "rperf: measuring from host 0 to host 0; there are 7, and they are to be two"},
		{func(s *Setup) { s.Tool = 9 }, "rperf: 9 is no tool; use RPerf, PingPong or PostPoll"},
		{func(s *Setup) { s.Payload = 4097 }, "rperf: a payload of 4097 bytes is out of range 1 to 4096"},
		{func(s *Setup) { s.VL = 8 }, "rperf: VL 8; VLs are 0 to 7"},
		{func(s *Setup) { s.Samples = 0 }, "rperf: 0 samples are out of range 1 to 10000000"},
		{func(s *Setup) { s.TSC = 5 }, "rperf: a counter of 5 Hz is out of range 1 MHz to 1 THz"},
		{func(s *Setup) { s.LoopMessage = 0 }, "rperf: loop-back message 0s is out of range 1ps to 1s"},
		{func(s *Setup) { s.Sources[1].From = 0 }, "rperf: source 1 sends from host 0 to host 1; there are 7, and host 0 measures"},
		{func(s *Setup) { s.Sources[1].From = 2 }, "rperf: sources 0 and 1 are both at host 2; use one a host"},
		{func(s *Setup) { s.Sources[1].Message = 0 }, "rperf: source 1 has 0s a message, out of range 1ps to 1s"},
		{func(s *Setup) { s.End = s.Warm }, "rperf: the run ends at 100us, before a sample is taken at 100us; end it later"},
		{func(s *Setup) { s.Fabric.Buffer = 4147 }, "rperf: a buffer of 4147 bytes does not hold a packet of 4148; make it larger, or payloads smaller"},
		{func(s *Setup) { s.Fabric.Rate = 1 }, "credit: rate 1 bit/s is out of range 1 Mb/s to 100 Tb/s"},
	} {
		s := Mixed(2, 4096, 0)
		test.change(&s)
		_, err := Run(&s)
		require.EqualError(t, err, test.want)
	}
}
