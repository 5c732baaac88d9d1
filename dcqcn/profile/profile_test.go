package profile_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

// lines are line rates over the whole range, kb/s.
var lines = []dcqcn.Rate{1_000, 1_001, 9_999, 40_000, 999_999, 1_000_000, 25_000_000, 100_000_000, 400_000_000, 1_599_999_999, 1_600_000_000}

func TestEveryProfileIsValidAtEveryLineRate(t *testing.T) {
	require.Equal(t, []string{"paper", "connectx", "ionic", "irdma", "hpcc"}, profile.Names())
	for _, name := range profile.Names() {
		for _, line := range lines {
			p, err := profile.Get(name, line)
			require.NoError(t, err)
			require.NoError(t, profile.Check(p.RP), "%s at %d kb/s", name, line)
			require.Equal(t, line, p.RP.MaxRate)
			require.Equal(t, line, p.Line)
			require.Equal(t, name, p.Name)
			require.NotEmpty(t, p.Title)
			require.NotEmpty(t, p.Source)
		}
	}
}

func TestUnknownProfileAndLineRateOutOfRange(t *testing.T) {
	_, err := profile.Get("connectx9", 1_000_000)
	require.EqualError(t, err, `unknown profile "connectx9" (did you mean connectx?); one of paper, connectx, ionic, irdma, hpcc`)
	_, err = profile.Get("paper", 999)
	require.EqualError(t, err, "line rate: 999 kb/s is out of range 1000..1600000000 (1 Mb/s to 1.6 Tb/s)")
	_, err = profile.Get("paper", 1_600_000_001)
	require.Error(t, err)
}

// TestCheckNamesParameterValueAndRange puts each parameter just past each end of its
// range: Check refuses it by name, and accepts the end itself.
func TestCheckNamesParameterValueAndRange(t *testing.T) {
	base, err := profile.Get("paper", 100_000_000)
	require.NoError(t, err)
	for _, c := range []struct {
		want string // "" = accepted
		set  func(*dcqcn.Params)
	}{
		{"MaxRate: 2147483648 is out of range 1..2147483647 kb/s", func(p *dcqcn.Params) { p.MaxRate = 1 << 31 }},
		{"MaxRate: 0 is out of range 1..2147483647 kb/s", func(p *dcqcn.Params) { p.MaxRate = 0 }},
		{"MinRate: 0 is out of range 1..100000000 kb/s (1..MaxRate)", func(p *dcqcn.Params) { p.MinRate = 0 }},
		{"MinRate: 100000001 is out of range 1..100000000 kb/s (1..MaxRate)", func(p *dcqcn.Params) { p.MinRate = p.MaxRate + 1 }},
		{"", func(p *dcqcn.Params) { p.MinRate = p.MaxRate }},
		{"TargetCap: 99999999 is out of range 100000000..2147483647 kb/s (MaxRate..MaxRepresentable)", func(p *dcqcn.Params) { p.TargetCap = p.MaxRate - 1 }},
		{"", func(p *dcqcn.Params) { p.TargetCap = dcqcn.MaxRepresentable }},
		{"RateAI: 268435457 is out of range 0..268435456 kb/s", func(p *dcqcn.Params) { p.RateAI = 1<<28 + 1 }},
		{"RateHAI: 268435457 is out of range 0..268435456 kb/s", func(p *dcqcn.Params) { p.RateHAI = 1<<28 + 1 }},
		{"", func(p *dcqcn.Params) { p.RateAI, p.RateHAI = 1<<28, 1<<28 }},
		{"FirstRate: 2147483648 is out of range 0..2147483647 kb/s", func(p *dcqcn.Params) { p.FirstRate = 1 << 31 }},
		{"AlphaPeriod: 0 is out of range 1..1073741824 ns", func(p *dcqcn.Params) { p.AlphaPeriod = 0 }},
		{"AlphaPeriod: 1073741825 is out of range 1..1073741824 ns", func(p *dcqcn.Params) { p.AlphaPeriod = 1<<30 + 1 }},
		{"IncreasePeriod: 0 is out of range 1..1073741824 ns", func(p *dcqcn.Params) { p.IncreasePeriod = 0 }},
		{"CutPeriod: 0 is out of range 1..1073741824 ns", func(p *dcqcn.Params) { p.CutPeriod = 0 }},
		{"ByteReset: 1073741825 is out of range 0..1073741824 B", func(p *dcqcn.Params) { p.ByteReset = 1<<30 + 1 }},
		{"", func(p *dcqcn.Params) { p.ByteReset = 1 << 30 }},
		{"AlphaBits: 7 is out of range 8..24 bits", func(p *dcqcn.Params) { p.AlphaBits = 7 }},
		{"AlphaBits: 255 is out of range 8..24 bits", func(p *dcqcn.Params) { p.AlphaBits = 255 }},
		{"CutShift: 26 is out of range 24..25 bits (AlphaBits..AlphaBits+1)", func(p *dcqcn.Params) { p.CutShift = 26 }},
		{"CutShift: 23 is out of range 24..25 bits (AlphaBits..AlphaBits+1)", func(p *dcqcn.Params) { p.CutShift = 23 }},
		{"AlphaInit: 16777217 is out of range 0..16777216 UQ1.AlphaBits (0..1<<AlphaBits)", func(p *dcqcn.Params) { p.AlphaInit = 1<<24 + 1 }},
		{"AlphaMax: 0 is out of range 1..16777216 UQ1.AlphaBits (1..1<<AlphaBits)", func(p *dcqcn.Params) { p.AlphaMax = 0 }},
		{"OldWeight: 65537 is out of range 0..65536 UQ1.16", func(p *dcqcn.Params) { p.OldWeight = 65537 }},
		{"KeepAtLeast: 65537 is out of range 0..65536 UQ1.16", func(p *dcqcn.Params) { p.KeepAtLeast = 65537 }},
		{"Threshold: 0 is out of range 1..31 stages", func(p *dcqcn.Params) { p.Threshold = 0 }},
		{"Threshold: 32 is out of range 1..31 stages", func(p *dcqcn.Params) { p.Threshold = 32 }},
		{"CutMode: 3 is out of range 0..2", func(p *dcqcn.Params) { p.CutMode = 3 }},
		{"AlphaMode: 3 is out of range 0..2", func(p *dcqcn.Params) { p.AlphaMode = 3 }},
		{"AlphaRounding: 2 is out of range 0..1", func(p *dcqcn.Params) { p.AlphaRounding = 2 }},
		{"Halving: 2 is out of range 0..1", func(p *dcqcn.Params) { p.Halving = 2 }},
		{"Hyper: 2 is out of range 0..1", func(p *dcqcn.Params) { p.Hyper = 2 }},
		{"FirstCNP: 2 is out of range 0..1", func(p *dcqcn.Params) { p.FirstCNP = 2 }},
	} {
		p := base.RP
		c.set(&p)
		if c.want == "" {
			require.NoError(t, profile.Check(p))
		} else {
			require.EqualError(t, profile.Check(p), c.want)
		}
	}
}

func ExampleGet() {
	p, err := profile.Get("connectx", 100_000_000) // 100 Gb/s
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Title)
	fmt.Println("g = 1 -", p.RP.OldWeight/64, "/ 1024, cuts at least", p.RP.CutPeriod, "ns apart")
	// Output:
	// NVIDIA ConnectX, defaults of the mlx5 driver and firmware
	// g = 1 - 1019 / 1024, cuts at least 4000 ns apart
}
