package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/sweep"
)

// TestCausesDiffer: every change is one: its points are not those of any other, and a
// configuration of the model results from each.
func TestCausesDiffer(t *testing.T) {
	s := tiny()
	s.Causes, s.CauseSeeds = 1000, 1
	for name, count := range map[string]int{"causes1": 18, "causes2": 8, "causes5": 19, "causes8": 12} {
		list, err := Select([]string{name})
		require.NoError(t, err)
		seen := map[string]string{}
		study := map[string]*study{
			"causes1": paper().Flows["table1"].changed(name)(s)[0], "causes2": paper().Flows["table2"].changed(name)(s)[0],
			"causes5": causes5Study(s)[0], "causes8": fig8Study(name)(s)[0],
		}[name]
		require.Len(t, study.changes(), count)
		require.NotEmpty(t, list[0].Points(s))
		for _, change := range study.changes() {
			all := ""
			for k := range study.All() {
				p := study.one(k, study.of(change)[0])
				key, err := p.Key("m")
				require.NoError(t, err)
				all += key
				sc, err := p.Parse()
				require.NoError(t, err, p.String())
				c, err := sc.Config()
				require.NoError(t, err, p.String())
				require.NotEmpty(t, c.Plan.Messages)
			}
			require.Empty(t, seen[all], "%s: %s is in it twice", name, change)
			seen[all] = change
		}
	}
}

// TestSimulatedSetting: what section "choices" says of the simulations is what their
// scenarios come to.
func TestSimulatedSetting(t *testing.T) {
	table := open("table1", 1, countOf(10)...)
	for k, x := range table.Schemes {
		sc, err := table.one(k, 0).Parse()
		require.NoError(t, err)
		c, err := sc.Config()
		require.NoError(t, err)
		require.EqualValues(t, 8_000, c.NICs[0].NP.Interval)
		require.EqualValues(t, 7_000, c.Fabric.Marking[0].Kmin)
		require.EqualValues(t, 500_000, c.Fabric.Marking[0].Kmax)
		require.EqualValues(t, 1_000_000, c.Fabric.Marking[0].PmaxPPM)
		require.EqualValues(t, 330_000, c.Fabric.Buffer.Headroom)
		require.EqualValues(t, 32<<20, c.Fabric.Buffer.Bytes)
		for _, v := range []uint64{60_000, 300_000_000, 400_000, 200_000, 100_000} { // T, B, R_AI, R_HAI, least rate
			require.Contains(t, c.NICs[0].Algorithm.Params, v, x.Name)
		}
		if k == sweep.Rival {
			require.Contains(t, c.NICs[0].Algorithm.Params, uint64(300_000), "a phase of fast recovery")
		}
	}
}

// TestListed: a count is followed by its members, if there are any.
func TestListed(t *testing.T) {
	require.Empty(t, listed(nil))
	require.Equal(t, ": a, b", listed([]string{"a", "b"}))
}

// TestDistance: the number that is furthest from the paper's counts, those that it does not
// state are left out.
func TestDistance(t *testing.T) {
	row := paperRow{[2]float64{20, 10}, [2]float64{30, 10}}
	v := outcome{{20, 10}, {30, 10}}
	require.InDelta(t, 1, v.distance(&row), 1e-12)
	v[1][1] = 14
	require.InDelta(t, 1.4, v.distance(&row), 1e-12)
	v[0][0] = 10
	require.InDelta(t, 2, v.distance(&row), 1e-12)
	row.Mean = [2]float64{}
	require.InDelta(t, 1.4, v.distance(&row), 1e-12)
	row.P99 = [2]float64{}
	require.InDelta(t, 1, v.distance(&row), 1e-12)
}
