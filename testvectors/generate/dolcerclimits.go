package generate

import (
	"fmt"
	"slices"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/testvectors"
)

// dolcercGroups makes the groups of one file of limits.
type dolcercGroups[A bandit.ArmArray] struct {
	b      *builder
	arms   int
	m      machine[dolcerc.Params, dolcerc.State[A], dcqcn.Event, dcqcn.Output]
	next   func(s *dolcerc.State[A], now fixedpoint.Time) dcqcn.Timer
	random *rng
	groups []testvectors.Group
}

// dolcercLimits makes the file of an algorithm with the parameters at the ends of their
// ranges: its own, those of the reaction point and those of the bandit.
func dolcercLimits[A bandit.ArmArray](b *builder, arms int, m machine[dolcerc.Params, dolcerc.State[A], dcqcn.Event, dcqcn.Output],
	next func(s *dolcerc.State[A], now fixedpoint.Time) dcqcn.Timer) {
	g := &dolcercGroups[A]{b: b, arms: arms, m: m, next: next, random: b.random(m.name + " limits")}
	for _, v := range actionLimits {
		g.add(v.name, v.change, g.ownScripts)
	}
	plain := b.dolcercParams(arms, profile.MarkedPackets).Base
	for i, v := range slices.Concat(reactionLimits, arrivalLimits) {
		g.add(v.name, func(p *dolcerc.Params) { p.QualifyAfter = 1; v.change(&p.Base) }, func(p *dolcerc.Params, name string, begin beginDolcerc[A]) {
			short := func(length int, comment string, flags ...string) *script[dolcerc.State[A]] {
				return begin(min(length, 64), comment, flags...)
			}
			if i >= len(reactionLimits) {
				short = begin
			}
			limitScripts(&plain, &p.Base, name, i >= len(reactionLimits), short)
		})
	}
	for _, v := range learnLimits {
		r := g.add(v.name, func(p *dolcerc.Params) {
			// Every CNP that is later than the one before teaches.
			p.QualifyAfter, p.Learn = 1, b.learnBase(arms)
			v.change(&p.Learn, arms)
		}, g.learnScripts)
		for _, change := range v.misread {
			misread := r.p
			change(&misread.Learn)
			r.telling(b, misread, func(s *dolcerc.State[A]) dcqcn.Event { return g.edge(&r.p, s) })
		}
		g.groups[len(g.groups)-1] = r.group
	}
	if arms == 4 {
		for _, v := range stageLimits {
			g.add(v.name, func(p *dolcerc.Params) { v.change(&p.Base) }, func(p *dolcerc.Params, name string, begin beginDolcerc[A]) {
				stagesScript(&p.Base, func(length int, comment string, flags ...string) *script[dolcerc.State[A]] {
					return begin(length, comment+": "+name, append(flags, flagParameters)...)
				})
			})
		}
	}
	b.add(m.name+"-limits.json", m.name, []string{
		fmt.Sprintf("Dolce-RC with %d arms, parameters at the ends of their ranges.", arms),
	}, g.groups)
}

type beginDolcerc[A bandit.ArmArray] = func(length int, comment string, flags ...string) *script[dolcerc.State[A]]

// add makes the group of changed parameters.
func (g *dolcercGroups[A]) add(name string, change func(p *dolcerc.Params), scripts func(p *dolcerc.Params, name string, begin beginDolcerc[A])) *recording[dolcerc.Params, dolcerc.State[A], dcqcn.Event, dcqcn.Output] {
	p := g.b.dolcercParams(g.arms, profile.MarkedPackets)
	change(&p)
	g.b.checked(name, p.Base)
	r := record(g.m, name, p)
	scripts(&p, name, func(length int, comment string, flags ...string) *script[dolcerc.State[A]] {
		return dolcercScript(r, g.next, length, comment, flags...)
	})
	g.groups = append(g.groups, r.group)
	return r
}

// ownScripts are for parameters that a reaction point does not have.
func (g *dolcercGroups[A]) ownScripts(p *dolcerc.Params, name string, begin beginDolcerc[A]) {
	s := begin(110, "random traffic: "+name, flagParameters, flagRandom)
	randomTraffic(s.driver, g.random, &p.Base)
	s.end()

	s = begin(60, "loaded state: "+name, flagParameters, flagLoaded)
	s.load(func(st *dolcerc.State[A]) {
		for i := range len(st.Learn.Arm) {
			st.Learn.Arm[i] = bandit.Arm{Mean: 0xFFFF, Count: 0xFFFF}
		}
		st.Learn.Rest = 0xFFFFF000 | uint32(p.Learn.Period-2)
		st.React.Flags = 0x80 | uint8(g.arms-1)<<dcqcn.FlagOwnShift | dcqcn.FlagSeen | dcqcn.FlagIncrease
		st.React.IncreaseAt = startTime
		st.React.TimeStage, st.React.ByteStage = dcqcn.MaxStage, dcqcn.MaxStage
	})
	for range 6 {
		s.sent(1<<20, 256)
		s.cnp(2, 127)
		s.timers(3)
	}
	s.end()

	s = begin(70, "each arm cuts: "+name, flagParameters, flagQualified)
	for i := range g.arms + 2 {
		s.sent(40_960, 10)
		s.cnp(1, uint16(i))
		s.after(uint64(p.QualifyAfter) - 1)
		s.cnp(1, 1)
		s.after(1)
	}
	s.end()
}

// learnScripts are for learning parameters: an iteration every 2 ns, from the beginning and
// towards the end of a round.
func (g *dolcercGroups[A]) learnScripts(p *dolcerc.Params, name string, begin beginDolcerc[A]) {
	for _, loaded := range []bool{false, true} {
		what, n, flags := "iterations from the beginning: ", 15, []string{flagParameters, flagExploration}
		if loaded {
			what, n, flags = "iterations at the end of a round: ", 20, []string{flagParameters, flagAgeing, flagLoaded}
		}
		s := begin(2*n, what+name, flags...)
		if loaded {
			s.load(func(st *dolcerc.State[A]) { nearTheEnd(&p.Learn, &st.Learn, 10, g.random) })
		}
		for range n {
			s.sent(4096, 200)
			s.after(2)
			s.cnp(1, uint16(g.random.below(140)))
		}
		s.end()
	}
}

// edge sets a state in which a CNP at startTime decides between two arms on edge.
func (g *dolcercGroups[A]) edge(p *dolcerc.Params, s *dolcerc.State[A]) dcqcn.Event {
	const sent = 200
	marked := uint16(g.random.below(sent))
	onTheEdge(&p.Learn, &s.Learn, bandit.Complement(bandit.Ratio(uint32(marked), sent)), g.random)
	s.Learn.Rest |= sent << 24
	s.React.Flags = dcqcn.FlagSeen
	s.LastQualified = startTime - 1000
	return dcqcn.Event{Kind: dcqcn.EventCNP, Now: startTime, CNPs: 1, Marked: marked}
}

// dolcercLimit is a change of the default parameters.
type dolcercLimit struct {
	name   string
	change func(p *dolcerc.Params)
}

// allArms makes every arm the same.
func allArms(alpha fixedpoint.UQ0x16, beta uint16) func(p *dolcerc.Params) {
	return func(p *dolcerc.Params) {
		for i := range p.Actions {
			p.Actions[i] = dolcerc.Action{Alpha: alpha, Beta: beta}
		}
	}
}

// actionLimits are the parameters at the ends of the ranges that dolcerc.Params states
// beside those that it embeds.
var actionLimits = []dolcercLimit{
	{"least alpha", allArms(0, 0x8000)},
	{"least alpha and beta", func(p *dolcerc.Params) {
		allArms(0, 0x4000)(p)
		p.Base.TargetCap, p.Base.MaxRate = dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
	}},
	{"greatest alpha and beta", func(p *dolcerc.Params) {
		allArms(0xFFFF, 0xFFFF)(p)
		p.Base.TargetCap, p.Base.MaxRate = dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
	}},
	{"least alpha, greatest beta", func(p *dolcerc.Params) {
		allArms(0, 0xFFFF)(p)
		p.Base.TargetCap = dcqcn.MaxRepresentable
	}},
	{"a cut keeps an odd part", func(p *dolcerc.Params) {
		allArms(0xFFFF, 0x8000)(p)
		p.Base.KeepAtLeast, p.Base.ClampAfterTime = 50_001, false
	}},
	{"beta below 1 - alpha/2", func(p *dolcerc.Params) {
		for i := range p.Actions {
			p.Actions[i] = dolcerc.Action{Alpha: fixedpoint.UQ0x16(i * 1000), Beta: 1 << 14}
		}
	}},
	{"every CNP qualified", func(p *dolcerc.Params) { p.QualifyAfter = 1 }},
	{"longest qualifying time", func(p *dolcerc.Params) {
		p.QualifyAfter, p.Base.IncreasePeriod = 1<<30, 1<<30 // or the timer would end 20,000 times
	}},
	{"shortest slots", func(p *dolcerc.Params) { p.SlotShift, p.Estimate = 6, dolcerc.TxSlots }},
	{"longest slots", func(p *dolcerc.Params) { p.SlotShift, p.Estimate = 20, dolcerc.TxSlots }},
	{"cuts from a free-running timer", func(p *dolcerc.Params) {
		p.Base.CutMode, p.Base.CutPeriod, p.Base.FirstCNP = dcqcn.CutFreeRunning, 20_000, dcqcn.FirstArms
	}},
	{"least alpha's parameters, which play no part", func(p *dolcerc.Params) {
		b := &p.Base
		b.AlphaPeriod, b.AlphaBits, b.CutShift, b.AlphaInit, b.AlphaMax, b.OldWeight = 1, 8, 8, 0, 1, 0
		b.AlphaMode, b.AlphaRounding, b.AlphaFirst, b.ClampTarget = dcqcn.AlphaOnCNP, dcqcn.RoundDown, false, false
	}},
	{"greatest alpha's parameters, which play no part", func(p *dolcerc.Params) {
		b := &p.Base
		b.AlphaPeriod, b.AlphaBits, b.CutShift, b.AlphaInit, b.AlphaMax, b.OldWeight = 1<<30, 24, 25, 1<<24, 1<<24, 65536
		b.AlphaMode, b.AlphaRounding, b.AlphaFirst, b.ClampTarget = dcqcn.AlphaFreeRunning, dcqcn.RoundHalfUp, true, true
	}},
}
