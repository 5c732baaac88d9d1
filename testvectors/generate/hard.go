package generate

import (
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"smartnic-cc/internal/num/bigmath"
)

// The hardest inputs of a logarithm are the integers next to a threshold, a real
// number at which the correctly rounded result steps: the nearer, the more exact the
// function must be inside to round it right. The thresholds of one octave are a
// geometric series, so all of them are walked through in a 128-bit product each, and
// those with the nearest integers are kept. It takes half a second and leaves no
// list of numbers to trust.

// hardCases is how many of the hardest inputs are kept of each function.
const hardCases = 24

// fixed is a number with 32 integer and 96 fraction bits.
type fixed struct{ hi, lo uint64 }

func toFixed(v *big.Int) fixed {
	lo := new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1))
	return fixed{new(big.Int).Rsh(v, 64).Uint64(), lo.Uint64()}
}

// times returns f * ratio / 2^128, off by less than 2 units of 2^-96.
func (f fixed) times(ratio fixed) fixed {
	hi, lo := bits.Mul64(f.hi, ratio.hi)
	a, _ := bits.Mul64(f.hi, ratio.lo)
	b, _ := bits.Mul64(f.lo, ratio.hi)
	lo, c := bits.Add64(lo, a, 0)
	hi += c
	lo, c = bits.Add64(lo, b, 0)
	return fixed{hi + c, lo}
}

func (f fixed) plus(g fixed) fixed {
	lo, c := bits.Add64(f.lo, g.lo, 0)
	hi, _ := bits.Add64(f.hi, g.hi, c)
	return fixed{hi, lo}
}

func (f fixed) minus(g fixed) fixed {
	lo, c := bits.Sub64(f.lo, g.lo, 0)
	hi, _ := bits.Sub64(f.hi, g.hi, c)
	return fixed{hi, lo}
}

// nearest returns the integer next to f and how far it is, in units of 2^-64.
func (f fixed) nearest() (n, distance uint64) {
	fraction := f.hi<<32 | f.lo>>32
	if fraction >= 1<<63 {
		return f.hi>>32 + 1, -fraction
	}
	return f.hi >> 32, fraction
}

// hardest keeps the inputs with the least hardness number.
type hardest struct {
	inputs []uint64
	scores []uint64
}

// offer takes an input with its score, the less the harder.
func (h *hardest) offer(input, score uint64) {
	if len(h.scores) == hardCases {
		if score >= h.scores[hardCases-1] {
			return
		}
		h.inputs, h.scores = h.inputs[:hardCases-1], h.scores[:hardCases-1]
	}
	i, _ := slices.BinarySearch(h.scores, score)
	h.inputs, h.scores = slices.Insert(h.inputs, i, input), slices.Insert(h.scores, i, score)
}

// power returns 2^(num/den) with so many fraction bits.
func power(num, den int64, fraction uint) *big.Int {
	return bigmath.Exp2(big.NewInt(num), big.NewInt(den), fraction).Lo
}

// ratioAbove returns 2^(1/den) - 1 with 128 fraction bits.
func ratioAbove(den int64) fixed {
	return toFixed(new(big.Int).Sub(power(1, den, 128), new(big.Int).Lsh(big.NewInt(1), 128)))
}

// hardLog2 returns the hardest inputs of log2 to so many fraction bits, in the octave
// from 2^31: the exponent of log2 enters exactly, so there are none harder.
func hardLog2(fraction uint) []uint64 {
	steps := int64(1) << fraction
	t := toFixed(power(31*2*steps+1, 2*steps, 96)) // the first threshold, half a unit above 31
	ratio := ratioAbove(steps)
	var h hardest
	for range steps {
		n, distance := t.nearest()
		h.offer(n, distance)
		t = t.plus(t.times(ratio))
	}
	return h.inputs
}

// hardLn returns the hardest inputs of ln to 16 fraction bits, from 2^16 on: below, an
// input has a result to itself and rounds easily.
func hardLn() []uint64 {
	const den = 1 << 16
	// 32 ln 2 = 22.18...; the walk goes down, so that errors shrink with the number.
	last := new(big.Int).Mul(bigmath.Ln2(64).Lo, big.NewInt(32*den))
	k := last.Rsh(last, 64).Int64() - 1
	t := toFixed(bigmath.Exp(big.NewInt(2*k+1), big.NewInt(2*den), 96).Lo)
	down := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), bigmath.Exp(big.NewInt(-1), big.NewInt(den), 128).Hi)
	ratio := toFixed(down)
	var h hardest
	for t.hi>>32 >= 1<<16 {
		n, distance := t.nearest()
		// In units of the result, a distance counts the less the larger the input.
		score, _ := bits.Div64(0, distance, n>>8)
		h.offer(n, score)
		t = t.minus(t.times(ratio))
	}
	return h.inputs
}

// hardExp2 returns the hardest inputs of exp2 to UQ16.16, as Q5.16: those whose exact
// result lies next to half way between two numbers.
func hardExp2() []uint64 {
	const den = 1 << 16
	v := toFixed(power(-17*den+16*den, den, 96)) // 2^-17 in units of 2^-16
	ratio := ratioAbove(den)
	half := fixed{1 << 31, 0}
	var h hardest
	for x := int64(-17 * den); x < 16*den; x++ {
		if x%den != 0 { // whole powers are exact
			_, distance := v.plus(half).nearest()
			h.offer(uint64(x), distance)
		}
		v = v.plus(v.times(ratio))
	}
	return h.inputs
}

// hardInputs returns the hardest inputs of a function, if they are known here. They do
// not depend on the seed.
func hardInputs(name string) []uint64 {
	f, ok := map[string]func() []uint64{
		"Log2": hardLog2Short, "Log2UQ16x16": hardLog2Short, "Log2Small": hardLog2Short,
		"Log2Wide": hardLog2Wide, "Ln": hardLnOnce, "Exp2": hardExp2Once,
	}[name]
	if !ok {
		return nil
	}
	return f()
}

var (
	hardLog2Short = sync.OnceValue(func() []uint64 { return hardLog2(16) })
	hardLog2Wide  = sync.OnceValue(func() []uint64 { return hardLog2(26) })
	hardLnOnce    = sync.OnceValue(hardLn)
	hardExp2Once  = sync.OnceValue(hardExp2)
)
