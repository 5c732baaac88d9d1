package nscc

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"smartnic-cc/fixedpoint"
)

// params are the profile "htsim": 100 Gb/s, an RTT of 12 us, payloads of 4096 bytes.
var params = Params{Packet: 4096, BaseRTT: 12_000, MostPerNs: 18<<16 | 3<<14, Target: 12_000, Clear: 1_000,
	Alpha: 22_906_492, Fair: 20_480, Eta: 614, Fast: 1 << 6, Gamma: 52_429, MaxCut: 1 << 15, Weight: 819,
	AdjustBytes: 32_768, AdjustPeriod: 12_000, Threshold: 48_000, LossDelay: 12_000, Gate: 3}

// The constants of the simulator, from which the oracle makes what the parameters hold.
const (
	mss    = 4096.0
	rate   = 12.5 // bytes a ns
	target = 12_000.0
)

// oracle is the simulator's algorithm with float64 and absolute times, in ns.
type oracle struct {
	cwnd, baseRTT, avgDelay         float64
	achieved, received, fiCount     float64
	toIgnore, ignored               float64
	incBytes                        float64
	qaEnd, lastAdjust, lastDec      float64
	qa, adjusted, dec, trigger, inc bool
}

// from returns the oracle of a state at a time that it takes for 0.
func from(s *State, now fixedpoint.Time) oracle {
	ago := func(t fixedpoint.Time) float64 { return float64(int32(t - now)) }
	return oracle{cwnd: float64(s.Window), baseRTT: float64(s.BaseRTT), avgDelay: float64(s.Delay) / (1 << DelayBits),
		achieved: float64(s.Achieved), received: float64(s.Received), fiCount: float64(s.Empty), toIgnore: float64(s.Ignore),
		incBytes: float64(s.Increase) * (1 << IncreaseBits), qaEnd: ago(s.QuickAt), lastAdjust: ago(s.AdjustedAt),
		lastDec: ago(s.CutAt), qa: s.Quick, adjusted: s.Adjusted, dec: s.Cut, trigger: s.Lost, inc: s.Fast}
}

func (w *oracle) maxWnd() float64 { return max(1.5*rate*w.baseRTT, mss) }

// quickAdapt reports whether the event is done with.
func (w *oracle) quickAdapt(skip bool, delay float64) bool {
	done := false
	if w.ignored < w.toIgnore && skip {
		done = true
	} else if !w.qa || 0 > w.qaEnd {
		if w.qa && (w.trigger || delay > 4*target) && w.achieved < math.Floor(math.Floor(w.maxWnd())/8) {
			w.toIgnore, w.ignored = w.cwnd, 0
			w.cwnd = max(w.achieved, mss)
			w.trigger = false
			done = true
		}
		w.achieved = 0
		w.qa, w.qaEnd = true, w.baseRTT+target
	}
	if done {
		w.incBytes, w.received = 0, 0
	}
	return done
}

// step takes an event at the time 0. above says what the integers took the mean delay for where
// it is so near the target that rounding decides.
func (w *oracle) step(e *Event, above bool) {
	alpha := 4 * mss / target
	lost := float64(e.Lost) * mss
	average := func(delay float64) { w.avgDelay += 0.0125 * (delay - w.avgDelay) }
	switch e.Kind {
	case EventTimeout:
		w.cwnd = max(w.cwnd-lost, mss)
		return
	case EventGap:
		if e.NackRTT > 0 {
			w.baseRTT = min(w.baseRTT, float64(e.NackRTT))
		}
		w.ignored += lost
		average(12_000)
		w.trigger = true
		if !w.quickAdapt(true, 0) {
			w.cwnd = max(min(w.cwnd-lost, w.maxWnd()), mss)
		}
		return
	}
	acked, skip := float64(e.Acked), e.Marked > 0
	w.achieved += acked
	w.received += acked
	w.ignored += acked
	delay := math.Floor(w.avgDelay)
	if e.RTT > 0 {
		w.baseRTT = min(w.baseRTT, float64(e.RTT))
		delay = float64(e.RTT) - w.baseRTT
		if !skip && delay > target {
			average(math.Floor(w.baseRTT / 4))
		} else {
			average(delay)
		}
	}
	if w.quickAdapt(skip, delay) {
		return
	}
	switch {
	case !skip && delay >= target:
		w.incBytes += 5 * mss * acked
	case !skip:
		if delay < 1000 {
			w.fiCount += acked
			w.inc = w.inc || w.fiCount > w.cwnd
		} else {
			w.fiCount, w.inc = 0, false
		}
		if w.inc {
			w.cwnd += math.Floor(acked / 4)
		} else {
			w.incBytes += alpha * acked * (target - delay)
		}
	case delay >= target:
		w.inc, w.fiCount = false, 0
		if math.Abs(w.avgDelay-target) > 1 {
			above = w.avgDelay > target
		}
		if above && (!w.dec || -w.lastDec > w.baseRTT) {
			w.cwnd *= max(1-0.8*max(w.avgDelay-target, 0)/w.avgDelay, 0.5)
			w.dec, w.lastDec = true, 0
		}
	}
	bound := func() { w.cwnd = max(min(w.cwnd, w.maxWnd()), mss) }
	bound()
	if w.received > 8*mss || !w.adjusted || -w.lastAdjust > 12_000 {
		w.cwnd += w.incBytes / w.cwnd
		if !w.adjusted || -w.lastAdjust >= 12_000 {
			w.cwnd += 0.15 * mss
			w.adjusted, w.lastAdjust = true, 0
		}
		w.incBytes, w.received = 0, 0
	}
	bound()
}

// TestOracle compares each step with that of the oracle from the same state. The bounds are what a
// step may lack: 4 bytes of a window (its quotient, Eta, the bound and itself are whole bytes)
// and 2^-14 of one that is cut, and what a byte less in it changes of the quotient; 1/64 ns and 2^-12 of the change of the mean delay, and of the sum of increases
// 256 and a 16th of a byte for each acknowledged.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s State
	Init(&params, &s)
	now := fixedpoint.Time(0xFFFF_0000)
	rtt, marks, size := 20_000.0, 0.5, uint32(0)
	var n struct{ cuts, fast, quick, ignored, adjusts, fair, gaps int }
	for i := range 400_000 {
		if i%2000 == 0 {
			Init(&params, &s)
			s.Window = min(s.Window, uint32(params.Packet)+r.Uint32N(225_000))
			marks, size = r.Float64(), 500<<r.IntN(5)
		}
		rtt = min(max(rtt*math.Exp(r.NormFloat64()/6), 11_500), 120_000)
		now = now.Add(r.Uint32N(1_500))
		e := Event{Now: now, RTT: uint32(rtt), Acked: 1 + r.Uint32N(size)}
		if r.Float64() < marks {
			e.Marked = 1
		}
		switch r.IntN(100) {
		case 0:
			e = Event{Now: now, Kind: EventGap, Lost: uint16(r.IntN(20)), NackRTT: r.Uint32N(2) * uint32(rtt*(0.95+r.Float64()/10))}
		case 1:
			e = Event{Now: now, Kind: EventTimeout, Lost: uint16(r.IntN(20))}
		case 2:
			e.RTT = 0
		}
		before := s
		w := from(&s, now)
		out := Step(&params, &s, &e)
		w.step(&e, s.Cut && s.CutAt == now)
		bound := 4.0
		if s.Cut && s.CutAt == now {
			bound += float64(before.Window+s.Window)/(1<<14) + float64(s.Window)/float64(before.Window/2)
		}
		if d := math.Abs(float64(s.Window) - w.cwnd); d > bound {
			t.Fatalf("step %d: window %d, the oracle's %v after %+v, %+v", i, s.Window, w.cwnd, before, e)
		}
		change := math.Abs(w.avgDelay - float64(before.Delay)/(1<<DelayBits))
		if d := math.Abs(float64(s.Delay)/(1<<DelayBits) - w.avgDelay); d > 1.0/64+change/(1<<12) {
			t.Fatalf("step %d: mean delay %d, the oracle's %v after %+v, %+v", i, s.Delay, w.avgDelay, before, e)
		}
		if d := math.Abs(float64(s.Increase)*(1<<IncreaseBits) - w.incBytes); d > 256+float64(e.Acked)/16 {
			t.Fatalf("step %d: increases %d, the oracle's %v after %+v, %+v", i, s.Increase, w.incBytes, before, e)
		}
		got := from(&s, now)
		got.cwnd, got.avgDelay, got.incBytes = w.cwnd, w.avgDelay, w.incBytes
		w.toIgnore, w.ignored = max(math.Floor(w.toIgnore)-w.ignored, 0), 0
		if got != w {
			t.Fatalf("step %d: %+v, the oracle %+v after %+v, %+v", i, got, w, before, e)
		}
		if out.Window != s.Window {
			t.Fatalf("step %d: the window is %d, given is %d", i, s.Window, out.Window)
		}
		count := func(c *int, is bool) {
			if is {
				*c++
			}
		}
		count(&n.cuts, s.Window < before.Window && s.CutAt == now)
		count(&n.fast, s.Fast && s.Window > before.Window)
		count(&n.quick, s.Ignore > before.Ignore)
		count(&n.ignored, before.Ignore > s.Ignore && e.Marked > 0)
		count(&n.adjusts, before.Increase > 0 && s.Increase == 0 && s.Window > before.Window)
		count(&n.fair, e.Marked == 0 && e.RTT > 30_000 && s.Increase > before.Increase)
		count(&n.gaps, e.Kind == EventGap && s.Window < before.Window)
	}
	t.Logf("%+v", n)
	if min(n.cuts, n.fast, n.quick, n.ignored, n.adjusts, n.fair, n.gaps) < 100 {
		t.Fatalf("too little was compared: %+v", n)
	}
}

// TestSteps: each of the four cases, and setting the window to what arrives. Numbers by hand.
func TestSteps(t *testing.T) {
	var s State
	Init(&params, &s)
	if s.Window != 225_000 { // 1.5 times 12.5 B/ns times 12 us
		t.Fatalf("the first window is %d", s.Window)
	}
	s.Window = 100_000
	step := func(e Event, want uint32) {
		t.Helper()
		Step(&params, &s, &e)
		if s.Window+1 < want || s.Window > want+1 {
			t.Fatalf("after %+v the window is %d, not %d", e, s.Window, want)
		}
	}
	// Half the target: 4 * 4096 * 0.5 of the window for a window of bytes, and Eta.
	step(Event{Now: 1000, RTT: 18_000, Acked: 4096}, 100_000+335+614)
	// At the target, unmarked: 5 * 4096, when 32768 bytes are exceeded.
	step(Event{Now: 1100, RTT: 24_000, Acked: 32_768}, 100_949)
	step(Event{Now: 1200, RTT: 24_000, Acked: 32_768}, 100_949+13_295)
	// Marked below the target: nothing, though the mean says otherwise.
	s.Delay = 24_000 << DelayBits
	step(Event{Now: 1300, RTT: 18_000, Acked: 4096, Marked: 1}, 114_244)
	// Marked at the target: the mean is 23,628, and 0.8 times 11,628 of that off, once in a base RTT.
	step(Event{Now: 1400, RTT: 24_000, Acked: 4096, Marked: 1}, 114_244-44_978)
	step(Event{Now: 2000, RTT: 24_000, Acked: 4096, Marked: 1}, 69_266)
	step(Event{Now: 13_300, RTT: 24_000, Acked: 4096, Marked: 1}, 69_266+614)
	// Four targets late: what arrived since 25 us is the window, and marks of it do not count.
	s.Achieved = 10_000
	step(Event{Now: 25_001, RTT: 60_001, Acked: 5_000}, 15_000)
	step(Event{Now: 40_000, RTT: 60_001, Acked: 60_000, Marked: 1}, 15_000)
	step(Event{Now: 40_001, Kind: EventGap, Lost: 1}, 15_000)
	step(Event{Now: 40_002, Kind: EventGap, Lost: 2}, 15_000-8192)
	step(Event{Now: 40_003, Kind: EventTimeout, Lost: 1}, 4096)
}

// TestBaseRTT: a shorter RTT lowers the base and the largest window, a longer one does neither.
func TestBaseRTT(t *testing.T) {
	var s State
	Init(&params, &s)
	Step(&params, &s, &Event{Now: 1, RTT: 8_000, Acked: 4096, Marked: 1})
	if s.BaseRTT != 8_000 || s.Window != 150_000 {
		t.Fatalf("base RTT %d, window %d", s.BaseRTT, s.Window)
	}
	Step(&params, &s, &Event{Now: 2, RTT: 9_000, Acked: 4096, Marked: 1})
	if s.BaseRTT != 8_000 || s.Window != 150_000 {
		t.Fatalf("base RTT %d, window %d", s.BaseRTT, s.Window)
	}
}

// TestNackLowersBaseRTT: the RTT of a NACK lowers the base and the largest window, once it is known, and
// an acknowledgement of an unknown RTT counts as the mean delay, which it leaves.
func TestNackLowersBaseRTT(t *testing.T) {
	var s State
	Init(&params, &s)
	Step(&params, &s, &Event{Now: 1, RTT: 9_000, Acked: 4096, Marked: 1})
	Step(&params, &s, &Event{Now: 2, Kind: EventGap})
	if s.BaseRTT != 9_000 {
		t.Fatalf("base RTT %d after a NACK without RTT", s.BaseRTT)
	}
	Step(&params, &s, &Event{Now: 3, Kind: EventGap, NackRTT: 8_000})
	if s.BaseRTT != 8_000 || s.Window != 150_000 {
		t.Fatalf("base RTT %d, window %d", s.BaseRTT, s.Window)
	}
	s.Delay = 20_000 << DelayBits
	before := s.Window
	Step(&params, &s, &Event{Now: 4, Acked: 4096, Marked: 1})
	if s.BaseRTT != 8_000 || s.Delay != 20_000<<DelayBits || s.Window >= before {
		t.Fatalf("base RTT %d, mean delay %d, window %d", s.BaseRTT, s.Delay, s.Window)
	}
}

// TestStateSize: a connection has 52 bytes.
func TestStateSize(t *testing.T) {
	if n := unsafe.Sizeof(State{}); n != 52 {
		t.Fatalf("the state has %d bytes", n)
	}
}
