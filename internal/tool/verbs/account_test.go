package verbs

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"testing"

	"github.com/gopacket/gopacket/pcapgo"
	"github.com/stretchr/testify/require"
)

const recorded = "../../logs/capture/trace/testdata/rxe/"

// frames reads a capture; frames that were cut are as long as they were, with zeros.
func frames(t *testing.T, name string) (list []frame) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	r, err := pcapgo.NewNgReader(z, pcapgo.DefaultNgReaderOptions)
	require.NoError(t, err)
	for {
		b, info, err := r.ReadPacketData()
		if err == io.EOF {
			return list
		}
		require.NoError(t, err)
		list = append(list, frame{info.Timestamp.UnixNano(), append(b, make([]byte, info.Length-len(b))...)})
	}
}

// TestRecordedRun: the frames of a recorded run, taken again, come to the summary that it had.
func TestRecordedRun(t *testing.T) {
	for _, name := range []string{"marks", "losses"} {
		text, err := os.ReadFile(recorded + name + ".json")
		require.NoError(t, err)
		var want Summary
		require.NoError(t, json.Unmarshal(text, &want))

		set := []string{"workload[0].flows=2"}
		if name == "losses" {
			set = append(set, "nic[0].algorithm=none")
		}
		p, err := planned(t, small, set...)
		require.NoError(t, err)
		r := &Run{plan: p, image: &Image{}, account: account{flows: map[flowKey]*flow{}}, results: make([]result, 3)}
		cut := 0
		for _, f := range frames(t, recorded+name+".pcapng.gz") {
			r.account.deliver(f.at, f.bytes)
			if len(f.bytes) > 128 && string(f.bytes[36:38]) == "\x12\xb7" { // RoCEv2, cut
				cut++
			}
		}
		r.ports = []*port{{}, {}, {}}
		require.NoError(t, r.window())
		got := r.Summary(0)
		require.Equal(t, want.Flows, got.Flows)
		require.Equal(t, want.Jain, got.Jain)
		require.Equal(t, want.GoodputBPS, got.GoodputBPS)
		require.Equal(t, []int64{want.FromNS, want.UntilNS}, []int64{got.FromNS, got.UntilNS})
		require.EqualValues(t, cut, got.Packets.BadICRC) // their ICRC is not there
		got.Packets.BadICRC, got.Packets.Frames = 0, want.Packets.Frames
		require.Equal(t, want.Packets, got.Packets)
	}
}

// TestQueueOfSummary: mean and percentile are those of the samples within the window, with zeros behind the last one.
func TestQueueOfSummary(t *testing.T) {
	e := &port{rate: 100, peak: 7, frames: 5, marks: 3, drops: 2}
	for i := range 150 {
		e.length.list = append(e.length.list, int32(i))
	}
	r := &Run{ports: []*port{{}, e}}
	out := r.port(100*sampled, 200*sampled)
	require.Equal(t, Egress{RateBPS: 100, MeanQueue: (100 + 149) * 25 / 100.0, Queue99: 149, PeakQueue: 7, Frames: 5, Marks: 3, Drops: 2}, out)
}

// TestCommandsFail: the first command that fails is named with its client and the line that says why.
func TestCommandsFail(t *testing.T) {
	p, err := planned(t, small)
	require.NoError(t, err)
	p.Commands = []string{"ib_send_bw", "mine $PORT"}
	r := &Run{plan: p, results: []result{{status: []int{0, 0}}, {status: []int{0, 3}, files: map[string][]byte{"1.txt": []byte(" Completion with error at client\n #bytes\n\n")}}, {}}}
	require.EqualError(t, r.Failed(), "client2: 'mine $PORT' ended with exit status 3: Completion with error at client")
	require.EqualValues(t, 12_500_000, reported([]byte(" #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n 65536      148           0.000000            0.012500            0.000049\n")))
	require.Zero(t, reported([]byte("nothing")))
}
