package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/trace"
)

// cnps is a trace of connections with so many CNPs, and of them so many that report marks.
func cnps(how trace.Reconstruction, conns ...[2]uint64) *fake {
	f := &fake{stats: trace.Stats{Reconstruction: how, Duration: 1}}
	for i, c := range conns {
		f.conns = append(f.conns, trace.Conn{Name: fmt.Sprint(i), CNPs: c[0], Counting: c[1]})
	}
	return f
}

// TestEstimateIsWhatCNPsCanGive: half of the CNPs decide, and what it costs is said.
func TestEstimateIsWhatCNPsCanGive(t *testing.T) {
	const marked, slots = profile.MarkedPackets, profile.TxSlots
	for _, c := range []struct {
		src           *fake
		asked, used   string
		reason, warns string
	}{
		{cnps(trace.Seen, [2]uint64{5, 0}, [2]uint64{2, 0}), "", slots, "CNPs report no marked packets: time slots are counted", ""},
		{cnps(trace.Seen, [2]uint64{5, 5}, [2]uint64{0, 0}), "", marked, "CNPs report marked packets", ""},
		{cnps(trace.Seen, [2]uint64{5, 2}), "", slots, "2 of 5 CNPs report marked packets: time slots are counted", ""},
		{cnps(trace.Seen, [2]uint64{4, 2}), "", marked, "2 of 4 CNPs report marked packets", ""},
		{cnps(trace.Seen, [2]uint64{1, 0}), "", slots, "CNPs report no marked packets: time slots are counted", ""},
		{cnps(trace.Seen, [2]uint64{5, 5}, [2]uint64{3, 0}, [2]uint64{0, 0}), "", marked,
			"5 of 8 CNPs report marked packets; those of 1 of 2 connections report none, so that every reward there is 1: --estimate tx-slots counts time slots for all", ""},
		{cnps(trace.Uniform, [2]uint64{5, 0}), "", slots,
			"CNPs made of counters report no marked packets: time slots are counted; the data is made of counters too, and each piece of it counts as one slot", ""},
		{cnps(trace.Burst, [2]uint64{5, 5}), "", marked, "CNPs report marked packets", ""},

		{cnps(trace.Seen, [2]uint64{5, 5}), slots, slots, "asked for; CNPs report marked packets", ""},
		{cnps(trace.Seen, [2]uint64{5, 5}), marked, marked, "asked for; CNPs report marked packets", ""},
		{cnps(trace.Seen, [2]uint64{5, 0}), slots, slots, "asked for; CNPs report no marked packets", ""},
		{cnps(trace.Seen, [2]uint64{5, 0}), marked, marked, "asked for; but CNPs report no marked packets: every reward is 1, whichever arm is in force",
			"estimate marked-packets was asked for, and CNPs report no marked packets: every reward is 1, whichever arm is in force; leave --estimate out to count time slots"},
		{cnps(trace.Seen, [2]uint64{5, 2}), marked, marked, "asked for; 2 of 5 CNPs report marked packets",
			"estimate marked-packets was asked for, and 2 of 5 CNPs report marked packets; leave --estimate out to count time slots"},
	} {
		e := replay.EstimateOf(c.src, c.asked)
		require.Equal(t, c.used, e.Used, c.reason)
		require.Equal(t, c.asked != "", e.Asked)
		require.Equal(t, c.reason, e.Reason)
		require.Equal(t, c.warns, e.Warning())
	}
}

// TestSummarySaysHowMarksWereCounted: in text, in lines of 80 columns, and in JSON, of which
// nothing is new where nothing is learnt.
func TestSummarySaysHowMarksWereCounted(t *testing.T) {
	src := cnps(trace.Uniform, [2]uint64{5, 0})
	sum, err := replay.Run(src, replay.Options{Setup: reaction.DolceRC(dolce(t), 4), Estimate: replay.EstimateOf(src, "")})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, strings.Join(strings.Fields(text.String()), " "), "estimate tx-slots: CNPs made of counters report no marked packets: time slots are counted")
	for line := range strings.Lines(text.String()) {
		require.LessOrEqual(t, len(line), 81, line)
	}
	text.Reset()
	require.NoError(t, sum.WriteJSON(&text))
	var got struct{ Estimate map[string]any }
	require.NoError(t, json.Unmarshal(text.Bytes(), &got))
	require.Equal(t, map[string]any{"used": "tx-slots", "asked": false, "cnps": 5.0, "cnps_with_marks": 0.0, "connections_without_marks": 1.0, "reason": sum.Estimate.Reason}, got.Estimate)

	sum, err = replay.Run(src, replay.Options{Setup: reaction.DCQCN(paper())})
	require.NoError(t, err)
	text.Reset()
	require.NoError(t, sum.Write(&text))
	require.NoError(t, sum.WriteJSON(&text))
	require.NotContains(t, text.String(), "estimate")
}
