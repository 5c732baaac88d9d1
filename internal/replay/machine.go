// Package replay drives reaction points with the events of a trace: one reaction
// point a connection, whose timers run in the trace's time. What comes out is a
// log of rates, a summary and, if an external firmware program runs along, the
// first event at which it differs from the reference.
package replay

import (
	"fmt"
	"reflect"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/transducer"
	"smartnic-cc/internal/transducer/reference"
)

// View is what a log shows of a connection's state.
type View struct {
	RC, RT               dcqcn.Rate // kb/s
	Alpha                uint32     // AlphaBits fractional bits
	TimeStage, ByteStage uint8
	Arm                  int // -1 in an algorithm without arms
}

// machine is one connection's algorithm, the reference itself.
type machine interface {
	step(e *dcqcn.Event) dcqcn.Output
	next(now fixedpoint.Time) dcqcn.Timer
	view() View
	flat() []uint64
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
	// slot is the base-2 logarithm of the time, ns, in whose steps bytes that the
	// trace does not show are taken to be sent.
	slot uint8
	// state are the leaves of the state.
	state []transducer.Leaf
	make  func() machine
}

// StateLeaves describes the flattened state, Row.State.
func (s *Setup) StateLeaves() []transducer.Leaf { return s.state }

// defaultSlot is the Tx time slot of 1.024 us.
const defaultSlot = 10

// DCQCN returns the setup of a DCQCN reaction point.
func DCQCN(p dcqcn.Params) Setup {
	return Setup{
		Algorithm: "dcqcn", Params: reference.Flatten(&p), AlphaBits: p.AlphaBits, slot: defaultSlot,
		state: reference.Leaves(reflect.TypeFor[dcqcn.State](), ""),
		make: func() machine {
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

func (m *dcqcnMachine) step(e *dcqcn.Event) dcqcn.Output     { return dcqcn.Step(m.p, &m.s, e) }
func (m *dcqcnMachine) next(now fixedpoint.Time) dcqcn.Timer { return dcqcn.Next(&m.s, now) }
func (m *dcqcnMachine) flat() []uint64                       { return reference.Flatten(&m.s) }
func (m *dcqcnMachine) view() View {
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
		panic(fmt.Sprintf("replay: %d arms; package dolcerc/profile refuses them", arms))
	}
}

func dolce[A bandit.ArmArray](p dolcerc.Params) Setup {
	var arms A
	return Setup{
		Algorithm: fmt.Sprintf("dolcerc%d", len(arms)), Params: reference.Flatten(&p), AlphaBits: 16, Arms: len(arms), slot: p.SlotShift,
		state: reference.Leaves(reflect.TypeFor[dolcerc.State[A]](), ""),
		make: func() machine {
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

func (m *dolceMachine[A]) step(e *dcqcn.Event) dcqcn.Output     { return dolcerc.Step(m.p, &m.s, e) }
func (m *dolceMachine[A]) next(now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(&m.s, now) }
func (m *dolceMachine[A]) flat() []uint64                       { return reference.Flatten(&m.s) }
func (m *dolceMachine[A]) view() View {
	r := &m.s.React
	arm := m.s.Arm()
	return View{RC: r.RC, RT: r.RT, Alpha: uint32(m.p.Actions[arm].Alpha), TimeStage: r.TimeStage, ByteStage: r.ByteStage, Arm: int(arm)}
}
