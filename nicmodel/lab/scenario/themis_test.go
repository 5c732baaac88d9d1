package scenario_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// gateways is a scenario in which gateways hold, filter and mint.
const gateways = `
[run]
end = "100ms"

[topology]
kind = "longhaul"
tors_per_site = 2
hosts_per_tor = 2
aggs_per_site = 2
trunk_rate = "1.6Tbps"
trunk_delay = "200us"

[switch]
deep = "200us"

[themis]
long = "200us"
interval = "40us"
floor = "2Gbps"
increase = "40Mbps"
period = "800us"
gap = "5us"
pass = "500ns"
table_bits = 6
cnp_bytes = 64

[[nic]]
profile = "hpcc"
notify = "echo"
ack_class = "data"
window = 5000
scale_window = true
rto = "0s"

[[workload]]
kind = "sites"
far = 0.5
mix = "front"
distribution = "websearch"
load = 0.9
count = 120
`

// TestThemis: the gateways' table is obeyed, what they did is in the summary, and no number of threads
// changes it.
func TestThemis(t *testing.T) {
	sum, files := run(t, parse(t, gateways), 1)
	require.Equal(t, sum.Messages, sum.Completed)
	require.True(t, sum.Packets.Conserved)
	require.Zero(t, sum.Packets.Dropped)
	g := sum.Themis
	require.NotNil(t, g)
	require.Equal(t, 2, g.Gateways)
	for name, count := range map[string]uint64{"reactions": g.Reactions, "delayed": g.Delayed, "peak": g.PeakBytes, "resubmits": g.Resubmits, "collisions": g.Collisions, "filtered": g.Filtered, "cleared": g.Cleared} {
		require.Positive(t, count, name)
	}
	require.LessOrEqual(t, g.HoldMeanPS, g.HoldMaxPS)
	w := &sum.Workloads[0]
	require.Equal(t, 60, w.Far.Count)
	require.Equal(t, 60, w.Near.Count)
	require.Equal(t, 60, bytes.Count(files["near.fct"], []byte("\n")))
	require.Equal(t, 60, bytes.Count(files["far.fct"], []byte("\n")))
	require.Equal(t, 120, bytes.Count(files["completions.fct"], []byte("\n")))
	_, again := run(t, parse(t, gateways), 2)
	require.Equal(t, files["far.fct"], again["far.fct"])
	require.Equal(t, files["summary.json"], again["summary.json"])
	require.Equal(t, files["completions.csv"], again["completions.csv"])
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, text.String(), "gateways: 2;")
	require.Contains(t, text.String(), "slow-down within sites")

	// Each setting matters.
	digests := map[string]string{sum.Digest: "none"}
	for _, set := range []string{
		"themis.react=false", "themis.notify=false", "themis.interval=20us", "themis.floor=1Gbps", "themis.increase=400Mbps", "themis.period=80us",
		"themis.gap=1us", "themis.law=resubmit", "themis.capacity=200KB", "themis.table_bits=1", "themis.mark_bit=false", "themis.cnp_bytes=80",
		"themis.rate=50Gbps", "nic[0].ack_class=control", "nic[0].scale_window=false", "workload[0].mix=even", "workload[0].sites=4",
	} {
		s, err := scenario.Run(parse(t, gateways, set), scenario.Options{})
		require.NoError(t, err, set)
		require.Equal(t, s.Messages, s.Completed, set)
		require.Empty(t, digests[s.Digest], "%s is as %s", set, digests[s.Digest])
		digests[s.Digest] = set
	}
	// With a long link that is too slow for its hosts a gateway's own queue marks.
	slow, err := scenario.Run(parse(t, gateways, "topology.trunk_rate=100Gbps"), scenario.Options{})
	require.NoError(t, err)
	require.Zero(t, slow.Themis.OwnMarks)
	own, err := scenario.Run(parse(t, gateways, "topology.trunk_rate=100Gbps", "themis.own_mark=convert"), scenario.Options{})
	require.NoError(t, err)
	require.Positive(t, own.Themis.OwnMarks)
	require.Greater(t, own.Themis.Generated, slow.Themis.Generated)
	text.Reset()
	require.NoError(t, own.Write(&text))
	require.Contains(t, text.String(), "of the gateways' own queues)")
	// The least time of a pass counts with law resubmit.
	slow, err = scenario.Run(parse(t, gateways, "themis.law=resubmit", "themis.pass=5us"), scenario.Options{})
	require.NoError(t, err)
	require.Empty(t, digests[slow.Digest])
}
