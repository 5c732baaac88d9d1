package live

import (
	"bytes"
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestRefused: what only the NIC model has, and what no machine carries, is refused by its key.
func TestRefused(t *testing.T) {
	for set, want := range map[string]string{
		"run.end=61s":                       "run.end: 61s is above 60s",
		"topology.rate=100Gbps":             "topology.rate: 100Gbps is above 1Gbps",
		"topology.kind=dumbbell":            "topology",
		"nic[0].algorithm=none":             "nic[0]",
		"nic[0].notify=echo":                "nic[0].notify = \"echo\": a live network has nothing like it",
		"nic[0].window=16":                  "nic[0].window: a live network has nothing like it",
		"nic[0].receive_delay=1us":          "nic[0].receive_delay: ",
		"nic[0].payload=65535":              "",
		"workload[0].flows=17":              "workload: 68 connections; use at most 64",
		"topology.hosts=18":                 "workload: 18 hosts send or receive; use at most 16",
		"nic[0].algorithm=dolcercplus":      "nic[0]",
		"nic[0].algorithm=../examples/hpcc": "nic[0]",
	} {
		s, err := scenario.Read(sample, set)
		if err == nil {
			_, err = NewPlan(s)
		}
		require.Error(t, err, set)
		require.Contains(t, err.Error(), want)
		require.NotContains(t, err.Error(), "\n")
	}
	text, err := os.ReadFile(sample)
	require.NoError(t, err)
	for more, want := range map[string]string{
		"\n[[nic]]\nrx_buffer = \"64KB\"\nrx_rate = \"1Gbps\"\n":                                                     "rx_buffer: a live network has nothing like it",
		"\n[[nic]]\nalgorithm = \"../../../nicmodel/testdata/stamps\"\nset = [\"Fabric=1\", \"NIC=1\", \"Gap=1\"]\n": "control nic-window (field NIC): a live network does not obey it: the NIC model (cctrace sim) does",
		"\n[[nic]]\nhosts = 1\n": "hosts 0 and 1 send with algorithms, parameters or rates of their own",
		"\n[[workload]]\nkind = \"stages\"\nhosts = \"0-3\"\nstages = 2\nbytes = \"1MB\"\ncompute = \"1ms\"\n": "",
	} {
		s, err := scenario.Parse([]byte(string(text)+more), "live.toml")
		if err == nil {
			_, err = NewPlan(s)
		}
		require.ErrorContains(t, err, want)
	}
}

// TestMemory: more packets than memory is for are refused.
func TestMemory(t *testing.T) {
	s, err := scenario.Read(sample, "run.end=60s", "topology.rate=1Gbps", "nic[0].payload=100", "workload[0].bytes=1GB", "topology.hosts=9", "workload[0].receiver=8")
	require.NoError(t, err)
	_, err = NewPlan(s)
	require.ErrorContains(t, err, "what is recorded of each stays in memory")
}

// TestDrain: the virtual queue is, to a byte, a queue of rational numbers that a rate empties.
func TestDrain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := fabric.Config{}
	for range 20 {
		e := &egress{Port: &simulated{w: &wires{}}, rate: 1_000_000 + r.Uint64N(1_000_000_000), marker: c.RED(0, 0, 1)}
		want, last, now := new(big.Rat), int64(0), int64(0)
		for range 2000 {
			now += r.Int64N(int64(1e12 / e.rate * 10))
			gone := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(now-last), new(big.Int).SetUint64(e.rate)), big.NewInt(8e9))
			if want.Sub(want, gone); want.Sign() < 0 {
				want.SetInt64(0)
			}
			frame := make([]byte, 60+r.IntN(4000))
			want.Add(want, new(big.Rat).SetInt64(int64(len(frame))))
			last = now
			require.NoError(t, e.forward(frame, now))
			got, _ := want.Float64()
			require.InDelta(t, got, float64(e.queued), 1.001)
		}
		require.Positive(t, e.peak)
		require.Positive(t, e.sum)
	}
}

// TestMarks: data that may be marked is, by the model's rule, and keeps checksum and ICRC; nothing
// else is touched.
func TestMarks(t *testing.T) {
	k := &scenario.Endpoints{Sender: netip.MustParseAddr("10.0.0.1"), Receiver: netip.MustParseAddr("10.0.0.2"), SenderQPN: 0x101, ReceiverQPN: 0x202}
	var f frames
	data, err := f.data(k, roce.SendOnly, 1<<24+7, 1001, true)
	require.NoError(t, err)
	data = bytes.Clone(data)
	require.True(t, isIPv4(data) && roce.SupportsECN(data))
	require.Equal(t, [4]byte{10, 0, 0, 2}, destination(data))
	require.Len(t, data, frameOf(1004))
	roce.SetCE(data)
	var p roce.Packet
	require.Equal(t, roce.OK, roce.Parse(roce.LinkEthernet, data, uint32(len(data)), &p))
	require.True(t, p.CE())
	require.EqualValues(t, 1001, p.Data())
	require.EqualValues(t, 7, p.BTH.PSN)
	require.True(t, p.BTH.AckReq)
	good, known := p.CheckICRC()
	require.True(t, good && known)
	header := bytes.Clone(data[ethernetLen : ethernetLen+ipLen])
	sum := header[10:12]
	want := bytes.Clone(sum)
	sum[0], sum[1] = 0, 0
	got := roce.IPChecksum(header)
	require.Equal(t, want, []byte{byte(got >> 8), byte(got)})

	c := fabric.Config{Marking: []fabric.Marking{{Kmin: 0, Kmax: 1}}}
	e := &egress{Port: &simulated{w: &wires{}}, rate: 1e6, marker: c.RED(0, 0, 1e6), queued: 5000}
	cnp, err := f.cnp(k, 3)
	require.NoError(t, err)
	before := bytes.Clone(cnp)
	require.NoError(t, e.forward(cnp, 0))
	require.Equal(t, before, cnp, "a CNP bears no mark")
	plain, err := f.data(k, roce.SendOnly, 8, 10, false)
	require.NoError(t, err)
	require.NoError(t, e.forward(plain, 0))
	require.EqualValues(t, 1, e.marks)
	require.EqualValues(t, ce, plain[tosAt]&3)
}

// TestReceiver counts what is missing, and does not take what comes late for it.
func TestReceiver(t *testing.T) {
	p := planOf(t, sample)
	h, err := newHost(p, 4, &simulated{w: &wires{}, other: &simulated{}}, func() int64 { return 5 })
	require.NoError(t, err)
	k := &p.conns[0]
	var f frames
	for _, psn := range []uint32{0, 1, 4, 3, 5, 9} {
		frame, err := f.data(k.Endpoints, roce.SendMiddle, firstPSN(0)+psn, 100, false)
		require.NoError(t, err)
		if psn == 5 {
			roce.SetCE(frame)
		}
		require.NoError(t, h.take(frame))
	}
	r := h.in[0]
	require.EqualValues(t, 6, r.packets)
	require.EqualValues(t, 600, r.bytes)
	require.EqualValues(t, 2+3, r.lost)
	require.EqualValues(t, 1, r.marked)
	require.EqualValues(t, 1, r.cnps)
	require.NoError(t, h.take([]byte("what a kernel says")))
}

// TestAsksAgain: a request for a connection that was lost is repeated, and nothing is sent before
// the reply.
func TestAsksAgain(t *testing.T) {
	p := planOf(t, sample)
	now := int64(0)
	w := &wires{}
	port := &simulated{w: w, other: &simulated{}}
	h, err := newHost(p, 0, port, func() int64 { return now })
	require.NoError(t, err)
	for range 3 {
		next, err := h.step()
		require.NoError(t, err)
		require.Greater(t, next, now)
		now = next
	}
	require.Len(t, w.queue, 3)
	require.Len(t, h.log.frames, 3)
	require.Zero(t, h.out[0].packets)
}

// TestRestored: a frame is recorded whole, and cut where that is asked for.
func TestRestored(t *testing.T) {
	p := planOf(t, sample)
	r, err := newRecord(p)
	require.NoError(t, err)
	var f frames
	for _, n := range []int{1, 200, 453, 454, 455, 4096} {
		frame, err := f.data(p.conns[0].Endpoints, roce.SendOnly, 5, n, false)
		require.NoError(t, err)
		r.frame(7, frame)
		c := &r.frames[len(r.frames)-1]
		require.Equal(t, frame, c.restore(nil, maxFrame))
		require.Equal(t, frame[:min(len(frame), 128)], c.restore(nil, 128))
		require.LessOrEqual(t, len(c.bytes), whole)
	}
}

// TestClaim: outputs of others stay.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "rates.csv"), nil, 0o666))
	_, err := NewOutputs(dir)
	require.ErrorContains(t, err, "would be lost")
	require.NoError(t, os.WriteFile(filepath.Join(dir, summaryName), nil, 0o666))
	f, err := NewOutputs(dir)
	require.NoError(t, err)
	f.Abort()
}

// TestSummary: numbers and text of a run in simulated time.
func TestSummary(t *testing.T) {
	p := planOf(t, sample, "run.end=500ms")
	r := simulate(t, p, 0)
	sum := r.Summary(100e6)
	require.EqualValues(t, 100e6, sum.FromNS)
	moved := uint64(0)
	for _, e := range r.traffic() {
		for _, v := range e.receiver.got[1:] {
			moved += v
		}
	}
	require.InDelta(t, float64(moved)*8/0.4, sum.GoodputBPS, 1)
	var text, asJSON bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, text.String(), "4 connections, 500ms through the kernel")
	for _, line := range strings.Split(text.String(), "\n") {
		require.LessOrEqual(t, len(line), 100, line)
	}
	require.NoError(t, sum.WriteJSON(&asJSON))
	var again Summary
	require.NoError(t, json.Unmarshal(asJSON.Bytes(), &again))
	require.Equal(t, *sum, again)

	require.InDelta(t, 1, Jain([]float64{3, 3, 3}), 1e-12)
	require.InDelta(t, 1.0/3, Jain([]float64{0, 5, 0}), 1e-12)
	require.InDelta(t, 1, Jain(nil), 0)
}
