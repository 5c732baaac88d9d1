package generate

import (
	"fmt"

	"smartnic-cc/dcqcn"
)

// stagesScript goes through the stages of staged hyper increase: events of bytes that are
// one to many increases at once, with the timer's stage below, at and beyond the
// threshold, hyper increase repeated with each multiple, and the byte stage up to its
// end from every offset, so that each of the increases of one event comes in each phase.
// Alpha is updated and the rate cut between.
func stagesScript[S any](p *dcqcn.Params, begin func(length int, comment string, flags ...string) *script[S]) {
	period, reset := uint64(p.IncreasePeriod), p.ByteReset
	cutDown := func(s *script[S]) {
		for range 5 {
			s.cnp(1, 2)
			s.after(uint64(p.CutPeriod) + 1)
		}
	}
	for lead := range uint64(3) {
		s := begin(130, fmt.Sprintf("the timer %d stages from the threshold, then bytes by the stage", lead), flagPhases, flagBytes)
		cutDown(s)
		for round := range uint32(3) {
			s.after(period * (uint64(p.Threshold) + lead))
			for _, n := range []uint32{1, 2, 3, 1, 4, 8, 5, 2, 6, 7, 1} {
				s.sent(n*reset+round*(reset/5), n)
				if n%2 == 1 {
					s.after(period + 1)
				}
			}
			s.cnp(1+uint16(round), 3)
		}
		s.end()
	}

	s := begin(160, "eight increases an event, from every offset, until the stages stop", flagPhases, flagBytes)
	cutDown(s)
	for offset := range uint32(5) {
		for i := range uint32(9) {
			s.sent(8*reset, 8)
			if i == 2*offset {
				s.after(period * uint64(p.Threshold+uint8(offset)))
			}
			if i == 0 {
				s.sent(offset*reset+1, 1)
			}
		}
		s.after(period*2 + 3)
		s.cnp(1, 1)
		s.after(uint64(p.CutPeriod) + 1)
	}
	s.end()

	s = begin(150, "bytes before the timer: its stage is the multiple", flagPhases, flagBytes)
	cutDown(s)
	for round := range uint32(3) {
		s.sent(8*reset, 8)
		s.sent(8*reset-1, 8)
		for i := range uint32(12) {
			s.after(period)
			s.sent(i*reset/2+round, i)
		}
		s.cnp(2, 5)
	}
	s.end()
}

// stageLimits are parameters with staged hyper increase: far from every cap, up to the
// caps, with the other order and halving, and with a step that saturates.
var stageLimits = []paramLimit{
	{"staged hyper increase, far from the cap", staged(func(*dcqcn.Params) {})},
	{"staged hyper increase up to the cap, the sum halved", staged(func(p *dcqcn.Params) {
		p.RateHAI, p.TargetCap, p.Halving = p.MaxRate/50, p.MaxRate+777, dcqcn.HalveSum
	})},
	{"staged hyper increase, tested first, each half rounded down", staged(func(p *dcqcn.Params) {
		p.TestFirst, p.Halving, p.Threshold = true, dcqcn.HalveEach, 1
	})},
	{"staged hyper increase, steps beyond the range", staged(func(p *dcqcn.Params) {
		p.RateHAI, p.MaxRate, p.TargetCap, p.Threshold = 1<<28-3, dcqcn.MaxRepresentable, dcqcn.MaxRepresentable, 3
	})},
}

// staged makes parameters with staged hyper increase, whose phases, alpha updates and
// cuts follow one another closely.
func staged(change func(p *dcqcn.Params)) func(p *dcqcn.Params) {
	return func(p *dcqcn.Params) {
		p.Hyper, p.Threshold, p.ByteReset, p.IncreasePeriod, p.CutPeriod = dcqcn.HyperStaged, 2, 10_007, 50_000, 4_000
		p.CutMode = dcqcn.CutSpaced
		p.RateAI, p.RateHAI, p.MinRate, p.TargetCap = 40_001, 300_007, 1_000, dcqcn.MaxRepresentable
		if p.AlphaPeriod != 0 { // Dolce-RC has no alpha
			p.AlphaPeriod = 30_000
		}
		change(p)
	}
}
