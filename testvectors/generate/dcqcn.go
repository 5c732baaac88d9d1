package generate

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/testvectors"
)

var dcqcnMachine = machine[dcqcn.Params, dcqcn.State, dcqcn.Event, dcqcn.Output]{"dcqcn", dcqcn.Init, dcqcn.Step}

type dcqcnRecording = recording[dcqcn.Params, dcqcn.State, dcqcn.Event, dcqcn.Output]

// dcqcn makes one file a profile, and one with parameters at the ends of their
// ranges.
func (b *builder) dcqcn() {
	profiles, err := dcqcnProfiles()
	if err != nil {
		b.fail(err)
		return
	}
	for _, p := range profiles {
		r := record(dcqcnMachine, p.name, p.params)
		reactionScripts(&p.params, func(length int, comment string, flags ...string) *script[dcqcn.State] {
			return dcqcnScript(r, length, comment, flags...)
		})
		dcqcnLoaded(r, b.random("dcqcn loaded "+p.name))
		random := b.random("dcqcn random " + p.name)
		for i := range 8 {
			s := dcqcnScript(r, 240, fmt.Sprintf("random traffic %d", i+1), flagRandom)
			randomTraffic(s.driver, random, &p.params)
			s.end()
		}
		b.add("dcqcn-"+p.name+".json", "dcqcn", []string{
			"Reaction point of DCQCN, profile " + p.name + ". Times in ns, rates in kb/s.",
			"Timer events come from the algorithm's own deadlines, before anything later.",
		}, []testvectors.Group{r.group})
	}
	b.dcqcnLimits(profiles[0].params)
}

// script is a tape with its driver.
type script[S any] struct {
	*driver
	load  func(change func(s *S))
	rates func(s *S) *dcqcn.Rates
	end   func()
}

// startTime is an arbitrary time that is not 0, so that a port that takes time 0 for
// "never" is found.
const startTime = 1_000_000

func dcqcnScript(r *dcqcnRecording, length int, comment string, flags ...string) *script[dcqcn.State] {
	t := r.begin(length, comment, flags...)
	return &script[dcqcn.State]{drive(t, startTime, r.p.MaxRate, dcqcn.Next), t.load, func(s *dcqcn.State) *dcqcn.Rates { return &s.Rates }, t.end}
}

// reactionScripts are the directed sequences of everything that reacts as DCQCN
// does. new begins one.
func reactionScripts[S any](p *dcqcn.Params, begin func(length int, comment string, flags ...string) *script[S]) {
	period := uint64(p.IncreasePeriod)
	s := begin(120, "first CNP, then recovery through all phases", flagFirstCNP, flagPhases)
	s.cnp(1, 3)
	s.timers(200)
	s.end()

	s = begin(120, "second CNP after the first", flagFirstCNP)
	s.cnp(1, 1)
	s.after(period/2 + 1)
	s.cnp(1, 1)
	s.timers(100)
	s.end()

	s = begin(160, "timers, bytes and CNP at one instant", flagOrder)
	s.cnp(1, 1)
	for range 12 {
		s.timers(2)
		s.sent(max(p.ByteReset, 1500), 1)
		s.cnp(1, 1)
		s.sent(1500, 1)
	}
	for range 10 {
		s.after(period)
		s.cnp(1, 2)
	}
	s.end()

	for _, before := range []uint64{1, period / 2, 3*period + 7} {
		s = begin(60, fmt.Sprintf("clock wraps %d ns after the first CNP", before), flagWrap)
		s.now = 1<<32 - before
		s.cnp(1, 1)
		s.timers(6)
		s.send(period, 3)
		s.cnp(2, 5)
		s.timers(40)
		s.end()
	}

	s = begin(140, "events that stand for several CNPs", flagCoalesced)
	for _, n := range []uint16{1, 0, 2, 3, 7, 8, 9, 255, 65535} {
		s.cnp(n, min(n, 1000)*7)
		s.after(period * 3 / 4)
		s.sent(6000, 4)
		s.after(period * 2)
	}
	s.end()

	for bit := range 13 {
		s = begin(1, fmt.Sprintf("%d CNPs at once", 8<<bit), flagCoalesced)
		s.cnp(8<<bit, 1)
		s.end()
	}

	s = begin(170, "CNPs around the end of the cut period", flagSpaced)
	s.cnp(1, 1)
	for _, d := range []int64{-1, 0, 1, -1, 0, 1} {
		s.after(uint64(int64(p.CutPeriod) + d))
		s.cnp(1, 1)
	}
	for range 3 {
		for range 5 {
			s.cnp(1, 1)
			s.after(uint64(p.CutPeriod)/4 + 1)
		}
		s.after(uint64(p.CutPeriod) * 3)
	}
	s.end()

	byteScript(p, begin)

	s = begin(200, "cuts down to the minimum rate", flagMinRate, flagTarget)
	for range 60 {
		s.cnp(8, 100)
		s.after(max(uint64(p.CutPeriod), 1))
	}
	s.timers(60)
	s.end()

	s = begin(150, "byte counter and timer raise the rate to the maximum", flagMaxRate, flagPhases)
	s.cnp(1, 1)
	for range 60 {
		s.sent(max(p.ByteReset, 9000), 6)
		s.after(period)
	}
	s.end()

	s = begin(400, "timers run down, then silence of 5 s, then a CNP", flagIdle, flagAlpha)
	s.cnp(3, 9)
	s.timers(340)
	if _, kind := s.due(); kind == dcqcn.EventNone {
		s.now += 5_000_000_000 // more than a turn of the clock; a running timer forbids it
	}
	s.sent(1500, 1)
	s.cnp(1, 1)
	s.timers(40)
	s.end()

	s = begin(240, "a CNP every alpha period, then none", flagAlpha)
	for range 70 {
		s.cnp(1, 1)
		s.after(uint64(p.AlphaPeriod))
	}
	s.end()

	s = begin(100, "cuts without an increase between them", flagTarget)
	s.cnp(1, 1)
	s.after(period * 3)
	for range 8 {
		s.after(max(uint64(p.CutPeriod), 100) + 1)
		s.cnp(1, 1)
	}
	s.timers(30)
	s.end()

	s = begin(90, "kinds of event that do not exist", flagUnknown)
	for _, kind := range []dcqcn.EventKind{0, 6, 7, 5 | 8, 5 | 16, 5 | 32, 5 | 64, 5 | 128, 255} {
		s.event(dcqcn.Event{Kind: kind, Bytes: 1 << 20, Packets: 9, CNPs: 3, Marked: 4})
		s.cnp(1, 1)
		s.after(period)
		s.event(dcqcn.Event{Kind: kind})
	}
	s.end()

	s = begin(50, "timers that do not run", flagSpurious)
	for range 3 {
		for kind := dcqcn.EventAlphaTimer; kind <= dcqcn.EventIncreaseTimer; kind++ {
			s.event(dcqcn.Event{Kind: kind})
			s.now += 10
			s.event(dcqcn.Event{Kind: kind})
		}
		s.cnp(1, 1)
		s.after(period / 3)
	}
	s.end()

	s = begin(120, "a CNP after each number of recovery steps", flagPhases)
	s.cnp(1, 1)
	for i := range uint64(8) {
		s.after(period*i + 3)
		s.cnp(1, 1)
	}
	s.end()
}

// byteScript sends amounts around the byte counter's threshold.
func byteScript[S any](p *dcqcn.Params, begin func(length int, comment string, flags ...string) *script[S]) {
	s := begin(120, "bytes around the threshold of the byte counter", flagBytes)
	reset := max(p.ByteReset, 1000)
	s.sent(reset, 1) // before the first CNP the counter does not run
	for range 2 {
		s.cnp(1, 1)
		s.after(uint64(p.CutPeriod) + 1)
		s.cnp(1, 1)
		s.after(uint64(p.CutPeriod) + 1)
		for _, bytes := range []uint64{uint64(reset) - 1, 1, uint64(reset), uint64(reset) + 1, uint64(reset) - 1, 0, 2 * uint64(reset), 3*uint64(reset) - 2, 2, 9*uint64(reset) + 5, 9 * uint64(reset), 8 * uint64(reset), 1 << 30, 1<<30 + 1, 1<<32 - 1} {
			s.sent(uint32(min(bytes, 1<<32-1)), uint32(min(bytes/4096+1, 1<<24+1)))
			s.after(7)
		}
	}
	s.end()
}

// dcqcnLoaded begins in states that take long to reach.
func dcqcnLoaded(r *dcqcnRecording, random *rng) {
	p := &r.p
	for i, change := range []func(s *dcqcn.State){
		func(s *dcqcn.State) {
			s.Rates = dcqcn.Rates{RC: p.MinRate, RT: p.TargetCap, TimeStage: dcqcn.MaxStage, ByteStage: dcqcn.MaxStage,
				Flags: dcqcn.FlagIncrease | dcqcn.FlagSeen, IncreaseAt: startTime + 1}
			s.Alpha = p.AlphaMax
		},
		func(s *dcqcn.State) {
			s.Rates = dcqcn.Rates{RC: p.MaxRate, RT: p.MaxRate, Flags: dcqcn.FlagSeen | dcqcn.FlagIncrease | dcqcn.FlagCut | dcqcn.FlagPending,
				IncreaseAt: startTime, CutAt: startTime, Own: dcqcn.AlphaRuns | dcqcn.AlphaSawCNP}
			s.AlphaAt = startTime
			s.Alpha = 1
		},
		func(s *dcqcn.State) {
			s.Rates = dcqcn.Rates{RC: p.MinRate, RT: p.MinRate, Bytes: max(p.ByteReset, 1) - 1, TimeStage: p.Threshold, ByteStage: p.Threshold,
				Flags: dcqcn.FlagSeen | dcqcn.FlagIncrease, IncreaseAt: startTime - 1}
			s.Alpha = 0
		},
	} {
		t := dcqcnScript(r, 60, fmt.Sprintf("loaded state %d", i+1), flagLoaded)
		t.load(change)
		for range 10 {
			t.sent(uint32(random.below(uint64(max(p.ByteReset, 1500))*3)), 3)
			t.timers(2)
			if random.one(4) {
				t.cnp(uint16(random.below(3)), 1)
			}
		}
		t.end()
	}
}

// randomTraffic sends at the algorithm's rate through a path that marks now and then:
// calm, moderate and heavy spells of CNPs.
func randomTraffic(d *driver, r *rng, p *dcqcn.Params) {
	d.now = r.next() & (1<<32 - 1)
	period := uint64(p.IncreasePeriod)
	for d.more() {
		spell := pick(r, period/8, period/2, period*2, period*6)
		for range r.between(2, 12) {
			d.send(r.between(1, 2*spell+1), int(r.between(1, 2)))
			if r.one(5) {
				continue
			}
			count := uint64(1)
			if r.one(6) {
				count = r.between(0, 10)
			}
			d.cnp(uint16(count), uint16(r.below(128)*max(count, 1)))
			if !d.more() {
				return
			}
		}
		if r.one(8) {
			d.after(r.between(0, 20*period))
		}
	}
}
