package hpccfiles

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/simtrace"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// records parts a trace.
func records(t *testing.T, text string) (list []simtrace.Record) {
	t.Helper()
	require.Equal(t, simtrace.WithPreamble, simtrace.Sniff([]byte(text), true))
	for b := []byte(text)[simtrace.PreambleLen(6):]; len(b) > 0; b = b[simtrace.RecordLen:] {
		list = append(list, simtrace.Record{})
		list[len(list)-1].Decode(b)
	}
	return list
}

const traced = "BUFFER_SIZE 32\nQLEN_MON_FILE mix/qlen.txt\nQLEN_MON_START 2000000000\nQLEN_MON_END 2100000100\nTRACE_FILE mix/trace.txt\nTRACE_OUTPUT_FILE mix/mix.tr"

// TestTrace: the packets of all nodes agree with the flows, with the completion times, with themselves, and with the
// histogram of queues, which comes from elsewhere in the model; and to write them changes nothing.
func TestTrace(t *testing.T) {
	for _, mode := range []string{"1", "3", "7", "8"} {
		files := runAll(t, "CC_MODE 3", "CC_MODE "+mode, "BUFFER_SIZE 32", traced)
		plain := runAll(t, "CC_MODE 3", "CC_MODE "+mode)
		require.Equal(t, plain, files[:2], mode)
		list := records(t, files[3])

		type at struct {
			node uint16
			intf uint8
		}
		type packet struct {
			src, dst uint32
			sport    uint16
			seq      uint32
			proto    simtrace.Proto
		}
		queue, most := map[at]uint32{}, uint32(0)
		got, left := map[packet]uint64{}, map[packet]uint64{}
		acked := map[uint16]map[uint32]uint64{} // when an acknowledgement came to the sender
		kinds := map[string]int{}
		histogram := make([]uint32, 1000)
		acks := map[uint16][]simtrace.Record{} // in hosts' queues
		next := uint64(2_000_000_000)
		for i, r := range list {
			require.True(t, r.Valid())
			require.True(t, i == 0 || list[i-1].Time <= r.Time)
			for ; next < r.Time; next += depthStep {
				histogram[queue[at{3, 3}]/1000]++
			}
			here := at{r.Node, r.Intf}
			kinds[fmt.Sprintf("%d %v %v", r.NodeType, r.Proto, r.Event)]++
			switch k := (packet{r.Src, r.Dst, r.Sport, r.Seq, r.Proto}); {
			case r.NodeType == simtrace.Switch && r.Event == simtrace.Enqu:
				require.Equal(t, queue[here], r.QueueLen)
				queue[here] += uint32(r.Size)
				most = max(most, queue[here])
			case r.NodeType == simtrace.Switch && r.Event == simtrace.Dequ:
				queue[here] -= uint32(r.Size)
				require.Equal(t, queue[here], r.QueueLen)
				left[k] = r.Time
			case r.Event == simtrace.Dequ && r.Proto != simtrace.ProtoData:
				left[k] = r.Time
				require.NotEmpty(t, acks[r.Node])
				in := acks[r.Node][0]
				require.LessOrEqual(t, in.Time, r.Time)
				in.Time, in.Event = r.Time, r.Event
				require.Equal(t, in, r)
				acks[r.Node] = acks[r.Node][1:]
			case r.Event == simtrace.Dequ:
				left[k] = r.Time
			case r.Event == simtrace.Enqu:
				require.Equal(t, [2]any{simtrace.Recv, r.Time}, [2]any{list[i-1].Event, list[i-1].Time})
				acks[r.Node] = append(acks[r.Node], r)
			default: // a link of 100 Gb/s and 1000 ns
				require.InDelta(t, left[k]+1000+uint64(r.Size)*8/100, r.Time, 2, "%+v", r)
				if r.NodeType == simtrace.Host {
					got[k] += uint64(r.Payload)
				}
			}
			if r.NodeType == simtrace.Host && r.Event == simtrace.Recv && r.Proto == simtrace.ProtoAck {
				if acked[uint16(r.Dst>>8)<<8|r.Dport&0xFF] == nil {
					acked[uint16(r.Dst>>8)<<8|r.Dport&0xFF] = map[uint32]uint64{}
				}
				by := acked[uint16(r.Dst>>8)<<8|r.Dport&0xFF]
				if by[r.Seq] == 0 {
					by[r.Seq] = r.Time
				}
			}
		}
		total := uint64(0)
		for _, n := range got {
			total += n
		}
		require.EqualValues(t, 1_000_001, total, "the bytes of three flows")
		require.Greater(t, most, uint32(50_000))
		for _, k := range []string{"0 data dequ", "1 data recv", "1 data enqu", "1 data dequ", "0 data recv", "0 ACK enqu", "0 ACK dequ", "1 ACK recv", "0 ACK recv"} {
			require.Greater(t, kinds[k], 1000, "%s of %v", k, kinds)
		}
		for _, row := range strings.Split(strings.TrimSuffix(files[0], "\n"), "\n") {
			var src, dst uint32
			var sport, dport uint16
			var bytes, start, fct uint64
			_, err := fmt.Sscanf(row, "%x %x %d %d %d %d %d", &src, &dst, &sport, &dport, &bytes, &start, &fct)
			require.NoError(t, err)
			require.InDelta(t, start+fct, acked[uint16(src>>8)<<8|sport&0xFF][uint32(bytes)], 1, row)
		}

		// The switch's port to the receiver, from the trace and from the file.
		rows := strings.Split(strings.TrimSuffix(files[2], "\n"), "\n")
		require.Len(t, rows, 8)
		require.Equal(t, []string{"time: 2000000000", "3 1 1", "3 2 1", "3 3 1", "time: 2100000000"}, rows[:5])
		histogram[0] += uint32((2_100_000_000-next)/depthStep) + 1
		last := len(histogram)
		for histogram[last-1] == 0 {
			last--
		}
		sum := uint32(0)
		want := "3 3"
		for _, n := range histogram[:last] {
			want += fmt.Sprint(" ", n)
			sum += n
		}
		require.EqualValues(t, 1_000_001, sum)
		require.Equal(t, strings.Count(want, " "), strings.Count(rows[7], " "))
		var a, b uint32
		for i := range histogram[:last] {
			fmt.Sscan(strings.Fields(want)[2+i], &a)
			fmt.Sscan(strings.Fields(rows[7])[2+i], &b)
			require.InDelta(t, a, b, 3, "at %d KB, rounded to ns in the trace", i)
		}
	}
}

// TestTraceIsRead: our own reader takes it, a connection a flow, marks as notifications.
func TestTraceIsRead(t *testing.T) {
	files := runAll(t, "CC_MODE 3", "CC_MODE 1", "BUFFER_SIZE 32", traced, "KMAX_MAP 1 100000000000 1600", "KMAX_MAP 1 100000000000 20", "KMIN_MAP 1 100000000000 400", "KMIN_MAP 1 100000000000 5")
	tr := filepath.Join(t.TempDir(), "mix.tr")
	require.NoError(t, os.WriteFile(tr, []byte(files[3]), 0o644))
	got, err := trace.ReadAll(tr)
	require.NoError(t, err)
	require.Equal(t, trace.FormatSim, got.Stats.Format)
	require.Len(t, got.Conns, 3)
	require.Positive(t, got.Stats.CNPs)
	require.Len(t, got.Warnings, 1, "senders' data is not yet marked: %v", got.Warnings)
	require.EqualValues(t, 1001, got.Stats.DataPackets)

	// Of one node only its own packets; of none the preamble.
	for change, nodes := range map[string][]uint16{"1 3": {3}, "2 1 77": {1}, "0": nil} {
		path := folder(t, "BUFFER_SIZE 32", traced)
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "trace.txt"), []byte(change), 0o644))
		files := runConfig(t, path)
		var seen []uint16
		if len(files[3]) > int(simtrace.PreambleLen(6)) {
			for _, r := range records(t, files[3]) {
				seen = append(seen, r.Node)
			}
		}
		slices.Sort(seen)
		require.Equal(t, nodes, slices.Compact(seen), change)
	}
	require.Len(t, runAll(t, "BUFFER_SIZE 32", traced+"\nENABLE_TRACE 0")[3], int(simtrace.PreambleLen(6)))
}

// TestTracePauses: PFC frames leave the switch and arrive at the senders.
func TestTracePauses(t *testing.T) {
	files := runAll(t, "CC_MODE 3", "CC_MODE 1", "BUFFER_SIZE 32", strings.Replace(traced, "32", "1", 1)+"\nHAS_WIN 0", "KMAX_MAP 1 100000000000 1600", "KMAX_MAP 1 100000000000 160000", "KMIN_MAP 1 100000000000 400", "KMIN_MAP 1 100000000000 40000")
	var rows strings.Builder
	stopped := 0
	for _, r := range records(t, files[3]) {
		if r.Proto == simtrace.ProtoPFC && r.Event == simtrace.Recv {
			stop := map[bool]int{true: 1}[r.PauseTime > 0]
			fmt.Fprintf(&rows, "%d %d %d %d %d\n", r.Time, r.Node, r.NodeType, r.Intf, stop)
			stopped += stop
		}
	}
	require.Positive(t, stopped)
	require.Equal(t, files[1], rows.String())
}

// TestTraceRefused: one line, with the file and the remedy.
func TestTraceRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":        "trace.txt: it ends before the nodes whose number it begins with; give the number of traced nodes, then the nodes",
		"3\n1 2":  "trace.txt: it ends before the nodes",
		"2\n1\nx": `trace.txt:3: "x" is no whole number; give the number of traced nodes, then the nodes`,
	} {
		path := folder(t, "BUFFER_SIZE 32", traced)
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "trace.txt"), []byte(text), 0o644))
		c, err := Read(path, "")
		require.NoError(t, err)
		_, err = c.Create(&nicmodel.Config{Topology: &topology.Topology{}, Plan: &workload.Plan{}})
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
		require.NoFileExists(t, filepath.Join(filepath.Dir(path), "mix.tr"))
	}
	_, err := Read(folder(t, "BUFFER_SIZE 32", strings.Replace(traced, "mix/mix.tr", "mix/qlen.txt", 1)), "")
	require.NoError(t, err)
}

// TestDepths: samples at both ends, printed at whole 100 ms alone, and none where the start is at no 100 ns.
func TestDepths(t *testing.T) {
	for _, c := range []struct {
		begin, end, stop string
		want             string
	}{
		{"2000000000", "2000000000", "3", "time: 2000000000\n3 1 1\n3 2 1\n3 3 1\n"},
		{"2099999900", "2100000000", "3", "time: 2100000000\n3 1 2\n3 2 2\n3 3 2\n"},
		{"2099999900", "2099999950", "3", "time: 2100000000\n3 1 2\n3 2 2\n3 3 2\n"},
		{"2099999950", "2300000000", "3", ""},
		{"2099999900", "2199999900", "2.1", ""},
		{"2900000000", "18446744073709551615", "3", "time: 2900000000\n3 1 1\n3 2 1\n3 3 1\n"},
		{"18446744073709551615", "18446744073709551615", "3", ""},
	} {
		files := runAll(t, "SIMULATOR_STOP_TIME 3.00", "SIMULATOR_STOP_TIME "+c.stop, "BUFFER_SIZE 32", "BUFFER_SIZE 32\nQLEN_MON_FILE q.txt\nQLEN_MON_START "+c.begin+"\nQLEN_MON_END "+c.end)
		require.Equal(t, c.want, files[2])
	}
}
