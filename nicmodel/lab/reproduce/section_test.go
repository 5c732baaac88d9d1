package reproduce

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/experiment"
)

// made is a result of the right shape whose numbers depend on the seed.
func made(p experiment.Point) *experiment.Result {
	v := 1e8 * (3 + p.Seed)
	bins := &experiment.Bins{Bytes: []uint64{v, 2 * v, 0, v}, Done: []uint64{3, 0, 2, 1}, MCT: []uint64{30 * v, 0, 40 * v, 50 * v}}
	late := make([]uint64, 80) // as long as figure 8's run, whose second phase begins at 75 ms
	bins.Bytes, bins.Done, bins.MCT = append(bins.Bytes, late...), append(bins.Done, late...), append(bins.MCT, late...)
	bins.Done[80], bins.MCT[80] = 2, 60*v
	times := experiment.Percentiles{Mean: v, P50: v, P99: 2 * v, Max: 3 * v}
	g := experiment.WorkloadResult{
		Kind: "made", Messages: 6, Completed: 6, Bytes: 4 * v, Last: int64(100 * v), FCT: times, MCT: times,
		Slowdown: experiment.Percentiles{Mean: 1500, P50: 1400, P99: 2000, Max: 3000}, Iterations: []int64{int64(v), int64(2 * v)}, Bins: bins,
	}
	for i := range 101 {
		g.Quantiles = append(g.Quantiles, v+uint64(i)*v/10)
	}
	for _, limit := range []uint64{10_000, 100_000, 1_000_000, 0} {
		g.Sizes = append(g.Sizes, experiment.Size{UpTo: limit, Count: 2, FCT: g.FCT})
	}
	r := &experiment.Result{Point: p, Digest: "0123456789abcdef", All: g, Rewards: [][]uint16{{0xFFFF, 5}, {0}, {7}, {9}}}
	for range fig8All {
		r.Groups = append(r.Groups, g)
	}
	return r
}

// TestReportsAskForTheirPoints: in all settings every experiment makes its section from its own points alone, and all
// text is there.
func TestReportsAskForTheirPoints(t *testing.T) {
	for _, name := range SettingNames() {
		s, err := Named(name)
		require.NoError(t, err)
		s.RegretSteps, s.RegretSeeds = 1000, 1
		for _, e := range All() {
			byKey := map[string]*experiment.Result{}
			key := func(p experiment.Point) string {
				key, err := p.Key("m")
				require.NoError(t, err)
				return key
			}
			for _, p := range e.Points(s) {
				byKey[key(p)] = made(p)
			}
			res := &Results{Of: func(p experiment.Point) *experiment.Result {
				require.Contains(t, byKey, key(p), p.String())
				return byKey[key(p)]
			}}
			sec, err := e.Report(s, res)
			require.NoError(t, err, "%s %s", name, e.Name)
			require.Equal(t, e.Name, sec.Name)
			require.NotEmpty(t, sec.Text)
			require.NotEmpty(t, sec.Verdict)
			require.NotEmpty(t, sec.Data, e.Name)
			for _, table := range append(append([]Table(nil), sec.Tables...), sec.Data...) {
				for _, row := range table.Rows {
					require.Len(t, row, len(table.Header), "%s: %v", e.Name, row)
				}
			}
			sec.Title = e.Title
			var b bytes.Buffer
			require.NoError(t, (&Report{Setting: s, Sections: []*Section{sec}}).Write(&b, "figures"))
			require.NotContains(t, b.String(), "NaN")
			require.NotContains(t, b.String(), "%!")
		}
	}
}

// TestDumbbellMeasures: the numbers of figure 8 from a result that was made by hand.
func TestDumbbellMeasures(t *testing.T) {
	r := &experiment.Result{Groups: make([]experiment.WorkloadResult, fig8All)}
	for i := range r.Groups {
		r.Groups[i] = experiment.WorkloadResult{Last: int64(event.Time(i) * event.Millisecond), Completed: 1, MCT: experiment.Percentiles{Mean: uint64(i) * 1e6}}
	}
	r.Groups[25].Completed = 3
	require.Equal(t, 31.0, last(r, 0, fig8All))
	require.Equal(t, 25.0, last(r, fig8Shorts, fig8First))
	require.InDelta(t, (24.0+3*25)/4, (&measure{Of: "mct", From: fig8Shorts, To: fig8First}).of(r), 1e-9)
	bins := &experiment.Bins{Bytes: make([]uint64, 200), Done: make([]uint64, 200), MCT: make([]uint64, 200)}
	for i := range 200 {
		bins.Bytes[i], bins.Done[i], bins.MCT[i] = 1e6, 2, uint64(2*(i+1))*1e6
	}
	r.All.Bins = bins
	require.InDelta(t, 8.0, goodput(r), 1e-9, "1 MB each ms")
	require.InDelta(t, 5.5, meanBetween(r, 0, 10*event.Millisecond), 1e-9)
	require.InDelta(t, 8, meanBetween(r, 5*event.Millisecond, 10*event.Millisecond), 1e-9)
	require.InDelta(t, 0.25, late(r), 1e-9, "50 of 200 ms")
	r.Groups[3].Bins = &experiment.Bins{Done: []uint64{2, 0, 1}, MCT: []uint64{8e6, 0, 10e6}}
	require.InDelta(t, 7, curveMCT(r, 3, 4), 1e-9, "the mean of 4 and 10")
}

// TestSeedsOfAllToAll: there are as many as the setting has at most, and one iteration at least.
func TestSeedsOfAllToAll(t *testing.T) {
	full, err := Named("full")
	require.NoError(t, err)
	s := &Setting{Seeds: 5, AllToAllSeeds: 2, Ranks: []int{40}, Sizes: full.Sizes, Traffic: 20_000_000_000, Iterations: 10}
	list := fig5Studies(s)
	require.Len(t, list, 2)
	require.Len(t, list[0].Environments, 21)
	require.Len(t, list[0].points(0, 0), 2)
	require.Equal(t, "10", changed(list[0].one(0, 0), "workload[0].iterations"))
	require.Equal(t, "1", changed(list[0].one(0, 20), "workload[0].iterations"))
	require.Equal(t, experiment.ExchangeAllAtOnce, list[0].one(0, 11).Exchange, "2 KiB")
	require.Equal(t, experiment.ExchangePairwise, list[0].one(0, 12).Exchange, "4 KiB")
	s.Seeds = 1
	require.Len(t, fig5Studies(s)[0].points(0, 0), 1)
	require.Len(t, vaspStudy(s)[0].points(0, 0), 1)
}
