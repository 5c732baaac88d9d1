package reaction_test

import (
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reference"
)

// machine is a connection that the test drives by hand.
type machine interface {
	Step(e *dcqcn.Event) dcqcn.Output
	Next(now fixedpoint.Time) dcqcn.Timer
	Flat() []uint64
}

type dcqcnMachine struct {
	p *dcqcn.Params
	s dcqcn.State
}

func newDCQCN(p dcqcn.Params) machine {
	m := &dcqcnMachine{p: &p}
	dcqcn.Init(m.p, &m.s)
	return m
}

func (m *dcqcnMachine) Step(e *dcqcn.Event) dcqcn.Output     { return dcqcn.Step(m.p, &m.s, e) }
func (m *dcqcnMachine) Next(now fixedpoint.Time) dcqcn.Timer { return dcqcn.Next(&m.s, now) }
func (m *dcqcnMachine) Flat() []uint64                       { return reference.Flatten(&m.s) }

type dolceMachine[A bandit.ArmArray] struct {
	p *dolcerc.Params
	s dolcerc.State[A]
}

func newDolce[A bandit.ArmArray](p dolcerc.Params) machine {
	m := &dolceMachine[A]{p: &p}
	dolcerc.Init(m.p, &m.s)
	return m
}

func (m *dolceMachine[A]) Step(e *dcqcn.Event) dcqcn.Output     { return dolcerc.Step(m.p, &m.s, e) }
func (m *dolceMachine[A]) Next(now fixedpoint.Time) dcqcn.Timer { return dolcerc.Next(&m.s, now) }
func (m *dolceMachine[A]) Flat() []uint64                       { return reference.Flatten(&m.s) }

// dolceOf are the machines by their number of arms.
var dolceOf = map[int]func(dolcerc.Params) machine{
	2: newDolce[[2]bandit.Arm], 3: newDolce[[3]bandit.Arm], 4: newDolce[[4]bandit.Arm], 5: newDolce[[5]bandit.Arm],
	6: newDolce[[6]bandit.Arm], 7: newDolce[[7]bandit.Arm], 8: newDolce[[8]bandit.Arm],
}
