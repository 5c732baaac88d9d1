package scenario_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/systems/rperf"
)

// credits is a star of credit switches without a probe.
const credits = `
[topology]
kind = "star"
hosts = 7
rate = "56Gbps"
delay = "10ns"
[switch]
kind = "credit"
`

// probed is credits with a probe and the given text after it.
func probed(text string) string { return credits + "[probe]\nfrom = 0\nto = 1\n" + text }

// bulky is a table of bulk senders.
func bulky(text string) string {
	return "[[workload]]\nkind = \"bulk\"\nsenders = \"2-6\"\nreceiver = 1\nbytes = 4096\n" + text
}

// TestProbeGolden holds all outputs of a small measurement to files.
func TestProbeGolden(t *testing.T) {
	s, err := scenario.Read("testdata/probe.toml")
	require.NoError(t, err)
	sum, got := run(t, s, 1)
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	got["summary.txt"] = text.Bytes()
	for _, line := range strings.Split(text.String(), "\n") {
		require.LessOrEqual(t, len(line), 80, line)
	}
	compare(t, "testdata/probe", got)
	for name := range got {
		require.True(t, name == "summary.txt" || scenario.IsOutput(name), name)
	}
	var again scenario.Summary
	require.NoError(t, json.Unmarshal(got["summary.json"], &again))
	require.Equal(t, *sum, again)
	b, err := os.ReadFile("testdata/probe.toml")
	require.NoError(t, err)
	require.NoError(t, validate(t, compiled(t), b))
}

// TestProbeIsRPerf: a scenario with only the keys of the thesis's setups measures what package rperf does.
func TestProbeIsRPerf(t *testing.T) {
	own := "vl = 1\n"
	for _, k := range []struct {
		name, text string
		settings   []string
		setup      rperf.Setup
	}{
		{"alone", probed(""), nil, func() rperf.Setup { s := rperf.Mixed(0, 64, credit.FCFS); return s }()},
		{"fcfs", probed(bulky("")), nil, rperf.Mixed(5, 4096, credit.FCFS)},
		{"round robin", probed(bulky("")), []string{"switch.arbiter=round-robin"}, rperf.Mixed(5, 4096, credit.RoundRobin)},
		{"a VL of its own", probed(own + bulky("")), []string{"switch.strict=true", "switch.high_limit=4KiB"}, rperf.OwnVL(rperf.Mixed(5, 4096, credit.FCFS))},
		{"two switches", strings.NewReplacer("star", "dumbbell", "hosts = 7", "left = 4\nright = 3").Replace(probed("")) +
			strings.Replace(bulky(""), "2-6", "2-3,5-6", 1), []string{"probe.to=4", "workload[0].receiver=4"}, func() rperf.Setup {
			s := rperf.Mixed(0, 4096, credit.FCFS)
			s.Fabric.Switches, s.Fabric.Hosts, s.To = 2, []uint32{0, 0, 0, 0, 1, 1, 1}, 4
			for _, from := range []uint32{2, 3, 5, 6} {
				s.Sources = append(s.Sources, rperf.Source{From: from, To: 4, Payload: 4096, Message: rperf.MessageTime})
			}
			return s
		}()},
		{"one that games", probed(own + strings.Replace(bulky("every = \"65ns\"\nvl = 1\n"), "2-6", "2", 1) + strings.Replace(bulky(""), "2-6", "3-6", 1)),
			[]string{"switch.strict=true", "switch.high_limit=4KiB", "workload[0].bytes=256"}, rperf.Gaming()},
		{"ping-pong", probed(""), []string{"probe.tool=ping-pong", "probe.remote=1us"}, func() rperf.Setup {
			s := rperf.Mixed(0, 64, credit.FCFS)
			s.Tool, s.Host.InlineBytes, s.Remote = rperf.PingPong, rperf.PerftestInline, event.Microsecond
			return s
		}()},
		{"all of the host", probed("bytes = 1000\npause = \"1us\"\nwarm = \"50us\"\nmmio = \"1ns\"\npcie_rate = \"100Gbps\"\npcie_read = \"2ns\"\npcie_write = \"3ns\"\n" +
			"pcie_jitter = \"4ns\"\ninline = 64\nmessage = \"5ns\"\nreceive = \"6ns\"\npoll = \"7ns\"\npoll_period = \"8ns\"\nclock = \"1GHz\"\n"),
			[]string{"probe.tool=post-poll", "switch.pipeline=9ns", "switch.credit_return=1us", "switch.buffer=2KB", "run.seed=7"}, func() rperf.Setup {
				s := rperf.Mixed(0, 64, credit.FCFS)
				s.Tool, s.Payload, s.Pause, s.Warm, s.Seed = rperf.PostPoll, 1000, event.Microsecond, 50*event.Microsecond, 7
				h, f := &s.Host, &s.Fabric
				h.MMIO, h.PCIeRate, h.PCIeRead, h.PCIeWrite, h.PCIeJitter, h.InlineBytes, h.Message = 1000, 100e9, 2000, 3000, 4000, 64, 5000
				s.Receive, s.Poll, s.Period, s.TSC = 6000, 7000, 8000, 1e9
				f.Pipeline, f.CreditReturn, f.Buffer = 9000, event.Microsecond, 2000
				return s
			}()},
	} {
		t.Run(k.name, func(t *testing.T) {
			k.setup.Samples = 50
			want, err := rperf.Run(&k.setup)
			require.NoError(t, err)
			s := parse(t, k.text, append(k.settings, "probe.samples=50")...)
			sum, files := run(t, s, 1)
			require.Equal(t, int64(want.Reading().Median), sum.Probe.Reading.Median)
			require.Equal(t, int64(want.Truth().Tail), sum.Probe.Truth.Tail)
			require.Equal(t, int64(want.Error().Mean), sum.Probe.Error.Mean)
			require.Equal(t, want.Total(), sum.GoodputBPS)
			require.Equal(t, want.Events, sum.Events)
			require.EqualValues(t, 50, sum.Completed)
			require.Equal(t, 51, bytes.Count(files["probe.csv"], []byte("\n")))
			require.Equal(t, 51, bytes.Count(files["completions.csv"], []byte("\n")))
			size, err := s.Size()
			require.NoError(t, err)
			require.Equal(t, scenario.Size{Hosts: 7, Switches: sum.Switches, Connections: 1 + len(want.Rates), Messages: 50, Bytes: 50 * uint64(k.setup.Payload)}, size)
		})
	}
}

// TestProbeEnds: a run that ends before all is measured has what there is, by its end or by a stop.
func TestProbeEnds(t *testing.T) {
	_, whole := run(t, parse(t, probed(bulky("")), "probe.samples=50"), 1)
	sum, cut := run(t, parse(t, probed(bulky("")), "probe.samples=50", "run.end=500us"), 1)
	require.EqualValues(t, 50, sum.Messages)
	require.Positive(t, sum.Completed)
	require.Less(t, sum.Completed, sum.Messages)
	require.False(t, sum.Interrupted)
	require.True(t, bytes.HasPrefix(whole["probe.csv"], cut["probe.csv"]))
	// Bulk on a higher VL that goes first, without a limit, starves the probe: it measures nothing.
	sum, _ = run(t, parse(t, probed(bulky("vl = 1\n")), "switch.strict=true", "run.end=500us"), 1)
	require.Zero(t, sum.Completed)

	stop := make(chan struct{})
	dir := filepath.Join(t.TempDir(), "out")
	sum, err := scenario.Run(parse(t, probed(bulky(""))), scenario.Options{Out: dir, Stop: stop, Progress: func(now, end event.Time, completed uint64) {
		require.Equal(t, event.Second, end)
		if completed == 5 {
			close(stop)
		}
	}})
	require.NoError(t, err)
	require.True(t, sum.Interrupted)
	require.EqualValues(t, 5, sum.Completed)
	require.True(t, bytes.HasPrefix(whole["probe.csv"], read(t, dir)["probe.csv"]))
	require.NoError(t, scenario.CheckRun(dir))
}

// TestBadProbes: what does not go with credit switches or with a probe is one line with file, line and key.
func TestBadProbes(t *testing.T) {
	for _, b := range []struct{ name, text, want string }{
		{"an unknown kind of switch", plain("[switch]\nkind = \"credits\""), `test.toml:7: switch.kind: unknown kind "credits" (did you mean credit?); one of output-queued, credit`},
		{"no probe", credits, `test.toml: probe: is missing; credit switches run a measurement, as in [probe] from = 0 and to = 1`},
		{"a probe of other switches", plain("[probe]\nfrom = 0\nto = 1"), `test.toml:6: probe: goes with credit switches only; give [switch] kind = "credit", or leave it out`},
		{"an arbiter of other switches", plain("[switch]\narbiter = \"fcfs\""), `test.toml:7: switch.arbiter: goes with kind = "credit" only`},
		{"strict of other switches", plain("[switch]\nstrict = true"), `test.toml:7: switch.strict: goes with kind = "credit" only`},
		{"no kind of workload", probed("") + "[[workload]]\n", `test.toml:12: workload[0].kind: is missing; give it, as in kind = "bulk"`},
		{"a wrong arbiter", strings.Replace(probed(""), "\"credit\"", "\"credit\"\narbiter = \"round-robbin\"", 1), `test.toml:9: switch.arbiter: unknown arbiter "round-robbin" (did you mean round-robin?); one of fcfs, round-robin`},
		{"strict as an arbiter", strings.Replace(probed(""), "\"credit\"", "\"credit\"\narbiter = \"strict\"", 1), `test.toml:9: switch.arbiter: strict is a separate key: strict = true has higher VLs go first`},
		{"a limit without strict", strings.Replace(probed(""), "\"credit\"", "\"credit\"\nhigh_limit = 4096", 1), `test.toml:9: switch.high_limit: has no effect without strict = true`},
		{"PFC", strings.Replace(probed(""), "\"credit\"", "\"credit\"\npfc = false", 1), `test.toml:9: switch.pfc: does not go with credit switches: credits pause senders, and nothing is lost; leave it out`},
		{"ECN", strings.Replace(probed(""), "\"credit\"", "\"credit\"\necn = true", 1), `test.toml:9: switch.ecn: does not go with credit switches: nothing is marked; leave it out`},
		{"marking", probed("") + "[[switch.marking]]\nkmin = 1\nkmax = 2\n", `test.toml:12: switch.marking[0]: does not go with credit switches: nothing is marked; leave it out`},
		{"classes", probed("") + "[[switch.class]]\n", `test.toml:12: switch.class[0]: does not go with credit switches: VLs and arbiter take their place; leave it out`},
		{"an algorithm", probed("") + "[[nic]]\nalgorithm = \"dcqcn\"\n", `test.toml:12: nic[0]: does not go with credit switches: there is no congestion control, and [probe] has the NIC that measures; leave it out`},
		{"a record", probed("") + "[record]\nrates = \"all\"\n", `test.toml:12: record: does not go with credit switches: the readings are all that is recorded; leave it out`},
		{"a workload of other switches", probed("") + "[[workload]]\nkind = \"incast\"\nreceiver = 1\nbytes = 1\n", `test.toml:13: workload[0].kind: "incast" goes with output-queued switches; beside a probe there is kind = "bulk"`},
		{"bulk on other switches", plain("[[workload]]\nkind = \"bulk\"\nsenders = 0\nreceiver = 1\nbytes = 1"), `test.toml:7: workload[0].kind: "bulk" goes with credit switches (switch.kind) only; incast of long messages is its like`},
		{"a fat-tree", strings.Replace(probed(""), "kind = \"star\"\nhosts = 7\nrate = \"56Gbps\"\ndelay = \"10ns\"", "preset = \"fattree64\"", 1), `test.toml:2: topology: credit switches stand alone or two in a row; give kind = "star" or "dumbbell"`},
		{"a faster trunk", strings.Replace(probed(""), "kind = \"star\"\nhosts = 7", "kind = \"dumbbell\"\nleft = 2\nright = 2\ntrunk_rate = \"100Gbps\"", 1), `test.toml:6: topology.trunk_rate: the links of credit switches are alike; leave it out`},
		{"a longer trunk", strings.Replace(probed(""), "kind = \"star\"\nhosts = 7", "kind = \"dumbbell\"\nleft = 2\nright = 2\ntrunk_delay = \"1us\"", 1), `test.toml:6: topology.trunk_delay: the links of credit switches are alike; leave it out`},
		{"one host", strings.Replace(probed(""), "hosts = 7", "hosts = 1", 1), `test.toml:4: topology.hosts: 1; a probe is between two hosts`},
		{"many hosts", strings.Replace(probed(""), "hosts = 7", "hosts = 201", 1), `test.toml:2: topology: 201 hosts; at most 200 fit credit switches`},
		{"a small buffer", strings.Replace(probed(bulky("")), "\"credit\"", "\"credit\"\nbuffer = 4147", 1), `test.toml:9: switch.buffer: 4147 bytes do not hold a packet of 4148, payload and headers; a VL of an input needs 4148 at least`},
		{"a slow pipeline", strings.Replace(probed(""), "\"credit\"", "\"credit\"\npipeline = \"2s\"", 1), `test.toml:9: switch.pipeline: 2s is out of range 0s to 1s`},
		{"a late credit", strings.Replace(probed(""), "\"credit\"", "\"credit\"\ncredit_return = \"1.5s\"", 1), `test.toml:9: switch.credit_return: 1.5s is out of range 0s to 1s`},
		{"no second host", credits + "[probe]\nfrom = 0\n", `test.toml:9: probe.to: is missing; give it, as in to = 1`},
		{"no first host", credits + "[probe]\nto = 0\n", `test.toml:9: probe.from: is missing; give it, as in from = 0`},
		{"to itself", credits + "[probe]\nfrom = 3\nto = 3\n", `test.toml:11: probe.to: host 3 would measure to itself; give another host`},
		{"a host that is not there", credits + "[probe]\nfrom = 3\nto = 7\n", `test.toml:11: probe.to: host 7 does not exist; there are 0..6`},
		{"two hosts", credits + "[probe]\nfrom = \"0-1\"\nto = 7\n", `test.toml:10: probe.from: "0-1" is not one host`},
		{"a wrong tool", probed("tool = \"pingpong\"\n"), `test.toml:12: probe.tool: unknown tool "pingpong" (did you mean ping-pong?); one of rperf, ping-pong, post-poll`},
		{"a large message", probed("bytes = 4097\n"), `test.toml:12: probe.bytes: 4097 bytes are out of range 1 to 4096, one packet`},
		{"an empty message", probed("bytes = 0\n"), `test.toml:12: probe.bytes: 0 bytes are out of range 1 to 4096, one packet`},
		{"a VL that is not there", probed("vl = 8\n"), `test.toml:12: probe.vl: "8" is not a whole number of 0..7`},
		{"a VL of senders", probed(bulky("vl = 8\n")), `test.toml:17: workload[0].vl: "8" is not a whole number of 0..7`},
		{"no samples", probed("samples = 0\n"), `test.toml:12: probe.samples: "0" is not a whole number of 1..10000000`},
		{"a slow PCIe", probed("pcie_rate = \"5bps\"\n"), `test.toml:12: probe.pcie_rate: 5 bit/s is out of range 1Mbps to 100000Gbps; 0 is no limit`},
		{"a slow counter", probed("clock = \"5Hz\"\n"), `test.toml:12: probe.clock: 5 Hz is out of range 1 MHz to 1 THz`},
		{"a long read", probed("pcie_read = \"2s\"\n"), `test.toml:12: probe.pcie_read: 2s is out of range 0s to 1s`},
		{"warm after the end", probed("warm = \"1ms\"\n[run]\nend = \"1ms\"\n"), `test.toml:14: run.end: 1ms is not after 1ms, when the first sample is taken (probe.warm); end it later`},
		{"threads", probed("[run]\nthreads = 300\n"), `test.toml:13: run.threads: "300" is not a whole number of 0..256`},
		{"no senders", probed("[[workload]]\nkind = \"bulk\"\nreceiver = 1\nbytes = 1\n"), `test.toml:12: workload[0].senders: is missing; give it, as in senders = "2-6"`},
		{"no size", probed("[[workload]]\nkind = \"bulk\"\nsenders = 2\nreceiver = 1\n"), `test.toml:12: workload[0].bytes: is missing; give it, as in bytes = 4096`},
		{"no receiver", probed("[[workload]]\nkind = \"bulk\"\nsenders = 2\nbytes = 1\n"), `test.toml:12: workload[0].receiver: is missing; give it, as in receiver = 0`},
		{"a flood", probed(bulky("every = \"0s\"\n")), `test.toml:17: workload[0].every: 0s; a NIC takes time for a message, as in every = "130ns"`},
		{"a foreign key", probed(bulky("count = 3\n")), `test.toml:17: workload[0].count: goes with kind = "messages", "poisson" or "sites" only`},
		{"the probe sends", probed(strings.Replace(bulky(""), "2-6", "0-6", 1)), `test.toml:14: workload[0].senders: host 0 measures (probe.from); take it out of the senders`},
		{"to the sender", probed(strings.Replace(bulky(""), "2-6", "2-6,1", 1)), `test.toml:14: workload[0].senders: host 1 would send to itself; take it out of the senders`},
		{"two streams", probed(bulky("") + strings.Replace(bulky(""), "2-6", "6", 1)), `test.toml:19: workload[1].senders: host 6 sends already (workload[0]); one stream a host`},
		{"one stream twice", probed(strings.Replace(bulky(""), "2-6", "2,2", 1)), `test.toml:14: workload[0].senders: host 2 sends already (workload[0]); one stream a host`},
		{"gateways", probed("[themis]\n"), `test.toml:12: themis: does not go with credit switches: nothing is marked; leave it out`},
		{"an unknown key", probed("sample = 1\n"), `test.toml:12:1: unknown key probe.sample (did you mean samples?); here go tool, from, to,`},
	} {
		t.Run(b.name, func(t *testing.T) {
			_, err := config(b.text)
			require.Error(t, err)
			require.True(t, strings.HasPrefix(err.Error(), b.want), "have %s\nwant %s", err, b.want)
			require.NotContains(t, err.Error(), "\n")
			if s, again := scenario.Parse([]byte(b.text), "test.toml"); again == nil {
				_, again = s.Size()
				require.Equal(t, err, again)
			}
		})
	}
	// The packet model has no configuration of it, with or without firmware.
	const want = `test.toml:8: switch.kind: "credit" has no congestion control and so no configuration of the packet model; it runs a [probe]`
	_, err := parse(t, probed("")).Config()
	require.EqualError(t, err, want)
}
