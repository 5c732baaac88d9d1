package main

import (
	"math/big"
	"math/bits"
	"sync"

	fp "smartnic-cc/fixedpoint"
	"smartnic-cc/internal/base/num/bigmath"
)

// functions lists what is proven.
func functions() []function {
	const cr = "<= 1/2 ULP"
	return []function{
		{name: "Log2", claim: cr, prepare: logJudge(log2Rule(16, 1, 2, 0, true)),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Log2(lo + uint32(n)))
				}
			}},
		{name: "Log2UQ16x16", claim: cr, prepare: logJudge(log2Rule(16, 1, 2, 16, false)),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Log2UQ16x16(fp.UQ16x16(lo + uint32(n))))
				}
			}},
		{name: "Log2Wide", claim: cr, prepare: logJudge(log2Rule(26, 1, 2, 0, true)),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Log2Wide(lo + uint32(n)))
				}
			}},
		{name: "Log2Small", claim: "<= 0.51 ULP", prepare: logJudge(log2Rule(16, 51, 100, 0, true)),
			exact: log2Exact, within: log2Within, exactFrom: 1 << 31, exactSat: int64(fp.MaxQ5x16),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Log2Small(lo + uint32(n)))
				}
			}},
		{name: "Ln", claim: cr, prepare: lnJudge,
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Ln(lo + uint32(n)))
				}
			}},
		{name: "Exp2", claim: cr, signed: true, prepare: exp2Judge,
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Exp2(fp.Q5x16(int32(lo + uint32(n) - 1<<31))))
				}
			}},
		{name: "ISqrt", claim: "exact floor", prepare: plain(isqrtRight),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.ISqrt(lo + uint32(n)))
				}
			}},
		{name: "SqrtFloor", claim: "exact floor", prepare: plain(sqrtFloorRight),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.SqrtFloor(fp.UQ16x16(lo + uint32(n))))
				}
			}},
		{name: "Sqrt", claim: cr, prepare: plain(sqrtRight),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Sqrt(fp.UQ16x16(lo + uint32(n))))
				}
			}},
		{name: "RSqrt", claim: cr, falling: true, prepare: plain(rsqrtRight),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.RSqrt(fp.UQ16x16(lo + uint32(n))))
				}
			}},
		{name: "Recip", claim: cr, falling: true, prepare: plain(recipRight),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.Recip(fp.UQ16x16(lo + uint32(n))))
				}
			}},
		{name: "RecipNorm", claim: "in (-2, 0] ULP", first: 1 << 31, falling: true, prepare: plain(recipNormRight),
			fill: func(lo uint32, out []int64) {
				for n := range out {
					out[n] = int64(fp.RecipNorm(lo + uint32(n)))
				}
			}},
	}
}

// plain makes a judge that needs no preparation.
func plain(j judge) func() judge { return func() judge { return j } }

// log2Judge is what the outputs of a logarithm to the base 2 have to obey: with
// e the exponent and m = x 2^(31-e) the mantissa, the output less the exponent,
// k units of 2^-frac, is right if
//
//	2^((k - num/den) / 2^frac) <= m / 2^31 < 2^((k + num/den) / 2^frac)
//
// where num/den is the allowed error, 1/2 for correct rounding.
type log2Judge struct {
	th       *bigmath.Thresholds
	frac     uint
	num, den uint64
	bias     int64 // the output is less by this, in whole units
	saturate bool  // 32.0 is not an output
	k        int64 // the last k, with its thresholds
	lo, hi   uint64
}

// log2Rule describes a log2Judge; the thresholds are prepared when first used.
func log2Rule(frac uint, num, den uint64, bias int64, saturate bool) func() *log2Judge {
	th := sync.OnceValue(func() *bigmath.Thresholds {
		units := den << frac
		return bigmath.NewThresholds(bigmath.Two, units, units, 31)
	})
	return func() *log2Judge {
		return &log2Judge{th: th(), frac: frac, num: num, den: den, bias: bias, saturate: saturate, k: -1}
	}
}

func logJudge(rule func() *log2Judge) func() judge {
	return func() judge { return rule().right }
}

func (j *log2Judge) right(x uint32, y int64) bool {
	if x == 0 {
		return y == -32<<j.frac
	}
	one := int64(1) << j.frac
	n := bits.LeadingZeros32(x)
	m := uint64(x << n)
	k := y + (j.bias-int64(31-n))*one
	if k < 0 || k > one {
		return false
	}
	if k != j.k {
		// Below k = 0 and above k = one there is the end of the octave.
		j.k, j.lo, j.hi = k, 0, 1<<32
		if k > 0 {
			j.lo = j.th.Ceil(uint64(k)*j.den - j.num)
		}
		if k < one {
			j.hi = j.th.Ceil(uint64(k)*j.den + j.num)
		}
	}
	if j.saturate && n == 0 && k >= one-1 {
		// The largest output also covers all above it.
		return k == one-1 && m >= j.lo
	}
	return j.lo <= m && m < j.hi
}

// log2Exact returns log2(x) times 2^56, that is 2^40 a unit of Q5.16.
func log2Exact(x uint32) *big.Int {
	return bigmath.NearestLog2(big.NewInt(int64(x)), big.NewInt(1), 56)
}

var log2Fine = sync.OnceValue(func() *bigmath.Thresholds { return bigmath.NewThresholds(bigmath.Two, 1024<<16, 1024<<16, 31) })

// log2Within reports whether output y of Q5.16 is within n/1024 ULP of the logarithm of x.
func log2Within(x uint32, y int64, n uint64) bool {
	j := log2Judge{th: log2Fine(), frac: 16, num: n, den: 1024, k: -1}
	return j.right(x, y)
}

var lnThresholds = sync.OnceValue(func() *bigmath.Thresholds {
	// The largest output is 1453635, whose upper threshold is the highest.
	return bigmath.NewThresholds(bigmath.E, 1<<17, 2*1453635+1, 0)
})

// lnJudge: e^((k-1/2)/2^16) <= x < e^((k+1/2)/2^16).
func lnJudge() judge {
	th := lnThresholds()
	last, lo, hi := int64(-1), uint64(0), uint64(0)
	return func(x uint32, y int64) bool {
		if x == 0 {
			return y == -32<<16
		}
		if y < 0 || y > 1453635 {
			return false
		}
		if y != last {
			last, lo, hi = y, 1, th.Ceil(uint64(2*y+1))
			if y > 0 {
				lo = th.Ceil(uint64(2*y - 1))
			}
		}
		return lo <= uint64(x) && uint64(x) < hi
	}
}

var exp2Thresholds = sync.OnceValue(func() *bigmath.Thresholds {
	return bigmath.NewThresholds(bigmath.Two, 1<<16, 33<<16, 0)
})

// exp2Judge: with v = 2^(x+17), so that a unit of the result is 2, the output r
// is right if 2r-1 <= v < 2r+1. Where v is no integer, that is
// 2r-1 < ceil(v) <= 2r+1.
func exp2Judge() judge {
	th := exp2Thresholds()
	return func(i uint32, r int64) bool {
		x := int64(i) - 1<<31
		switch {
		case x >= 16<<16:
			return r == 1<<32-1
		case x < -17<<16:
			return r == 0
		}
		k := uint64(x + 17<<16)
		if k&0xFFFF == 0 {
			v := int64(1) << (k >> 16)
			return 2*r-1 <= v && v < 2*r+1
		}
		v := int64(th.Ceil(k))
		return 2*r-1 < v && v <= 2*r+1
	}
}

// The rest certify themselves by the inequality that defines them. All
// products fit in 64 bits.

// s <= sqrt(x) < s+1.
func isqrtRight(x uint32, y int64) bool {
	s := uint64(y)
	return s < 1<<16 && s*s <= uint64(x) && uint64(x) < (s+1)*(s+1)
}

// s <= sqrt(x 2^16) < s+1.
func sqrtFloorRight(x uint32, y int64) bool {
	s, v := uint64(y), uint64(x)<<16
	return s < 1<<24 && s*s <= v && v < (s+1)*(s+1)
}

// s - 1/2 <= sqrt(x 2^16) < s + 1/2; squared and times 4.
func sqrtRight(x uint32, y int64) bool {
	if x == 0 {
		return y == 0
	}
	s, v := uint64(2*y), uint64(x)<<18
	return y > 0 && y <= 1<<24 && (s-1)*(s-1) <= v && v < (s+1)*(s+1)
}

// s - 1/2 <= 2^24/sqrt(x) < s + 1/2; squared, times 4 x.
func rsqrtRight(x uint32, y int64) bool {
	if x == 0 {
		return y == 1<<32-1
	}
	if y < 1 || y > 1<<24 {
		return false
	}
	s := uint64(2 * y)
	if hi, lo := bits.Mul64((s-1)*(s-1), uint64(x)); hi != 0 || lo > 1<<50 {
		return false
	}
	hi, lo := bits.Mul64((s+1)*(s+1), uint64(x))
	return hi != 0 || lo > 1<<50
}

// s - 1/2 <= 2^32/x < s + 1/2, times 2 x.
func recipRight(x uint32, y int64) bool {
	if x <= 1 {
		return y == 1<<32-1
	}
	s := uint64(2 * y)
	return y > 0 && (s-1)*uint64(x) <= 1<<33 && (s+1)*uint64(x) > 1<<33
}

// 2^63 - 2d < y d <= 2^63. Div's proof rests on it: of d = 2^31 it leaves 2^32 - 1 alone.
func recipNormRight(d uint32, y int64) bool {
	p := uint64(y) * uint64(d)
	return p <= 1<<63 && p > 1<<63-2*uint64(d)
}
