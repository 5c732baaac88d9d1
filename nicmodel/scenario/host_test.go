package scenario_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// hosted is a star whose hosts have all that a host half has, and a loop-back.
const hosted = star + `
[[nic]]
profile = "hpcc"
notify = "echo"
contexts = 2
context_miss = "500ns"
[nic.host]
threads = 2
sharers = 2
pollers = 1
batch = 2
signal_every = 2
pcie_jitter = "50ns"
inline = 128
pick = "random"
poll_period = "1us"
poll_budget = 4
srq = 8
srq_low = 1
srq_reload = "20us"
[[nic.host.class]]
strict = true

[[workload]]
kind = "incast"
receiver = 3
flows = 4
bytes = "200KB"
message_bytes = "20KB"

[[workload]]
kind = "messages"
src = 0
loopback = true
bytes = 64
count = 10
every = "3us"

[record]
spans = "0,3"
`

// TestHost: a scenario with a host half gives the same files for any number of threads; the timeline
// is JSON in which what one thread does does not overlap and every asynchronous span ends.
func TestHost(t *testing.T) {
	sum, files := run(t, parse(t, hosted), 1)
	require.Equal(t, sum.Messages, sum.Completed)
	require.NotNil(t, sum.Host)
	require.EqualValues(t, sum.Messages, sum.Host.Posts)
	require.EqualValues(t, 10, sum.Host.Loopbacks)
	require.Positive(t, sum.Host.RNRs)
	require.Equal(t, sum.Host.WQEs, sum.Contexts.Hits+sum.Contexts.Misses)
	_, again := run(t, parse(t, hosted), 2)
	require.Equal(t, files["timeline.json"], again["timeline.json"])
	require.Equal(t, files["summary.json"], again["summary.json"])
	require.Equal(t, files["completions.csv"], again["completions.csv"])
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, text.String(), "hosts: ")

	var line struct {
		TraceEvents []struct {
			Ph, Name string
			Pid, Tid int
			ID       uint64
			Ts, Dur  json.Number
		}
	}
	require.NoError(t, json.Unmarshal(files["timeline.json"], &line))
	ends, begun, names := map[[2]int]float64{}, map[uint64]string{}, map[string]bool{}
	for _, e := range line.TraceEvents {
		ts, _ := e.Ts.Float64()
		dur, _ := e.Dur.Float64()
		names[e.Name] = true
		switch e.Ph {
		case "X":
			at := [2]int{e.Pid, e.Tid}
			require.GreaterOrEqual(t, ts, ends[at]-1e-6, "%v", e)
			ends[at] = ts + dur
		case "b":
			begun[e.ID] = e.Name
		case "e":
			require.Equal(t, begun[e.ID], e.Name)
			delete(begun, e.ID)
		}
	}
	require.Empty(t, begun)
	for _, name := range []string{"post", "WQE fetch", "message", "payload DMA", "TX pipe", "CQE DMA", "receive DMA", "poll", "WQE"} {
		require.True(t, names[name], name)
	}

	// A host half changes nothing where there is none.
	sum, _ = run(t, parse(t, busy), 1)
	require.Nil(t, sum.Host)
}
