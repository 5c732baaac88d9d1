package generate

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/num/bigmath"
	"smartnic-cc/internal/num/splitmix"
)

// TestHardInputsAreHard: by big integers, the exact results of the inputs lie so near
// to half way between two numbers that a random input's would not: nearer than 2^-26
// (2^-16 for exp2, which has few inputs) of a unit; and the functions round them right.
func TestHardInputsAreHard(t *testing.T) {
	one := big.NewInt(1)
	const prec = 100
	for _, tc := range []struct {
		name     string
		fraction uint
		bits     uint // nearer than 2^-bits units
		exact    func(x *big.Int) bigmath.Bound
		have     func(x uint64) int64
	}{
		{"Log2", 16, 26, func(x *big.Int) bigmath.Bound { return bigmath.Log2(x, one, prec) }, func(x uint64) int64 { return int64(fixedpoint.Log2(uint32(x))) }},
		{"Log2Wide", 26, 26, func(x *big.Int) bigmath.Bound { return bigmath.Log2(x, one, prec) }, func(x uint64) int64 { return int64(fixedpoint.Log2Wide(uint32(x))) }},
		{"Ln", 16, 26, func(x *big.Int) bigmath.Bound { return bigmath.Ln(x, one, prec) }, func(x uint64) int64 { return int64(fixedpoint.Ln(uint32(x))) }},
		{"Exp2", 16, 16, func(x *big.Int) bigmath.Bound { return bigmath.Exp2(x, big.NewInt(1<<16), prec) }, func(x uint64) int64 { return int64(fixedpoint.Exp2(fixedpoint.Q5x16(x))) }},
	} {
		inputs := hardInputs(tc.name)
		require.Len(t, inputs, hardCases, tc.name)
		for _, x := range inputs {
			b := tc.exact(big.NewInt(int64(x)))
			require.LessOrEqual(t, new(big.Int).Sub(b.Hi, b.Lo).BitLen(), 4)
			// exact * 2^fraction + 1/2, of which the integer part is the result and the
			// fraction tells how near half way the exact result was.
			shifted := new(big.Int).Add(b.Lo, new(big.Int).Lsh(one, prec-tc.fraction-1))
			result := new(big.Int).Rsh(shifted, prec-tc.fraction)
			rest := new(big.Int).Sub(shifted, new(big.Int).Lsh(result, prec-tc.fraction))
			if rest.Bit(int(prec-tc.fraction)-1) == 1 {
				rest.Sub(new(big.Int).Lsh(one, prec-tc.fraction), rest)
			}
			require.LessOrEqual(t, rest.BitLen(), int(prec-tc.fraction-tc.bits), "%s(%d) is not hard", tc.name, x)
			require.Equal(t, result.Int64(), tc.have(x), "%s(%d)", tc.name, x)
		}
	}
	require.Nil(t, hardInputs("Hash32"))
}

// TestHardestKeepsTheLeast against sorting.
func TestHardestKeepsTheLeast(t *testing.T) {
	r := &rng{splitmix.Source(9)}
	var h hardest
	var all []uint64
	for range 1000 {
		v := r.next() >> 20
		all = append(all, v)
		h.offer(v*3, v)
	}
	slices.Sort(all)
	require.Equal(t, all[:hardCases], h.scores)
	for i, v := range h.scores {
		require.Equal(t, v*3, h.inputs[i])
	}
}
