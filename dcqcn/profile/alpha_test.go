package profile_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

// alphas is the table of where alpha comes to rest, for every profile and rounding: from 0 under a CNP in every period,
// and from its largest value under none.
func alphas(t *testing.T) [][]string {
	rows := [][]string{{"profile", "rounding", "the profile's", "alpha bits", "AlphaMax", "rest under a CNP a period", "after periods", "rest without CNPs", "after periods"}}
	for _, name := range profile.Names() {
		p, err := profile.Get(name, 100_000_000)
		require.NoError(t, err)
		for i, rounding := range modes["AlphaRounding"] {
			rp := p.RP
			own := rp.AlphaRounding == dcqcn.Rounding(i)
			rp.AlphaRounding = dcqcn.Rounding(i)
			high, rises := rest(t, &rp, 0, dcqcn.AlphaSawCNP)
			low, falls := rest(t, &rp, rp.AlphaMax, 0)
			rows = append(rows, []string{name, rounding, fmt.Sprint(own), fmt.Sprint(rp.AlphaBits), fmt.Sprint(rp.AlphaMax), fmt.Sprint(high), fmt.Sprint(rises), fmt.Sprint(low), fmt.Sprint(falls)})
		}
	}
	return rows
}

// rest runs the alpha timer until alpha stays, and returns alpha and how many periods that took.
func rest(t *testing.T, p *dcqcn.Params, alpha uint32, own uint8) (uint32, int) {
	for n := range 100_000 {
		s := dcqcn.State{Alpha: alpha}
		s.Rates.Own = dcqcn.AlphaRuns | own
		dcqcn.Step(p, &s, &dcqcn.Event{Kind: dcqcn.EventAlphaTimer})
		if s.Alpha == alpha {
			return alpha, n
		}
		alpha = s.Alpha
	}
	require.Fail(t, "alpha does not rest")
	return 0, 0
}

// TestTruncatedAlphaIsStuck: with ConnectX's ten bits rounded down alpha stops rising at 820 of 1024; rounded half up it
// rises farther, but does not get back to 0.
func TestTruncatedAlphaIsStuck(t *testing.T) {
	p, err := profile.Get("connectx", 100_000_000)
	require.NoError(t, err)
	require.Equal(t, dcqcn.RoundDown, p.RP.AlphaRounding)
	high, _ := rest(t, &p.RP, 0, dcqcn.AlphaSawCNP)
	low, _ := rest(t, &p.RP, p.RP.AlphaMax, 0)
	require.Equal(t, uint32(820), high)
	require.Zero(t, low)
	p.RP.AlphaRounding = dcqcn.RoundHalfUp
	high, _ = rest(t, &p.RP, 0, dcqcn.AlphaSawCNP)
	low, _ = rest(t, &p.RP, p.RP.AlphaMax, 0)
	require.Greater(t, high, uint32(820))
	require.NotZero(t, low)
}
