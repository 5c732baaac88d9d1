package reaction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms/reaction"
)

// cnps returns the marks of connections, each given as its number of CNPs and how many of them report marks.
func cnps(reconstructed bool, conns ...[2]uint64) reaction.Marks {
	m := reaction.Marks{Reconstructed: reconstructed}
	for _, c := range conns {
		m.Add(c[0], c[1])
	}
	return m
}

// TestEstimateIsWhatCNPsCanGive: half of the CNPs decide, and what it costs is said.
func TestEstimateIsWhatCNPsCanGive(t *testing.T) {
	const marked, slots = profile.MarkedPackets, profile.TxSlots
	for _, c := range []struct {
		src           reaction.Marks
		asked, used   string
		reason, warns string
	}{
		{cnps(false, [2]uint64{5, 0}, [2]uint64{2, 0}), "", slots, "CNPs report no marked packets: time slots are counted", ""},
		{cnps(false, [2]uint64{5, 5}, [2]uint64{0, 0}), "", marked, "CNPs report marked packets", ""},
		{cnps(false, [2]uint64{5, 2}), "", slots, "2 of 5 CNPs report marked packets: time slots are counted", ""},
		{cnps(false, [2]uint64{4, 2}), "", marked, "2 of 4 CNPs report marked packets", ""},
		{cnps(false, [2]uint64{1, 0}), "", slots, "CNPs report no marked packets: time slots are counted", ""},
		{cnps(false, [2]uint64{5, 5}, [2]uint64{3, 0}, [2]uint64{0, 0}), "", marked,
			"5 of 8 CNPs report marked packets; those of 1 of 2 connections report none, so that every reward there is 1: --estimate tx-slots counts time slots for all", ""},
		{cnps(true, [2]uint64{5, 0}), "", slots,
			"CNPs made of counters report no marked packets: time slots are counted; the data is made of counters too, and each piece of it counts as one slot", ""},
		{cnps(true, [2]uint64{5, 5}), "", marked, "CNPs report marked packets", ""},

		{cnps(false, [2]uint64{5, 5}), slots, slots, "asked for; CNPs report marked packets", ""},
		{cnps(false, [2]uint64{5, 5}), marked, marked, "asked for; CNPs report marked packets", ""},
		{cnps(false, [2]uint64{5, 0}), slots, slots, "asked for; CNPs report no marked packets", ""},
		{cnps(false, [2]uint64{5, 0}), marked, marked, "asked for; but CNPs report no marked packets: every reward is 1, whichever arm is in force",
			"estimate marked-packets was asked for, and CNPs report no marked packets: every reward is 1, whichever arm is in force; leave --estimate out to count time slots"},
		{cnps(false, [2]uint64{5, 2}), marked, marked, "asked for; 2 of 5 CNPs report marked packets",
			"estimate marked-packets was asked for, and 2 of 5 CNPs report marked packets; leave --estimate out to count time slots"},
	} {
		e := reaction.EstimateOf(c.src, c.asked)
		require.Equal(t, c.used, e.Used, c.reason)
		require.Equal(t, c.asked != "", e.Asked)
		require.Equal(t, c.reason, e.Reason)
		require.Equal(t, c.warns, e.Warning())
	}
}
