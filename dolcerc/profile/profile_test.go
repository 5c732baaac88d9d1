package profile_test

import (
	"fmt"
	"math/big"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/dolcerc/profile"
)

// TestArmsAreWhatTheFluidModelProposes keeps the table of arms current: each number
// is within half a unit of its fourth digit of the model's.
func TestArmsAreWhatTheFluidModelProposes(t *testing.T) {
	for k := 2; k <= 8; k++ {
		want, err := fluid.ProposeArms(k, fluid.Default())
		require.NoError(t, err)
		got, err := profile.Arms(k)
		require.NoError(t, err)
		require.Len(t, got, k)
		for i := range want {
			for _, pair := range [][2]string{
				{got[i].Alpha, strconv.FormatFloat(want[i].Alpha, 'f', 9, 64)},
				{got[i].Beta, strconv.FormatFloat(want[i].Beta, 'f', 9, 64)},
			} {
				g, err := strconv.ParseFloat(pair[0], 64)
				require.NoError(t, err)
				w, err := strconv.ParseFloat(pair[1], 64)
				require.NoError(t, err)
				require.InDelta(t, w, g, 0.500001e-4, "arm %d of %d", i, k)
			}
		}
	}
	for _, k := range []int{1, 9} {
		_, err := profile.Arms(k)
		require.EqualError(t, err, fmt.Sprintf("arms: %d is out of range 2..8", k))
	}
}

// TestDecimalsBecomeTheNearestIntegers checks alpha and beta exactly, in rationals.
func TestDecimalsBecomeTheNearestIntegers(t *testing.T) {
	for k := 2; k <= 8; k++ {
		c := profile.Default(100_000_000)
		c.Learn.Arms = k
		c.Arms, _ = profile.Arms(k)
		p, err := profile.Params(c)
		require.NoError(t, err)
		for i, a := range c.Arms {
			near(t, a.Alpha, int64(p.Actions[i].Alpha), 1<<16)
			near(t, a.Beta, int64(p.Actions[i].Beta), 1<<15)
		}
		for i := k; i < 8; i++ {
			require.Equal(t, dolcerc.Action{Beta: 0x8000}, p.Actions[i])
		}
	}
	c := profile.Default(100_000_000)
	c.Arms = []profile.Arm{{"0", "0.5"}, {"1", "1.9999"}, {"1.0", "1"}, {"0.000007629394531250", "0.500015258789062500"}}
	p, err := profile.Params(c)
	require.NoError(t, err)
	require.Equal(t, dolcerc.Action{Alpha: 0, Beta: 0x4000}, p.Actions[0])
	require.Equal(t, dolcerc.Action{Alpha: 0xFFFF, Beta: 65533}, p.Actions[1])
	require.Equal(t, dolcerc.Action{Alpha: 0xFFFF, Beta: 0x8000}, p.Actions[2])
	require.Equal(t, dolcerc.Action{Alpha: 1, Beta: 0x4001}, p.Actions[3], "ties go up")
}

func near(t *testing.T, text string, got, scale int64) {
	t.Helper()
	exact, ok := new(big.Rat).SetString(text)
	require.True(t, ok)
	exact.Mul(exact, big.NewRat(scale, 1)).Sub(exact, big.NewRat(got, 1))
	require.LessOrEqual(t, exact.Abs(exact).Cmp(big.NewRat(1, 2)), 0, "%s -> %d / %d", text, got, scale)
}

func TestDefaults(t *testing.T) {
	c := profile.Default(100_000_000)
	p, err := profile.Params(c)
	require.NoError(t, err)
	base, err := dcqcnprofile.Get("paper", 100_000_000)
	require.NoError(t, err)
	learn, err := decimal.Params(decimal.Paper())
	require.NoError(t, err)
	require.Equal(t, base.RP, p.Base)
	require.Equal(t, learn, p.Learn)
	require.EqualValues(t, 250_000, p.QualifyAfter)
	require.Equal(t, dolcerc.MarkedPackets, p.Estimate)
	require.Equal(t, c.Estimate, p.Estimate.String())
	np, err := profile.NP(c)
	require.NoError(t, err)
	require.Equal(t, base.NP, np)

	c = profile.DefaultTxSlots(100_000_000)
	p, err = profile.Params(c)
	require.NoError(t, err)
	require.Equal(t, dolcerc.TxSlots, p.Estimate)
	require.Equal(t, c.Estimate, p.Estimate.String())
	require.EqualValues(t, 10, p.SlotShift)
	np, err = profile.NP(c)
	require.NoError(t, err)
	require.EqualValues(t, 1000, np.Interval)
}

func TestImpossibleConfigsAreRefused(t *testing.T) {
	for want, change := range map[string]func(*profile.Config){
		`unknown profile "x"; one of paper, connectx, ionic, irdma, hpcc`: func(c *profile.Config) { c.Base = "x" },
		"line rate: 1 kb/s is out of range 1000..1600000000 (1 Mb/s to 1.6 Tb/s)": func(c *profile.Config) {
			c.Line = 1
		},
		"arms: 9 is out of range 2..8":                                     func(c *profile.Config) { c.Learn.Arms = 9 },
		"arms: 1 is out of range 2..8":                                     func(c *profile.Config) { c.Learn.Arms = 1 },
		"arms: 4 pairs of alpha and beta for 3 arms; give one pair an arm": func(c *profile.Config) { c.Learn.Arms = 3 },
		"qualify after: 0 is out of range 1..1073741824 ns":                func(c *profile.Config) { c.QualifyAfter = 0 },
		"qualify after: 1073741825 is out of range 1..1073741824 ns":       func(c *profile.Config) { c.QualifyAfter = 1<<30 + 1 },
		`estimate: unknown name "guess"; one of marked-packets, tx-slots`:  func(c *profile.Config) { c.Estimate = "guess" },
		"alpha of arm 1: 1.0001 is out of range 0..1":                      func(c *profile.Config) { c.Arms[1].Alpha = "1.0001" },
		`alpha of arm 0: "-0.1" is not a decimal number such as 0.25`:      func(c *profile.Config) { c.Arms[0].Alpha = "-0.1" },
		"beta of arm 2: 0.49 is out of range 0.5..1.9999":                  func(c *profile.Config) { c.Arms[2].Beta = "0.49" },
		"beta of arm 3: 2 is out of range 0.5..1.9999":                     func(c *profile.Config) { c.Arms[3].Beta = "2" },
		`beta of arm 3: "NaN" is not a decimal number such as 0.25`:        func(c *profile.Config) { c.Arms[3].Beta = "NaN" },
		"xi: 0.5 is out of range: above 0.5, at most 2":                    func(c *profile.Config) { c.Learn.Xi = "0.5" },
	} {
		c := profile.Default(100_000_000)
		change(&c)
		_, err := profile.Params(c)
		require.EqualError(t, err, want)
	}
	c := profile.Default(100_000_000)
	c.Base = "x"
	_, err := profile.NP(c)
	require.Error(t, err)
	c = profile.Default(100_000_000)
	c.Estimate = "x"
	_, err = profile.NP(c)
	require.Error(t, err)
}

func ExampleParams() {
	p, err := profile.Params(profile.Default(100_000_000)) // 100 Gb/s
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 4 {
		fmt.Printf("alpha %.4f  beta %.4f\n", float64(p.Actions[i].Alpha)/65536, float64(p.Actions[i].Beta)/32768)
	}
	// Output:
	// alpha 0.7752  beta 0.7000
	// alpha 0.3213  beta 0.9182
	// alpha 0.1258  beta 1.0000
	// alpha 0.2903  beta 1.1000
}
