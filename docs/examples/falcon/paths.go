package falcon

// The word of path protection (PLB), PlbState: packets acknowledged, those of them that met
// congestion, and rounds of congestion in a row.
const (
	countBits = 10
	countMask = (1 << countBits) - 1
	roundMask = (1 << 4) - 1
)

// What back pressure is given as: 2^3 less the shift.
const (
	shiftBase       = 6 // 1/8
	shiftRetransmit = 7 // 1/16
	shiftMost       = 15
)

// protect returns the next word of path protection, and whether another path is to be taken:
// ComputePlb. A round ends when a window of packets is acknowledged.
//
//ccgen:range word 0..MaxTime
//ccgen:range return 0..MaxTime
func protect(p *Params, e *Event, word, delay, goal uint32, window Float) (uint32, bool) {
	if e.NackCode != NackNone || !p.RandomizePath {
		return word, false
	}
	congested, acked, rounds := word&countMask, word>>countBits&countMask, word>>(2*countBits)
	acked += uint32(e.Acked)
	if less(mul(scaled(goal, 0), load(p.PLBTarget)), scaled(delay, 0)) {
		congested += uint32(e.Acked)
	}
	if less(scaled(acked, 0), window) {
		return congested&countMask | (acked&countMask)<<countBits | rounds<<(2*countBits), false
	}
	// Of 0 / 0 the source makes a NaN, which is not below the threshold.
	if acked > 0 && less(div(scaled(congested, 0), scaled(acked, 0)), load(p.PLBThreshold)) {
		return 0, false
	}
	rounds = (rounds + 1) & roundMask
	if rounds >= uint32(p.PLBAttempts) {
		return 0, true
	}
	return rounds << (2 * countBits), false
}

// forced reports whether the connection asks for another path with each packet:
// ComputeRandomizePath, before BNA.
func forced(p *Params, e *Event) bool {
	return p.RandomizePath && (e.Opaque&1) != 0
}

// flow returns the path that an event is of, 0 to 3: GetFlowIdFromEvent.
//
//ccgen:range return 0..3
func flow(e *Event) uint8 {
	if e.Multipath {
		return uint8(e.FlowLabel & 3)
	}
	return 0
}

// backpressure returns the shares of the buffer that a connection may take for requests and for
// responses: ComputePerConnectionBackpressureVariables.
//
//ccgen:range delay 0..MaxTime
//ccgen:range goal 0..MaxTime
//ccgen:range return 0..shiftMost
//ccgen:range return1 0..shiftMost
func backpressure(p *Params, e *Event, delay, goal uint32) (uint8, uint8) {
	response := lesser(one(), div(scaled(goal, 0), scaled(max(delay, 1), 0)))
	buffer := div(scaled(uint32(p.TargetRxBuffer), 0), scaled(max(uint32(e.RxBuffer), 1), 0))
	return shift(lesser(response, buffer)), shift(response)
}

// shift returns the shift of an eighth of a share of at most 1, the share rounded up to a power
// of 2: ConvertPerConnectionAlphaToShift.
//
//ccgen:range return 0..shiftMost
func shift(share Float) uint8 {
	exp := share.Exp + 52
	if share.Frac > 1<<52 {
		exp++
	}
	if share.Frac == 0 || exp < shiftBase-shiftMost {
		return shiftMost
	}
	return uint8(max(shiftBase-exp, 0))
}

// ackRate returns the code of how often acknowledgements are asked for: ComputeArRate.
//
//ccgen:range return 0..4
func ackRate(fabric, nic Float) uint8 {
	two := Float{Frac: 1 << 52, Exp: -51}
	if less(two, lesser(fabric, nic)) {
		return 4
	}
	return 0
}

// stepFlow takes an event of a connection with four paths: ProcessMultipath. Each path has a
// window, and the connection their sum. Path 0 has its other state in the event, the others in
// the engine's memory. The gaps and the timeout go by the largest of the paths' mean RTTs.
func stepFlow(p *Params, s *State, e *Event) Output {
	id := flow(e)
	own := Flow{Marker: s.FabricMarker, PLB: s.PLB, RTT: s.RTT}
	if id > 0 {
		own = s.Flows[id-1]
	}
	old := scaled(s.Windows[id], -WindowBits)
	delta := since(e.Now, own.Marker)
	nic := nicWindow(p, s)
	fabric, o := old, Output{}
	rtt := own.RTT
	if e.Kind == EventRetransmit {
		fabric = timeoutWindow(p, e, old, delta, s.RTT) // by path 0's RTT, of all paths
		nic = clamp(nic, load(p.MinNIC), load(p.MaxNIC))
		o.AlphaRequest, o.AlphaResponse = shiftRetransmit, shiftRetransmit
	} else {
		t := timing(e)
		goal := target(p, s.Windows[id], e.Hops)
		own.RTT = smooth(p.RTTAlpha, own.RTT, t.RTT)
		rtt = t.RTT
		if p.SmoothRTT {
			rtt = own.RTT
		}
		fabric = fabricWindow(p, e, old, delta, goal, t.Delay, t.RTT)
		oldNIC := nic
		nic = nicAnswer(p, e, oldNIC, since(e.Now, s.NICMarker), t.RTT, false)
		guardNIC(p, s, e.Now, rtt, oldNIC, nic)
		keepNIC(p, s, nic)
		own.PLB, o.Valid[id] = protect(p, e, own.PLB, t.Delay, goal, lesser(old, oldNIC))
		o.AlphaRequest, o.AlphaResponse = backpressure(p, e, t.Delay, goal)
		s.Delay = 0
	}
	s.Windows[id] = fixed(fabric)
	own.Marker = marker(e.Now, own.Marker, rtt, old, fabric, load(p.MinFabric))
	if id > 0 {
		s.Flows[id-1] = own
	} else {
		s.FabricMarker, s.PLB, s.RTT = own.Marker&MaxTime, own.PLB, own.RTT
	}
	total := scaled(s.Windows[0]+s.Windows[1]+s.Windows[2]+s.Windows[3], -WindowBits)
	total = clamp(total, load(p.MinFabric), load(p.MaxFabric))
	s.FabricWindow = fixed(total)
	largest := max(s.RTT, s.Flows[0].RTT, s.Flows[1].RTT, s.Flows[2].RTT)
	g := gaps(p, total, nic, largest, largest)
	o.FabricGap, o.NICGap, o.RetransmitTimeout = g.FabricGap, g.NICGap, g.RetransmitTimeout
	o.AckRate = ackRate(total, nic)
	o.Flow = id
	labels(e, &o)
	for i := range uint32(4) {
		o.Weight[i] = weight(scaled(s.Windows[i], -WindowBits), total)
	}
	return o
}

// labels sets the flow labels: a random one of the path that is left, else the source's.
func labels(e *Event, o *Output) {
	for i := range uint32(4) {
		o.Label[i] = label[i]
	}
	if o.Valid[o.Flow] {
		o.Label[o.Flow] = e.Random<<2 | uint32(o.Flow)
	}
}

// label has the labels that stand where none is given: kDefaultFlowLabel1 to 4.
var label = [4]uint32{0x01230, 0x45671, 0x89012, 0x23453}

// weight returns the weight of a path in the schedule of a connection: ComputeFlowWeight.
//
//ccgen:range return 1..15
func weight(window, total Float) uint8 {
	return uint8(min(max(nearest(div(mul(scaled(15, 0), window), total))&0xFFFFFFFF, 1), 15))
}
