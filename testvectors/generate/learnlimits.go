package generate

import (
	"fmt"
	"slices"

	"smartnic-cc/bandit"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// learnLimit is a change of the learning parameters of learnBase.
type learnLimit struct {
	name   string
	change func(p *bandit.Params, arms int)
	// misread are parameters that are at an end, as a port may read them that has too few
	// bits or another sign in mind: a step is looked for that tells.
	misread []func(p *bandit.Params)
}

// learnBase are learning parameters with short rounds and blocks, so that a short run
// meets the end of both, and of a block that the end of the round cuts short.
func (b *builder) learnBase(arms int) bandit.Params {
	return b.learnParams(arms, "0.99", "0.07", "1")
}

// learnLimits are learning parameters at the ends of the ranges that bandit.Params
// states. They need not belong to one gamma.
var learnLimits = []learnLimit{
	{"shortest rounds", func(p *bandit.Params, arms int) { p.Period = uint16(arms) }, nil},
	{
		"longest rounds, longest blocks",
		func(p *bandit.Params, _ int) {
			p.Period, p.BlockShift, p.GrowthPerStep, p.LogPerStep = bandit.MaxPeriod, 12, 1<<28>>12, 1<<28>>12
			p.CountShift = 8
		},
		[]func(p *bandit.Params){
			func(p *bandit.Params) { p.BlockShift-- },
			func(p *bandit.Params) { p.LogPerStep -= p.LogPerStep >> 8 },
		},
	},
	{
		"shortest blocks",
		func(p *bandit.Params, _ int) { p.BlockShift, p.GrowthPerStep, p.LogPerStep = 0, 1<<28, 1<<28 },
		[]func(p *bandit.Params){func(p *bandit.Params) { p.LogPerStep -= p.LogPerStep >> 8 }},
	},
	{"coarsest counts", func(p *bandit.Params, _ int) { p.CountShift = 0 }, nil},
	{
		"finest counts, greatest growth",
		func(p *bandit.Params, _ int) {
			p.CountShift, p.BlockShift, p.GrowthPerStep, p.Period = 14, 6, 1<<28>>6, 100
		},
		[]func(p *bandit.Params){func(p *bandit.Params) { p.GrowthPerStep -= p.GrowthPerStep >> 8 }},
	},
	{
		"counts forgotten",
		func(p *bandit.Params, _ int) { p.AgeBlock, p.AgeRest = 1, 1 },
		[]func(p *bandit.Params){
			func(p *bandit.Params) { p.AgeBlock++ },
			func(p *bandit.Params) { p.AgeRest++ },
		},
	},
	{
		"counts kept",
		func(p *bandit.Params, _ int) {
			p.AgeBlock, p.AgeRest, p.Gamma, p.LogPerStep, p.GrowthPerStep = 65535, 65535, 1<<32-1, 0, 0
			p.BlockShift, p.CountShift, p.Period = 11, 14, 3000
		},
		[]func(p *bandit.Params){
			func(p *bandit.Params) { p.AgeBlock-- },
			func(p *bandit.Params) { p.AgeRest-- },
			func(p *bandit.Params) { p.Gamma -= 1 << 23 },
			func(p *bandit.Params) { p.LogPerStep = 1 << 28 >> p.BlockShift >> 8 },
			func(p *bandit.Params) { p.GrowthPerStep = 1 << 28 >> p.BlockShift >> 8 },
		},
	},
	{
		"least gamma",
		func(p *bandit.Params, _ int) { p.Gamma = 1 << 31 },
		[]func(p *bandit.Params){func(p *bandit.Params) { p.Gamma += 1 << 23 }},
	},
	{
		"least exploration",
		func(p *bandit.Params, _ int) { p.XiLn2 = 22713 },
		[]func(p *bandit.Params){func(p *bandit.Params) { p.XiLn2++ }},
	},
	{
		"most exploration",
		func(p *bandit.Params, _ int) { p.XiLn2, p.BlockShift, p.Period, p.GrowthPerStep = 90852, 6, 100, 1<<21 },
		[]func(p *bandit.Params){
			func(p *bandit.Params) { p.XiLn2-- },
			func(p *bandit.Params) { p.LogPerStep &^= 1<<12 - 1 },
		},
	},
}

// nearTheEnd sets a state of K arms with close means, so many steps before the end of the
// round, or half a round.
func nearTheEnd[A bandit.ArmArray](p *bandit.Params, s *bandit.State[A], before uint32, random *rng) {
	for i := range len(s.Arm) {
		s.Arm[i] = bandit.Arm{Mean: learnReward(random, uint8(i)), Count: uint16(random.between(1<<p.CountShift, 3<<p.CountShift))}
	}
	s.Rest = uint32(p.Period) - min(before, uint32(p.Period)/2)
}

// learnReward is a random reward whose mean rises a little from arm to arm.
func learnReward(r *rng, arm uint8) fixedpoint.UQ0x16 {
	return fixedpoint.UQ0x16(r.below(uint64(40_000+3_000*uint32(arm)) + 1))
}

// onTheEdge sets a state in which arm 0 has just been used and another value of one bit in
// a mean decides which arm comes next, where there is such a state; now and then at the
// end of a round or block.
func onTheEdge[A bandit.ArmArray](p *bandit.Params, s *bandit.State[A], reward fixedpoint.UQ0x16, random *rng) {
	arms := uint64(len(s.Arm))
	for i := range arms {
		s.Arm[i] = bandit.Arm{Mean: fixedpoint.UQ0x16(random.next()), Count: uint16(random.logUniform(16))}
	}
	rest := random.between(min(arms, uint64(p.Period)-1), uint64(p.Period)-1)
	switch random.below(4) {
	case 0:
		rest = uint64(p.Period) - 1
	case 1:
		rest |= 1<<p.BlockShift - 1
	}
	s.Rest = uint32(min(rest, uint64(p.Period)-1))
	next := func(mean uint64) uint8 {
		t := *s
		t.Arm[1].Mean = fixedpoint.UQ0x16(mean)
		bandit.Update(p, &t, 0, reward)
		return bandit.Select(p, &t)
	}
	lo, hi := uint64(0), uint64(0xFFFF)
	if low := next(lo); low != next(hi) {
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; next(mid) == low {
				lo = mid
			} else {
				hi = mid
			}
		}
	}
	s.Arm[1].Mean = fixedpoint.UQ0x16(pick(random, lo, hi))
}

// telling looks for a state and an event that tell the parameters of the recording from
// others, and records that step. draw draws a state, beginning from the initial one, and
// an event.
func (r *recording[P, S, E, O]) telling(b *builder, misread P, draw func(s *S) E) {
	comment := "tells apart:"
	right, wrong := reference.Flatten(&r.p), reference.Flatten(&misread)
	for i, l := range r.group.Params {
		if right[i] != wrong[i] {
			comment += fmt.Sprintf(" %s=%s, not %s", l.Name, l.Format(right[i]), l.Format(wrong[i]))
		}
	}
	for range 1 << 15 {
		var s S
		r.init(&r.p, &s)
		e := draw(&s)
		one, other := s, s
		o, otherO := r.step(&r.p, &one, &e), r.step(&misread, &other, &e)
		if slices.Equal(reference.Flatten(&one), reference.Flatten(&other)) && slices.Equal(reference.Flatten(&o), reference.Flatten(&otherO)) {
			continue
		}
		t := r.begin(1, comment, flagApart, flagLoaded, flagParameters)
		t.load(func(st *S) { *st = s })
		t.step(e)
		t.end()
		return
	}
	b.fail(fmt.Errorf("%s, %s: no step %s", r.name, r.group.Comment, comment))
}

// banditLimits makes the groups of a bandit with learnLimits.
func banditLimits[A bandit.ArmArray](b *builder, arms int, m machine[bandit.Params, bandit.State[A], bandit.Event, bandit.Output]) []testvectors.Group {
	random := b.random(m.name + " limits")
	var groups []testvectors.Group
	for _, v := range learnLimits {
		p := b.learnBase(arms)
		v.change(&p, arms)
		r := record(m, v.name, p)
		for _, loaded := range []bool{false, true} {
			comment, flags := "from the beginning: ", []string{flagParameters, flagExploration}
			if loaded {
				comment, flags = "at the end of a round: ", []string{flagParameters, flagAgeing, flagLoaded}
			}
			t := r.begin(50, comment+v.name, flags...)
			if loaded {
				t.load(func(s *bandit.State[A]) { nearTheEnd(&p, s, 40, random) })
			}
			for arm := uint8(0); t.left > 0; {
				arm = t.step(bandit.Event{Arm: arm, Reward: learnReward(random, arm)}).Arm
			}
			t.end()
		}
		for _, change := range v.misread {
			misread := p
			change(&misread)
			r.telling(b, misread, func(s *bandit.State[A]) bandit.Event {
				e := bandit.Event{Reward: fixedpoint.UQ0x16(random.next())}
				onTheEdge(&p, s, e.Reward, random)
				return e
			})
		}
		groups = append(groups, r.group)
	}
	return groups
}
