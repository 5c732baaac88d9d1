package timelyns3

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// params are the profile "hpcc-ns3-vwin".
var params = Params{Line: 100_000_000, Least: 1_000_000, Add: 100_000, AddMore: 500_000, Low: 50_000, High: 500_000,
	PerMinRTT: 214_748, BaseRTT: 4_160, Weight: 57_344, Beta: 52_429}

// twin is TIMELY as HPCC's public simulator has it, with float64: rates in bit/s, times in ns.
type twin struct {
	rate, diff, rtt, acked, last float64
	stage                        int
}

// step takes an acknowledgement. up says which way the integers went, where the gradient is so small that rounding decides.
func (w *twin) step(e *Event, up bool) {
	w.acked += float64(e.Acked)
	if w.acked <= w.last {
		return
	}
	first := w.last == 0
	w.last = w.acked + float64(e.Unacked)
	rtt := float64(e.RTT)
	if first {
		w.rtt = rtt
		return
	}
	w.diff = 0.125*w.diff + 0.875*(rtt-w.rtt)
	w.rtt = rtt
	gradient, factor := w.diff/20_000, 1.0
	switch {
	case rtt < 50_000:
		up = true
	case rtt > 500_000:
		up, factor = false, 1-0.8*(1-500_000/rtt)
	default:
		if math.Abs(w.diff) > 1 {
			up = gradient <= 0
		}
		factor = max(0, 1-0.8*gradient)
	}
	if !up {
		w.rate = max(1e9, math.Floor(w.rate*min(factor, 1)))
		w.stage = 0
		return
	}
	add := 100e6
	if w.stage >= 5 {
		add = 500e6
	}
	w.rate = min(1e11, w.rate+add)
	w.stage++
}

// TestTwin compares each step of runs with one of the twin from the same state, by its rate and gradient.
func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	var s State
	Init(&params, &s)
	w := twin{rate: 1e11}
	rtt, ups, downs := 40_000.0, 0, 0
	for i := range 300_000 {
		if rtt = min(max(rtt*math.Exp(r.NormFloat64()/30), 5_000), 900_000); r.IntN(20_000) == 0 {
			rtt = 30_000
		}
		e := Event{RTT: uint32(rtt), Acked: 1000, Unacked: 1000 * uint32(r.IntN(4))}
		before := s
		if s.Begun {
			w.rate, w.diff = float64(s.Rate)*1000, float64(s.Gradient)/(1<<GradientBits)
		}
		out := Step(&params, &s, &e)
		w.step(&e, s.Rate > before.Rate)
		if d := math.Abs(w.diff - float64(s.Gradient)/(1<<GradientBits)); s.Begun && before.Begun && d > 1.0/8 {
			t.Fatalf("step %d: gradient off by %v after %+v, %+v", i, d, before, e)
		}
		if d := math.Abs(w.rate/1000 - float64(s.Rate)); d > 1+float64(before.Rate)/(1<<14) || min(w.stage, SmallSteps) != int(s.Steps) {
			t.Fatalf("step %d: %+v, the twin's %+v after %+v, %+v", i, s, w, before, e)
		}
		if want := float64(s.Rate) * 4160 / 8e6; out.Rate != s.Rate || float64(out.Window) > want || float64(out.Window) <= want-1.01 {
			t.Fatalf("step %d: given %+v of rate %d", i, out, s.Rate)
		}
		switch {
		case s.Rate > before.Rate:
			ups++
		case s.Rate < before.Rate:
			downs++
		}
	}
	if ups < 10_000 || downs < 10_000 {
		t.Fatalf("%d up, %d down: nothing was compared", ups, downs)
	}
	t.Logf("%d up, %d down", ups, downs)
}

// TestSamples: one in a round trip; the first only stores; five small steps, large from the sixth, below the low threshold
// too; a steep gradient sets the least rate at once.
func TestSamples(t *testing.T) {
	s := State{Rate: 50_000_000}
	for i, c := range []struct {
		rtt, unacked, rate uint32
		steps              uint8
	}{
		{40_000, 2000, 50_000_000, 0},
		{40_000, 2000, 50_000_000, 0},
		{40_000, 2000, 50_000_000, 0},
		{40_000, 0, 50_100_000, 1},
		{40_000, 0, 50_200_000, 2},
		{40_000, 0, 50_300_000, 3},
		{40_000, 0, 50_400_000, 4},
		{40_000, 0, 50_500_000, 5},
		{40_000, 0, 51_000_000, 5},
		{100_000, 0, 1_000_000, 0}, // 52.5 us of 20
		{90_000, 0, 1_100_000, 1},
	} {
		Step(&params, &s, &Event{RTT: c.rtt, Acked: 1000, Unacked: c.unacked})
		if s.Rate != c.rate || s.Steps != c.steps {
			t.Fatalf("step %d: %+v; want %+v", i, s, c)
		}
	}
}

// TestWindow: none without a base RTT.
func TestWindow(t *testing.T) {
	p := params
	for base, want := range map[uint32]uint32{0: Unlimited, 4_160: 52_000, 12_240: 153_000} {
		var s State
		p.BaseRTT = base
		Init(&p, &s)
		if got := First(&p, &s); got.Window != want || got.Rate != p.Line {
			t.Fatalf("base RTT %d: %+v", base, got)
		}
	}
}

// TestStateSize asserts what the page says.
func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(State{}); n != 20 {
		t.Fatalf("%d bytes of state", n)
	}
}
