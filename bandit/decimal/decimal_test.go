package decimal_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
)

// TestAgainstFloat64 derives the same integers in float64, which is good to far more
// digits than they have, over the whole range of the parameters.
func TestAgainstFloat64(t *testing.T) {
	for arms := 2; arms <= 8; arms++ {
		for _, g := range []string{"0.5", "0.7", "0.9", "0.95", "0.99", "0.995", "0.999", "0.9995", "0.9998", "0.9999", "0.99995", "0.99998"} {
			for _, e := range []string{"0.002", "0.015", "0.1", "0.5", "0.999"} {
				for _, x := range []string{"0.5001", "1", "2"} {
					p, err := decimal.Params(decimal.Config{Arms: arms, Gamma: g, Epsilon: e, Xi: x})
					require.NoError(t, err)
					var gamma, epsilon, xi float64
					_, err = fmt.Sscan(g+" "+e+" "+x, &gamma, &epsilon, &xi)
					require.NoError(t, err)
					require.EqualValues(t, math.Floor(float64(arms)/epsilon+1e-9), p.Period)
					block := math.Exp2(float64(p.BlockShift))
					require.LessOrEqual(t, block, float64(p.Period))
					growth := math.Pow(gamma, -block)
					if p.BlockShift > 0 {
						require.LessOrEqual(t, growth, 17.0/16)
						require.InDelta(t, (growth-1)/block*(1<<32), float64(p.GrowthPerStep), 1)
						// No longer block would do.
						if 2*block <= float64(p.Period) && p.BlockShift < 12 {
							require.Greater(t, math.Pow(gamma, -2*block), 17.0/16)
						}
					} else {
						require.Zero(t, p.GrowthPerStep)
					}
					require.InDelta(t, min(65536/growth, 65535), float64(p.AgeBlock), .51)
					rest := math.Mod(float64(p.Period), block)
					if rest == 0 {
						rest = block
					}
					require.InDelta(t, min(65536*math.Pow(gamma, rest), 65535), float64(p.AgeRest), .51)
					require.InDelta(t, gamma*(1<<32), float64(p.Gamma), 1)
					require.InDelta(t, -math.Log2(gamma)*(1<<28), float64(p.LogPerStep), 1)
					require.InDelta(t, xi*math.Ln2*65536, float64(p.XiLn2), 1)
					// The largest count fits with room to spare, and would not at twice the scale.
					most := growth / (1 - gamma) * math.Exp2(float64(p.CountShift))
					require.LessOrEqual(t, most, 65535.0*31/32)
					if p.CountShift < 14 {
						require.Greater(t, 2*most, 65535.0*31/32-1)
					}
				}
			}
		}
	}
}

func TestImpossibleParametersAreRefused(t *testing.T) {
	change := func(f func(*decimal.Config)) decimal.Config {
		c := decimal.Paper()
		f(&c)
		return c
	}
	for want, c := range map[string]decimal.Config{
		"arms: 1 is out of range 2..8":                                                   change(func(c *decimal.Config) { c.Arms = 1 }),
		"arms: 9 is out of range 2..8":                                                   change(func(c *decimal.Config) { c.Arms = 9 }),
		"gamma: 1 is out of range 0.5..0.99998":                                          change(func(c *decimal.Config) { c.Gamma = "1" }),
		"gamma: 0.49 is out of range 0.5..0.99998":                                       change(func(c *decimal.Config) { c.Gamma = "0.49" }),
		`gamma: "-0.9" is not a decimal number such as 0.9998`:                           change(func(c *decimal.Config) { c.Gamma = "-0.9" }),
		`gamma: "1/2" is not a decimal number such as 0.9998`:                            change(func(c *decimal.Config) { c.Gamma = "1/2" }),
		`epsilon: "" is not a decimal number such as 0.015`:                              change(func(c *decimal.Config) { c.Epsilon = "" }),
		"epsilon: 0 is out of range: above 0.000976 (K/4097 for K = 4) and below 1":      change(func(c *decimal.Config) { c.Epsilon = "0" }),
		"epsilon: 1 is out of range: above 0.000976 (K/4097 for K = 4) and below 1":      change(func(c *decimal.Config) { c.Epsilon = "1" }),
		"epsilon: 0.0009 is out of range: above 0.000976 (K/4097 for K = 4) and below 1": change(func(c *decimal.Config) { c.Epsilon = "0.0009" }),
		"xi: 0.5 is out of range: above 0.5, at most 2":                                  change(func(c *decimal.Config) { c.Xi = "0.5" }),
		"xi: 2.1 is out of range: above 0.5, at most 2":                                  change(func(c *decimal.Config) { c.Xi = "2.1" }),
	} {
		_, err := decimal.Params(c)
		require.EqualError(t, err, want)
	}
}

func ExampleParams() {
	p, err := decimal.Params(decimal.Paper())
	fmt.Println(p.Period, p.BlockShift, p.CountShift, err)
	// Output: 266 8 3 <nil>
}
