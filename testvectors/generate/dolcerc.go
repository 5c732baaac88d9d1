package generate

import (
	"fmt"
	"strings"

	"smartnic-cc/bandit"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/testvectors"
)

// dolcerc makes one file for each K and estimate, and one with parameters at the ends
// of their ranges.
func (b *builder) dolcerc() {
	m4 := machine[dolcerc.Params, dolcerc.State4, dcqcn.Event, dcqcn.Output]{"dolcerc4", dolcerc.Init4, dolcerc.Step4}
	m8 := machine[dolcerc.Params, dolcerc.State8, dcqcn.Event, dcqcn.Output]{"dolcerc8", dolcerc.Init8, dolcerc.Step8}
	for _, estimate := range profile.Estimates() {
		dolcercFile(b, m4, dolcerc.Next4, estimate, b.dolcercParams(4, estimate),
			fmt.Sprintf("Dolce-RC with 4 arms, rewards from %s.", estimateText[estimate]))
		dolcercFile(b, m8, dolcerc.Next8, estimate, b.dolcercParams(8, estimate),
			fmt.Sprintf("Dolce-RC with 8 arms, rewards from %s.", estimateText[estimate]))
	}
	for _, name := range profile.Names() {
		c, err := profile.Get(name, lineRate)
		if err != nil {
			b.fail(err)
		}
		dolcercFile(b, m4, dolcerc.Next4, strings.TrimPrefix(name, "dolcerc-"), b.dolcercOf(c),
			fmt.Sprintf("Profile %s: %s.", name, profile.Title(name)))
	}
	b.dolcercLimits(m4)
}

// dolcercParams are the default parameters of an estimate, for that many arms.
func (b *builder) dolcercParams(arms int, estimate string) dolcerc.Params {
	c := profile.Default(lineRate)
	if estimate == profile.TxSlots {
		c = profile.DefaultTxSlots(lineRate)
	}
	pairs, err := profile.Arms(arms)
	if err != nil {
		b.fail(err)
	}
	c.Arms, c.Learn.Arms = pairs, arms
	return b.dolcercOf(c)
}

func (b *builder) dolcercOf(c profile.Config) dolcerc.Params {
	p, err := profile.Params(c)
	if err != nil {
		b.fail(err)
	}
	return p
}

func dolcercScript[A bandit.ArmArray](r *recording[dolcerc.Params, dolcerc.State[A], dcqcn.Event, dcqcn.Output],
	next func(s *dolcerc.State[A], now fixedpoint.Time) dcqcn.Timer, length int, comment string, flags ...string) *script[dolcerc.State[A]] {
	t := r.begin(length, comment, flags...)
	return &script[dolcerc.State[A]]{drive(t, startTime, r.p.Base.MaxRate, next), t.load, t.end}
}

// dolcercFile makes the file of an algorithm with one set of parameters, whose name is part of
// the file's.
func dolcercFile[A bandit.ArmArray](b *builder, m machine[dolcerc.Params, dolcerc.State[A], dcqcn.Event, dcqcn.Output],
	next func(s *dolcerc.State[A], now fixedpoint.Time) dcqcn.Timer, name string, p dolcerc.Params, title string) {
	r := record(m, name, p)
	begin := func(length int, comment string, flags ...string) *script[dolcerc.State[A]] {
		return dolcercScript(r, next, length, comment, flags...)
	}
	reactionScripts(&p.Base, begin)
	learningScripts(&p, begin)
	random := b.random(m.name + name)
	for i := range 8 {
		s := begin(330, fmt.Sprintf("random traffic %d", i+1), flagRandom)
		randomTraffic(s.driver, random, &p.Base)
		s.end()
	}
	b.add(m.name+"-"+name+".json", m.name, []string{
		title + " Times in ns, rates in kb/s.",
		"Timer events come from the algorithm's own deadlines, before anything later.",
	}, []testvectors.Group{r.group})
}

// estimateText says for headers what the rewards are estimated from.
var estimateText = map[string]string{
	profile.MarkedPackets: "the CNPs' counts of marked packets",
	profile.TxSlots:       "transmission slots and CNPs",
}

// learningScripts are the directed sequences of what Dolce-RC adds to a reaction point.
func learningScripts[S any](p *dolcerc.Params, begin func(length int, comment string, flags ...string) *script[S]) {
	s := begin(120, "CNPs around the end of the qualifying time", flagQualified)
	s.cnp(1, 1)
	for _, d := range []int64{-1, 1, 0, -1, 0, 1, -2, 1, 1} {
		s.sent(40_960, 10)
		s.after(uint64(int64(p.QualifyAfter) + d))
		s.cnp(1, 2)
	}
	for range 5 {
		s.cnp(1, 1)
		s.after(uint64(p.QualifyAfter) / 2)
	}
	s.end()

	s = begin(300, "a qualified CNP an iteration, rewards 0 and 1", flagQualified, flagExploration, flagRewards)
	for i := range uint16(60) {
		s.sent(409_600, 100)
		s.after(uint64(p.QualifyAfter))
		s.cnp(1, 100*(i%2))
	}
	s.end()

	s = begin(80, "more marked than sent, and marks where nothing was sent", flagCounts, flagRewards)
	for range 5 {
		s.cnp(1, 3)
		s.after(uint64(p.QualifyAfter))
		s.sent(4096, 1)
		s.cnp(8, 65535)
		s.after(uint64(p.QualifyAfter) + 1)
	}
	s.end()

	s = begin(150, "pending counts beyond eight bits", flagCounts)
	s.cnp(1, 1)
	for _, packets := range []uint32{254, 1, 1, 255, 256, 1000, 65535, 1 << 20, 1 << 24, 1<<24 + 1, 1<<32 - 1, 7} {
		s.sent(4096, packets)
		s.after(1 << p.SlotShift)
		s.sent(0, packets)
		s.cnp(1, uint16(min(packets, 65535)))
		s.after(11)
	}
	for range 4 {
		s.after(uint64(p.QualifyAfter))
		s.cnp(1, 1)
		s.sent(1<<20, 256)
	}
	s.end()

	slot := uint64(1) << p.SlotShift
	for i := range uint64(2) {
		s = begin(40, fmt.Sprintf("the first packet leaves in slot %d of 256", i), flagSlots)
		s.now = slot * (256 + i)
		s.sent(1500, 1)
		s.sent(1500, 1)
		s.after(1)
		s.cnp(1, 1)
		s.end()
	}

	s = begin(150, "packets within and across transmission slots", flagSlots)
	s.cnp(1, 1)
	for _, d := range []uint64{0, 1, slot - 1, slot, 1, slot*256 - 1, slot * 256, slot * 255, slot * 257, slot / 2, slot / 2} {
		s.after(d)
		s.sent(1500, 1)
		s.sent(1500, 1)
	}
	s.after(uint64(p.QualifyAfter))
	s.cnp(1, 4)
	s.end()
}

// dolcercLimits varies what Dolce-RC has beside the reaction point's parameters.
func (b *builder) dolcercLimits(m machine[dolcerc.Params, dolcerc.State4, dcqcn.Event, dcqcn.Output]) {
	random := b.random("dolcerc limits")
	var groups []testvectors.Group
	for _, v := range []struct {
		name   string
		change func(p *dolcerc.Params)
	}{
		{"all arms 0", func(p *dolcerc.Params) { p.Actions = [bandit.MaxArms]dolcerc.Action{} }},
		{"greatest alpha and beta", func(p *dolcerc.Params) {
			for i := range p.Actions {
				p.Actions[i] = dolcerc.Action{Alpha: 0xFFFF, Beta: 0xFFFF}
			}
			p.Base.TargetCap, p.Base.MaxRate = dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
		}},
		{"beta below 1 - alpha/2", func(p *dolcerc.Params) {
			for i := range p.Actions {
				p.Actions[i] = dolcerc.Action{Alpha: fixedpoint.UQ0x16(i * 1000), Beta: 1 << 14}
			}
		}},
		{"every CNP qualified, short rounds", func(p *dolcerc.Params) {
			p.QualifyAfter = 1
			p.Learn = b.learnParams(4, "0.5", "0.5", "2")
		}},
		{"longest qualifying time", func(p *dolcerc.Params) { p.QualifyAfter = 1 << 30 }},
		{"shortest slots", func(p *dolcerc.Params) { p.SlotShift, p.Estimate = 6, dolcerc.TxSlots }},
		{"longest slots", func(p *dolcerc.Params) { p.SlotShift, p.Estimate = 20, dolcerc.TxSlots }},
		{"cuts from a free-running timer", func(p *dolcerc.Params) {
			p.Base.CutMode, p.Base.CutPeriod, p.Base.FirstCNP = dcqcn.CutFreeRunning, 20_000, dcqcn.FirstArms
		}},
		{"greatest rates", func(p *dolcerc.Params) {
			p.Base.MinRate, p.Base.MaxRate, p.Base.TargetCap = 1, dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
			p.Base.RateAI, p.Base.RateHAI = 1<<28, 1<<28
		}},
		{"least rates", func(p *dolcerc.Params) { p.Base.MinRate, p.Base.MaxRate, p.Base.TargetCap = 1, 2, 2 }},
	} {
		p := b.dolcercParams(4, profile.MarkedPackets)
		v.change(&p)
		b.checked(v.name, p.Base)
		r := record(m, v.name, p)
		for i := range 2 {
			s := dolcercScript(r, dolcerc.Next4, 120, fmt.Sprintf("random traffic %d: %s", i+1, v.name), flagParameters, flagRandom)
			randomTraffic(s.driver, random, &p.Base)
			s.end()
		}
		s := dolcercScript(r, dolcerc.Next4, 60, "loaded state: "+v.name, flagParameters, flagLoaded)
		s.load(func(st *dolcerc.State4) {
			for i := range st.Learn.Arm {
				st.Learn.Arm[i] = bandit.Arm{Mean: 0xFFFF, Count: 0xFFFF}
			}
			st.Learn.Rest = 0xFFFFF000 | uint32(p.Learn.Period-2)
			st.React.Flags = 0xF0 | dcqcn.FlagSeen | dcqcn.FlagIncrease
			st.React.Flags &^= 1 << 6 // arm 3, the last of four
			st.React.IncreaseAt = startTime
			st.React.TimeStage, st.React.ByteStage = dcqcn.MaxStage, dcqcn.MaxStage
		})
		for range 6 {
			s.sent(1<<20, 256)
			s.cnp(2, 127)
			s.timers(3)
		}
		s.end()
		groups = append(groups, r.group)
	}
	for _, v := range stageLimits {
		p := b.dolcercParams(4, profile.MarkedPackets)
		v.change(&p.Base)
		b.checked(v.name, p.Base)
		r := record(m, v.name, p)
		stagesScript(&p.Base, func(length int, comment string, flags ...string) *script[dolcerc.State4] {
			return dolcercScript(r, dolcerc.Next4, length, comment+": "+v.name, append(flags, flagParameters)...)
		})
		groups = append(groups, r.group)
	}
	b.add("dolcerc4-limits.json", "dolcerc4", []string{
		"Dolce-RC with 4 arms, parameters at the ends of their ranges.",
	}, groups)
}
