package swift

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"smartnic-cc/fixedpoint"
)

// params are the profile "paper": packets of 1000 bytes at 100 Gb/s.
var params = Params{Line: 100_000_000, Pace: 8_384_000, Packet: 1000, Start: 15_000 << WindowBits,
	Least: LeastWindow, Most: 1_000_000 << WindowBits, Base: 20_000, Hop: 3_053, Alpha: 1_032_655, Offset: 3_266,
	Range: 100_000, Add: 1 << 8, Beta: 52_429, MaxCut: 1 << 15, Timeouts: 5}

// oracle is algorithm 1 of the paper, with float64: windows in packets, times in ns.
type oracle struct {
	cwnd, rtt, cutAt float64
	timeouts         int
	cut              bool
}

// from returns the oracle of a state, at a time of which it knows how long the last cut is ago.
func from(p *Params, s *State, now fixedpoint.Time) oracle {
	return oracle{cwnd: packets(p, s.Window), rtt: float64(s.RTT), cutAt: -float64(now.Since(s.CutAt)),
		timeouts: int(s.Timeouts), cut: s.Cut}
}

func packets(p *Params, window uint32) float64 {
	return float64(window) / (1 << WindowBits) / float64(p.Packet)
}

// target is the delay target of section 3.5, from the paper's parameters and not from those
// that hold its constants.
func (w *oracle) target(p *Params, hops float64) float64 {
	const least, most = 0.1, 100
	alpha := float64(p.Range) / (1/math.Sqrt(least) - 1/math.Sqrt(most))
	beta := -alpha / math.Sqrt(most)
	return float64(p.Base) + hops*float64(p.Hop) + max(0, min(alpha/math.Sqrt(w.cwnd)+beta, float64(p.Range)))
}

// step takes an event at the time 0. below says what the integers took the delay for, where it
// is so near the target that rounding decides. step reports whether it is.
func (w *oracle) step(p *Params, e *Event, below bool) bool {
	near := false
	before := w.cwnd
	beta, maxMDF, ai := float64(p.Beta)/(1<<16), float64(p.MaxCut)/(1<<16), float64(p.Add)/(1<<8)
	if e.Kind == EventAck {
		w.rtt = float64(e.RTT)
	}
	canDecrease := !w.cut || -w.cutAt >= w.rtt
	switch e.Kind {
	case EventAck:
		w.timeouts = 0
		goal, acked := w.target(p, float64(e.Hops)), float64(e.Acked)/float64(p.Packet)
		if near = math.Abs(w.rtt-goal) < 5; !near {
			below = w.rtt < goal
		}
		switch {
		case below && w.cwnd >= 1:
			w.cwnd += ai / w.cwnd * acked
		case below:
			w.cwnd += ai * acked
		case canDecrease:
			w.cwnd *= max(1-beta*max(w.rtt-goal, 0)/w.rtt, 1-maxMDF)
		}
	case EventGap:
		w.timeouts = 0
		if canDecrease {
			w.cwnd *= 1 - maxMDF
		}
	case EventTimeout:
		if w.timeouts++; w.timeouts >= int(p.Timeouts) {
			w.cwnd = packets(p, p.Least)
		} else if canDecrease {
			w.cwnd *= 1 - maxMDF
		}
	}
	w.cwnd = min(max(w.cwnd, packets(p, p.Least)), packets(p, p.Most))
	if w.cwnd < before {
		w.cutAt, w.cut = 0, true
	}
	return near
}

// rate is what a packet each pacing_delay makes, in kb/s.
func (w *oracle) rate(p *Params) float64 {
	if w.cwnd >= 1 || w.rtt == 0 {
		return float64(p.Line)
	}
	wire := float64(p.Pace) / 8e6 * float64(p.Packet)
	return min(wire*8e6/(w.rtt/w.cwnd), float64(p.Line))
}

// TestOracle compares each step with that of the oracle from the same state. The bounds are what
// the reciprocals and roundings of a step may lack: 3 of the 256ths of a byte that an increase
// is short of; of a window that is cut 2^-15, and Beta times the 5 ns, as a share of the RTT, that
// the target may be short of; 2^-14 of a rate.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s State
	Init(&params, &s)
	now := fixedpoint.Time(0xFFFF_0000)
	delay := 40_000.0
	var adds, cuts, small, paced, resets int
	for i := range 300_000 {
		if i%1000 == 0 { // another window to begin with, from a tenth of a byte to a thousand packets
			s.Window = uint32(math.Exp(math.Log(LeastWindow) + r.Float64()*math.Log(float64(params.Most)/LeastWindow)))
		}
		delay = min(max(delay*math.Exp(r.NormFloat64()/8), 6_000), 1_000_000)
		now = now.Add(uint32(delay / (1 + 10*r.Float64())))
		e := Event{Now: now, RTT: uint32(delay), Acked: 1 + r.Uint32N(8_000), Hops: uint8(1 + r.IntN(5))}
		switch {
		case i%2000 < 1+r.IntN(8):
			e = Event{Now: now, Kind: EventTimeout}
		case r.IntN(20) == 0:
			e = Event{Now: now, Kind: EventGap}
		}
		before := s
		w := from(&params, &s, now)
		out := Step(&params, &s, &e)
		near := w.step(&params, &e, s.Window > before.Window)
		off := math.Abs(packets(&params, s.Window)-w.cwnd) * float64(params.Packet) * (1 << WindowBits)
		bound := 3.0
		if s.Window < before.Window {
			bound += float64(before.Window) * (1.0/(1<<15) + 0.8*5/float64(max(e.RTT, 1)))
		}
		if off > bound {
			t.Fatalf("step %d: window %d, the oracle's is %v 256ths of a byte off after %+v, %+v", i, s.Window, off, before, e)
		}
		if !near && (s.Cut != w.cut || s.Cut && (s.CutAt == now) != (w.cutAt == 0)) || int(s.Timeouts) != min(w.timeouts, int(params.Timeouts)) {
			t.Fatalf("step %d: %+v, the oracle is %+v after %+v, %+v", i, s, w, before, e)
		}
		w.cwnd = packets(&params, s.Window)
		if want := w.rate(&params); math.Abs(want-float64(out.Rate)) > 1+want/(1<<14) {
			t.Fatalf("step %d: rate %d, the oracle's %v after %+v", i, out.Rate, want, s)
		}
		if out.Window != s.Window>>WindowBits {
			t.Fatalf("step %d: the window is %d, given is %d", i, s.Window, out.Window)
		}
		switch {
		case s.Window > before.Window && before.Window < params.Packet<<WindowBits:
			small++
		case s.Window > before.Window:
			adds++
		case s.Window < before.Window:
			cuts++
		}
		if out.Rate < params.Line {
			paced++
		}
		if s.Timeouts == params.Timeouts && before.Timeouts < params.Timeouts {
			resets++
		}
	}
	t.Logf("%d additions, %d below a packet, %d cuts, %d paced, %d resets", adds, small, cuts, paced, resets)
	if adds < 10_000 || small < 1_000 || cuts < 10_000 || paced < 1_000 || resets < 3 {
		t.Fatal("too little was compared")
	}
}

// TestTarget compares the target with that of float64 over all sizes of windows: what the window
// adds lacks less than 2^-15.4 of itself and Offset, a ns of each product, and what the
// parameters round.
func TestTarget(t *testing.T) {
	for window := float64(LeastWindow); window < float64(params.Most); window *= 1.001 {
		for _, hops := range []uint8{0, 1, 5, 255} {
			w := oracle{cwnd: packets(&params, uint32(window))}
			want := w.target(&params, float64(hops))
			got := float64(target(&params, uint32(window), hops))
			add := want - float64(params.Base) - float64(hops)*float64(params.Hop)
			if got > want+1 || got < want-2-(add+float64(params.Offset))*math.Exp2(-15.4) {
				t.Fatalf("window %v, %d hops: target %v, not %v", w.cwnd, hops, got, want)
			}
		}
	}
}

// TestSteps: a cut, the RTT in which no other follows, what a gap and timeouts do, and the pace
// below a packet. Numbers by hand.
func TestSteps(t *testing.T) {
	const packet = 1000 << WindowBits
	p := params
	p.Range, p.Offset, p.Alpha = 0, 0, 0 // the target is 23,053 ns with one hop
	s := State{Window: 4 * packet}
	for i, c := range []struct {
		e      Event
		window uint32 // in 256ths of a byte
		rate   uint32
	}{
		{Event{Now: 0, RTT: 10_000, Acked: 1000, Hops: 1}, 4*packet + packet/4, p.Line},
		{Event{Now: 1, RTT: 23_053, Acked: 2125, Hops: 1}, 4*packet + packet/4, p.Line}, // at the target neither
		{Event{Now: 1, RTT: 23_052, Acked: 2125, Hops: 1}, 4*packet + packet/4 + packet/2, p.Line},
		// 0.8 (1 - 23,053 / 46,106) = 0.4: 2.85 packets.
		{Event{Now: 2, RTT: 46_106, Acked: 1000, Hops: 1}, 729_597, p.Line},
		{Event{Now: 46_107, RTT: 46_106, Acked: 1000, Hops: 1}, 729_597, p.Line},
		{Event{Now: 46_107, Kind: EventGap}, 729_597, p.Line},
		{Event{Now: 46_108, Kind: EventGap}, 364_798, p.Line},
		// Twice the half: at most MaxCut of the window, then 0.35625 packets each 500 us.
		{Event{Now: 600_000, RTT: 500_000, Acked: 1000, Hops: 1}, 182_399, 11_947},
		{Event{Now: 600_001, RTT: 10_000, Acked: 500, Hops: 1}, 182_399 + packet/2, p.Line},
		{Event{Now: 600_002, Kind: EventTimeout}, 310_399, p.Line},
	} {
		out := Step(&p, &s, &c.e)
		near := func(got, want uint32) bool { return got <= want+20 && got+20 >= want } // 2^-16 of the windows here
		if !near(s.Window, c.window) || !near(out.Rate, c.rate) {
			t.Fatalf("step %d: window %d, rate %d; want %d, %d", i, s.Window, out.Rate, c.window, c.rate)
		}
	}
	for range p.Timeouts {
		Step(&p, &s, &Event{Now: 600_003, Kind: EventTimeout})
	}
	if s.Window != p.Least {
		t.Fatalf("after %d timeouts the window is %d, not the least", p.Timeouts, s.Window)
	}
	Step(&p, &s, &Event{Now: 700_000, RTT: 10_000, Acked: 1000, Hops: 1})
	if s.Timeouts != 0 {
		t.Fatal("an acknowledgement does not end a row of timeouts")
	}
}

// TestStateSize: a connection has 16 bytes.
func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(State{}); n != 16 {
		t.Fatalf("the state has %d bytes", n)
	}
}

// TestIncast wants 2000 connections to share a port of 100 Gb/s, in which a packet of each would
// wait for 168 us: with windows below a packet the port is used and the RTT shorter than that, and
// within half of the target of such windows.
func TestIncast(t *testing.T) {
	const base, flows, step, end = 8_000.0, 2000, 1_000.0, 40e6 // ns
	perNs := float64(params.Line) / 8e6
	wire := float64(params.Pace) / 8e6 * float64(params.Packet)
	s := make([]State, flows)
	next := make([]float64, flows)
	for i := range s {
		Init(&params, &s[i])
		next[i] = float64(i) * 16
	}
	var queue, sent, delays, targets, n float64
	for now := 0.0; now < end; now += step {
		for i := range s {
			if now < next[i] {
				continue
			}
			// A window, or a packet if that is more, leaves and is acknowledged with the RTT of
			// the moment; the next one follows that RTT, or the pace, later.
			rtt := base + queue/perNs
			bytes := max(float64(s[i].Window)/(1<<WindowBits), float64(params.Packet))
			queue += bytes / float64(params.Packet) * wire
			out := Step(&params, &s[i], &Event{Now: fixedpoint.Time(uint32(now)), RTT: uint32(rtt), Acked: uint32(bytes), Hops: 1})
			next[i] = now + max(rtt, wire*8e6/float64(out.Rate))
			if now > end/2 {
				w := oracle{cwnd: packets(&params, s[i].Window)}
				delays, targets, n = delays+rtt, targets+w.target(&params, 1), n+1
			}
		}
		out := min(queue, perNs*step)
		queue -= out
		if now > end/2 {
			sent += out
		}
	}
	use, delay, goal := sent/(perNs*end/2), delays/n, targets/n
	unpaced := base + flows*wire/perNs
	t.Logf("use %.3f, mean RTT %.0f ns of %.0f with a packet each, mean target %.0f ns", use, delay, unpaced, goal)
	if use < 0.95 || delay > 0.75*unpaced || math.Abs(delay-goal) > goal/2 {
		t.Fatalf("use %.3f, mean RTT %.0f ns of %.0f with a packet each, mean target %.0f ns", use, delay, unpaced, goal)
	}
}
