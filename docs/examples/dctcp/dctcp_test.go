package dctcp

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// params are the profile "hpcc-ns3".
var params = Params{Line: 100_000_000, Least: 1_000_000, Add: 615_000, BaseRTT: 4_160, Gain: 4_096}

// oracle is DCTCP as HPCC's public simulator has it, with float64: rates in bit/s. It counts a batch from the packets that
// are under way, not from acknowledgements.
type oracle struct {
	rate, alpha, marked, batch float64
	acked, last, high          float64
	cut                        bool
}

func (w *oracle) step(p *Params, e *Event) {
	w.acked += float64(e.Acked)
	next := w.acked + float64(e.Unacked)
	if e.Marked > 0 {
		w.marked++
	}
	ends := w.acked > w.last
	switch {
	case ends && w.last == 0:
		w.batch = math.Floor(next/1000) + 1
	case ends:
		g := float64(p.Gain) / (1 << 16)
		w.alpha = (1-g)*w.alpha + g*min(1, w.marked/w.batch)
		w.marked = 0
		w.batch = math.Floor((next-w.acked)/1000) + 1
	}
	if ends {
		w.last = next
	}
	if w.cut && w.acked > w.high {
		w.cut = false
	}
	if e.Marked > 0 && !w.cut {
		w.rate = max(float64(p.Least)*1000, math.Floor(w.rate*(1-w.alpha/2)))
		w.cut, w.high = true, next
	}
	if ends && !w.cut {
		w.rate = min(float64(p.Line)*1000, w.rate+float64(p.Add)*1000)
	}
}

// TestOracle compares a run with the oracle's: an acknowledgement a packet, of connections with much and little under way,
// marked at random in bursts.
func TestOracle(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(5, seed))
		var s State
		Init(&params, &s)
		w := oracle{rate: 1e11, alpha: 1}
		flying, burst, cuts, ends, worst := 40, 0.0, 0, 0, 0.0
		for i := range 200_000 {
			if r.IntN(200) == 0 {
				burst = r.Float64() * float64(r.IntN(2))
			}
			// What is under way falls by the packet that is acknowledged, and grows by what the rate lets go.
			flying = max(flying-1+r.IntN(3), 0)
			if flying > 80 {
				flying = 60
			}
			e := Event{Acked: 1000, Unacked: 1000 * uint32(flying)}
			if r.Float64() < burst {
				e.Marked = 1
			}
			before := s
			out := Step(&params, &s, &e)
			w.step(&params, &e)
			worst = max(worst, math.Abs(w.rate/1000-float64(s.Rate)))
			if d := math.Abs(w.alpha - float64(s.Alpha)/One); d > 1e-6 || worst > 100 || w.cut != s.Cut {
				t.Fatalf("step %d: alpha off by %v, rate %d, the oracle's %v, %+v, %+v, %+v", i, d, s.Rate, w.rate/1000, before, e, s)
			}
			if want := float64(s.Rate) * 4160 / 8e6; out.Rate != s.Rate || float64(out.Window) > want || float64(out.Window) <= want-1.01 {
				t.Fatalf("step %d: given %+v of rate %d", i, out, s.Rate)
			}
			if s.Rate < before.Rate {
				cuts++
			}
			if s.Rate > before.Rate {
				ends++
			}
		}
		if cuts < 100 || ends < 500 {
			t.Fatalf("%d cuts, %d increases: nothing was compared", cuts, ends)
		}
		t.Logf("%d cuts, %d increases; the oracle is off by %.3g kb/s", cuts, ends, worst)
	}
}

// TestCuts: one cut for all that had left at it; a mark that ends it cuts again; the batches go on beside it.
func TestCuts(t *testing.T) {
	s := State{Rate: 80_000_000, Alpha: One / 2, Begun: true, Left: 10_000}
	for i, c := range []struct {
		unacked uint32
		marked  uint16
		rate    uint32
		cut     bool
	}{
		{2000, 0, 80_000_000, false},
		{2000, 1, 60_000_000, true},
		{3000, 1, 60_000_000, true},
		{3000, 1, 60_000_000, true},
		{3000, 1, 45_000_000, true},
		{1000, 0, 45_000_000, true},
		{1000, 0, 45_000_000, true},
		{1000, 0, 45_000_000, true},
		{1000, 0, 45_000_000, false},
		{1000, 0, 45_000_000, false},
		{1000, 0, 45_615_000, false}, // the batch ends with 4 marks of 11
	} {
		Step(&params, &s, &Event{Acked: 1000, Unacked: c.unacked, Marked: c.marked})
		if s.Rate != c.rate || s.Cut != c.cut {
			t.Fatalf("step %d: %+v; want %+v", i, s, c)
		}
	}
	if want := (15.0/16*0.5 + 4.0/11/16) * One; math.Abs(float64(s.Alpha)-want) > 2 {
		t.Fatalf("alpha %d, want %v", s.Alpha, want)
	}
}

// TestShare is exact but for its last places, and 1 of more marks than acknowledgements.
func TestShare(t *testing.T) {
	for acks := 1; acks <= MaxAcks; acks += 1 + acks/50 {
		for marked := 0; marked <= acks; marked += 1 + acks/30 {
			want := float64(marked) / float64(acks) * One
			if got := float64(share(uint16(marked), uint16(acks))); got > want || got < want-4 {
				t.Fatalf("share(%d, %d) = %v, want %v", marked, acks, got, want)
			}
		}
	}
	if share(3, 0) != One || share(4, 3) != One {
		t.Fatal("more marks than acknowledgements")
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
	if n := unsafe.Sizeof(State{}); n != 24 {
		t.Fatalf("%d bytes of state", n)
	}
}
