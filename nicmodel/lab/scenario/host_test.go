package scenario_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hosted is a star whose hosts have all that a host interface has, and a loop-back.
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

// TestHost: a scenario with a host interface gives the same files for any number of threads; the timeline
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

	// Without a host interface nothing changes.
	sum, _ = run(t, parse(t, busy), 1)
	require.Nil(t, sum.Host)
}

// TestBadHosts: a host interface with impossible values, or with values that do not go together, is one line with
// file, line and key.
func TestBadHosts(t *testing.T) {
	bad := func(table, key, want string) {
		t.Helper()
		_, err := config(plain("[[nic]]\n" + table))
		require.ErrorContains(t, err, want, table)
		require.True(t, strings.HasPrefix(err.Error(), key), "have %s\nwant %s", err, key)
		require.NotContains(t, err.Error(), "\n")
	}
	host := func(keys, want string) {
		t.Helper()
		last := strings.Split(keys, "\n")
		key, _, _ := strings.Cut(last[len(last)-1], " ")
		bad("[nic.host]\n"+keys, fmt.Sprintf("test.toml:%d: nic[0].host.%s: ", 6+len(last), key), want)
	}
	for _, key := range []string{"post", "doorbell", "mmio", "pcie_read", "pcie_write", "pcie_jitter", "message", "loopback", "poll", "poll_period"} {
		host(key+` = "1.5s"`, "1.5s is out of range 0s to 1s")
		host(key+` = "-1ns"`, `bad time "-1ns"`)
		host(key+` = 30`, `bad time "30"`)
	}
	for _, key := range []string{"srq_reload", "rnr"} {
		host("srq = 4\n"+key+` = "1.5s"`, "1.5s is out of range 0s to 1s")
	}
	for key, most := range map[string]int{"threads": 4096, "sharers": 4096, "batch": 65536, "signal_every": 65536, "stage_wqes": 1 << 20} {
		host(key+" = 0", fmt.Sprintf(`"0" is not a whole number of 1..%d`, most))
		host(fmt.Sprint(key, " = ", most+1), fmt.Sprintf(`"%d" is not a whole number of 1..%d`, most+1, most))
	}
	for key, most := range map[string]int{"pollers": 4096, "poll_budget": 1 << 20, "srq": 1 << 24, "srq_low": 1 << 24} {
		host(key+" = -1", fmt.Sprintf(`"-1" is not a whole number of 0..%d`, most))
		host(fmt.Sprint(key, " = ", most+1), fmt.Sprintf(`"%d" is not a whole number of 0..%d`, most+1, most))
	}
	host(`wqe_bytes = 4097`, "4097 is above 4096 bytes")
	host(`cqe_bytes = "5KB"`, "5KB is above 4096 bytes")
	host(`inline = "8GiB"`, "8GiB is above 4294967295 bytes")
	host(`stage_bytes = "2TiB"`, "2TiB is above 1099511627776 bytes")
	host(`pcie_rate = "5bps"`, "5 bit/s is out of range 1Mbps to 100000Gbps; 0 is no limit")
	host(`pcie_rate = "200Tbps"`, "200000000000000 bit/s is out of range 1Mbps to 100000Gbps; 0 is no limit")
	host(`lock = -0.5`, `"-0.5" is not a part of 1`)
	host(`pick = "randm"`, `unknown pick "randm" (did you mean random?); one of round-robin, random`)
	host(`rnr = "0s"`, "has no effect without host.srq, the buffers of the receive queue")
	bad("[nic.host]\n[[nic.host.class]]\nweight = 1001", "test.toml:8: nic[0].host.class[0].weight: ", `"1001" is not a whole number of 1..1000`)
	bad("[nic.host]\n[[nic.host.class]]\nstrict = true\nweight = 3", "test.toml:9: nic[0].host.class[0].weight: ", "has no effect in a class that is strict; leave one of them out")
	bad("[nic.host]\n"+strings.Repeat("[[nic.host.class]]\n", 8), "test.toml:14: nic[0].host.class[7]: ", "8 tables; there are classes 1 to 7")
	// What does not go together is at the table.
	bad("[nic.host]\npoll_budget = 4", "test.toml:5: nic[0]: ", "host.poll_budget: 4 has no effect without host.poll_period, the time between two looks")
	bad("[nic.host]\nsrq_low = 1", "test.toml:5: nic[0]: ", "say nothing without host.srq")
	bad("[nic.host]\nsrq = 4\nrnr = \"0s\"", "test.toml:5: nic[0]: ", `host.rnr: 0s; a sender that finds no buffer has to wait, as in rnr = "10us"`)
	bad("contexts = 8\n[nic.host]", "test.toml:5: nic[0]: ", "contexts: 8 given without context_miss, the time of a miss")
	bad("contexts = 8\ncontext_miss = \"2s\"\n[nic.host]", "test.toml:7: nic[0].context_miss: ", "2s is out of range 0s to 1s of a NIC with a host interface")
}
