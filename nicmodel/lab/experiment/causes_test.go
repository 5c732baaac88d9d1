package experiment

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCausesDiffer: every change is one: its points are not those of any other, and a
// configuration of the model results from each.
func TestCausesDiffer(t *testing.T) {
	s := tiny()
	s.Causes, s.CauseSeeds = 1000, 1
	sets := map[string][][]Point{}
	for _, q := range []*causes{
		causesOf(cacheFollower, "causes1", cacheFollower.Row[:1], paper.Changes["flows"]),
		causesOf(dataMining, "causes2", dataMining.Row[:1], paper.Changes["flows"]),
		{"causes5", paper.Changes["alltoall"], allToAllCause, nil},
		{"causes8", paper.Changes["dumbbell"], dumbbellCause, nil},
	} {
		for _, c := range q.changes {
			sets[q.name] = append(sets[q.name], q.points(s, &c))
		}
	}
	for name, list := range sets {
		seen := map[string]string{}
		for _, points := range list {
			all := ""
			for _, p := range points {
				key, err := p.Key("m")
				require.NoError(t, err)
				all += key
				sc, err := p.parse()
				require.NoError(t, err, p.String())
				c, err := sc.Config()
				require.NoError(t, err, p.String())
				require.NotEmpty(t, c.Plan.Messages)
			}
			require.Empty(t, seen[all], "%s: %v is in it twice", name, points)
			seen[all] = points[0].String()
		}
	}
}

// TestSimulatedSetting: what section "choices" says of the simulations is what their
// scenarios come to.
func TestSimulatedSetting(t *testing.T) {
	for _, x := range []scheme{dcqcnSimulated, dolceSimulated} {
		p := Point{Scenario: "fattree", Seed: 1}.with(x.Set...).with(countOf(10)...)
		sc, err := p.parse()
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
		if x.Name == dolceSimulated.Name {
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
	row := studyRow{"0.3", [2]float64{20, 10}, [2]float64{30, 10}}
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
