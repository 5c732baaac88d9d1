// Package regret measures what DR-UCB's integers cost: it runs the firmware
// (package bandit), the algorithm in float64, and the plain ways of keeping it
// in 16-bit counters on the same rewards, and adds up their regret. It is
// a tool, not firmware.
package regret

import (
	"math"

	"smartnic-cc/bandit"
	"smartnic-cc/bandit/decimal"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/base/text/enum"
)

// Learner is a bandit algorithm with 4 arms.
type Learner interface {
	// Choose returns the arm of this step.
	Choose() int
	// Learn takes the reward of the arm that was chosen, 0..1, and ends the step.
	Learn(arm int, reward float64)
}

// The parameters of the paper's evaluation (section V-A), as decimal.Paper.
const (
	arms    = 4
	gamma   = 0.9998
	epsilon = 0.015
	xi      = 0.5001
)

// Float64 is DR-UCB in float64, written from algorithm 1 and nothing else: the
// reference.
type Float64 struct {
	t      int
	sum, n [arms]float64
}

// Choose implements Learner: lines 3 to 8.
func (w *Float64) Choose() int {
	total := 0.0
	for _, c := range w.n {
		total += c
	}
	return choose(w.t, &w.sum, &w.n, width(total))
}

// Learn implements Learner: lines 9 and 10.
func (w *Float64) Learn(arm int, reward float64) {
	for i := range w.n {
		w.n[i] *= gamma
		w.sum[i] *= gamma
	}
	w.n[arm]++
	w.sum[arm] += reward
	w.t++
}

// N returns the discounted number of choices of an arm, and its mean reward.
func (w *Float64) N(arm int) (n, mean float64) { return w.n[arm], w.sum[arm] / w.n[arm] }

// round is the steps from one forced exploration to the next, the floor of arms/epsilon.
const round = 266

// width is what the square of an arm's bound is, times the choices of the arm, where all arms
// have been chosen total times.
func width(total float64) float64 { return xi * math.Log(total) }

func choose(t int, sum, n *[arms]float64, width float64) int {
	if r := t % round; r < arms {
		return r
	}
	best, top := 0, math.Inf(-1)
	for i, c := range n {
		if c == 0 {
			return i // nothing is known of the arm
		}
		if index := sum[i]/c + math.Sqrt(width/c); index > top {
			best, top = i, index
		}
	}
	return best
}

// Firmware is package bandit.
type Firmware struct {
	p bandit.Params
	s bandit.State4
}

// NewFirmware returns the firmware with the paper's parameters.
func NewFirmware() *Firmware {
	p, err := decimal.Params(decimal.Paper())
	if err != nil {
		panic(err) // constants of this repository; a test covers them
	}
	return &Firmware{p: p}
}

// Choose implements Learner.
func (f *Firmware) Choose() int { return int(bandit.Select(&f.p, &f.s)) }

// Learn implements Learner.
func (f *Firmware) Learn(arm int, reward float64) {
	bandit.Update(&f.p, &f.s, uint8(arm), Quantise(reward))
}

// Quantise returns a reward as the firmware takes it, UQ0.16 with 0xFFFF for 1.
func Quantise(reward float64) fixedpoint.UQ0x16 {
	return fixedpoint.UQ0x16(min(math.Round(reward*65536), 65535))
}

// Drop is how a plain counter loses its low bits at each discount.
type Drop int

// The plain ways.
const (
	// Truncate drops the bits.
	Truncate Drop = iota
	// Nearest rounds to nearest.
	Nearest
	// Dither adds a hash of the step to the bits before it drops them.
	Dither
)

// String returns the way, as in "truncate".
func (d Drop) String() string {
	return enum.Name(d, "truncate", "nearest", "dither")
}

// PlainCounters is DR-UCB with the paper's two 16-bit words an arm, sum and count with 3
// fractional bits, where every word of every arm is discounted at every step and
// loses its low bits in one of the plain ways. The indices are computed
// in float64: the words alone make the difference.
type PlainCounters struct {
	Drop   Drop
	t      int
	sum, n [arms]uint16
	// widths are the latest, by the sum of the words n: it takes few values, and a
	// logarithm takes longer than all else.
	widths [256]struct {
		words uint32
		width float64
	}
}

const plainBits = 3

// Choose implements Learner.
func (p *PlainCounters) Choose() int {
	var sum, n [arms]float64
	for i := range n {
		sum[i], n[i] = float64(p.sum[i]), float64(p.n[i])
		sum[i] /= 1 << plainBits
		n[i] /= 1 << plainBits
	}
	words := uint32(0)
	for _, w := range p.n {
		words += uint32(w)
	}
	known := &p.widths[words%uint32(len(p.widths))]
	if known.words != words {
		known.words, known.width = words, width(float64(words)/(1<<plainBits))
	}
	return choose(p.t, &sum, &n, known.width)
}

// Learn implements Learner.
func (p *PlainCounters) Learn(arm int, reward float64) {
	for i := range p.n {
		gain := 0.0
		if i == arm {
			gain = 1
		}
		p.n[i] = p.word(p.n[i], gain, 2*i)
		p.sum[i] = p.word(p.sum[i], gain*reward, 2*i+1)
	}
	p.t++
}

// wide is how many bits more a word has while it is discounted and added to, and wideGamma is
// gamma with wide fractional bits, rounded to nearest.
const (
	wide      = 16
	wideGamma = 65523
)

// word discounts one word and adds to it, in 32 bits, and packs it again.
func (p *PlainCounters) word(w uint16, gain float64, salt int) uint16 {
	v := uint64(w) * wideGamma
	if gain != 0 {
		v += uint64(math.Round(gain * (1 << (plainBits + wide))))
	}
	switch p.Drop {
	case Nearest:
		v += 1 << (wide - 1)
	case Dither:
		v += uint64(fixedpoint.Hash32(uint32(p.t*2*arms+salt)) & (1<<wide - 1))
	}
	return uint16(min(v>>wide, 65535))
}
