package dolcerc

import (
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
)

// Init sets the state of a connection that has seen no CNP: line rate, arm 0 in
// force (the first of the first exploration round), nothing learned.
func Init[A bandit.ArmArray](p *Params, s *State[A]) {
	*s = State[A]{}
	s.React.Start(&p.Base)
}

// Step is Dolce-RC as a transducer (algorithm 2). It takes the events of package
// dcqcn; alpha timers do not occur.
func Step[A bandit.ArmArray](p *Params, s *State[A], e *dcqcn.Event) dcqcn.Output {
	before := s.React.RC
	did := dcqcn.Did(0)
	switch e.Kind {
	case dcqcn.EventCutTimer:
		if s.React.CutTimer(&p.Base, e.Now) {
			cut(p, s, e.Now)
			did = dcqcn.DidCut
		}
	case dcqcn.EventIncreaseTimer:
		s.React.IncreaseTimer(&p.Base, e.Now)
		did = dcqcn.DidIncrease
	case dcqcn.EventSent:
		did = sent(p, s, e)
	case dcqcn.EventCNP:
		did = cnp(p, s, e)
	}
	if s.React.RC != before {
		did |= dcqcn.DidChange
	}
	return dcqcn.Output{Rate: s.React.RC, Did: did}
}

// Next returns the first timer to end, seen from now. A driver feeds it to [Step], with
// the deadline as time, before any other event of a later time.
func Next[A bandit.ArmArray](s *State[A], now fixedpoint.Time) dcqcn.Timer {
	return s.React.Next(now)
}

// sent counts what left: for the reward, and for the byte counter.
func sent[A bandit.ArmArray](p *Params, s *State[A], e *dcqcn.Event) dcqcn.Did {
	if p.Estimate == MarkedPackets {
		bandit.ObserveSent(&s.Learn, e.Packets, uint32(e.Now))
	} else {
		slot := uint8(uint32(e.Now) >> p.SlotShift) //ccgen:wrap the low eight bits
		// A slot counts once. Only eight bits of its number are kept: after a pause of
		// exactly a multiple of 256 slots one slot is missed.
		if (s.React.Flags&slotSeen) == 0 || slot != s.React.Own {
			bandit.ObserveSent(&s.Learn, 1, uint32(e.Now))
			s.React.Own = slot
			s.React.Flags |= slotSeen
		}
	}
	if s.React.Sent(&p.Base, e.Bytes) {
		return dcqcn.DidIncrease
	}
	return 0
}

// cnp takes the CNPs of one event: they count as marks, they may end an iteration
// of the bandit (algorithm 2, lines 2 to 6), and they cut with the arm in force
// (line 7).
func cnp[A bandit.ArmArray](p *Params, s *State[A], e *dcqcn.Event) dcqcn.Did {
	did := dcqcn.Did(0)
	count := min(max(e.CNPs, 1), dcqcn.MaxCoalesced)
	marks := count
	if p.Estimate == MarkedPackets {
		marks = e.Marked
	}
	bandit.ObserveMarked(&s.Learn, marks, ^uint32(e.Now))
	if (s.React.Flags&dcqcn.FlagSeen) == 0 || e.Now.Since(s.LastQualified) >= p.QualifyAfter {
		ratio := bandit.TakeECNRatio(&s.Learn)
		arm := s.Arm()
		bandit.Update(&p.Learn, &s.Learn, arm, bandit.Complement(ratio))
		arm = bandit.Select(&p.Learn, &s.Learn)
		s.React.Flags = s.React.Flags&^armMask | arm<<armShift
		s.LastQualified = e.Now
		did = dcqcn.DidLearn
	}
	for i := uint16(0); i < dcqcn.MaxCoalesced; i++ {
		if i == count {
			break
		}
		now, _ := s.React.Notice(&p.Base, e.Now)
		if now {
			cut(p, s, e.Now)
			did |= dcqcn.DidCut
		}
	}
	return did
}

// alphaHalved is the shift that makes a UQ0.16 alpha a cut of alpha/2.
const alphaHalved = 17

// cut reduces the rate with the arm in force: equations (1) and (2). RT is an upper
// bound of RC (section IV-A), so an arm with beta < 1 - alpha/2 cuts to beta RC.
func cut[A bandit.ArmArray](p *Params, s *State[A], now fixedpoint.Time) {
	a := p.Actions[(s.React.Flags&armMask)>>armShift]
	// RC < 2^31 and beta < 2^16: the product has 47 bits, what is left of it after the
	// shift 32, and [TargetCap] bounds that; rounded down.
	target := uint64(s.React.RC) * uint64(a.Beta) >> BetaBits
	s.React.Cut(&p.Base, dcqcn.Rate(target), uint32(a.Alpha), alphaHalved, now)
	// Neither is below [MinRate].
	s.React.RC = min(s.React.RC, s.React.RT)
}
