package falcon

import (
	"math"
	"math/big"
)

// oracle is the engine's rules in the floating point that its source has, which the integers must
// give bit for bit. It was written from the source's rules and not from the package: windows are
// float64 packets, and what C++ leaves open is as on x86-64. Products are converted before a sum, so
// that no machine fuses the two.
type oracle struct {
	maxFabric, minFabric, fabricAI, fabricMD, fabricMax float64
	maxNIC, minNIC, nicAI, nicMD, nicMax                float64
	rttAlpha, delayAlpha, rtoScalar, fsAlpha, fsBeta    float64
	gapScalar, plbTarget, plbThreshold                  float64
	p                                                   *Params
	bna                                                 bool
}

func oracleOf(p *Params) *oracle {
	f := func(d Double) float64 { return math.Float64frombits(uint64(d)) }
	return &oracle{f(p.MaxFabric), f(p.MinFabric), f(p.FabricIncrease), f(p.FabricDecrease), f(p.MaxFabricDecrease),
		f(p.MaxNIC), f(p.MinNIC), f(p.NICIncrease), f(p.NICDecrease), f(p.MaxNICDecrease),
		f(p.RTTAlpha), f(p.DelayAlpha), f(p.TimeoutScalar), f(p.FlowAlpha), -f(p.FlowBeta),
		f(p.GapScalar), f(p.PLBTarget), f(p.PLBThreshold), p, p.Generation == GenerationBNA}
}

// word is a conversion of float64 to uint32 as x86-64 compilers do it: by a signed 64-bit integer,
// which is -2^63 of what does not fit.
func word(x float64) uint32 {
	if math.IsNaN(x) || math.Abs(x) >= 1<<63 {
		return 0
	}
	return uint32(int64(x))
}

func time24(x uint32) uint32 { return x % (1 << 24) }

func (o *oracle) smooth(alpha float64, old, value uint32) uint32 {
	return word(float64(float64(old)*alpha) + float64(float64(value)*(1-alpha)))
}

func (o *oracle) target(w float64, hops uint8) uint32 {
	scaling := min(word(o.fsAlpha/math.Sqrt(w)+o.fsBeta), o.p.MaxFlowScaling)
	return min(o.p.BaseDelay+scaling+o.p.Hop*uint32(hops), 1<<24-1)
}

func (o *oracle) gap(w float64, rtt uint32) uint32 {
	if w >= 1 {
		return 0
	}
	return uint32(min(math.Round(float64(rtt)/w*o.gapScalar), math.Ldexp(1, int(o.p.GapBits))-1))
}

func (o *oracle) rto(rtt, gap uint32) uint32 {
	rto := word(float64(rtt) * o.rtoScalar)
	rto = word(float64(rto) + float64(gap)/o.gapScalar)
	return time24(max(min(rto, 1<<24-1), o.p.MinTimeout))
}

// cut is a decrease by how far a value is above its target.
func cut(w, over, value, md, most float64) float64 {
	amount := over / value * md
	if !(amount < most) { // also of a NaN
		amount = most
	}
	return w * (1 - amount)
}

func clampTo(w, low, high float64) float64 { return math.Min(math.Max(w, low), high) }

func (o *oracle) fabric(e *Event, w float64, delta, rtt, delay, goal uint32) float64 {
	lossy := e.Kind == EventNack && e.NackCode == 5
	if o.p.Generation >= GenerationC {
		lossy = lossy || e.Kind == EventAck && e.EACK && e.EACKDrop
	}
	switch {
	case lossy && o.p.MaxDecreaseOnDrop:
		if delta >= rtt {
			w *= 1 - o.fabricMax
		}
	case delay < goal:
		inc := o.fabricAI * float64(e.Acked)
		if w >= 1 {
			inc /= w
		}
		w += inc
	case delta >= rtt:
		w = cut(w, float64(delay-goal), float64(delay), o.fabricMD, o.fabricMax)
	}
	return clampTo(w, o.minFabric, o.maxFabric)
}

func (o *oracle) nic(e *Event, w float64, delta, rtt uint32, increase bool) float64 {
	if o.bna {
		if e.Kind == EventNack && e.NackCode == 1 {
			if delta >= rtt {
				w *= 1 - o.nicMax
			}
		} else if e.RxBuffer < o.p.TargetRxBuffer {
			w += o.nicAI
		} else if delta >= rtt {
			w = cut(w, float64(e.RxBuffer-o.p.TargetRxBuffer), float64(e.RxBuffer), o.nicMD, o.nicMax)
		}
	} else {
		if e.Kind == EventNack && e.NackCode == 1 {
			if increase || delta >= rtt {
				w *= 1 - o.nicMax
			}
		} else if e.RxBuffer < o.p.TargetRxBuffer {
			if !increase || delta >= rtt {
				w += o.nicAI
			}
		} else if delta >= rtt {
			w = cut(w, float64(e.RxBuffer-o.p.TargetRxBuffer), float64(e.RxBuffer), o.nicMD, o.nicMax)
		}
	}
	return clampTo(w, o.minNIC, o.maxNIC)
}

func fabricMarker(now, last, rtt uint32, old, next, least float64) uint32 {
	if next < old || next == least {
		return now
	}
	if time24(now-last) > rtt {
		return time24(now - rtt)
	}
	return last
}

// retransmitted is the fabric window after a retransmission. Its guard is the event's mean RTT.
func (o *oracle) retransmitted(e *Event, w float64, delta, rtt uint32) float64 {
	if delta >= rtt {
		if e.Retransmits == 1 {
			w *= 1 - o.fabricMax
		} else if e.Retransmits >= o.p.RetransmitLimit {
			w = o.minFabric
		}
	}
	return clampTo(w, o.minFabric, o.maxFabric)
}

// plb is the rounds of path protection, of counters kept apart.
func (o *oracle) plb(e *Event, state, delay, goal uint32, w float64) (uint32, bool) {
	congested, acked, tries := state%1024, state/1024%1024, state/1024/1024%16
	if e.NackCode != 0 || !o.p.RandomizePath {
		return state, false
	}
	n, c := acked+uint32(e.Acked), congested
	if float64(delay) > float64(goal)*o.plbTarget {
		c += uint32(e.Acked)
	}
	reroute := false
	if float64(n) >= w {
		if float64(c)/float64(n) < o.plbThreshold {
			tries = 0
		} else {
			tries = (tries + 1) % 16
			if tries >= uint32(o.p.PLBAttempts) {
				reroute, tries = true, 0
			}
		}
		n, c = 0, 0
	}
	return tries*1024*1024 + n%1024*1024 + c%1024, reroute
}

// alpha is 3 less the whole logarithm, rounded up, of an eighth of a share.
func alpha(share float64) uint8 {
	x := 0.125 * share
	if x <= 1.0/4096 {
		return 15
	}
	return uint8(3 - math.Ceil(math.Log2(x)))
}

func (o *oracle) alphas(e *Event, delay, goal uint32) (uint8, uint8) {
	rtt := float64(goal) / float64(max(delay, 1))
	buffer := float64(o.p.TargetRxBuffer) / float64(max(e.RxBuffer, 1))
	return alpha(min(1, rtt, buffer)), alpha(min(1, rtt))
}

func ackCode(fabric, nic float64) uint8 {
	if math.Min(fabric, nic) <= 2 {
		return 0
	}
	return 4
}

func ratio(w, total float64) uint8 {
	return uint8(clampTo(math.Round(15*w/total), 1, 15))
}

// step is the engine: what it makes of a state and an event.
func (o *oracle) step(s State, e *Event) (State, Output) {
	var out Output
	if e.Kind > EventRetransmit {
		return s, out
	}
	if o.bna && o.p.Stateful && e.Multipath {
		return o.multi(s, e)
	}
	rtt, delay := times(e)
	w, n := float64(s.FabricWindow)/1024, float64(s.NICWindow)
	if o.bna {
		n /= 1024
	}
	delta := time24(e.Now - s.FabricMarker)
	if o.bna && e.Multipath {
		out.Flow = uint8(e.FlowLabel % 4)
	}
	if e.Kind == EventRetransmit {
		next := o.retransmitted(e, w, delta, s.RTT)
		out.FabricGap = o.gap(next, s.RTT)
		if o.bna {
			out.NICGap = o.gap(clampTo(n, o.minNIC, o.maxNIC), s.RTT)
			out.AlphaRequest, out.AlphaResponse, out.AckRate = 7, 7, ackCode(next, n)
		} else {
			out.RandomizePath = o.p.RandomizePath && e.Opaque%2 == 1
		}
		out.RetransmitTimeout = o.rto(s.RTT, max(out.FabricGap, out.NICGap))
		s.FabricMarker = time24(fabricMarker(e.Now, s.FabricMarker, s.RTT, w, next, o.minFabric))
		s.FabricWindow = uint32(math.Round(next * 1024))
		return s, out
	}
	goal := o.target(w, e.Hops)
	mean := o.smooth(o.rttAlpha, s.RTT, rtt)
	meanDelay := o.smooth(o.delayAlpha, s.Delay, delay)
	calc := rtt
	if o.p.SmoothRTT {
		calc = mean
	}
	next := o.fabric(e, w, delta, rtt, meanDelay, goal)
	nextNIC := o.nic(e, n, time24(e.Now-s.NICMarker), rtt, s.Increase)
	switch {
	case o.bna:
		s.NICMarker = time24(fabricMarker(e.Now, s.NICMarker, calc, n, nextNIC, o.minNIC))
	case nextNIC < n || nextNIC == o.minNIC:
		s.NICMarker, s.Increase = time24(e.Now), false
	case nextNIC > n || nextNIC == o.maxNIC:
		s.NICMarker, s.Increase = time24(e.Now), true
	case time24(e.Now-s.NICMarker) > calc:
		s.NICMarker = time24(e.Now - calc)
	}
	s.FabricMarker = time24(fabricMarker(e.Now, s.FabricMarker, calc, w, next, o.minFabric))
	s.FabricWindow = uint32(math.Round(next * 1024))
	out.FabricGap = o.gap(next, calc)
	small := math.Min(w, n)
	reroute := false
	if o.bna {
		s.NICWindow = uint32(math.Round(nextNIC * 1024))
		out.NICGap = o.gap(nextNIC, calc)
		s.PLB, reroute = o.plb(e, s.PLB, meanDelay, goal, small)
		s.Delay = meanDelay
		if reroute {
			out.Label[out.Flow], out.Valid[out.Flow] = e.Random*4+uint32(out.Flow), true
		}
		out.AlphaRequest, out.AlphaResponse = o.alphas(e, delay, goal)
		out.AckRate = ackCode(next, nextNIC)
	} else {
		s.NICWindow = uint32(math.Round(nextNIC))
		state := uint32(0)
		state, reroute = o.plb(e, s.Delay, meanDelay, goal, small)
		s.Delay = meanDelay
		if o.p.RandomizePath {
			s.Delay = state
		}
		out.RandomizePath = reroute || o.p.RandomizePath && e.Opaque%2 == 1
	}
	s.RTT = mean
	out.RetransmitTimeout = o.rto(mean, max(out.FabricGap, out.NICGap))
	return s, out
}

// multi is a connection with four paths.
func (o *oracle) multi(s State, e *Event) (State, Output) {
	id := uint8(e.FlowLabel % 4)
	out := Output{Flow: id, Label: [4]uint32{0x01230, 0x45671, 0x89012, 0x23453}}
	paths := [4]Flow{{s.FabricMarker, s.PLB, s.RTT}, s.Flows[0], s.Flows[1], s.Flows[2]}
	path := &paths[id]
	w, n := float64(s.Windows[id])/1024, float64(s.NICWindow)/1024
	delta := time24(e.Now - path.Marker)
	var next, nextNIC float64
	if e.Kind == EventRetransmit {
		next = o.retransmitted(e, w, delta, s.RTT)
		path.Marker = fabricMarker(e.Now, path.Marker, path.RTT, w, next, o.minFabric)
		nextNIC = clampTo(n, o.minNIC, o.maxNIC)
		out.AlphaRequest, out.AlphaResponse = 7, 7
	} else {
		rtt, delay := times(e)
		path.RTT = o.smooth(o.rttAlpha, path.RTT, rtt)
		calc := rtt
		if o.p.SmoothRTT {
			calc = path.RTT
		}
		goal := o.target(w, e.Hops)
		next = o.fabric(e, w, delta, rtt, delay, goal)
		path.Marker = fabricMarker(e.Now, path.Marker, calc, w, next, o.minFabric)
		nextNIC = o.nic(e, n, time24(e.Now-s.NICMarker), rtt, false)
		s.NICMarker = time24(fabricMarker(e.Now, s.NICMarker, calc, n, nextNIC, o.minNIC))
		s.NICWindow = uint32(math.Round(nextNIC * 1024))
		path.PLB, out.Valid[id] = o.plb(e, path.PLB, delay, goal, math.Min(w, n))
		if out.Valid[id] {
			out.Label[id] = e.Random*4 + uint32(id)
		}
		out.AlphaRequest, out.AlphaResponse = o.alphas(e, delay, goal)
		s.Delay = 0
	}
	s.Windows[id] = uint32(math.Round(next * 1024))
	s.FabricMarker, s.PLB, s.RTT = time24(paths[0].Marker), paths[0].PLB, paths[0].RTT
	copy(s.Flows[:], paths[1:])
	sum, longest := uint32(0), uint32(0)
	for i := range paths {
		sum += s.Windows[i]
		longest = max(longest, paths[i].RTT)
	}
	total := clampTo(float64(sum)/1024, o.minFabric, o.maxFabric)
	s.FabricWindow = uint32(math.Round(total * 1024))
	for i := range paths {
		out.Weight[i] = ratio(float64(s.Windows[i])/1024, total)
	}
	out.FabricGap, out.NICGap = o.gap(total, longest), o.gap(nextNIC, longest)
	out.RetransmitTimeout = o.rto(longest, max(out.FabricGap, out.NICGap))
	out.AckRate = ackCode(total, nextNIC)
	return s, out
}

// times are the RTT and the delay, by whole numbers without end.
func times(e *Event) (uint32, uint32) {
	mod := func(terms ...int64) uint32 {
		sum := new(big.Int)
		for _, t := range terms {
			sum.Add(sum, big.NewInt(t))
		}
		return uint32(sum.Mod(sum, big.NewInt(1<<24)).Uint64())
	}
	t1, t2, t3, t4 := int64(e.T1), int64(e.T2), int64(e.T3), int64(e.T4)
	rtt := mod(t4, -t1)
	switch e.Delay {
	case DelayFabric:
		return rtt, mod(t4, -t1, -t3, t2)
	case DelayForward:
		return rtt, mod(t2, -t1)
	case DelayReverse:
		return rtt, mod(t4, -t3)
	}
	return rtt, rtt
}
