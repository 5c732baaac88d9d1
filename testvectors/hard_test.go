package testvectors_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/bigmath"
	"smartnic-cc/testvectors"
)

// TestHardInputsAreHard: the corpus has the hardest inputs of the logarithms and of exp2. By big
// integers their exact results lie so near to half way between two numbers that a random input's
// would not: nearer than 2^-26 (2^-16 for exp2, which has few inputs) of a unit; and they are
// rounded right.
func TestHardInputsAreHard(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	groups := map[string]*testvectors.Group{}
	for _, f := range files {
		for i := range f.Groups {
			groups[f.Groups[i].Name] = &f.Groups[i]
		}
	}
	one := big.NewInt(1)
	const prec = 100
	for _, tc := range []struct {
		name     string
		fraction uint
		bits     uint // nearer than 2^-bits units
		exact    func(x *big.Int) bigmath.Bound
	}{
		{"Log2", 16, 26, func(x *big.Int) bigmath.Bound { return bigmath.Log2(x, one, prec) }},
		{"Log2Wide", 26, 26, func(x *big.Int) bigmath.Bound { return bigmath.Log2(x, one, prec) }},
		{"Ln", 16, 26, func(x *big.Int) bigmath.Bound { return bigmath.Ln(x, one, prec) }},
		{"Exp2", 16, 16, func(x *big.Int) bigmath.Bound { return bigmath.Exp2(x, big.NewInt(1<<16), prec) }},
	} {
		hard := 0
		for _, c := range groups["fixedpoint."+tc.name].Calls {
			if c.Comment != "next to half way" {
				continue
			}
			hard++
			b := tc.exact(big.NewInt(int64(c.Args[0])))
			require.LessOrEqual(t, new(big.Int).Sub(b.Hi, b.Lo).BitLen(), 4)
			// exact * 2^fraction + 1/2, of which the integer part is the result and the
			// fraction tells how near half way the exact result was.
			shifted := new(big.Int).Add(b.Lo, new(big.Int).Lsh(one, prec-tc.fraction-1))
			result := new(big.Int).Rsh(shifted, prec-tc.fraction)
			rest := new(big.Int).Sub(shifted, new(big.Int).Lsh(result, prec-tc.fraction))
			if rest.Bit(int(prec-tc.fraction)-1) == 1 {
				rest.Sub(new(big.Int).Lsh(one, prec-tc.fraction), rest)
			}
			require.LessOrEqual(t, rest.BitLen(), int(prec-tc.fraction-tc.bits), "%s(%d) is not hard", tc.name, c.Args[0])
			require.Equal(t, result.Int64(), int64(c.Results[0]), "%s(%d)", tc.name, c.Args[0])
		}
		require.Equal(t, 24, hard, tc.name)
	}
}
