package timely

import (
	"math"
	"math/rand/v2"
	"testing"
)

// params are those of a port of 100 Gb/s: thresholds of 20 and 200 us, a least RTT of 10 us.
var params = Params{Line: 100_000_000, Least: 100_000, Start: 50_000_000, Add: 50_000, Low: 20_000, High: 200_000,
	PerMinRTT: 429_497, Segment: 16_384, Weight: 57_344, Beta: 52_429}

// oracle is the algorithm of the paper, with float64.
type oracle struct {
	rate, rtt, gradient float64
	calm                int
}

// sample takes one RTT. sign is that of the gradient where it is too small for a rounded one
// to have the same.
func (w *oracle) sample(p *Params, rtt float64, positive bool) {
	alpha, beta := float64(p.Weight)/(1<<16), float64(p.Beta)/(1<<16)
	if w.rtt != 0 {
		w.gradient = (1-alpha)*w.gradient + alpha*(rtt-w.rtt)
	}
	w.rtt = rtt
	if math.Abs(w.gradient) > 1 {
		positive = w.gradient > 0
	}
	least, line, add := float64(p.Least), float64(p.Line), float64(p.Add)
	switch {
	case rtt < float64(p.Low):
		w.rate = min(w.rate+add, line)
	case rtt > float64(p.High):
		w.calm = 0
		w.rate = max(w.rate*(1-beta*(1-float64(p.High)/rtt)), least)
	case !positive:
		if w.calm++; w.calm >= CalmSamples {
			add *= CalmAdds
		}
		w.rate = min(w.rate+add, line)
	default:
		w.calm = 0
		share := w.gradient * float64(p.PerMinRTT) / (1 << 32)
		w.rate = max(w.rate*(1-beta*share), least)
	}
}

// TestOracle compares each step with that of the oracle from the same state, and a whole run. What
// a step rounds is below 2^-14 of the rate before, and 1/8 ns of the gradient.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s State
	Init(&params, &s)
	free := oracle{rate: float64(s.Rate)}
	var cuts, adds int
	rtt, worst := 30_000.0, 0.0
	for i := range 200_000 {
		rtt = min(max(rtt*math.Exp(r.NormFloat64()/20), 8_000), 400_000)
		e := Event{RTT: uint32(rtt), Acked: params.Segment}
		before := s
		w := oracle{float64(s.Rate), float64(s.RTT), float64(s.Gradient) / (1 << GradientBits), int(s.Calm)}
		out := Step(&params, &s, &e)
		w.sample(&params, float64(e.RTT), s.Gradient > 0)
		if d := math.Abs(w.gradient - float64(s.Gradient)/(1<<GradientBits)); d > 1.0/8 {
			t.Fatalf("step %d: gradient off by %v ns after %+v, %+v", i, d, before, e)
		}
		if d := math.Abs(w.rate - float64(s.Rate)); d > 1+float64(before.Rate)/(1<<14) {
			t.Fatalf("step %d: rate %d, the oracle's %v after %+v, %+v", i, s.Rate, w.rate, before, e)
		}
		if out.Rate != s.Rate {
			t.Fatalf("step %d: the rate is %d, given is %d", i, s.Rate, out.Rate)
		}
		switch {
		case s.Rate < before.Rate:
			cuts++
		case s.Rate > before.Rate:
			adds++
		}
		free.sample(&params, float64(e.RTT), s.Gradient > 0)
		worst = max(worst, math.Abs(free.rate-float64(s.Rate))/free.rate)
	}
	if worst > 1.0/1000 {
		t.Fatalf("the run of the oracle is off by %v of its rate", worst)
	}
	if cuts < 10_000 || adds < 10_000 {
		t.Fatalf("%d cuts, %d additions: nothing was compared", cuts, adds)
	}
	t.Logf("%d cuts, %d additions; the oracle's run is off by %.2g of its rate", cuts, adds, worst)
}

// TestSamples: only whole segments make samples, and the first RTT has no gradient.
func TestSamples(t *testing.T) {
	var s State
	Init(&params, &s)
	for i, c := range []struct {
		acked, rtt uint32
		rate       uint32
		gradient   int32
	}{
		{16_383, 90_000, 50_000_000, 0},
		{1, 100_000, 50_050_000, 0},
		{1 << 30, 100_000, 50_100_000, 0},
		{16_384, 110_000, 15_030_152, 140_000}, // 8750 ns of 10 us: 70 % off
	} {
		Step(&params, &s, &Event{RTT: c.rtt, Acked: c.acked})
		if s.Rate != c.rate || s.Gradient != c.gradient {
			t.Fatalf("step %d: rate %d, gradient %d; want %d, %d", i, s.Rate, s.Gradient, c.rate, c.gradient)
		}
	}
}

// TestShare wants two connections that begin with nearly twice a port's rate to fill the port,
// and to keep its queue short of the high threshold. How much each gets is not the same for
// all beginnings: TIMELY has no single fixed point.
func TestShare(t *testing.T) {
	const base, flows, step = 10_000, 2, 1_000 // ns
	var s [flows]State
	var owed [flows]float64
	for i := range s {
		Init(&params, &s[i])
		s[i].Rate = 90_000_000
	}
	var queue, sent, longest float64 // bytes
	const steps = 2_000_000
	for n := range steps {
		for i := range s {
			bytes := float64(s[i].Rate) / 8e6 * step
			queue += bytes
			owed[i] += bytes
			rtt := base + queue/float64(params.Line)*8e6
			if owed[i] >= float64(params.Segment) {
				owed[i] -= float64(params.Segment)
				Step(&params, &s[i], &Event{RTT: uint32(rtt), Acked: params.Segment})
			}
			if n > steps/2 {
				longest = max(longest, rtt)
			}
		}
		out := min(queue, float64(params.Line)/8e6*step)
		queue -= out
		sent += out
	}
	use := sent / (float64(params.Line) / 8e6 * step * steps)
	t.Logf("use %.3f, longest RTT %.0f ns, rates %d and %d", use, longest, s[0].Rate, s[1].Rate)
	if use < 0.85 || longest > float64(params.High) {
		t.Fatalf("the port is used at %v, the longest RTT is %v", use, longest)
	}
}
