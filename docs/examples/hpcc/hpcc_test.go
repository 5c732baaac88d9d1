package hpcc

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"smartnic-cc/fixedpoint"
)

// params are the profile "hpcc-ns3", and staged are "hpcc-ns3-mi5".
var (
	params = Params{Line: 100_000_000, Least: 1_000_000, Add: 40_000, BaseRTT: 4_160, Target: 4_080_218_931, Unit: 2}
	staged = Params{Line: 100_000_000, Least: 1_000_000, Add: 40_000, BaseRTT: 4_160, Target: 4_080_218_931, MaxStage: 5, Unit: 2}
)

// mark is what a switch wrote, in the units of the telemetry.
type mark struct{ at, sent, queue float64 }

// oracle is HPCC as its public simulator has it, with float64: rates in bit/s, times in ns. It keeps its own telemetry,
// unpacked.
type oracle struct {
	line, least, add, base, eta, unit float64
	maxStage                          int

	reference, use, rate float64
	stage                int
	last                 []mark
	acked, lastSeq       float64
}

func newOracle(p *Params) *oracle {
	line := float64(p.Line) * 1000
	return &oracle{line: line, least: float64(p.Least) * 1000, add: float64(p.Add) * 1000, base: float64(p.BaseRTT),
		eta: float64(p.Target) / (1 << 32), unit: float64(int(1) << p.Unit), maxStage: int(p.MaxStage),
		reference: line, use: 1, rate: line}
}

// step takes an acknowledgement. cut says which way the integers went, where the utilisation is so near the target that
// rounding decides.
func (w *oracle) step(e *Event, cut bool) {
	w.acked += float64(e.Acked)
	next := w.acked + float64(e.Unacked)
	now := make([]mark, e.Hops)
	for i := range now {
		now[i] = mark{math.Mod(float64(e.At[i]), 1<<24), math.Mod(math.Floor(float64(e.Sent[i])/(128*w.unit)), 1<<20),
			min(math.Floor(float64(e.Queue[i])/(80*w.unit)), 1<<17-1)}
	}
	if len(w.last) != len(now) {
		w.last, w.lastSeq = now, next
		return
	}
	most, gap := 0.0, 0.0
	for i, k := range now {
		rate := float64(e.Rate[i]) * 1000
		dt := math.Mod(k.at-w.last[i].at+1<<24, 1<<24)
		bytes := math.Mod(k.sent-w.last[i].sent+1<<20, 1<<20) * 128 * w.unit
		u := 8 * bytes / (dt * 1e-9) / rate
		u += min(k.queue, w.last[i].queue) * 80 * w.unit * (w.line / rate) / (w.line * w.base * 1e-9 / 8)
		if u > most {
			most, gap = u, dt
		}
	}
	w.last = now
	gap = min(gap, w.base)
	w.use = (w.use*(w.base-gap) + most*gap) / w.base
	k := w.use / w.eta
	if math.Abs(k-1) > 1e-6 {
		cut = k >= 1
	}
	rate, stage := w.reference+w.add, w.stage+1
	if cut || w.stage >= w.maxStage {
		rate, stage = math.Floor(w.reference/k)+w.add, 0
	}
	w.rate = max(min(rate, w.line), w.least)
	if w.acked > w.lastSeq {
		w.reference, w.stage, w.lastSeq = w.rate, stage, next
	}
}

// network is a path of some ports, whose queues and counters move at random, up and down with the load.
type network struct {
	rates []uint32
	event Event
	at    uint32
	steps float64
}

// next makes an acknowledgement, some ns after the last.
func (n *network) next(r *rand.Rand) *Event {
	gap := 80 + uint32(r.ExpFloat64()*400)
	n.at += gap
	n.steps++
	load := 0.9 + 0.1*math.Sin(n.steps/300)
	e := &n.event
	e.Hops, e.Acked, e.Unacked = uint8(len(n.rates)), 1000, 1000*uint32(r.IntN(60))
	for i, rate := range n.rates {
		e.At[i] = fixedpoint.Time(n.at + uint32(i)*1000)
		e.Sent[i] += uint32(float64(gap) * float64(rate) / 8e6 * (load + r.NormFloat64()/50))
		e.Queue[i] = uint32(min(max(0, float64(e.Queue[i])+(load-0.95)*float64(gap)*10+r.NormFloat64()*500), 100_000))
		e.Rate[i] = rate
	}
	return e
}

// TestOracle compares runs over three paths with the oracle's: rates stay within 1e-4 and utilisations within 1e-6, since neither the
// mean nor the updates let a difference grow.
func TestOracle(t *testing.T) {
	for _, p := range []*Params{&params, &staged} {
		for _, rates := range [][]uint32{{100_000_000}, {100_000_000, 400_000_000, 400_000_000, 400_000_000, 100_000_000}, {40_000_000, 25_000_000}} {
			r := rand.New(rand.NewPCG(1, uint64(len(rates))))
			n := network{rates: rates, at: math.MaxUint32 - 1_000_000}
			var s State
			Init(p, &s)
			w := newOracle(p)
			cuts, adds, worst, off := 0, 0, 0.0, 0.0
			for i := range 100_000 {
				e := n.next(r)
				before := s
				out := Step(p, &s, e)
				cut := s.Use >= p.Target>>(32-UseBits)
				w.step(e, cut)
				worst = max(worst, math.Abs(w.rate/1000-float64(out.Rate))/float64(out.Rate))
				off = max(off, math.Abs(w.use-float64(s.Use)/One))
				if worst > 1e-4 || off > 1e-6 {
					t.Fatalf("step %d: rate %d, the oracle's %v; use %v, the oracle's %v; %+v, %+v", i, out.Rate, w.rate/1000, float64(s.Use)/One, w.use, before, e)
				}
				if want := float64(out.Rate) * float64(p.BaseRTT) / 8e6; float64(out.Window) > want*(1+1e-9) || float64(out.Window) < want*(1-1e-9)-1 {
					t.Fatalf("step %d: window %d of rate %d", i, out.Window, out.Rate)
				}
				if cut {
					cuts++
				} else {
					adds++
				}
			}
			if cuts < 1000 || adds < 1000 {
				t.Fatalf("%d times above the target, %d below: nothing was compared", cuts, adds)
			}
			t.Logf("%d hops: %d above the target, %d below; off by %.2g of the rate, %.2g of the utilisation", len(rates), cuts, adds, worst, off)
		}
	}
}

// TestUtilisation compares with float64 over all magnitudes.
func TestUtilisation(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func(bits int) uint32 { return max(uint32(r.Uint64()>>(64-bits))>>r.IntN(bits), 1) }
	for range 1_000_000 {
		sent, queue, since, rate, base := draw(32)-1, draw(29)-1, draw(24), draw(32), draw(24)
		want := min((float64(sent)/float64(since)+float64(queue)/float64(base))*8e6/float64(rate)*One, math.MaxUint32)
		if got := float64(utilisation(sent, queue, since, rate, base)); math.Abs(got-want) > want/(1<<28)+1 {
			t.Fatalf("utilisation(%d, %d, %d, %d, %d) = %v, want %v", sent, queue, since, rate, base, got, want)
		}
	}
}

// TestSteps: the first acknowledgement only stores; clock and counter wrap; the reference moves once a window.
func TestSteps(t *testing.T) {
	var s State
	Init(&params, &s)
	e := Event{Acked: 1000, Unacked: 2000, Hops: 1, Rate: [MaxHops]uint32{100_000_000}}
	e.At[0], e.Sent[0] = 1<<32-1040, 1<<32-13_312 // the clock is to wrap, and 13,312 B in 1040 ns are 1.024 of the rate
	for i, c := range []struct {
		bytes                         uint32
		rate, window, reference, left uint32
		use                           float64
	}{
		{0, 100_000_000, 52_000, 100_000_000, 2000, 1},
		{13_312, 94_473_400, 49_126, 100_000_000, 1000, 1.006},
		{13_312, 94_052_868, 48_907, 100_000_000, 0, 1.0105},
		{12_288, 95_595_875, 49_709, 95_595_875, 2000, 0.9941827},
		{12_288, 92_525_938, 48_113, 95_595_875, 1000, 0.9819447},
	} {
		if e.Sent[0] += c.bytes; i > 0 {
			e.At[0] = e.At[0].Add(1040)
		}
		out := Step(&params, &s, &e)
		if out.Rate != c.rate || out.Window != c.window || s.Reference != c.reference || s.Left != c.left || math.Abs(float64(s.Use)/One-c.use) > 1e-7 {
			t.Fatalf("step %d: %+v, %+v; want %+v", i, out, s, c)
		}
	}
}

// TestStages: five updates in a row add, the sixth multiplies, upwards too; one above the target multiplies at once.
func TestStages(t *testing.T) {
	var s State
	Init(&staged, &s)
	s.Reference = 10_000_000
	e := Event{Acked: 1000, Hops: 1, Rate: [MaxHops]uint32{100_000_000}}
	for i, c := range []struct {
		bytes, stage uint32
		reference    uint32
	}{
		{0, 0, 10_000_000}, {25_600, 1, 10_040_000}, {25_600, 2, 10_080_000}, {25_600, 3, 10_120_000}, {25_600, 4, 10_160_000},
		{25_600, 5, 10_200_000}, {25_600, 0, 19_722_811}, {25_600, 1, 19_762_811}, {53_248, 0, 18_374_638},
	} {
		e.At[0], e.Sent[0] = e.At[0].Add(4160), e.Sent[0]+c.bytes
		if Step(&staged, &s, &e); uint32(s.Stage) != c.stage || s.Reference != c.reference {
			t.Fatalf("step %d: %+v; want %+v", i, s, c)
		}
	}
}

// TestPath: another number of hops makes a new beginning, and telemetry of none never moves the rate.
func TestPath(t *testing.T) {
	var s State
	Init(&params, &s)
	none := Event{Acked: 1000}
	for range 10 {
		if out := Step(&params, &s, &none); out.Rate != params.Line || s.Use != One {
			t.Fatalf("rate %d, use %d without telemetry", out.Rate, s.Use)
		}
	}
	e := Event{Acked: 1000, Hops: 200, Unacked: 5000}
	if Step(&params, &s, &e); s.Count != MaxHops || s.Use != One || s.Left != 5000 {
		t.Fatalf("after 200 hops: %+v", s)
	}
	e.Hops = 2
	if Step(&params, &s, &e); s.Count != 2 || s.Use != One {
		t.Fatalf("after another path: %+v", s)
	}
}

// TestStateSize: 40 bytes of telemetry, and 16.
func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(State{}); n != 56 {
		t.Fatalf("%d bytes of state", n)
	}
}

// TestOneFlow sends 2 MB through a port of a quarter of the NIC's rate, under the integers and under the oracle, packet by
// packet: queue, completion time and each rate are the same.
func TestOneFlow(t *testing.T) {
	for _, p := range []*Params{&params, &staged} {
		var s State
		Init(p, &s)
		last := First(p, &s).Rate
		mine, longest := send(float64(p.Line), func(e *Event) (float64, float64) {
			out := Step(p, &s, e)
			last = out.Rate
			return float64(out.Rate), float64(out.Window)
		})
		w := newOracle(p)
		theirs, queue := send(float64(p.Line), func(e *Event) (float64, float64) {
			w.step(e, w.use >= w.eta)
			return w.rate / 1000, math.Floor(w.rate * w.base / 8e9)
		})
		t.Logf("%.0f ns, queue up to %.0f B; the oracle %.0f ns, %.0f B; last rate %d kb/s", mine, longest, theirs, queue, last)
		if math.Abs(mine-theirs) > theirs/1000 || math.Abs(longest-queue) > 1100 {
			t.Fatalf("completion after %v ns with a queue of %v B, the oracle's %v and %v", mine, longest, theirs, queue)
		}
		// 2000 packets of 1090 B at 25 Gb/s are 697.6 us.
		if mine < 697_600 || mine > 697_600*1.2 {
			t.Fatalf("completion after %v ns", mine)
		}
	}
}

// send sends 2000 packets of 1000 B, 1090 on the wire, through one port of 25 Gb/s on links of 1 us, and returns when the
// last is acknowledged, and the longest queue.
func send(line float64, ack func(*Event) (rate, window float64)) (float64, float64) {
	const packets, wire, port, delay = 2000, 1090.0, 25_000_000.0, 1000.0
	type answer struct {
		at    float64
		event Event
	}
	var answers []answer
	var left []float64 // when each packet begins to leave the port
	rate, window := line, line*4160/8e6
	next, now, free, longest := 0.0, 0.0, 0.0, 0.0
	sent, acked := 0, 0
	for acked < packets {
		if sent < packets && float64(sent-acked)*1000 < window && (len(answers) == 0 || max(next, now) <= answers[0].at) {
			now = max(next, now)
			next = now + wire*8e6/min(rate, line)
			arrives := now + wire*8e6/line + delay
			begins := max(arrives, free)
			free = begins + wire*8e6/port
			waits := 0.0
			for i := len(left) - 1; i >= 0 && left[i] > arrives; i-- {
				waits++
			}
			longest = max(longest, waits*wire)
			e := Event{Acked: 1000, Hops: 1}
			e.At[0], e.Sent[0], e.Rate[0] = fixedpoint.Time(begins), uint32(sent)*wire, port
			left = append(left, begins)
			answers = append(answers, answer{free + 2*delay + delay, e})
			sent++
			continue
		}
		a := answers[0]
		answers = answers[1:]
		now = a.at
		acked++
		a.event.Unacked = uint32(sent-acked) * 1000
		// What arrived by when the packet began to leave waits behind it.
		begins := left[acked-1]
		for _, at := range left[acked:] {
			if at-wire*8e6/port < begins && at > begins {
				a.event.Queue[0] += wire
			}
		}
		rate, window = ack(&a.event)
	}
	return now, longest
}
