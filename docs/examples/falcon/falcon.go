// Package falcon is the congestion control of Falcon's rate update engine, Swift, as Google's
// simulator has it (isekai, isekai/host/falcon/rue), with nothing but integers: the same
// response, to the last bit, for the same event.
//
// The engine's software computes in binary64. That its results come out bit for bit takes its
// roundings too, so [Float] is that arithmetic in integers, and parameters are the 64 bits of
// the numbers that the simulator is configured with. Windows, times and counts have the
// engine's formats.
//
// The engine keeps no state of a connection with one path: what a response says comes back in
// the next event. Here that is [State], and [Event] has what is new. The page has the table of
// rules and their places in the source.
package falcon

// The formats of an event.
const (
	// WindowBits are the fractional bits of a window.
	WindowBits = 10
	// MaxWindow is the largest window, 2048 packets less 1/1024.
	MaxWindow = (1 << 21) - 1
	// MaxTime is the largest time: the engine counts units of 131.072 ns in 24 bits.
	MaxTime = (1 << 24) - 1
	// MaxGap is the largest gap between packets, in units of the traffic shaper, 512 ns.
	MaxGap = (1 << 20) - 1
)

// Init begins a connection as the engine's state of flows does: 32 packets, and an RTT of 25 us.
func Init(p *Params, s *State) {
	const start, rtt = 32 << WindowBits, 191
	*s = State{FabricWindow: start, NICWindow: start, RTT: rtt}
	if p.Generation < GenerationBNA {
		s.NICWindow = start >> WindowBits
	}
	for i := range uint32(4) {
		s.Windows[i] = start
	}
	for i := range uint32(3) {
		s.Flows[i].RTT = rtt
	}
}

// Step takes one event. An event of another kind changes nothing, and its output is 0: the
// source leaves the response as it was.
//
//ccgen:transducer falcon init=Init
func Step(p *Params, s *State, e *Event) Output {
	o := Output{}
	switch {
	case e.Kind > EventRetransmit:
	case p.Stateful && p.Generation == GenerationBNA && e.Multipath:
		o = stepFlow(p, s, e)
	case e.Kind == EventRetransmit:
		o = retransmit(p, s, e)
	default:
		o = answer(p, s, e)
	}
	return o
}

// answer takes an acknowledgement or a NACK of a connection with one path: ProcessAckNack.
func answer(p *Params, s *State, e *Event) Output {
	t := timing(e)
	oldFabric := scaled(s.FabricWindow, -WindowBits)
	oldNIC := nicWindow(p, s)
	goal := target(p, s.FabricWindow, e.Hops)
	smoothRTT := smooth(p.RTTAlpha, s.RTT, t.RTT)
	delay := smooth(p.DelayAlpha, s.Delay, t.Delay)
	rtt := t.RTT
	if p.SmoothRTT {
		rtt = smoothRTT
	}

	fabric := fabricWindow(p, e, oldFabric, since(e.Now, s.FabricMarker), goal, delay, t.RTT)
	s.FabricMarker = marker(e.Now, s.FabricMarker, rtt, oldFabric, fabric, load(p.MinFabric)) & MaxTime
	s.FabricWindow = fixed(fabric)

	nic := nicAnswer(p, e, oldNIC, since(e.Now, s.NICMarker), t.RTT, s.Increase)
	guardNIC(p, s, e.Now, rtt, oldNIC, nic)
	keepNIC(p, s, nic)

	o := gaps(p, fabric, nic, rtt, smoothRTT)
	s.RTT = smoothRTT
	reroute := false
	if p.Generation == GenerationBNA {
		s.Delay = delay
		s.PLB, reroute = protect(p, e, s.PLB, delay, goal, lesser(oldFabric, oldNIC))
	} else {
		// These generations have one word for both.
		word := uint32(0)
		word, reroute = protect(p, e, s.Delay, delay, goal, lesser(oldFabric, oldNIC))
		if !p.RandomizePath {
			word = delay
		}
		s.Delay = word
		ask := forced(p, e)
		o.RandomizePath = reroute || ask
	}
	if p.Generation == GenerationBNA {
		o.Flow = flow(e)
		if reroute {
			o.Label[o.Flow] = e.Random<<2 | uint32(o.Flow)
			o.Valid[o.Flow] = true
		}
		o.AlphaRequest, o.AlphaResponse = backpressure(p, e, t.Delay, goal)
		o.AckRate = ackRate(fabric, nic)
	}
	return o
}

// retransmit takes a retransmission, by a timeout or an early one, of a connection with one
// path: ProcessRetransmit.
func retransmit(p *Params, s *State, e *Event) Output {
	old := scaled(s.FabricWindow, -WindowBits)
	fabric := timeoutWindow(p, e, old, since(e.Now, s.FabricMarker), s.RTT)
	s.FabricMarker = marker(e.Now, s.FabricMarker, s.RTT, old, fabric, load(p.MinFabric)) & MaxTime
	s.FabricWindow = fixed(fabric)
	nic := nicWindow(p, s)
	o := gaps(p, fabric, clamp(nic, load(p.MinNIC), load(p.MaxNIC)), s.RTT, s.RTT)
	if p.Generation == GenerationBNA {
		o.Flow = flow(e)
		o.AlphaRequest, o.AlphaResponse = shiftRetransmit, shiftRetransmit
		o.AckRate = ackRate(fabric, nic)
	} else {
		o.RandomizePath = forced(p, e)
	}
	return o
}

// gaps returns an output with the gaps between packets that two windows of less than a packet
// make, and the timeout: by the larger gap and an RTT.
//
//ccgen:range rtt 0..MaxTime
//ccgen:range smoothRTT 0..MaxTime
func gaps(p *Params, fabric, nic Float, rtt, smoothRTT uint32) Output {
	o := Output{}
	o.FabricGap = gap(p, fabric, rtt)
	if p.Generation == GenerationBNA {
		o.NICGap = gap(p, nic, rtt)
	}
	o.RetransmitTimeout = timeout(p, smoothRTT, max(o.FabricGap, o.NICGap))
	return o
}

// Times are what GetPacketTiming gives.
type Times struct {
	// RTT is T4 - T1.
	//
	//ccgen:range 0..MaxTime
	RTT uint32
	// Delay is the part of it that the connection has chosen.
	//
	//ccgen:range 0..MaxTime
	Delay uint32
}

// timing returns the times of an event: GetPacketTiming.
func timing(e *Event) Times {
	t := Times{RTT: since(e.T4, e.T1)}
	switch e.Delay {
	case DelayFull:
		t.Delay = t.RTT
	case DelayFabric:
		t.Delay = since(t.RTT, since(e.T3, e.T2))
	case DelayForward:
		t.Delay = since(e.T2, e.T1)
	case DelayReverse:
		t.Delay = since(e.T4, e.T3)
	}
	return t
}

// since returns the time from one to another, modulo 2^24: GetWindowDelta, TimeBits.
//
//ccgen:range return 0..MaxTime
func since(now, earlier uint32) uint32 {
	return (now - earlier) & MaxTime //ccgen:wrap times are modulo 2^24
}

// smooth returns the mean of a value and the next one, rounded down: GetSmoothed.
//
//ccgen:range mean 0..MaxTime
//ccgen:range value 0..MaxTime
//ccgen:range return 0..MaxTime
func smooth(alpha Double, mean, value uint32) uint32 {
	weight := load(alpha)
	rest, _ := sub(one(), weight)
	return min(whole(add(mul(scaled(mean, 0), weight), mul(scaled(value, 0), rest))), MaxTime)
}

// target returns the target of the delay: GetTargetDelay. Where the window is above the one of
// which flow scaling is 0, the source converts a negative number to an unsigned one. C++ leaves
// open what comes out; here it is what it is on x86-64, the number modulo 2^32, so that what is
// below -1 counts as the most. A window of 0 divides by 0: nothing is added.
//
//ccgen:range window 0..MaxWindow
//ccgen:range hops 0..15
//ccgen:range return 0..MaxTime
func target(p *Params, window uint32, hops uint8) uint32 {
	flows := uint32(0)
	if window > 0 {
		scaling, below := sub(div(load(p.FlowAlpha), root(window)), load(p.FlowBeta))
		flows = whole(scaling)
		if below {
			flows = -flows //ccgen:wrap as the conversion on x86-64
		}
		flows = min(flows, p.MaxFlowScaling)
	}
	return min(p.BaseDelay+flows+p.Hop*uint32(hops), MaxTime) //ccgen:wrap as the source, modulo 2^32
}

// gap returns the gap between packets of a window below one packet: GetInterPacketGap.
//
//ccgen:range rtt 0..MaxTime
//ccgen:range return 0..MaxGap
func gap(p *Params, window Float, rtt uint32) uint32 {
	if !less(window, one()) || window.Frac == 0 {
		return 0
	}
	units := nearest(mul(div(scaled(rtt, 0), window), load(p.GapScalar)))
	return uint32(min(units, uint64((uint32(1)<<p.GapBits)-1)))
}

// timeout returns the retransmission timeout: GetRetransmitTimeout.
//
//ccgen:range rtt 0..MaxTime
//ccgen:range gap 0..MaxGap
//ccgen:range return 0..MaxTime
func timeout(p *Params, rtt, gap uint32) uint32 {
	rto := whole(mul(scaled(rtt, 0), load(p.TimeoutScalar)))
	if gap > 0 {
		rto = whole(add(scaled(rto, 0), div(scaled(gap, 0), load(p.GapScalar))))
	}
	return max(min(rto, MaxTime), p.MinTimeout) & MaxTime
}
