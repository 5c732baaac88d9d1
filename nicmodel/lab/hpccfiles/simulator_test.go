package hpccfiles

import (
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/internal/dev/hpccsim"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// The files of testdata/simulator are completion times that HPCC's simulator (commit 9f4be2a, g++ 12.2 at -O2, without
// assertions) gave for these configurations: a line a flow in the order of the flow file, a column a mode, in ns; empty
// if the flow does not end, as its last packet was lost. The last line has the first 16 digits of the SHA-256 of its
// file of PFC frames.

// common are the keys of all runs, as the simulator's run.py sets them at 100 Gb/s.
var common = map[string]string{
	"SIMULATOR_STOP_TIME": "4.00", "ALPHA_RESUME_INTERVAL": "1", "RATE_DECREASE_INTERVAL": "4", "RP_TIMER": "300", "EWMA_GAIN": "0.00390625",
	"FAST_RECOVERY_TIMES": "1", "RATE_AI": "20Mb/s", "RATE_HAI": "200Mb/s", "MIN_RATE": "1000Mb/s", "L2_CHUNK_SIZE": "4000", "L2_ACK_INTERVAL": "1",
	"HAS_WIN": "0", "VAR_WIN": "0", "FAST_REACT": "0", "MI_THRESH": "0", "INT_MULTI": "4", "MULTI_RATE": "0", "ACK_HIGH_PRIO": "1", "BUFFER_SIZE": "32",
	"KMIN_MAP": "2 100000000000 400 400000000000 1600", "KMAX_MAP": "2 100000000000 1600 400000000000 6400", "PMAX_MAP": "2 100000000000 0.2 400000000000 0.2",
	"TOPOLOGY_FILE": "net.txt", "FLOW_FILE": "flow.txt",
}

// inModes are the keys of the modes.
var inModes = map[string]map[string]string{
	"dcqcn":          {"CC_MODE": "1"},
	"dcqcn-window":   {"CC_MODE": "1", "HAS_WIN": "1", "VAR_WIN": "1"},
	"hpcc":           {"CC_MODE": "3", "HAS_WIN": "1", "VAR_WIN": "1", "FAST_REACT": "1", "RATE_AI": "40Mb/s", "ACK_HIGH_PRIO": "0"},
	"hpcc-5":         {"CC_MODE": "3", "HAS_WIN": "1", "VAR_WIN": "1", "FAST_REACT": "1", "RATE_AI": "40Mb/s", "ACK_HIGH_PRIO": "0", "MI_THRESH": "5"},
	"timely":         {"CC_MODE": "7", "RATE_AI": "100Mb/s", "RATE_HAI": "500Mb/s"},
	"timely-window":  {"CC_MODE": "7", "RATE_AI": "100Mb/s", "RATE_HAI": "500Mb/s", "HAS_WIN": "1", "VAR_WIN": "1"},
	"dctcp":          {"CC_MODE": "8", "HAS_WIN": "1", "VAR_WIN": "1"},
	"dctcp-nowindow": {"CC_MODE": "8"},
}

// step is DCTCP's marking, with the rest of its keys, where a run does not set it.
var step = map[string]string{
	"EWMA_GAIN": "0.0625", "DCTCP_RATE_AI": "615Mb/s", "ACK_HIGH_PRIO": "0",
	"KMIN_MAP": "2 100000000000 300 400000000000 1200", "KMAX_MAP": "2 100000000000 300 400000000000 1200", "PMAX_MAP": "2 100000000000 1 400000000000 1",
}

// red are the thresholds of a network with three rates, and a memory that is small, so that senders are paused, and
// packets are lost.
var red = map[string]string{
	"KMIN_MAP": "3 100000000000 100 200000000000 200 400000000000 400", "KMAX_MAP": "3 100000000000 400 200000000000 800 400000000000 1600",
	"PMAX_MAP": "3 100000000000 0.2 200000000000 0.33 400000000000 0.1", "BUFFER_SIZE": "2",
}

// odd are values that no power of two divides, on flows of four classes.
var odd = map[string]string{
	"BUFFER_SIZE": "4", "MIN_RATE": "137Mb/s", "PACKET_PAYLOAD_SIZE": "1447", "ACK_HIGH_PRIO": "1", "EWMA_GAIN": "0.037", "U_TARGET": "0.87",
	"INT_MULTI": "1", "MI_THRESH": "3", "RATE_AI": "33Mb/s", "RP_TIMER": "45.7",
}

// simulate runs a configuration in exact arithmetic and returns the files that it writes.
func simulate(t testing.TB, mode, network, flows string, changes ...map[string]string) (fct, pfc string) {
	t.Helper()
	files := written(t, mode, network, flows, changes...)
	return files[0], files[1]
}

// written returns all files, in the order of outputKeys.
func written(t testing.TB, mode, network, flows string, changes ...map[string]string) []string {
	t.Helper()
	c := configured(t, mode, network, flows, changes...)
	c.Exact = true
	return outputs(t, c, c.Dir)
}

// configured is a configuration with its files in a new folder.
func configured(t testing.TB, mode, network, flows string, changes ...map[string]string) *Config {
	t.Helper()
	keys := maps.Clone(common)
	maps.Copy(keys, inModes[mode])
	if keys["CC_MODE"] == "8" {
		maps.Copy(keys, step)
	}
	for _, c := range changes {
		maps.Copy(keys, c)
	}
	var text strings.Builder
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		fmt.Fprintln(&text, k, keys[k])
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"config.txt": text.String(), "net.txt": network, "flow.txt": flows} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	c, err := Read(filepath.Join(dir, "config.txt"), dir)
	require.NoError(t, err)
	return c
}

// star is an incast of the simulator's: 2,000,000 bytes from each host to the last one.
func star(senders int) (network, flows string) {
	var net, list strings.Builder
	fmt.Fprintf(&net, "%d 1 %d\n%d\n", senders+2, senders+1, senders+1)
	fmt.Fprintln(&list, senders)
	for host := range senders + 1 {
		fmt.Fprintf(&net, "%d %d 100Gbps 1000ns 0\n", host, senders+1)
		if host < senders {
			fmt.Fprintf(&list, "%d %d 3 100 2000000 2.000000000\n", host, senders)
		}
	}
	return net.String(), list.String()
}

func data(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "simulator", name))
	require.NoError(t, err)
	return string(b)
}

func table(t *testing.T, name string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(data(t, name))).ReadAll()
	require.NoError(t, err)
	return rows
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

// TestEqualsTheSimulator: each flow's completion time is the simulator's to the ns, and so is each PFC frame: incasts,
// and leaves and spines with unequal delays, two links between the same two switches, switches numbered before hosts,
// pauses, and lost packets that are sent again.
func TestEqualsTheSimulator(t *testing.T) {
	two, flows2 := star(2)
	eight, flows8 := star(8)
	many, flows32 := star(32)
	for _, run := range []struct {
		name, network, flows string
		changes              []map[string]string
	}{
		{"star2", two, flows2, nil}, {"star8", eight, flows8, nil}, {"star32", many, flows32, nil},
		{"leafspine", data(t, "leafspine.txt"), data(t, "leafspine-flows.txt"), []map[string]string{red}},
		{"leafspine-odd", data(t, "leafspine.txt"), data(t, "leafspine-odd-flows.txt"), []map[string]string{red, odd}},
	} {
		want := table(t, run.name+".csv")
		for column, mode := range want[0][3:] {
			t.Run(run.name+"/"+mode, func(t *testing.T) {
				fct, pfc := simulate(t, mode, run.network, run.flows, run.changes...)
				got := map[string]string{}
				for line := range strings.Lines(fct) {
					f := strings.Fields(line)
					got[f[0]+f[1]+f[2]] = f[6]
				}
				last := len(want) - 1
				for _, row := range want[1:last] {
					var src, dst int
					_, err := fmt.Sscan(row[0], &src)
					require.NoError(t, err)
					_, err = fmt.Sscan(row[1], &dst)
					require.NoError(t, err)
					require.Equal(t, row[3+column], got[fmt.Sprintf("0b%04x010b%04x01", src, dst)+row[2]], "the flow %s", row[:3])
				}
				require.Equal(t, want[last][3+column], sum(pfc)[:16], "PFC frames")
			})
		}
	}
}

// websearch is 677 flows of docs/sample/hpcc320.toml, whole ns from 2 s on.
func websearch(t testing.TB) (network, flows string) {
	t.Helper()
	s, err := scenario.Read("../../../docs/sample/hpcc320.toml")
	require.NoError(t, err)
	c, err := s.Config()
	require.NoError(t, err)
	type flow struct {
		start            event.Time
		src, dst, number uint32
		bytes            uint64
	}
	var list []flow
	for _, m := range c.Plan.Messages {
		k := c.Plan.Conns[m.Conn]
		list = append(list, flow{(m.Start + event.Nanosecond/2) / event.Nanosecond, k.Src, k.Dst, m.Conn, m.Bytes})
	}
	var net, lines strings.Builder
	fmt.Fprintf(&net, "%d %d %d\n", c.Topology.Nodes(), c.Topology.Switches, len(c.Topology.Links))
	for i := range c.Topology.Switches {
		fmt.Fprint(&net, c.Topology.Hosts+i, " ")
	}
	for _, l := range c.Topology.Links {
		fmt.Fprintf(&net, "\n%d %d %s 1000ns 0", l.A, l.B, topology.FormatRate(l.Rate))
	}
	fmt.Fprintln(&lines, len(list))
	for _, f := range list {
		fmt.Fprintf(&lines, "%d %d 3 100 %d 2.%09d\n", f.src, f.dst, f.bytes, f.start)
	}
	return net.String(), lines.String()
}

// TestEqualsTheSimulatorOnAFabric: the simulator's file of completion times of the fabric's flows is the same byte by
// byte.
func TestEqualsTheSimulatorOnAFabric(t *testing.T) {
	network, flows := websearch(t)
	for _, row := range table(t, "hpcc320.csv")[1:] {
		if tier.Long() || row[0] == "dcqcn" || row[0] == "hpcc" {
			t.Run(row[0], func(t *testing.T) {
				fct, _ := simulate(t, row[0], network, flows)
				require.Equal(t, row[1], sum(fct))
			})
		}
	}
}

// TestQueuesEqualTheSimulator: the histograms of queue lengths over 100 ms are those of the simulator, which samples in
// an event: before or after what else happens at that ns.
func TestQueuesEqualTheSimulator(t *testing.T) {
	for _, run := range []struct {
		mode    string
		senders int
		sum     string
	}{
		{"hpcc", 8, "b553a458cc92aa0a648867a134b27a29cc46d86b1dc0d0cb26efbf7a2d0f08b8"},
		{"dcqcn", 32, "300c80a8b3e3dc3b1ad4b68df129e0105eaa169ce9e7709f23f40f5969b194fa"},
	} {
		network, flows := star(run.senders)
		files := written(t, run.mode, network, flows, map[string]string{"QLEN_MON_FILE": "queues.txt", "QLEN_MON_START": "2000000000", "QLEN_MON_END": "2100000000"})
		require.Equal(t, run.sum, sum(files[2]), run.mode)
	}
}

// TestEqualsTheOracle: DCQCN's incasts end as those of hpccsim, which is written apart and of this alone.
func TestEqualsTheOracle(t *testing.T) {
	for _, senders := range []int{3, 16, 40} {
		network, flows := star(senders)
		fct, _ := simulate(t, "dcqcn", network, flows)
		s := hpccsim.NewStar(senders, hpccsim.HPCC(random.NewStreams(2+6*(senders+2)).Next))
		s.Complete()
		var want []string
		for host, f := range s.Flows {
			want = append(want, fmt.Sprintf("0b%04x01 0b%04x01 10000 100 2000000 2000000000 %d 171840\n", host, senders, f.Done))
		}
		require.ElementsMatch(t, want, slices.Collect(strings.Lines(fct)), "%d senders", senders)
	}
}

// BenchmarkExact runs the fabric's flows under DCQCN as the model does by default and in exact arithmetic, in turn, and
// reports the time of the second one as a share of the first one's.
func BenchmarkExact(b *testing.B) {
	network, flows := websearch(b)
	c := configured(b, "dcqcn", network, flows)
	var spent [2]time.Duration
	for b.Loop() {
		for i := range spent {
			c.Exact = i == 1
			begin := time.Now()
			outputs(b, c, c.Dir)
			spent[i] += time.Since(begin)
		}
	}
	b.ReportMetric(float64(spent[1])/float64(spent[0]), "exact/default")
}

// TestTraceOfTheSimulator: an incast's packets in exact arithmetic at all nodes. What enters a queue leaves it in its
// turn, what leaves a node arrives at the other end of the link after its serialisation and the delay, and nothing else
// does; queues have the lengths that follow. An acknowledgement enters its host's queue as the data arrives, and carries
// whether that was marked. To write the trace changes nothing.
func TestTraceOfTheSimulator(t *testing.T) {
	nodes := filepath.Join(t.TempDir(), "trace.txt")
	require.NoError(t, os.WriteFile(nodes, []byte("10 0 1 2 3 4 5 6 7 8 9"), 0o644))
	network, flows := star(8)
	for mode, want := range map[string]struct{ marked, notified, paused bool }{
		"dcqcn": {true, true, true}, "hpcc": {false, false, false}, "timely": {true, true, true}, "dctcp": {true, true, false},
	} {
		buffer := map[string]string{"BUFFER_SIZE": "2"}
		files := written(t, mode, network, flows, buffer, map[string]string{"TRACE_FILE": nodes, "TRACE_OUTPUT_FILE": "mix.tr"})
		require.Equal(t, written(t, mode, network, flows, buffer), files[:2], mode)
		type place struct {
			node  uint16
			intf  uint8
			queue uint8
		}
		type packet struct {
			simtrace.Record
			left uint64
		}
		// same is a packet without where it is.
		same := func(r simtrace.Record) simtrace.Record {
			r.Time, r.Node, r.Intf, r.Queue, r.QueueLen, r.Event, r.NodeType, r.ECN = 0, 0, 0, 0, 0, 0, 0, 0
			return r
		}
		queued, length := map[place][]simtrace.Record{}, map[place]uint32{}
		way, last := map[[2]uint16][]packet{}, simtrace.Record{}
		marked, notified, paused := 0, 0, 0
		text := files[2]
		for b := []byte(text)[simtrace.PreambleLen(18):]; len(b) > 0; b = b[simtrace.RecordLen:] {
			var r simtrace.Record
			r.Decode(b)
			require.True(t, r.Valid() && r.Time >= last.Time)
			at, data := place{r.Node, r.Intf, r.Queue}, r.Proto == simtrace.ProtoData
			peer := uint16(9)
			if r.Node == 9 {
				peer = uint16(r.Intf) - 1
			}
			switch r.Event {
			case simtrace.Enqu:
				require.Equal(t, length[at], r.QueueLen)
				require.False(t, data && r.NodeType == simtrace.Host)
				if r.NodeType == simtrace.Switch {
					length[at] += uint32(r.Size)
				} else {
					require.Equal(t, [5]any{simtrace.Recv, simtrace.ProtoData, last.Node, last.Time, last.Seq + uint32(last.Payload)}, [5]any{last.Event, last.Proto, r.Node, r.Time, r.Seq})
					require.Equal(t, last.ECN == 3, r.Flags == simtrace.FlagCNP)
					notified += int(r.Flags)
				}
				queued[at] = append(queued[at], same(r))
				if r.Proto == simtrace.ProtoPFC {
					require.Equal(t, length[place{9, r.Intf, uint8(r.Priority)}], r.PauseQueue)
					require.EqualValues(t, 10<<24|1<<16|uint32(r.Intf)<<8|2, r.Src)
					require.Contains(t, []uint32{0, 5}, r.PauseTime)
					paused++
				}
			case simtrace.Dequ:
				if r.NodeType == simtrace.Switch || !data {
					require.NotEmpty(t, queued[at])
					require.Equal(t, queued[at][0], same(r))
					queued[at] = queued[at][1:]
				}
				if r.NodeType == simtrace.Switch {
					length[at] -= uint32(r.Size)
				}
				require.Equal(t, length[at], r.QueueLen)
				way[[2]uint16{r.Node, peer}] = append(way[[2]uint16{r.Node, peer}], packet{r, r.Time})
			case simtrace.Recv:
				require.EqualValues(t, 0, r.Queue)
				sent := way[[2]uint16{peer, r.Node}]
				require.NotEmpty(t, sent)
				require.Equal(t, same(sent[0].Record), same(r))
				require.Equal(t, [2]any{sent[0].left + uint64(r.Size)*8/100 + 1000, sent[0].ECN}, [2]any{r.Time, r.ECN})
				way[[2]uint16{peer, r.Node}] = sent[1:]
				if r.ECN == 3 && r.NodeType == simtrace.Host {
					marked++
				}
			default:
				require.Fail(t, "an event", "%+v", r)
			}
			last = r
		}
		for _, left := range queued {
			require.Empty(t, left)
		}
		for _, left := range way {
			require.Empty(t, left)
		}
		require.Equal(t, want, struct{ marked, notified, paused bool }{marked > 0, notified > 0, paused > 0}, "%s: %d, %d, %d", mode, marked, notified, paused)
	}
}

// TestLosses: a link with a loss loses what its own random stream says, in the order in which packets arrive at either
// end, and all others together what another one says. PFC frames are lost, too, and without losses none is drawn.
func TestLosses(t *testing.T) {
	nodes := filepath.Join(t.TempDir(), "trace.txt")
	require.NoError(t, os.WriteFile(nodes, []byte("6 0 1 2 3 4 5"), 0o644))
	network, flows := star(4)
	network = strings.Replace(network, "0 5 100Gbps 1000ns 0", "0 5 100Gbps 1000ns 0.0123", 1)
	files := written(t, "dcqcn", network, flows, map[string]string{"BUFFER_SIZE": "1", "ERROR_RATE_PER_LINK": "0.004", "TRACE_FILE": nodes, "TRACE_OUTPUT_FILE": "mix.tr"})
	type way struct{ from, to uint16 }
	type arrival struct {
		at uint64
		way
		simtrace.Proto
	}
	var sent []arrival
	came, lost := map[way][]uint64{}, map[simtrace.Proto]int{}
	for b := []byte(files[2])[simtrace.PreambleLen(10):]; len(b) > 0; b = b[simtrace.RecordLen:] {
		var r simtrace.Record
		r.Decode(b)
		peer := uint16(5)
		if r.Node == 5 {
			peer = uint16(r.Intf) - 1
		}
		switch r.Event {
		case simtrace.Dequ:
			sent = append(sent, arrival{r.Time + uint64(r.Size)*8/100 + 1000, way{r.Node, peer}, r.Proto})
		case simtrace.Recv:
			came[way{peer, r.Node}] = append(came[way{peer, r.Node}], r.Time)
		}
	}
	slices.SortStableFunc(sent, func(a, b arrival) int { return cmp.Compare(a.at, b.at) }) // at one ns by when they began
	own, common := random.NewStream(1<<63+50), random.NewStream(1<<63+50)
	want := map[way][]uint64{}
	for _, a := range sent {
		if a.from == 0 || a.to == 0 {
			if own.Next() < 0.0123 {
				lost[a.Proto]++
				continue
			}
		} else if common.Next() < 0.004 {
			lost[a.Proto]++
			continue
		}
		want[a.way] = append(want[a.way], a.at)
	}
	require.Equal(t, want, came)
	require.Subset(t, slices.Collect(maps.Keys(lost)), []simtrace.Proto{simtrace.ProtoData, simtrace.ProtoAck, simtrace.ProtoPFC}, "%v", lost)
}
