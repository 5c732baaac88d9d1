package falcon

// fixed returns a window in the format of the engine: FloatToFixed. Parameters bound it.
//
//ccgen:range return 0..MaxWindow
func fixed(window Float) uint32 {
	window.Exp = min(window.Exp+WindowBits, MaxExp)
	return uint32(min(nearest(window), MaxWindow))
}

// fabricWindow returns the next fabric window of an acknowledgement or NACK, of which the last
// decrease is delta ago: UseMaxFabricDecrease and what it chooses between.
func fabricWindow(p *Params, e *Event, window Float, delta, goal, delay, rtt uint32) Float {
	if drop(p, e) {
		if delta >= rtt {
			window = decrease(window, load(p.MaxFabricDecrease))
		}
	} else {
		window = fabricAck(p, e, window, delta, goal, delay, rtt)
	}
	return clamp(window, load(p.MinFabric), load(p.MaxFabric))
}

// drop reports whether the event tells of a lost packet that calls for the largest decrease:
// UseMaxFabricDecrease. The first two generations have no bits of an EACK.
func drop(p *Params, e *Event) bool {
	nack := e.Kind == EventNack && e.NackCode == NackRxWindow
	eack := e.Kind == EventAck && e.EACK && e.EACKDrop && p.Generation >= GenerationC
	return p.MaxDecreaseOnDrop && (nack || eack)
}

// fabricAck returns a window that grows while the delay is below the target, and is cut once in
// an RTT from there on: ComputeAckFabricCongestionWindow.
func fabricAck(p *Params, e *Event, window Float, delta, goal, delay, rtt uint32) Float {
	switch {
	case delay < goal:
		more := mul(load(p.FabricIncrease), scaled(uint32(e.Acked), 0))
		if !less(window, one()) {
			more = div(more, window)
		}
		window = add(window, more)
	case delta >= rtt:
		window = decrease(window, share(delay-goal, delay, load(p.FabricDecrease), load(p.MaxFabricDecrease)))
	}
	return window
}

// timeoutWindow returns the next fabric window of a retransmission: ComputeTimeoutFabricCongestionWindow.
func timeoutWindow(p *Params, e *Event, window Float, delta, rtt uint32) Float {
	if delta >= rtt {
		if e.Retransmits == 1 {
			window = decrease(window, load(p.MaxFabricDecrease))
		} else if e.Retransmits >= p.RetransmitLimit {
			window = load(p.MinFabric)
		}
	}
	return clamp(window, load(p.MinFabric), load(p.MaxFabric))
}

// share returns what a decrease takes off: factor times over / value, at most limit. Of 0 / 0 the
// source makes a NaN, and of that the limit.
func share(over, value uint32, factor, limit Float) Float {
	if value == 0 {
		return limit
	}
	return lesser(limit, mul(div(scaled(over, 0), scaled(value, 0)), factor))
}

// decrease returns a window less a share of it.
func decrease(window, share Float) Float {
	rest, _ := sub(one(), share)
	return mul(window, rest)
}

// marker returns the time of the last decrease, or an RTT ago if that is later:
// GetFabricWindowTimeMarker. Of the engine's time it keeps all 32 bits.
//
//ccgen:range rtt 0..MaxTime
func marker(now, last, rtt uint32, old, next, least Float) uint32 {
	switch {
	case less(next, old) || equal(next, least):
		return now
	case since(now, last) > rtt:
		return since(now, rtt)
	default:
		return last
	}
}

// nicWindow returns the NIC window of the state: GetFloatNcwndFromEvent. Before BNA it has no
// fraction.
func nicWindow(p *Params, s *State) Float {
	if p.Generation == GenerationBNA {
		return scaled(s.NICWindow, -WindowBits)
	}
	return scaled(s.NICWindow, 0)
}

// keepNIC sets the NIC window: ConvertFloatNcwndToFixed.
func keepNIC(p *Params, s *State, window Float) {
	if p.Generation == GenerationBNA {
		s.NICWindow = fixed(window)
	} else {
		s.NICWindow = uint32(min(nearest(window), (1<<11)-1))
	}
}

// nicAnswer returns the next NIC window, of which the last change is delta ago:
// ComputeNackNicCongestionWindow if the receiver was out of resources, else
// ComputeAckNicCongestionWindow. Before BNA an increase comes at once after a decrease, and else
// once in an RTT; in BNA with each acknowledgement.
func nicAnswer(p *Params, e *Event, window Float, delta, rtt uint32, increased bool) Float {
	bna := p.Generation == GenerationBNA
	due := delta >= rtt
	switch {
	case e.Kind == EventNack && e.NackCode == NackRxResource:
		if due || increased && !bna {
			window = decrease(window, load(p.MaxNICDecrease))
		}
	case e.RxBuffer < p.TargetRxBuffer:
		if due || !increased || bna {
			window = add(window, load(p.NICIncrease))
		}
	case due:
		over := uint32(e.RxBuffer - p.TargetRxBuffer)
		window = decrease(window, share(over, uint32(e.RxBuffer), load(p.NICDecrease), load(p.MaxNICDecrease)))
	}
	return clamp(window, load(p.MinNIC), load(p.MaxNIC))
}

// guardNIC sets the time and direction of the NIC window's last change: GetNicWindowGuardInfo. BNA
// keeps the time of a decrease, as the fabric window's, and no direction.
//
//ccgen:range rtt 0..MaxTime
func guardNIC(p *Params, s *State, now, rtt uint32, old, next Float) {
	least := load(p.MinNIC)
	up := !less(next, old) && !equal(next, least) && (less(old, next) || equal(next, load(p.MaxNIC)))
	switch {
	case p.Generation == GenerationBNA:
		s.NICMarker = marker(now, s.NICMarker, rtt, old, next, least) & MaxTime
	case up:
		s.NICMarker = now & MaxTime
		s.Increase = true
	default:
		s.Increase = s.Increase && !less(next, old) && !equal(next, least)
		s.NICMarker = marker(now, s.NICMarker, rtt, old, next, least) & MaxTime
	}
}
