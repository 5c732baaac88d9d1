package dcqcn

import "smartnic-cc/fixedpoint"

// State is the state of one connection's reaction point: 32 bytes.
//
//ccgen:size 32
type State struct {
	// Rates are the rates, stages and their timers. Own holds the alpha flags.
	Rates Rates
	// Alpha is the rate reduction factor, [Params.AlphaBits] fractional bits: to [AlphaMax].
	//
	//ccgen:range 0..1<<Params.AlphaBits
	//ccgen:format UQ1.Params.AlphaBits
	//ccgen:show alpha
	Alpha uint32
	// AlphaAt is when the alpha timer ends, if [AlphaRuns] is set; else as it was.
	AlphaAt fixedpoint.Time
}

// Bits of [State.Rates.Own].
const (
	// AlphaRuns: the alpha timer runs.
	AlphaRuns uint8 = 1
	// AlphaSawCNP: a CNP came since the last end of the alpha timer.
	AlphaSawCNP uint8 = 2
)

// Init sets the state of a connection that has seen no CNP: line rate, initial
// alpha, no timer runs.
//
//ccgen:split p.AlphaBits
func Init(p *Params, s *State) {
	*s = State{Alpha: min(p.AlphaInit, p.AlphaMax)}
	s.Rates.Start(p)
}

// Step is the reaction point as a transducer.
//
//ccgen:transducer dcqcn init=Init next=Next first=First
//ccgen:needs sent ByteReset
//ccgen:split p.AlphaBits
//ccgen:split p.CutShift
func Step(p *Params, s *State, e *Event) Output {
	before := s.Rates.RC
	did := Did(0)
	switch e.Kind {
	case EventAlphaTimer:
		did = alphaTimer(p, s, e.Now)
	case EventCutTimer:
		if s.Rates.CutTimer(p, e.Now) {
			s.cut(p, e.Now)
			did = DidCut
		}
	case EventIncreaseTimer:
		s.Rates.IncreaseTimer(p, e.Now)
		did = DidIncrease
	case EventSent:
		if s.Rates.Sent(p, e.Bytes) {
			did = DidIncrease
		}
	case EventCNP:
		did = cnp(p, s, e)
	}
	if s.Rates.RC != before {
		did |= DidChange
	}
	return Output{Rate: s.Rates.RC, Did: did}
}

// First returns what is in force before the first event: line rate. Only tools call it: no
// port has it.
func First(p *Params, s *State) Output { return Output{Rate: s.Rates.RC} }

// Next returns the first timer to end, seen from now. A driver feeds it to [Step],
// with the deadline as time, before any other event of a later time.
//
//ccgen:export
func Next(s *State, now fixedpoint.Time) Timer {
	alpha := Timer{}
	if (s.Rates.Own & AlphaRuns) != 0 {
		alpha = Timer{At: s.AlphaAt, Kind: EventAlphaTimer}
	}
	rates := s.Rates.Next(now)
	return Earlier(alpha, rates, now)
}

// cut is the cut of DCQCN: RT = RC, RC = RC (1 - alpha/2), where RT stays if
// [ClampTarget] is off and no increase that counts ([ClampAfterTime]) happened since
// the last cut.
func (s *State) cut(p *Params, now fixedpoint.Time) {
	target := s.Rates.RT
	if p.ClampTarget || s.Rates.ByteStage > 0 || p.ClampAfterTime && s.Rates.TimeStage > 0 {
		target = s.Rates.RC
	}
	s.Rates.Cut(p, target, s.Alpha, uint32(p.CutShift), now)
}

// cnp takes the CNPs of one event one after the other.
func cnp(p *Params, s *State, e *Event) Did {
	did := Did(0)
	count := max(e.CNPs, 1)
	for i := uint16(0); i < MaxCoalesced; i++ {
		if i == count {
			break
		}
		one := oneCNP(p, s, e.Now)
		did |= one
	}
	return did
}

// oneCNP takes one CNP: alpha and rate in the profile's order.
func oneCNP(p *Params, s *State, now fixedpoint.Time) Did {
	did := Did(0)
	cut, first := s.Rates.Notice(p, now)
	if first {
		// The alpha timer starts, alpha does not know of this CNP.
		s.AlphaAt = now.Add(p.AlphaPeriod)
		s.Rates.Own |= AlphaRuns
		return 0
	}
	if cut && !p.AlphaFirst {
		s.cut(p, now)
		did |= DidCut
	}
	if p.AlphaMode == AlphaOnCNP {
		s.raiseAlpha(p)
		s.AlphaAt = now.Add(p.AlphaPeriod)
		s.Rates.Own |= AlphaRuns
		did |= DidAlpha
	} else {
		if (s.Rates.Own & AlphaRuns) == 0 {
			s.AlphaAt = now.Add(p.AlphaPeriod)
		}
		s.Rates.Own |= AlphaRuns | AlphaSawCNP
	}
	if cut && p.AlphaFirst {
		s.cut(p, now)
		did |= DidCut
	}
	return did
}

// alphaTimer ends an alpha period at time now (the deadline) and begins the next
// one, unless nothing is left to decay.
func alphaTimer(p *Params, s *State, now fixedpoint.Time) Did {
	if (s.Rates.Own & AlphaSawCNP) != 0 {
		s.raiseAlpha(p)
		s.Rates.Own &^= AlphaSawCNP
	} else {
		old := s.Alpha
		s.Alpha = p.roundAlpha(uint64(old) * uint64(p.OldWeight))
		if s.Alpha == old && p.AlphaMode != AlphaFreeRunning {
			s.Rates.Own &^= AlphaRuns
		}
	}
	s.AlphaAt = now.Add(p.AlphaPeriod)
	return DidAlpha
}

// raiseAlpha is alpha = (1-g) alpha + g (Zhu et al.), at most [AlphaMax].
func (s *State) raiseAlpha(p *Params) {
	gain := uint64(65536-p.OldWeight) << p.AlphaBits
	alpha := p.roundAlpha(uint64(s.Alpha)*uint64(p.OldWeight) + gain)
	s.Alpha = min(alpha, p.AlphaMax)
}

// roundAlpha drops the 16 fractional bits of a weight from a product that has at
// most 41 bits.
func (p *Params) roundAlpha(product uint64) uint32 {
	if p.AlphaRounding == RoundHalfUp {
		product += 1 << 15
	}
	return uint32(product >> 16)
}
