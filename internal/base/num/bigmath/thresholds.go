package bigmath

import (
	"fmt"
	"math/big"
	"math/bits"

	"smartnic-cc/internal/base/text/enum"
)

// Base is the base of a power.
type Base int

// The two bases.
const (
	Two Base = iota
	E
)

// String returns "2" or "e".
func (b Base) String() string {
	return enum.Name(b, "2", "e")
}

// Thresholds answers, for whole k, where the power base^(k/den) * 2^scale
// lies between the integers. That is the certificate of a logarithm: with
// den = 2^(frac+1) and odd k it is the smallest input whose logarithm rounds
// to (k+1)/2 units of 2^-frac.
//
// A power is the product of two table entries, base^(h*step/den) and
// base^(l/den) with k = h*step + l, both known to 2^-63 from big integers. The
// product of their 64-bit ends encloses the power; in the rare case that an
// integer lies within the enclosure the power is computed again with big
// integers. After New it is read only and may be shared by several goroutines.
type Thresholds struct {
	base  Base
	den   uint64
	scale int
	shift uint // step = 2^shift
	max   uint64
	high  []entry
	low   []entry
}

// entry encloses a power: mant <= power / 2^exp * 2^63 < mant + 1, with the top
// bit of mant set.
type entry struct {
	mant uint64
	exp  int
}

// NewThresholds prepares base^(k/den) * 2^scale for 0 <= k <= maxK. The
// largest power must be below 2^40.
func NewThresholds(base Base, den, maxK uint64, scale int) *Thresholds {
	t := &Thresholds{base: base, den: den, scale: scale, max: maxK}
	for uint64(1)<<(2*t.shift) < maxK {
		t.shift++
	}
	for l := uint64(0); l < 1<<t.shift; l++ {
		t.low = append(t.low, t.entry(l))
	}
	for h := uint64(0); h <= maxK>>t.shift; h++ {
		t.high = append(t.high, t.entry(h<<t.shift))
	}
	return t
}

func (t *Thresholds) power(k uint64, prec uint) Bound {
	n, d := new(big.Int).SetUint64(k), new(big.Int).SetUint64(t.den)
	if t.base == Two {
		return Exp2(n, d, prec)
	}
	return Exp(n, d, prec)
}

func (t *Thresholds) entry(k uint64) entry {
	for prec := uint(96); ; prec *= 2 {
		b := t.power(k, prec)
		exp := b.Lo.BitLen() - 1 - int(prec)
		drop := int(prec) + exp - 63
		lo, hi := rshDown(b.Lo, drop), rshDown(b.Hi, drop)
		if lo.Cmp(hi) == 0 {
			return entry{lo.Uint64(), exp}
		}
	}
}

// Ceil returns the smallest integer that is not below base^(k/den) * 2^scale.
// It panics where k is above the maximum given to NewThresholds.
func (t *Thresholds) Ceil(k uint64) uint64 {
	if k > t.max {
		panic(fmt.Sprintf("bigmath: threshold %d is beyond the maximum %d", k, t.max))
	}
	a, b := t.high[k>>t.shift], t.low[k&(1<<t.shift-1)]
	// The true product lies in [ab, ab + a + b + 1) / 2^126, so its upper
	// word, which counts 2^-62, is hi to below hi + 4.
	hi, _ := bits.Mul64(a.mant, b.mant)
	s := 62 - (a.exp + b.exp + t.scale)
	if s >= 64 {
		return 1
	}
	if s < 22 {
		panic("bigmath: threshold above 2^40")
	}
	round := uint64(1)<<uint(s) - 1
	if hi+round+4 > hi { // no overflow
		lo := (hi + round) >> uint(s)
		if lo == (hi+4+round)>>uint(s) {
			return lo
		}
	}
	return t.ceilBig(k)
}

func (t *Thresholds) ceilBig(k uint64) uint64 {
	for prec := uint(128); ; prec *= 2 {
		b := t.power(k, prec)
		lo := rshUp(b.Lo, int(prec)-t.scale)
		hi := rshUp(b.Hi, int(prec)-t.scale)
		if lo.Cmp(hi) == 0 {
			return lo.Uint64()
		}
	}
}
