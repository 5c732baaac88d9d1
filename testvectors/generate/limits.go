package generate

import (
	"fmt"
	"slices"

	"smartnic-cc/dcqcn"
	"smartnic-cc/testvectors"
)

// dcqcnLimits varies the paper's profile to the ends of each parameter's range.
func (b *builder) dcqcnLimits(paper dcqcn.Params) {
	random := b.random("dcqcn limits")
	var groups []testvectors.Group
	for i, v := range slices.Concat(alphaLimits, reactionLimits, arrivalLimits) {
		p := paper
		v.change(&p)
		b.checked(v.name, p)
		r := record(dcqcnMachine, v.name, p)
		s := dcqcnScript(r, 60, "random traffic: "+v.name, flagParameters, flagRandom)
		randomTraffic(s.driver, random, &p)
		s.end()
		arrives := i >= len(alphaLimits)+len(reactionLimits)
		limitScripts(&paper, &p, v.name, arrives, func(length int, comment string, flags ...string) *script[dcqcn.State] {
			return dcqcnScript(r, length, comment, flags...)
		})
		groups = append(groups, r.group)
	}
	for _, v := range stageLimits {
		p := paper
		v.change(&p)
		b.checked(v.name, p)
		r := record(dcqcnMachine, v.name, p)
		stagesScript(&p, func(length int, comment string, flags ...string) *script[dcqcn.State] {
			return dcqcnScript(r, length, comment+": "+v.name, append(flags, flagParameters)...)
		})
		groups = append(groups, r.group)
	}
	b.add("dcqcn-limits.json", "dcqcn", []string{
		"Reaction point of DCQCN, the paper's profile with parameters at the ends of their ranges.",
	}, groups)
}

// limitScripts are the directed sequences of a reaction point with parameters at the
// ends of their ranges, which are those of plain but for some. name is that of the
// parameters; with those of arrivalLimits the rate arrives.
func limitScripts[S any](plain, p *dcqcn.Params, name string, arrives bool, begin func(length int, comment string, flags ...string) *script[S]) {
	limit := func(length int, comment string, flags ...string) *script[S] {
		return begin(length, comment+": "+name, append(flags, flagParameters)...)
	}
	s := limit(40, "a cut and the recovery")
	s.cnp(1, 1)
	s.send(uint64(p.IncreasePeriod)*6, 6)
	s.cnp(8, 8)
	s.timers(30)
	s.end()

	s = limit(90, "cuts, then all phases of the recovery", flagPhases)
	for range 5 {
		s.cnp(1, 1)
		s.after(uint64(p.CutPeriod) + 1)
	}
	for i := range uint32(40) {
		if p.ByteReset != 0 && i%2 == 0 {
			s.sent(p.ByteReset+i%3, 2)
		}
		s.after(uint64(p.IncreasePeriod))
	}
	s.end()
	if p.ByteReset != plain.ByteReset || p.TestFirst || p.Hyper != plain.Hyper {
		byteScript(p, limit)
	}

	s = limit(26, "timers early, late, twice and when they do not run", flagSpurious)
	for range 2 {
		for _, kind := range []dcqcn.EventKind{dcqcn.EventCutTimer, dcqcn.EventIncreaseTimer, dcqcn.EventAlphaTimer} {
			s.event(dcqcn.Event{Kind: kind})
			s.now += 3
		}
		s.cnp(1, 1)
		s.now++
		s.cnp(1, 1)
		for _, kind := range []dcqcn.EventKind{dcqcn.EventAlphaTimer, dcqcn.EventCutTimer, dcqcn.EventCutTimer, dcqcn.EventIncreaseTimer} {
			s.now += uint64(p.CutPeriod)/2 + 1
			s.event(dcqcn.Event{Kind: kind})
		}
		s.now += uint64(p.CutPeriod)
	}
	s.end()

	for _, stages := range [][2]uint8{{p.Threshold + 15, p.Threshold + 20}, {dcqcn.MaxStage - 2, dcqcn.MaxStage - 1}} {
		s = limit(6, fmt.Sprintf("at the least rate, stages %d and %d", stages[0], stages[1]), flagPhases, flagLoaded)
		s.load(func(st *S) {
			*s.rates(st) = dcqcn.Rates{
				RC: p.MinRate, RT: p.MinRate, TimeStage: stages[0], ByteStage: stages[1],
				Flags: dcqcn.FlagIncrease | dcqcn.FlagSeen, IncreaseAt: startTime + 5,
			}
		})
		for range 3 {
			s.timers(1)
			s.sent(max(p.ByteReset, 1), 1)
		}
		s.end()
	}
	if arrives {
		arrivalScript(p, limit)
	}
}

// paramLimit is a change of the paper's profile.
type paramLimit struct {
	name   string
	change func(p *dcqcn.Params)
}

// alphaLimits are parameters of alpha at the ends of their ranges.
var alphaLimits = []paramLimit{
	{"alpha of 8 bits, rounded down", func(p *dcqcn.Params) {
		p.AlphaBits, p.CutShift, p.AlphaInit, p.AlphaMax, p.AlphaRounding = 8, 9, 255, 255, dcqcn.RoundDown
	}},
	{"alpha of 24 bits, cut by alpha", func(p *dcqcn.Params) {
		p.AlphaBits, p.CutShift, p.AlphaInit, p.AlphaMax, p.AlphaRounding = 24, 24, 1<<24, 1<<24, dcqcn.RoundHalfUp
	}},
	{"alpha of 8 bits up to 1", func(p *dcqcn.Params) {
		p.AlphaBits, p.CutShift, p.AlphaInit, p.AlphaMax, p.AlphaRounding = 8, 9, 1<<8, 1<<8, dcqcn.RoundHalfUp
		p.OldWeight = 46_535
	}},
	{"alpha of 24 bits, least", func(p *dcqcn.Params) {
		p.AlphaBits, p.CutShift, p.AlphaInit, p.AlphaMax, p.AlphaRounding = 24, 25, 0, 1, dcqcn.RoundHalfUp
	}},
	{"alpha never changes", func(p *dcqcn.Params) { p.OldWeight = 65536; p.AlphaInit = p.AlphaMax / 3 }},
	{"alpha forgets at once", func(p *dcqcn.Params) { p.OldWeight = 0 }},
	{"periodic alpha", func(p *dcqcn.Params) {
		p.AlphaMode, p.CutMode, p.CutPeriod = dcqcn.AlphaPeriodic, dcqcn.CutSpaced, 10_000
	}},
}

// reactionLimits are the other parameters at the ends of the ranges that dcqcn.Params
// states, those that Dolce-RC has too.
var reactionLimits = []paramLimit{
	{"least rates", func(p *dcqcn.Params) { p.MinRate, p.MaxRate, p.TargetCap, p.RateAI, p.RateHAI = 1, 1, 1, 0, 0 }},
	{"least floor", func(p *dcqcn.Params) {
		p.MinRate, p.MaxRate, p.TargetCap, p.Halving = 1, 6, 7, dcqcn.HalveEach
	}},
	{"no increase of the target", func(p *dcqcn.Params) {
		p.RateAI, p.RateHAI, p.Threshold, p.MinRate, p.Halving = 0, 0, 1, 1, dcqcn.HalveEach
	}},
	{"floor at the line rate", func(p *dcqcn.Params) { p.MinRate = p.MaxRate }},
	{"greatest rates", func(p *dcqcn.Params) {
		p.MinRate, p.MaxRate, p.TargetCap = 1, dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
		p.RateAI, p.RateHAI, p.Threshold = 1<<28, 1<<28, 2
	}},
	{"greatest rates, staged hyper increase", func(p *dcqcn.Params) {
		p.MinRate, p.MaxRate, p.TargetCap = 1, dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
		p.RateAI, p.RateHAI, p.Hyper, p.Threshold = 1<<28, 1<<28, dcqcn.HyperStaged, 1
	}},
	{"target above the line rate", func(p *dcqcn.Params) { p.TargetCap = dcqcn.MaxRepresentable; p.RateAI = 1 << 28 }},
	{"a cut keeps all", func(p *dcqcn.Params) { p.KeepAtLeast = 65536 }},
	{"a cut keeps nine tenths", func(p *dcqcn.Params) { p.KeepAtLeast, p.ClampAfterTime = 60_001, false }},
	{"a cut keeps nothing", func(p *dcqcn.Params) { p.KeepAtLeast = 0; p.CutShift = p.AlphaBits; p.MinRate = 1 }},
	{"threshold 1, every byte an increase", func(p *dcqcn.Params) { p.Threshold, p.ByteReset = 1, 1 }},
	{"threshold 31, byte counter off", func(p *dcqcn.Params) { p.Threshold, p.ByteReset = 31, 0 }},
	{"longest byte counter", func(p *dcqcn.Params) { p.ByteReset = 1 << 30 }},
	{"shortest periods", func(p *dcqcn.Params) {
		p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod, p.CutMode = 1, 1, 1, dcqcn.CutSpaced
	}},
	{"longest periods", func(p *dcqcn.Params) {
		p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod, p.CutMode = 1<<30, 1<<30, 1<<30, dcqcn.CutSpaced
	}},
	{"free-running timers, arming first CNP", func(p *dcqcn.Params) {
		p.CutMode, p.AlphaMode, p.FirstCNP, p.CutPeriod = dcqcn.CutFreeRunning, dcqcn.AlphaFreeRunning, dcqcn.FirstArms, 4000
		p.FirstRate = p.MaxRate / 2
	}},
	{"shortest periods, free-running, arming first CNP", func(p *dcqcn.Params) {
		p.CutMode, p.AlphaMode, p.FirstCNP = dcqcn.CutFreeRunning, dcqcn.AlphaPeriodic, dcqcn.FirstArms
		p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod = 30, 1, 1
	}},
	{"longest periods, free-running, arming first CNP", func(p *dcqcn.Params) {
		p.CutMode, p.AlphaMode, p.FirstCNP = dcqcn.CutFreeRunning, dcqcn.AlphaFreeRunning, dcqcn.FirstArms
		p.AlphaPeriod, p.IncreasePeriod, p.CutPeriod = 1<<30, 1<<30, 1<<30
	}},
	{"spaced cuts, arming first CNP", func(p *dcqcn.Params) {
		p.CutMode, p.CutPeriod, p.FirstCNP = dcqcn.CutSpaced, 20_000, dcqcn.FirstArms
	}},
	{"cuts at once, arming first CNP", func(p *dcqcn.Params) { p.FirstCNP = dcqcn.FirstArms }},
	{"first rate below the minimum", func(p *dcqcn.Params) { p.FirstCNP, p.FirstRate, p.MinRate = dcqcn.FirstArms, 1, 5000 }},
	{"greatest first rate", func(p *dcqcn.Params) {
		p.FirstRate, p.MaxRate, p.TargetCap = dcqcn.MaxRepresentable, dcqcn.MaxRepresentable, dcqcn.MaxRepresentable
	}},
	{"first rate above the line rate, free-running cuts", func(p *dcqcn.Params) {
		p.FirstRate, p.CutMode, p.CutPeriod = p.MaxRate+1, dcqcn.CutFreeRunning, 10_000
	}},
	{"alpha first, clamped target, tested first", func(p *dcqcn.Params) {
		p.AlphaFirst, p.ClampTarget, p.TestFirst, p.Halving = true, true, true, dcqcn.HalveEach
	}},
	{"target kept, time increases do not count", func(p *dcqcn.Params) { p.ClampTarget, p.ClampAfterTime = false, false }},
	{"target kept, time increases count", func(p *dcqcn.Params) { p.ClampTarget, p.ClampAfterTime = false, true }},
}

// arrivalScript runs the increases until the target is at its cap and the rate has
// arrived: whether the timer then stops depends on what a later cut would ask for.
func arrivalScript[S any](p *dcqcn.Params, begin func(length int, comment string, flags ...string) *script[S]) {
	s := begin(200, "the rate arrives at its ceiling", flagMaxRate, flagIdle)
	s.cnp(1, 1)
	for range 3 {
		s.timers(55)
		s.sent(max(p.ByteReset, 1500), 1)
		s.timers(6)
		s.sent(max(p.ByteReset, 1500)/2, 1)
		s.cnp(1, 1)
		s.after(uint64(p.CutPeriod) + 1)
	}
	s.end()
}

// arrivalLimits are parameters that decide what happens when the rate has arrived.
var arrivalLimits = []paramLimit{
	{"arrives, cap above the line rate", arriving(func(p *dcqcn.Params) {})},
	{"arrives, cap above the line rate, byte counter off", arriving(func(p *dcqcn.Params) { p.ByteReset = 0 })},
	{"arrives, cap above the line rate, time increases count", arriving(func(p *dcqcn.Params) { p.ClampAfterTime = true })},
	{"arrives, cap at the line rate", arriving(func(p *dcqcn.Params) { p.TargetCap = p.MaxRate })},
	{"arrives, each half rounded down", arriving(func(p *dcqcn.Params) { p.TargetCap, p.Halving = p.MaxRate, dcqcn.HalveEach })},
	{"arrives, clamped target", arriving(func(p *dcqcn.Params) { p.ClampTarget = true })},
}

// arriving makes parameters with which the rate is soon at its ceiling.
func arriving(change func(p *dcqcn.Params)) func(p *dcqcn.Params) {
	return func(p *dcqcn.Params) {
		p.ClampTarget, p.ClampAfterTime = false, false
		p.TargetCap, p.RateAI, p.RateHAI = p.MaxRate+1_000, 1<<24, 1<<24
		p.ByteReset, p.Threshold, p.AlphaPeriod = 1_000_000, 1, 1<<20
		change(p)
	}
}
