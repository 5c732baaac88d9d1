package experiment

import (
	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/nicmodel"
)

// lessons collects what the connections of a run learnt from: a machine of each connection
// takes the events of the rate log again, and where it learns the reward is read from the
// state before. Rewards are those of the estimate that counts marked packets.
type lessons struct {
	c       *nicmodel.Config
	conns   []learner
	rest    int // the place of the bandit's counters in the flattened state
	rewards [][]uint16
}

type learner struct {
	machine reaction.Machine
}

func newLessons(c *nicmodel.Config) *lessons {
	l := &lessons{c: c, conns: make([]learner, len(c.Plan.Conns)), rest: -1}
	setup := c.NICs[0].React
	if setup == nil || setup.Arms == 0 {
		return l
	}
	l.rewards = make([][]uint16, setup.Arms)
	for i, leaf := range setup.StateLeaves() {
		if leaf.Name == "Learn.Rest" {
			l.rest = i
		}
	}
	return l
}

// row takes a row of the rate log.
func (l *lessons) row(r *nicmodel.RateRow) {
	if l.rest < 0 {
		return
	}
	c := &l.conns[r.Conn]
	if c.machine == nil {
		c.machine = l.c.NICs[0].React.New()
	}
	if r.Event.Kind != dcqcn.EventCNP {
		c.machine.Step(&r.Event)
		return
	}
	// What the step takes for the reward: the counts with this event's marks.
	var s bandit.State[[4]bandit.Arm]
	s.Rest = uint32(c.machine.Flat()[l.rest])
	arm := c.machine.View().Arm
	bandit.ObserveMarked(&s, r.Event.Marked, ^uint32(r.Event.Now))
	reward := bandit.Complement(bandit.TakeECNRatio(&s))
	if out := c.machine.Step(&r.Event); out.Did&dcqcn.DidLearn != 0 {
		l.rewards[arm] = append(l.rewards[arm], uint16(reward))
	}
}
