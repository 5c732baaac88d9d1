package falcon

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

var events = flag.Int("events", 100_000, "how many events TestOracle draws of each generation")

func double(x float64) Double { return Double(math.Float64bits(x)) }

// params are the source's default configuration, of one generation.
func params(g Generation) Params {
	alpha := 763 / (1/math.Sqrt(0.1) - 1/math.Sqrt(256.0))
	return Params{MaxFabric: double(256), MinFabric: double(0.01), FabricIncrease: double(1), FabricDecrease: double(0.8),
		MaxFabricDecrease: double(0.5), MaxNIC: double(256), MinNIC: double(1), NICIncrease: double(1), NICDecrease: double(0.8),
		MaxNICDecrease: double(0.5), RTTAlpha: double(0.75), TimeoutScalar: double(2), FlowAlpha: double(alpha),
		FlowBeta: double(alpha / math.Sqrt(256.0)), GapScalar: double(0.131072 / 0.512), PLBTarget: double(1.01),
		PLBThreshold: double(0.5), MinTimeout: 7629, MaxFlowScaling: 763, BaseDelay: 191, Hop: 8, Generation: g,
		RetransmitLimit: 3, TargetRxBuffer: 15, GapBits: 16, PLBAttempts: 5}
}

// varied returns parameters all over what ConvertProfileToParameters lets pass.
func varied(r *rand.Rand, g Generation) Params {
	p := params(g)
	part := func() Double { return double(float64(1+r.IntN(99)) / 100) }
	limit := float64(2 + r.IntN(1000))
	p.MaxFabric, p.MinFabric = double(limit), double(1.0/1024+r.Float64()*r.Float64())
	p.FabricIncrease, p.FabricDecrease, p.MaxFabricDecrease = double(0.1+3*r.Float64()), part(), part()
	p.MaxNIC, p.NICIncrease, p.NICDecrease, p.MaxNICDecrease = double(float64(2+r.IntN(1000))), double(1+r.Float64()), part(), part()
	if g == GenerationBNA {
		p.MinNIC = double(1.0/1024 + r.Float64())
	}
	p.RandomizePath, p.SmoothRTT, p.MaxDecreaseOnDrop, p.Stateful = r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	p.RTTAlpha = part()
	if g == GenerationBNA || !p.RandomizePath {
		p.DelayAlpha = part()
	}
	p.TimeoutScalar = double(1 + float64(r.IntN(100))/10)
	most := float64(r.IntN(2000))
	alpha := most / (1/math.Sqrt(0.01+r.Float64()) - 1/math.Sqrt(limit+1.5))
	p.FlowAlpha, p.FlowBeta, p.MaxFlowScaling = double(alpha), double(alpha/math.Sqrt(limit)), uint32(most)
	p.PLBTarget, p.PLBThreshold, p.PLBAttempts = double(1+float64(r.IntN(50))/100), part(), uint8(r.IntN(16))
	p.MinTimeout, p.BaseDelay, p.Hop = 1+r.Uint32N(10_000), 1+r.Uint32N(1000), 1+r.Uint32N(100)
	p.RetransmitLimit, p.TargetRxBuffer, p.GapBits = uint8(1+r.IntN(7)), uint8(r.IntN(32)), uint8(1+r.IntN(20))
	return p
}

// anything returns a state and an event of any bits.
func anything(r *rand.Rand, p *Params) (State, Event) {
	time := func() uint32 { return r.Uint32() & MaxTime }
	window := func() uint32 { return r.Uint32() & MaxWindow >> r.IntN(21) }
	s := State{FabricWindow: window(), NICWindow: window(), FabricMarker: time(), NICMarker: time(), RTT: time(), Delay: time(),
		PLB: time(), Increase: r.IntN(2) == 0}
	if p.Generation < GenerationBNA {
		s.NICWindow = min(s.NICWindow, 1<<11-1)
	}
	for i := range s.Windows {
		s.Windows[i] = window()
	}
	for i := range s.Flows {
		s.Flows[i] = Flow{time(), time(), time()}
	}
	e := Event{Now: r.Uint32(), T1: time(), T2: time(), T3: time(), T4: time(), FlowLabel: r.Uint32N(1 << 20), Random: r.Uint32N(1 << 18),
		Opaque: r.Uint32N(1 << 18), Acked: uint16(r.IntN(1024)), Kind: EventKind(r.IntN(20) * 4 / 25), NackCode: NackCode(r.IntN(256)),
		Delay: DelaySelect(r.IntN(4)), Hops: uint8(r.IntN(16)), RxBuffer: uint8(r.IntN(32)), Retransmits: uint8(r.IntN(8)),
		EACK: r.IntN(2) == 0, EACKDrop: r.IntN(2) == 0, Multipath: r.IntN(2) == 0}
	if r.IntN(3) > 0 {
		e.NackCode = NackCode(r.IntN(9) * r.IntN(2))
	}
	return s, e
}

// likely returns a state and an event as a network makes them: delays about the target, guards about an
// RTT, equal times, round windows.
func likely(r *rand.Rand, p *Params) (State, Event) {
	s, e := anything(r, p)
	rtt := 1 + r.Uint32N(2000)
	ago := func() uint32 { return (e.Now - r.Uint32N(2*rtt)) & MaxTime }
	mean := func() uint32 {
		if r.IntN(3) == 0 {
			return rtt
		}
		return r.Uint32N(2000)
	}
	e.T4 = (e.T1 + rtt) & MaxTime
	out := r.Uint32N(rtt)
	e.T2, e.T3 = (e.T1+out)&MaxTime, (e.T1+out+r.Uint32N(rtt-out))&MaxTime
	e.Now = e.T4 + r.Uint32N(50)
	e.Acked = uint16(r.IntN(20))
	s.FabricMarker, s.NICMarker, s.RTT = ago(), ago(), mean()
	if p.Generation == GenerationBNA || !p.RandomizePath {
		s.Delay = mean()
	}
	if r.IntN(3) == 0 {
		s.FabricWindow = r.Uint32N(257) << WindowBits
	}
	for i := range s.Flows {
		s.Flows[i].Marker, s.Flows[i].RTT = ago(), mean()
	}
	return s, e
}

// TestOracle compares states and outputs with the oracle's, which have to be equal, for every
// generation, with the source's parameters and others, for events of any bits and likely ones.
func TestOracle(t *testing.T) {
	for g := GenerationA; g <= GenerationBNA; g++ {
		r := rand.New(rand.NewPCG(7, uint64(g)))
		p := params(g)
		seen := map[string]int{}
		for i := range *events {
			switch {
			case i < *events/4:
				p.RandomizePath, p.MaxDecreaseOnDrop, p.Stateful = i%2 == 0, i%3 == 0, i%5 != 0
			case i%20 == 0:
				p = varied(r, g)
			}
			before, e := likely(r, &p)
			if i%2 == 0 {
				before, e = anything(r, &p)
			}
			s := before
			out := Step(&p, &s, &e)
			wantS, wantOut := oracleOf(&p).step(before, &e)
			if s != wantS || out != wantOut {
				t.Fatalf("generation %d, event %d: %+v\n%+v\n%+v\ngives %+v %+v\nnot   %+v %+v", g, i, p, before, e, s, out, wantS, wantOut)
			}
			tally(seen, &p, &before, &s, &out)
		}
		for _, what := range []string{"grew", "cut", "least", "gap", "nic grew", "nic cut", "timeout", "rerouted"} {
			if seen[what] < *events/1000 {
				t.Errorf("generation %d: %d of %d events %s", g, seen[what], *events, what)
			}
		}
	}
}

// tally counts what events did, so that the test shows that it looks at each rule.
func tally(seen map[string]int, p *Params, before, s *State, out *Output) {
	count := func(what string, is bool) {
		if is {
			seen[what]++
		}
	}
	count("grew", s.FabricWindow > before.FabricWindow)
	count("cut", s.FabricWindow < before.FabricWindow)
	count("least", s.FabricWindow == fixed(load(p.MinFabric)))
	count("gap", out.FabricGap > 0)
	count("nic grew", s.NICWindow > before.NICWindow)
	count("nic cut", s.NICWindow < before.NICWindow)
	count("timeout", out.RetransmitTimeout > p.MinTimeout)
	count("rerouted", out.RandomizePath || out.Valid != [4]bool{})
}

// TestInit begins a connection with what the engine's memory begins with.
func TestInit(t *testing.T) {
	for g := GenerationA; g <= GenerationBNA; g++ {
		p := params(g)
		var s State
		Init(&p, &s)
		want := State{FabricWindow: 32 * 1024, NICWindow: 32, RTT: 191, Windows: [4]uint32{32 * 1024, 32 * 1024, 32 * 1024, 32 * 1024},
			Flows: [3]Flow{{RTT: 191}, {RTT: 191}, {RTT: 191}}}
		if g == GenerationBNA {
			want.NICWindow = 32 * 1024
		}
		if s != want {
			t.Errorf("generation %d: %+v, not %+v", g, s, want)
		}
	}
}

// TestStateSize holds the size of a connection, of which the engine's memory has 52 bytes.
func TestStateSize(t *testing.T) {
	if got := unsafe.Sizeof(State{}); got != 84 {
		t.Errorf("%d bytes", got)
	}
	if got := unsafe.Sizeof(State{}.Windows) + unsafe.Sizeof(State{}.Flows); got != 52 {
		t.Errorf("%d bytes of paths", got)
	}
}
