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

// dolcerc makes one file for each K and estimate, and for each K one with parameters at
// the ends of their ranges.
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
	dolcercLimits(b, 4, m4, dolcerc.Next4)
	dolcercLimits(b, 8, m8, dolcerc.Next8)
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
	return &script[dolcerc.State[A]]{drive(t, startTime, r.p.Base.MaxRate, next), t.load, func(s *dolcerc.State[A]) *dcqcn.Rates { return &s.React }, t.end}
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
func learningScripts[A bandit.ArmArray](p *dolcerc.Params, begin func(length int, comment string, flags ...string) *script[dolcerc.State[A]]) {
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

	for bit := range 16 {
		s = begin(1, fmt.Sprintf("2^%d packets at once", 16+bit), flagCounts)
		s.sent(0, 1<<16<<bit)
		s.end()
	}

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
	s = begin(60, "sent events of no bytes, of no packets and of neither", flagSlots, flagEmpty)
	for range 2 {
		for _, e := range [][2]uint32{{0, 0}, {0, 1}, {1500, 0}, {0, 0}, {1500, 1}} {
			s.after(slot + 1)
			s.sent(e[0], e[1])
		}
		s.cnp(1, 3)
	}
	s.after(uint64(p.QualifyAfter))
	s.sent(0, 0)
	s.cnp(1, 1)
	s.end()

	s = begin(30, "as many slots and marks as eight bits hold, and more", flagCounts, flagSlots, flagLoaded)
	s.load(func(st *dolcerc.State[A]) {
		st.Learn.Rest = 253<<24 | 250<<16 | 5
		st.React.Flags |= dcqcn.FlagSeen
		st.LastQualified = startTime
	})
	for i := range uint64(6) {
		s.after(slot + i)
		s.sent(1500, 1)
		s.cnp(1, 1)
	}
	s.end()

	// Timers have stopped, so that nothing happens for more than a turn of the clock.
	for _, d := range []int64{-1, 0, 1} {
		s = begin(10, fmt.Sprintf("a turn of the clock and the qualifying time, %+d ns, between CNPs", d), flagQualified, flagWrap, flagLoaded)
		s.load(func(st *dolcerc.State[A]) {
			st.React.Flags |= dcqcn.FlagSeen
			st.LastQualified = startTime
		})
		s.now += uint64(int64(p.QualifyAfter) + d)
		s.cnp(1, 1)
		s.cnp(1, 1)
		s.end()
	}
	for _, now := range []uint64{uint64(p.QualifyAfter) - 1, 1<<31 + 5, 1 << 32} {
		s = begin(4, fmt.Sprintf("the last qualified CNP came at time 0, the next comes at %d", now), flagQualified, flagWrap, flagLoaded)
		s.load(func(st *dolcerc.State[A]) { st.React.Flags |= dcqcn.FlagSeen })
		s.now = now
		s.cnp(1, 1)
		s.cnp(1, 1)
		s.end()
	}
}
