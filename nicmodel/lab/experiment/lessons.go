package experiment

import (
	"slices"

	"smartnic-cc/bandit"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/nicmodel"
)

// lessons collects the rewards that the connections of a run learnt from, out of the rate log: it counts the signals
// of events, and where the algorithm learns the counts give the reward of the previous arm. Rewards are those of the
// estimate that counts marked packets.
type lessons struct {
	s       *driver.Setup
	conns   []learner
	arm     int // the index of the arm among the probes; -1 of an algorithm without
	did     int // that of the flags in the output
	rewards [][]uint16
}

// learner is the counts for the next reward of a connection.
type learner struct {
	seen bandit.State[[4]bandit.Arm]
	arm  uint64
}

func newLessons(c *nicmodel.Config) *lessons {
	l := &lessons{s: c.NICs[0].Algorithm, conns: make([]learner, len(c.Plan.Conns)), arm: -1}
	if l.s == nil {
		return l
	}
	l.arm = slices.Index(l.s.Algorithm.Labels(), "arm")
	l.did = slices.IndexFunc(ir.Layout(l.s.Algorithm.Def.Output), func(l ir.Leaf) bool { return l.Name == "Did" })
	_, arms := ir.FieldAt(l.s.Algorithm.Def.State, "Learn.Arm")
	if l.did < 0 || arms == nil {
		l.arm = -1
		return l
	}
	l.rewards = make([][]uint16, arms.Len)
	return l
}

// row takes a row of the rate log.
func (l *lessons) row(r *nicmodel.RateRow) {
	if l.arm < 0 {
		return
	}
	c := &l.conns[r.Conn]
	signal := func(s ir.Signal) uint64 { return r.Values[l.s.Algorithm.Contract.Signal(s, "").Index] }
	switch r.Event.Kind {
	case ir.OnSent:
		bandit.ObserveSent(&c.seen, uint32(signal(ir.SignalPackets)), uint32(r.At))
	case ir.OnCNP:
		bandit.ObserveMarked(&c.seen, uint16(signal(ir.SignalMarked)), ^uint32(r.At))
		if r.Output[l.did]&uint64(dcqcn.DidLearn) != 0 {
			reward := bandit.Complement(bandit.TakeECNRatio(&c.seen))
			l.rewards[c.arm] = append(l.rewards[c.arm], uint16(reward))
		}
	}
	c.arm = r.Probes[l.arm]
}
