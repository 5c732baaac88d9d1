package dolcerc

import (
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
)

// Estimate is how marked and sent of equation (4) are counted.
type Estimate uint8

// The estimates.
const (
	// MarkedPackets: packets sent, and marked packets as the CNPs report them
	// (section IV-B, the ideal case).
	MarkedPackets Estimate = iota
	// TxSlots: time slots with a transmission, and CNPs received (section IV-B, the
	// actual case).
	TxSlots
)

// Action is what an arm does at a cut.
//
//ccgen:size 4
type Action struct {
	// Alpha is the rate reduction factor, UQ0.16, 0xFFFF for 1 - 2^-16 and for 1.
	Alpha fixedpoint.UQ0x16
	// Beta is RT/RC after a cut, UQ1.15: 0x8000 is 1; 0x4000..0xFFFF.
	//
	//ccgen:range 0x4000..0xFFFF
	//ccgen:format UQ1.15
	Beta uint16
}

// BetaBits is the number of fractional bits of [Action.Beta].
const BetaBits = 15

// Params are the parameters of a Dolce-RC connection.
type Params struct {
	// Base are those of the reaction point. Its alpha parameters play no part, nor
	// does [ClampTarget]: every cut sets RT.
	Base dcqcn.Params
	// Learn are those of DR-UCB.
	Learn bandit.Params
	// Actions are those of the arms, in order; those from K on play no part.
	Actions [bandit.MaxArms]Action
	// QualifyAfter is the least time between two qualified CNPs, ns; about one
	// fast-recovery phase, five CNP intervals in the paper; 1..2^30.
	//
	//ccgen:range 1..1<<30
	//ccgen:unit ns
	QualifyAfter uint32
	// SlotShift is the base-2 logarithm of a Tx time slot in ns; 10 (1.024 us) is
	// the paper's 1 us; 6..20.
	//
	//ccgen:range 6..20
	//ccgen:unit bits
	SlotShift uint8
	// Estimate is how marks are counted: [MarkedPackets] or [TxSlots].
	//
	//ccgen:range MarkedPackets..TxSlots
	Estimate Estimate
}

// State is the state of one connection: 28 bytes and the learning state's.
// The high bits of React.Flags hold the arm in force and whether a slot was
// counted; React.Own holds the low eight bits of the number of the last slot that
// was counted.
type State[A bandit.ArmArray] struct {
	// Learn is the bandit's state, with the pending ECN counts.
	Learn bandit.State[A]
	// React are the rates, stages and their timers.
	React dcqcn.Rates
	// LastQualified is when the last qualified CNP came; 0 before the first CNP.
	LastQualified fixedpoint.Time
}

// State4 is the state for 4 arms: 48 bytes.
//
//ccgen:size 48
type State4 = State[[4]bandit.Arm]

// State8 is the state for 8 arms: 64 bytes.
//
//ccgen:size 64
type State8 = State[[8]bandit.Arm]

// Bits of [State.React.Flags] that this package owns.
const (
	armShift = dcqcn.FlagOwnShift
	armMask  = 7 << armShift
	// slotSeen: [React.Own] holds a slot.
	slotSeen = 0x80
)

// Arm returns the arm in force.
func (s *State[A]) Arm() uint8 {
	return (s.React.Flags & armMask) >> armShift
}

// View is what logs and figures show of a connection that is no field of its state.
type View struct {
	// Alpha is the rate reduction factor of the arm in force.
	//
	//ccgen:show alpha
	Alpha fixedpoint.UQ0x16
	// Arm is the arm in force.
	//
	//ccgen:unit index
	//ccgen:show arm
	Arm uint8
}

// First returns what is in force before the first event: line rate. Only tools call it and
// ViewOf: no port has them.
func First[A bandit.ArmArray](p *Params, s *State[A]) dcqcn.Output {
	return dcqcn.Output{Rate: s.React.RC}
}

// ViewOf returns the view of a connection.
func ViewOf[A bandit.ArmArray](p *Params, s *State[A]) View {
	arm := s.Arm()
	return View{Alpha: p.Actions[arm].Alpha, Arm: arm}
}
