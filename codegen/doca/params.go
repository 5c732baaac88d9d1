package doca

import (
	"fmt"
	"math/bits"
	"strings"

	"smartnic-cc/bandit"
	"smartnic-cc/codegen/cgen"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
)

// Param is a parameter as the device library knows it: one word of 32 bits.
type Param struct {
	// Name is the C name of the field that the word sets, or what it is called where it
	// sets none or two: rate_ai, learn_period, arm0, line_rate.
	Name string
	// Text says in a few words what it is, with its unit.
	Text string
	// Least, Most and Default bound the word and set it at the start.
	Least, Most, Default uint32
	// Fixed: it cannot be set at run time, since the states of running flows are in its
	// unit.
	Fixed bool
	// fields are the C fields that the word sets, with casts: "p->rate_ai = %s".
	fields []string
}

// Upper is the name as C macros and enumerators have it.
func (p Param) Upper() string { return strings.ToUpper(p.Name) }

// Permission is what the device library is told: 1 allows to set the word.
func (p Param) Permission() int {
	if p.Fixed {
		return 0
	}
	return 1
}

// Stores returns the C statements that set the fields from the word w[...].
func (p Param) Stores(word string) []string {
	var s []string
	for _, f := range p.fields {
		s = append(s, strings.ReplaceAll(f, "%s", word)+";")
	}
	return s
}

const (
	maxRate  = uint32(dcqcn.MaxRepresentable)
	maxRise  = 1 << 28
	maxBytes = 1 << 30
	maxWait  = 1 << 30
	// The firmware takes periods up to 2^30; events out of order by 2^20 ns take that much
	// of the distance at which a deadline ahead and one long past are told apart.
	maxPeriod = 1<<30 - 1<<20
	maxWord   = 1<<32 - 1
)

// rateParams are the parameters that every scheme on dcqcn.Rates has. of is the C path
// of the dcqcn.Params.
func rateParams(p *dcqcn.Params, of string) []Param {
	all := []Param{
		rate("MinRate", "floor of the rate, kb/s", 1, p.MinRate),
		rate("MaxRate", "ceiling of the rate, kb/s", 1, p.MaxRate),
		rate("TargetCap", "ceiling of the target rate, kb/s", 1, p.TargetCap),
		word("RateAI", "additive increase, kb/s", 0, maxRise, uint32(p.RateAI)),
		word("RateHAI", "hyper increase, kb/s", 0, maxRise, uint32(p.RateHAI)),
		rate("FirstRate", "rate after the first CNP, kb/s; 0 cuts", 0, p.FirstRate),
		word("IncreasePeriod", "time between timer increases, ns", 1, maxPeriod, p.IncreasePeriod),
		word("CutPeriod", "least time between cuts, ns", 1, maxPeriod, p.CutPeriod),
		word("ByteReset", "bytes between increases; 0 is off", 0, maxBytes, p.ByteReset),
		word("KeepAtLeast", "least part of the rate that a cut keeps, 1/65536", 0, 1<<16, p.KeepAtLeast),
		narrow("Threshold", "stages of fast recovery", 1, 31, p.Threshold),
		narrow("CutMode", "0 cuts at once, 1 spaced, 2 from a free timer", 0, dcqcn.CutFreeRunning, p.CutMode),
		narrow("Halving", "0 rounds the mean of both rates up, 1 halves each", 0, dcqcn.HalveEach, p.Halving),
		narrow("Hyper", "0 raises by the hyper increase, 1 by its stage", 0, dcqcn.HyperStaged, p.Hyper),
		narrow("FirstCNP", "0: the first CNP cuts, 1: it starts timers", 0, dcqcn.FirstArms, p.FirstCNP),
		flag("ClampAfterTime", "an increase by the timer lets a cut take the target", p.ClampAfterTime),
		flag("TestFirst", "stages are tested before they count", p.TestFirst),
	}
	return prefixed(all, "", of)
}

// alphaParams are those of DCQCN alone.
func alphaParams(p *dcqcn.Params, of string) []Param {
	all := []Param{
		word("AlphaPeriod", "time between updates of alpha, ns", 1, maxPeriod, p.AlphaPeriod),
		word("AlphaInit", "alpha before the first CNP, 2^-alpha_bits", 0, 1<<24, p.AlphaInit),
		word("AlphaMax", "largest alpha, 2^-alpha_bits", 1, 1<<24, p.AlphaMax),
		word("OldWeight", "weight of the old alpha, 1/65536", 0, 1<<16, p.OldWeight),
		fixed(narrow("AlphaBits", "fractional bits of alpha", 8, 24, p.AlphaBits)),
		fixed(narrow("CutShift", "a cut takes alpha/2^(cut_shift-alpha_bits)", 8, 25, p.CutShift)),
		narrow("AlphaMode", "0 alpha rises at a CNP, 1 periodic, 2 free timer", 0, dcqcn.AlphaFreeRunning, p.AlphaMode),
		narrow("AlphaRounding", "0 rounds alpha down, 1 half up", 0, dcqcn.RoundHalfUp, p.AlphaRounding),
		flag("AlphaFirst", "a CNP updates alpha before it cuts", p.AlphaFirst),
		flag("ClampTarget", "every cut takes the rate as target", p.ClampTarget),
	}
	return prefixed(all, "", of)
}

// maxXiLn2 is 2 ln 2 in UQ2.16, rounded up: xi is at most 2.
const maxXiLn2 = 90853

// dolceParams are those of Dolce-RC with 4 arms, but the estimate: see docs.
func dolceParams(p *dolcerc.Params) []Param {
	all := rateParams(&p.Base, "base.")
	l := &p.Learn
	learn := []Param{
		half("Period", "steps of an exploration round", 4, bandit.MaxPeriod, l.Period),
		fixed(narrow("BlockShift", "log2 of the steps between agings", 0, 12, l.BlockShift)),
		fixed(narrow("CountShift", "fractional bits of a count", 0, 14, l.CountShift)),
		word("GrowthPerStep", "growth of a choice's weight, 2^-32", 0, maxRise, l.GrowthPerStep),
		half("AgeBlock", "ageing of a block, 1/65536", 1, 65535, l.AgeBlock),
		half("AgeRest", "ageing of a round's last block, 1/65536", 1, 65535, l.AgeRest),
		word("Gamma", "discount, 2^-32", 1<<31, maxWord, l.Gamma),
		word("LogPerStep", "log2 of 1/discount, 2^-28", 0, maxRise, l.LogPerStep),
		word("XiLn2", "xi ln 2, 1/65536", 0, maxXiLn2, l.XiLn2),
	}
	all = append(all, prefixed(learn, "learn_", "learn.")...)
	for i := range 4 {
		a := p.Actions[i]
		all = append(all, Param{
			Name: fmt.Sprintf("arm%d", i), Text: fmt.Sprintf("arm %d: beta (1/32768) in the high half, alpha (1/65536) in the low", i),
			Least: 1 << 30, Most: maxWord, Default: uint32(a.Beta)<<16 | uint32(a.Alpha),
			fields: []string{
				fmt.Sprintf("p->actions[%d].alpha = (uint16_t)(%%s & 0xffffu)", i),
				fmt.Sprintf("p->actions[%d].beta = (uint16_t)(%%s >> 16)", i),
			},
		})
	}
	return append(all, prefixed([]Param{
		word("QualifyAfter", "least time between qualified CNPs, ns", 1, maxWait, p.QualifyAfter),
		fixed(narrow("SlotShift", "log2 of a Tx slot in ns", 6, 20, p.SlotShift)),
	}, "", "")...)
}

// Reciprocal returns the words by which a rate becomes a fraction of the line rate, kb/s,
// 1..2^31-1, without a division: with 2^(n-1) < line <= 2^n, the smallest integer that is
// at least 2^(31+n)/line, and n + 11. It has 32 bits, the highest set.
//
// floor(rate * reciprocal / 2^shift) is then floor(2^20 rate/line) or one more for every
// rate <= line: the reciprocal is at most 1 too large, hence the product's relative error
// below line/2^(31+n) <= 2^-31, and the quotient's error below 2^20 2^-31 = 2^-11. The
// device compares once and takes the one off.
func Reciprocal(line dcqcn.Rate) (reciprocal, shift uint32) {
	n := uint(bits.Len32(uint32(line) - 1))
	one := uint64(1) << (31 + n)
	return uint32((one + uint64(line) - 1) / uint64(line)), uint32(n + 11)
}

// lineParams describe the port.
func lineParams(line dcqcn.Rate) []Param {
	reciprocal, shift := Reciprocal(line)
	return []Param{
		{Name: "line_rate", Text: "the port's speed, kb/s", Least: 1, Most: maxRate, Default: uint32(line)},
		{Name: "line_reciprocal", Text: "2^(line_shift+20)/line_rate, rounded up", Least: 1 << 31, Most: maxWord, Default: reciprocal},
		{Name: "line_shift", Text: "11 + log2 of line_rate, rounded up", Least: 11, Most: 42, Default: shift},
	}
}

func rate(name, text string, least uint32, v dcqcn.Rate) Param {
	return word(name, text, least, maxRate, uint32(v))
}

func word(name, text string, least, most, v uint32) Param {
	return Param{Name: name, Text: text, Least: least, Most: most, Default: v, fields: []string{"%s"}}
}

func half(name, text string, least, most, v uint16) Param {
	return Param{Name: name, Text: text, Least: uint32(least), Most: uint32(most), Default: uint32(v), fields: []string{"(uint16_t)%s"}}
}

func narrow[T ~uint8](name, text string, least, most, v T) Param {
	return Param{Name: name, Text: text, Least: uint32(least), Most: uint32(most), Default: uint32(v), fields: []string{"(uint8_t)%s"}}
}

func flag(name, text string, v bool) Param {
	p := Param{Name: name, Text: text, Most: 1, fields: []string{"%s != 0u"}}
	if v {
		p.Default = 1
	}
	return p
}

func fixed(p Param) Param {
	p.Fixed = true
	return p
}

// prefixed turns Go names into C names, and conversions into assignments.
func prefixed(all []Param, prefix, path string) []Param {
	for i := range all {
		field := cgen.Snake(all[i].Name)
		all[i].Name = prefix + field
		all[i].fields = []string{"p->" + path + field + " = " + all[i].fields[0]}
	}
	return all
}
