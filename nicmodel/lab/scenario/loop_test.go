package scenario_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
)

// loops are reaction points whose rate logs a replay of their capture repeats.
var loops = []struct {
	name, nic string
	choice    reaction.Choice
}{
	{"hpcc, echoes", "profile = \"hpcc\"\nnotify = \"echo\"", reaction.Choice{Algo: "dcqcn", Profile: "hpcc"}},
	{"paper, CNPs and byte counter", "profile = \"paper\"\nset = [\"byte_reset=32767\"]\ncnp_interval = \"10us\"",
		reaction.Choice{Algo: "dcqcn", Profile: "paper", Set: []string{"byte_reset=32767"}}},
	{"connectx", "profile = \"connectx\"", reaction.Choice{Algo: "dcqcn", Profile: "connectx"}},
	{"dolcerc, marked packets", "algorithm = \"dolcerc\"\ncnp_interval = \"10us\"\nqualify_after = \"20us\"",
		reaction.Choice{Algo: "dolcerc", Profile: "paper", QualifyAfter: 20_000}},
	{"dolcerc, tx slots", "algorithm = \"dolcerc\"\nestimate = \"tx-slots\"\ncnp_interval = \"2us\"\nqualify_after = \"20us\"\narms = [\"0.1:1.05\",\"0.25:1.2\",\"0.5:1\"]",
		reaction.Choice{Algo: "dolcerc", Profile: "connectx", Estimate: "tx-slots", QualifyAfter: 20_000, Arms: []string{"0.1:1.05", "0.25:1.2", "0.5:1"}}},
}

// loop is a scenario with both directions between two hosts, messages whose last packets
// are short, and incasts.
const loop = `
[run]
end = "600us"
[topology]
kind = "dumbbell"
left = 3
right = 3
delay = "500ns"
[[switch.marking]]
kmin = "5KB"
kmax = "60KB"
[[nic]]
%s
[[workload]]
kind = "incast"
receiver = 5
bytes = "%d"
[[workload]]
kind = "incast"
receiver = 0
bytes = "777777"
stagger = "3us"
[[workload]]
kind = "messages"
src = 0
dst = 5
bytes = "12001"
count = 20
every = "7us"
[record]
rates = "all"
rate_log = "%s"
captures = true
`

// TestClosedLoop: the simulation's rate log and that of a replay of the capture that the
// simulation wrote are the same, line by line.
//
//	scenario -> model -> rates.csv  ---------------+
//	                  -> capture.pcapng -> replay -+-> equal
func TestClosedLoop(t *testing.T) {
	for _, l := range loops {
		t.Run(l.name, func(t *testing.T) {
			// Bytes sent are events to those only that take note of them: the log of all
			// events is compared where they do.
			for _, log := range []string{"changes", "all"} {
				c := l.choice
				c.Line = 100_000_000
				setup, err := c.Setup()
				require.NoError(t, err)
				ready, err := setup.Driver()
				require.NoError(t, err)
				if log == "all" && !ready.Handles(ir.OnSent) {
					continue
				}
				_, files := run(t, parse(t, fmt.Sprintf(loop, l.nic, 1_000_001, log)), 1)
				want, got := byConn(files["rates.csv"]), byConn(replayed(t, files["capture.pcapng"], setup, log == "all"))
				require.Equal(t, 11+1, len(want), "connections and the header")
				require.Empty(t, cmp.Diff(want, got))
				cnps := 0
				for _, lines := range want {
					for _, line := range lines {
						if strings.Contains(line, ",cnp,") {
							cnps++
						}
					}
				}
				require.Greater(t, cnps, 20, "the loop has to have something to say")
			}
		})
	}
}

// TestClosedLoopStopped: what an interrupted run has written agrees, too.
func TestClosedLoopStopped(t *testing.T) {
	s := parse(t, fmt.Sprintf(loop, loops[1].nic, 1_000_001, "all"))
	dir := t.TempDir()
	stop := make(chan struct{})
	closed := false
	sum, err := scenario.Run(s, scenario.Options{Out: dir, Stop: stop, Progress: func(now, _ event.Time, _ uint64) {
		if now > 50*event.Microsecond && !closed {
			closed = true
			close(stop)
		}
	}})
	require.NoError(t, err)
	require.True(t, sum.Interrupted)
	files := read(t, dir)
	c := loops[1].choice
	c.Line = 100_000_000
	setup, err := c.Setup()
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(byConn(files["rates.csv"]), byConn(replayed(t, files["capture.pcapng"], setup, true))))
}

// replayed replays a capture and returns the rate log.
func replayed(t *testing.T, capture []byte, setup reaction.Setup, all bool) []byte {
	t.Helper()
	r, err := trace.NewReader("capture.pcapng", bytes.NewReader(capture), trace.Options{})
	require.NoError(t, err)
	require.Empty(t, r.Warnings())
	for _, c := range r.Conns() {
		require.Equal(t, trace.PairCM, c.Pairing)
	}
	return replayOf(t, r, setup, all)
}

func replayOf(t *testing.T, r *trace.Reader, setup reaction.Setup, all bool) []byte {
	t.Helper()
	var out bytes.Buffer
	ready, err := setup.Driver()
	require.NoError(t, err)
	l, err := ratelog.New(&out, ratelog.Options{Layout: ratelog.NewLayout(ready.Algorithm, ready.Params), Conns: trace.Names(r.Conns()), All: all})
	require.NoError(t, err)
	_, err = replay.Run(r, replay.Options{Setup: ready, Port: 100_000_000, Row: l.Row})
	require.NoError(t, err)
	require.NoError(t, l.Flush())
	return out.Bytes()
}

// byConn parts the lines of a log by connection, in their order; the header is under its
// own name.
func byConn(log []byte) map[string][]string {
	lines := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSuffix(string(log), "\n"), "\n") {
		conn := strings.Split(line, ",")[1]
		lines[conn] = append(lines[conn], line)
	}
	return lines
}

// tshark runs the independent reader.
func tshark(t *testing.T, args ...string) string {
	t.Helper()
	tier.Require(t, "tshark")
	var out, errs bytes.Buffer
	c := exec.Command("tshark", args...)
	c.Stdout, c.Stderr = &out, &errs
	require.NoError(t, c.Run(), errs.String())
	return out.String()
}

// TestTshark: tshark reads the capture as RoCEv2, with the CNPs that the log has, at their
// times, and finds nothing malformed.
func TestTshark(t *testing.T) {
	sum, files := run(t, parse(t, fmt.Sprintf(loop, loops[1].nic, 100_000, "all")), 1)
	file := filepath.Join(t.TempDir(), "capture.pcapng")
	require.NoError(t, os.WriteFile(file, files["capture.pcapng"], 0o666))
	var want []string
	data := 0
	for _, line := range strings.Split(string(files["rates.csv"]), "\n")[1:] {
		f := strings.Split(line, ",")
		if len(f) < 7 {
			continue
		}
		var ns int64
		_, err := fmt.Sscan(f[0], &ns)
		require.NoError(t, err)
		switch f[2] {
		case "cnp":
			qpn := f[1][strings.Index(f[1], "0x")+2 : strings.Index(f[1], "->")]
			want = append(want, fmt.Sprintf("%d.%09d 0x%06s %s", ns/1e9, ns%1e9, qpn, f[6]))
		case "sent":
			data++
		}
	}
	// All of it of one run: what CNPs say, when the end's frame is, and how many packets there are of each opcode.
	var cnps, ends []string
	packets := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(tshark(t, "-r", file, "-T", "fields", "-E", "separator=,", "-E", "occurrence=f", "-e", "frame.time_relative",
		"-e", "infiniband.bth.opcode", "-e", "infiniband.bth.destqp", "-e", "infiniband.bth.reserved7", "-e", "eth.type", "-e", "udp.dstport", "-e", "_ws.malformed")), "\n") {
		v := strings.Split(line, ",")
		require.Len(t, v, 7, line)
		require.Empty(t, v[6], "malformed")
		opcode := v[1]
		switch {
		case opcode == "129" && v[5] == "4791":
			cnps = append(cnps, v[0]+" "+v[2]+" "+v[3])
		case opcode == "100" && v[2] != "0x000001", opcode == "1" && v[5] != "4791":
			opcode = "other"
		case v[4] == "0x88b5":
			ends = append(ends, v[0])
		}
		packets[opcode]++
	}
	slices.Sort(want)
	slices.Sort(cnps)
	require.NotEmpty(t, want)
	require.Empty(t, cmp.Diff(want, cnps))
	require.Equal(t, data, packets["1"])
	require.Equal(t, 2*11, packets["100"], "requests and replies")
	require.Equal(t, int(sum.Completed), packets["17"], "acknowledgements of messages")
	require.Equal(t, []string{"0.000599999"}, ends)
}
