// Package reaction puts the reaction points of the firmware packages behind one
// interface, so that what drives them (a replay, the NIC model) need not know
// which algorithm and how many arms it drives.
package reaction

import (
	"fmt"
	"reflect"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// View is what a log shows of a connection's state.
type View struct {
	RC, RT               dcqcn.Rate // kb/s
	Alpha                uint32     // AlphaBits fractional bits
	TimeStage, ByteStage uint8
	Arm                  int // -1 in an algorithm without arms
}

// Machine is one connection's algorithm with its state: the reference itself.
type Machine interface {
	// Step takes an event.
	Step(e *dcqcn.Event) dcqcn.Output
	// Next returns the first timer to end, seen from now.
	Next(now fixedpoint.Time) dcqcn.Timer
	// View returns what logs show of the state.
	View() View
	// Flat returns the whole state, flattened.
	Flat() []uint64
}

// Setup is an algorithm with its parameters.
type Setup struct {
	// Algorithm is its name among the transducers: dcqcn, dolcerc2 to dolcerc8. Ports
	// have instances of some of them only.
	Algorithm string
	// Params are the parameters, flattened.
	Params []uint64
	// AlphaBits is the number of fractional bits of View.Alpha.
	AlphaBits uint8
	// Arms is the number of arms; 0 in an algorithm without.
	Arms int
	// NeedsSent tells whether the algorithm takes note of what was sent; else EventSent
	// changes nothing.
	NeedsSent bool
	// Slot is the base-2 logarithm of the time, ns, in whose steps bytes that the
	// trace does not show are taken to be sent.
	Slot uint8
	// state are the leaves of the state.
	state []transducer.Leaf
	make  func() Machine
}

// New returns a connection's machine in the state before its first event.
func (s *Setup) New() Machine { return s.make() }

// StateLeaves describes the flattened state.
func (s *Setup) StateLeaves() []transducer.Leaf { return s.state }

// defaultSlot is the Tx time slot of 1.024 us.
const defaultSlot = 10

// DCQCN returns the setup of a DCQCN reaction point.
func DCQCN(p dcqcn.Params) Setup {
	return Setup{
		NeedsSent: p.ByteReset != 0,
		Algorithm: "dcqcn", Params: reference.Flatten(&p), AlphaBits: p.AlphaBits, Slot: defaultSlot,
		state: reference.Leaves(reflect.TypeFor[dcqcn.State](), ""),
		make: func() Machine {
			m := &dcqcnMachine{p: &p}
			dcqcn.Init(m.p, &m.s)
			return m
		},
	}
}

type dcqcnMachine struct {
	p *dcqcn.Params
	s dcqcn.State
}

func (m *dcqcnMachine) Step(e *dcqcn.Event) dcqcn.Output     { return dcqcn.Step(m.p, &m.s, e) }
func (m *dcqcnMachine) Next(now fixedpoint.Time) dcqcn.Timer { return dcqcn.Next(&m.s, now) }
func (m *dcqcnMachine) Flat() []uint64                       { return reference.Flatten(&m.s) }
func (m *dcqcnMachine) View() View {
	r := &m.s.Rates
	return View{RC: r.RC, RT: r.RT, Alpha: m.s.Alpha, TimeStage: r.TimeStage, ByteStage: r.ByteStage, Arm: -1}
}

// DolceRC returns the setup of a Dolce-RC connection with 2 to 8 arms.
func DolceRC(p dolcerc.Params, arms int) Setup {
	switch arms {
	case 2:
		return dolce[[2]bandit.Arm](p)
	case 3:
		return dolce[[3]bandit.Arm](p)
	case 4:
		return dolce[[4]bandit.Arm](p)
	case 5:
		return dolce[[5]bandit.Arm](p)
	case 6:
		return dolce[[6]bandit.Arm](p)
	case 7:
		return dolce[[7]bandit.Arm](p)
	case 8:
		return dolce[[8]bandit.Arm](p)
	default:
		panic(fmt.Sprintf("reaction: %d arms; package dolcerc/profile refuses them", arms))
	}
}

func dolce[A bandit.ArmArray](p dolcerc.Params) Setup {
	var arms A
	return Setup{
		NeedsSent: true,
		Algorithm: fmt.Sprintf("dolcerc%d", len(arms)), Params: reference.Flatten(&p), AlphaBits: 16, Arms: len(arms), Slot: p.SlotShift,
		state: reference.Leaves(reflect.TypeFor[dolcerc.State[A]](), ""),
		make: func() Machine {
			m := &dolceMachine[A]{p: &p}
			dolcerc.Init(m.p, &m.s)
			return m
		},
	}
}

type dolceMachine[A bandit.ArmArray] struct {
	p *dolcerc.Params
	s dolcerc.State[A]
}

func (m *dolceMachine[A]) Step(e *dcqcn.Event) dcqcn.Output     { return dolcerc.Step(m.p, &m.s, e) }
func (m *dolceMachine[A]) Next(now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(&m.s, now) }
func (m *dolceMachine[A]) Flat() []uint64                       { return reference.Flatten(&m.s) }
func (m *dolceMachine[A]) View() View {
	r := &m.s.React
	arm := m.s.Arm()
	return View{RC: r.RC, RT: r.RT, Alpha: uint32(m.p.Actions[arm].Alpha), TimeStage: r.TimeStage, ByteStage: r.ByteStage, Arm: int(arm)}
}
