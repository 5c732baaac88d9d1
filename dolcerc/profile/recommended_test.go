package profile_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
)

// TestRecommended compares what docs/profiles.md says of the profile with what is made of it,
// at the ends of the line rates as well.
func TestRecommended(t *testing.T) {
	for _, line := range []dcqcn.Rate{dcqcnprofile.MinLine, 100_000_000, dcqcnprofile.MaxLine} {
		c, err := profile.Get(profile.RecommendedName, line)
		require.NoError(t, err)
		p, err := profile.Params(c)
		require.NoError(t, err)
		require.NoError(t, dcqcnprofile.Check(p.Base))
		paper, err := dcqcnprofile.Get("paper", line)
		require.NoError(t, err)
		want := paper.RP
		want.RateAI, want.RateHAI, want.ByteReset, want.Threshold = 400_000, 4_000_000, 0, 1
		require.Equal(t, want, p.Base)
		require.Equal(t, dolcerc.MarkedPackets, p.Estimate)
		require.EqualValues(t, 100_000, p.QualifyAfter)
		learn, err := decimal.Params(decimal.Paper())
		require.NoError(t, err)
		require.Equal(t, learn, p.Learn)
		for i, beta := range []float64{0.9, 1, 1.1, 1.2} {
			require.Equal(t, dolcerc.Action{Alpha: 0xFFFF, Beta: uint16(math.Round(beta * 32768))}, p.Actions[i])
		}
		np, err := profile.NP(c)
		require.NoError(t, err)
		require.Equal(t, paper.NP, np)
	}
}

// TestGet: a DCQCN profile's name means the paper's learning on it, with the estimate that
// its CNPs can give and what belongs to that, and what is wrong is named.
func TestGet(t *testing.T) {
	for _, name := range dcqcnprofile.Names() {
		c, err := profile.Get(name, 100_000_000)
		require.NoError(t, err)
		want, estimate, qualify, interval := profile.DefaultTxSlots(100_000_000), dolcerc.TxSlots, 300_000, 1000
		if name == "paper" {
			want, estimate, qualify, interval = profile.Default(100_000_000), dolcerc.MarkedPackets, 250_000, 50_000
		}
		want.Base = name
		require.Equal(t, want, c)
		p, err := profile.Params(c)
		require.NoError(t, err)
		require.Equal(t, estimate, p.Estimate, name)
		require.EqualValues(t, qualify, p.QualifyAfter, name)
		np, err := profile.NP(c)
		require.NoError(t, err)
		require.EqualValues(t, interval, np.Interval, name)
	}
	require.True(t, profile.ReportsMarks(profile.RecommendedName))
	require.Equal(t, profile.MarkedPackets, profile.EstimateFor(true))
	require.Equal(t, profile.TxSlots, profile.EstimateFor(false))
	_, err := profile.Get("hpc", 100_000_000)
	require.EqualError(t, err, `unknown profile "hpc" (did you mean hpcc?); one of paper, connectx, ionic, irdma, hpcc, dolcerc-recommended`)
	_, err = profile.Get("paper", 1)
	require.EqualError(t, err, "line rate: 1 kb/s is out of range 1000..1600000000 (1 Mb/s to 1.6 Tb/s)")
	c := profile.Recommended(1)
	_, err = profile.Params(c)
	require.EqualError(t, err, "line rate: 1 kb/s is out of range 1000..1600000000 (1 Mb/s to 1.6 Tb/s)")
	c = profile.Recommended(100_000_000)
	c.Set = append(c.Set, "time_reset")
	_, err = profile.Params(c)
	require.EqualError(t, err, `set: "time_reset" is not name=value, as in time_reset=300`)
	c.Set = []string{"hai_rate=300000"}
	_, err = profile.NP(c)
	require.ErrorContains(t, err, "hai_rate: 300000 is out of range 0..268435 Mb/s")
	for _, name := range profile.Names() {
		require.NotEmpty(t, profile.Title(name))
	}
	require.Empty(t, profile.Title("paper"))
}

// TestDocumentNamesTheValues: the table of docs/profiles.md has what the profile is made of.
func TestDocumentNamesTheValues(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "profiles.md"))
	require.NoError(t, err)
	c := profile.Recommended(100_000_000)
	p, err := profile.Params(c)
	require.NoError(t, err)
	np, err := profile.NP(c)
	require.NoError(t, err)
	var arms []string
	for _, a := range c.Arms {
		arms = append(arms, a.Alpha+":"+a.Beta)
	}
	for _, row := range []string{
		"| arms | " + strings.Join(arms, ", ") + " |",
		fmt.Sprintf("| R_AI, R_HAI | %g and %g Gb/s |", float64(p.Base.RateAI)/1e6, float64(p.Base.RateHAI)/1e6),
		fmt.Sprintf("| F | %d |", p.Base.Threshold),
		fmt.Sprintf("| T | %d us, the paper's |", p.Base.IncreasePeriod/1000),
		fmt.Sprintf("| CNP interval | %d us, the paper's |", np.Interval/1000),
		fmt.Sprintf("| `QualifyAfter` | %d us |", p.QualifyAfter/1000),
		fmt.Sprintf("| gamma, epsilon, xi | %s, %s, %s, the paper's |", c.Learn.Gamma, c.Learn.Epsilon, c.Learn.Xi),
		fmt.Sprintf("| estimate | `%s` |", c.Estimate),
	} {
		require.Contains(t, string(text), row)
	}
	require.Zero(t, p.Base.ByteReset)
	require.Contains(t, string(text), "| byte counter | off |")
}
