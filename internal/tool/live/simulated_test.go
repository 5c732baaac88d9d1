package live

import (
	"bytes"
	"container/heap"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/nicmodel/lab/scenario"
)

const sample = "../../../docs/sample/live.toml"

// wires is a network in simulated time: frames to the switch take 10 us, and those from it leave at
// their port's rate.
type wires struct {
	now    int64
	queue  arrivals
	number int
}

// simulated is one end of a wire.
type simulated struct {
	w     *wires
	other *simulated
	node  int    // that this end belongs to
	rate  uint64 // of the link from here, bit/s; 0 means unlimited
	busy  int64  // until when
	in    [][]byte
}

func (s *simulated) Receive() ([][]byte, error) {
	list := s.in
	s.in = nil
	return list, nil
}

func (s *simulated) Send(frame []byte) error {
	at := s.w.now + 10_000
	if s.rate != 0 {
		s.busy = max(s.busy, s.w.now) + int64(uint64(len(frame))*8e9/s.rate)
		at = s.busy
	}
	s.w.number++
	heap.Push(&s.w.queue, arrival{at, s.w.number, s.other, bytes.Clone(frame)})
	return nil
}

func (s *simulated) Flush() error { return nil }

type arrival struct {
	at     int64
	number int
	to     *simulated
	frame  []byte
}

// arrivals is a heap by time, then number.
type arrivals []arrival

func (a arrivals) Len() int { return len(a) }
func (a arrivals) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].number < a[j].number
}
func (a arrivals) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *arrivals) Push(x any)   { *a = append(*a, x.(arrival)) }
func (a *arrivals) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}

// simulate runs a plan in simulated time; each node is late by up to jitter ns.
func simulate(t *testing.T, p *Plan, jitter int64) *Run {
	t.Helper()
	w := &wires{}
	var inside, outside []Port
	for i, host := range p.hosts {
		in, out := &simulated{w: w, node: i}, &simulated{w: w, node: len(p.hosts), rate: p.rate(host)}
		in.other, out.other = out, in
		inside, outside = append(inside, in), append(outside, out)
	}
	r, err := p.build(inside, outside, func() int64 { return w.now })
	require.NoError(t, err)
	nodes := r.nodes()
	due := make([]int64, len(nodes))
	late := uint64(1)
	for {
		next, who := p.End, -1
		for i, at := range due {
			if at < next {
				next, who = at, i
			}
		}
		if len(w.queue) > 0 && w.queue[0].at < next {
			a := heap.Pop(&w.queue).(arrival)
			w.now = max(w.now, a.at)
			a.to.in = append(a.to.in, a.frame)
			late = late*6364136223846793005 + 1442695040888963407
			due[a.to.node] = min(due[a.to.node], w.now+int64(late>>33)%(jitter+1))
			continue
		}
		if who < 0 {
			break
		}
		w.now = max(w.now, next)
		due[who], err = nodes[who].step()
		require.NoError(t, err)
		require.Greater(t, due[who], w.now-1)
	}
	w.now = p.End
	require.NoError(t, r.finish(p.End))
	return r
}

// planOf reads a scenario with changes.
func planOf(t *testing.T, path string, set ...string) *Plan {
	t.Helper()
	s, err := scenario.Read(path, set...)
	require.NoError(t, err)
	p, err := NewPlan(s)
	require.NoError(t, err)
	return p
}

// replayed is the rate log of a replay of a capture, with the plan's algorithm.
func replayed(t *testing.T, p *Plan, capture []byte) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "capture.pcapng")
	require.NoError(t, os.WriteFile(path, capture, 0o666))
	in, err := trace.Open(path)
	require.NoError(t, err)
	defer in.Close()
	require.Zero(t, in.Stats().BadICRC)
	var out bytes.Buffer
	names := trace.Names(in.Conns())
	l, err := ratelog.New(&out, ratelog.Options{Layout: ratelog.NewLayout(p.Setup.Algorithm, p.Setup.Params), Conns: names, State: true, All: true})
	require.NoError(t, err)
	_, err = replay.Run(in, replay.Options{Setup: *p.Setup, Port: p.Port, WantState: true, Row: l.Row})
	require.NoError(t, err)
	require.NoError(t, l.Flush())
	return out.Bytes()
}

// TestReplay: a replay of the senders' capture writes the log that they wrote, byte for byte, under
// any algorithm and however late the machine is.
func TestReplay(t *testing.T) {
	for name, c := range map[string]struct {
		text string // of the table of NICs
		set  []string
	}{
		"as it is":      {},
		"learning":      {set: []string{"nic[0].algorithm=dolcerc"}},
		"of a folder":   {text: "[[nic]]\nalgorithm = \"../examples/aimd\"\npayload = 1000\n\n"},
		"by round trip": {text: "[[nic]]\nalgorithm = \"../examples/timely\"\npayload = 1000\nnotify = \"cnp\"\n\n"},
		"two a host":    {set: []string{"workload[0].flows=2"}},
		"many messages": {set: []string{"workload[0].bytes=400KB", "workload[0].message_bytes=10KB", "workload[0].stagger=0"}},
	} {
		for _, jitter := range []int64{0, 300_000} {
			text, err := os.ReadFile(sample)
			require.NoError(t, err)
			if c.text != "" {
				text = regexp.MustCompile(`(?s)\[\[nic\]\].*?\n\n`).ReplaceAll(text, []byte(c.text))
			}
			s, err := scenario.Parse(text, sample, append(c.set, "run.end=300ms")...)
			require.NoError(t, err)
			s.SetFolder(filepath.Dir(sample))
			p, err := NewPlan(s)
			require.NoError(t, err)
			p.Departure = jitter > 0
			r := simulate(t, p, jitter)
			var capture, rates bytes.Buffer
			require.NoError(t, writeCapture(&capture, r.records(), r.until, 0))
			require.NoError(t, writeRates(&rates, p, r.records()))
			require.Greater(t, bytes.Count(rates.Bytes(), []byte{'\n'}), 100, name)
			require.Equal(t, string(replayed(t, p, capture.Bytes())), rates.String(), "%s, %d ns", name, jitter)
		}
	}
}

// TestAgainstModel: without a kernel between them the nodes move what the NIC model moves, and keep a
// queue as long, where both mark on departure.
func TestAgainstModel(t *testing.T) {
	s, err := scenario.Read(sample, "run.end=2s", "workload[0].stagger=0")
	require.NoError(t, err)
	dir := t.TempDir()
	model, err := scenario.Run(s, scenario.Options{Out: dir})
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(dir, "queues.csv"))
	require.NoError(t, err)
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	require.NoError(t, err)
	queue := 0.0
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[4])
		require.NoError(t, err)
		queue += float64(n) / 2000 // samples
	}
	p, err := NewPlan(s)
	require.NoError(t, err)
	for _, departure := range []bool{true, false} {
		p.Departure = departure
		r := simulate(t, p, 100_000)
		got := r.Summary(0)
		off := 0.02
		if !departure {
			off = 0.05 // marks are set before a packet has waited, and heard that much later
		}
		require.InEpsilon(t, float64(model.GoodputBPS), got.GoodputBPS, off)
		require.InEpsilon(t, queue, got.Ports[4].MeanQueue, 10*off)
		require.Greater(t, got.Jain, 0.98)
		for _, c := range got.Connections {
			require.Zero(t, c.Lost)
			require.Zero(t, c.Slips)
		}
		require.Zero(t, got.Drops)
	}
}

// TestFull: what finds no room in the switch is lost, and counted.
func TestFull(t *testing.T) {
	p := planOf(t, sample, "run.end=200ms", "switch.buffer=50KB", "nic[0].notify=none", "workload[0].stagger=0")
	p.Departure = true
	r := simulate(t, p, 0)
	require.NotZero(t, r.drops.Filters)
	lost := uint64(0)
	for _, e := range r.traffic() {
		lost += e.sender.packets - e.receiver.packets
	}
	require.InDelta(t, float64(r.drops.Filters), float64(lost), 20, "some are under way")
	require.LessOrEqual(t, r.bridge.ports[4].peak, 50_000)
}
