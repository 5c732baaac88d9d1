package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// incast is sixteen senders into one port, with DCQCN as published.
const incast = `
[run]
end = "8ms"
[topology]
kind = "star"
hosts = 17
[[switch.marking]]
kmin = "100KB"
kmax = "400KB"
[[nic]]
profile = "paper"
[[workload]]
kind = "incast"
receiver = 16
senders = "0-15"
bytes = "40MB"
`

// one is one sender into a slower trunk: ingress and egress hold the same packets. Its
// switch pauses at 127 KB.
const one = `
[run]
end = "4ms"
[topology]
kind = "dumbbell"
left = 1
right = 1
trunk_rate = "25Gbps"
[switch]
buffer = "4MiB"
shift = 5
[[switch.marking]]
kmin = "10KB"
kmax = "40KB"
[[nic]]
profile = "paper"
[[workload]]
kind = "incast"
receiver = 1
senders = "0"
bytes = "40MB"
`

// model runs a scenario of the NIC model.
func model(t *testing.T, text string, set ...string) *scenario.Summary {
	t.Helper()
	s, err := scenario.Parse([]byte(text), "model.toml", set...)
	require.NoError(t, err)
	sum, err := scenario.Run(s, scenario.Options{})
	require.NoError(t, err)
	t.Logf("%-60s pauses %5d CNPs %6d delivered %.1f MB RTT %.1f us", strings.Join(set, " "), sum.Pauses, sum.CNPs, float64(sum.PayloadBytes)/1e6, float64(sum.RTTMeanPS)/1e6)
	return sum
}

// TestModelAgrees runs in the NIC model, closed loop, what the checks warn of and what they do not: where the reason
// is PFC, the first pauses and the second does not.
func TestModelAgrees(t *testing.T) {
	base := model(t, incast)
	require.Zero(t, base.Pauses)
	for _, set := range []string{"min_dec_fac=100", "min_rate=12500", "time_reset=10", "initial_alpha_value=64"} {
		require.Positive(t, model(t, incast, setting(set)).Pauses, set)
	}
	require.Positive(t, model(t, incast, `nic[0].set=["ai_rate=20000","threshold=1","time_reset=10"]`).Pauses, "increase-wins")
	for _, set := range []string{"min_dec_fac=0", "min_rate=6000"} {
		require.Zero(t, model(t, incast, setting(set)).Pauses, set)
	}
	require.Zero(t, model(t, incast, `nic[0].set=["ai_rate=20000","threshold=5"]`).Pauses)
	require.Positive(t, model(t, strings.ReplaceAll(incast, "paper", "ionic")).Pauses, "increase-wins, time-reset and initial-alpha")

	connectx := strings.ReplaceAll(incast, "paper", "connectx")
	require.Positive(t, model(t, connectx).Pauses, "alpha-timer")
	require.Zero(t, model(t, connectx, setting("dce_tcp_rtt=4")).Pauses)

	none := strings.ReplaceAll(incast, "[[switch.marking]]\nkmin = \"100KB\"\nkmax = \"400KB\"", "[switch]\necn = false")
	require.Positive(t, model(t, none).Pauses, "ecn-off")
	require.Greater(t, model(t, incast, "nic[0].cnp_interval=0").CNPs, 3*base.CNPs, "cnp-unlimited")
	require.Less(t, model(t, incast, setting("ai_rate=0")).PayloadBytes, base.PayloadBytes/2, "no-additive-increase")

	require.Zero(t, model(t, one).Pauses)
	require.Positive(t, model(t, one, "switch.marking[0].kmin=600KB", "switch.marking[0].kmax=800KB").Pauses, "kmin-above-pause")
	require.Positive(t, model(t, one, "switch.marking[0].kmax=800KB", "switch.marking[0].pmax=0.01").Pauses, "kmax-above-pause")

	two := strings.NewReplacer("hosts = 17", "hosts = 3", "receiver = 16", "receiver = 2", "0-15", "0-1", "8ms", "20ms", "40MB", "800MB").Replace(incast)
	low := model(t, two, "switch.marking[0].kmin=20KB", "switch.marking[0].kmax=20KB")
	high := model(t, two, "switch.marking[0].kmin=200KB", "switch.marking[0].kmax=200KB")
	require.Less(t, low.PayloadBytes, high.PayloadBytes, "cutoff-below-bdp")

	many := strings.NewReplacer("hosts = 17", "hosts = 65", "receiver = 16", "receiver = 64", "0-15", "0-63", "8ms", "20ms").Replace(incast)
	slope := model(t, many)
	flat := model(t, many, "switch.marking[0].pmax=0.01")
	require.Greater(t, flat.RTTMeanPS, slope.RTTMeanPS, "pmax-low")
}

// setting changes one parameter of the NICs.
func setting(change string) string { return fmt.Sprintf("nic[0].set=[%q]", change) }
