package experiment

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// The algorithms of tests.
var (
	dcqcnPaper = []string{"nic[0].algorithm=dcqcn", "nic[0].profile=paper"}
	dolcePaper = []string{"nic[0].algorithm=dolcerc", "nic[0].profile=paper"}
)

// few are points that take no time.
func few() []Point {
	var list []Point
	for seed := range uint64(3) {
		for _, x := range [][]string{dcqcnPaper, dolcePaper, {"nic[0].algorithm=none"}} {
			list = append(list, Point{Scenario: "canary", Set: x, Bin: 50 * event.Microsecond, Seed: seed + 1})
		}
	}
	return list
}

// files reads a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := map[string]string{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(b)
	}
	return all
}

// TestWorkersChangeNothing: the folder of results is the same bytes for any number of
// workers and any order of the points.
func TestWorkersChangeNothing(t *testing.T) {
	var want map[string]string
	for _, workers := range []int{1, 2, 5} {
		points := few()
		if workers > 1 {
			slices.Reverse(points)
		}
		points = append(points, points[0]) // one more, which is not run again
		r := &Runner{Work: filepath.Join(t.TempDir(), "made"), Workers: workers}
		last := 0
		r.Progress = func(done, total int) {
			require.Equal(t, 9, total)
			require.GreaterOrEqual(t, done, last)
			last = done
		}
		res, err := r.Run(points)
		require.NoError(t, err)
		require.Equal(t, 9, last)
		got := files(t, r.Work)
		require.Len(t, got, 9)
		if want == nil {
			want = got
		}
		require.Equal(t, want, got)
		for _, p := range points {
			require.Equal(t, p, res.Of(p).Point)
		}
		other := points[0]
		other.Seed = 77
		require.PanicsWithValue(t, "experiment: "+other.String()+" was not run", func() { res.Of(other) })
	}
}

// TestResume: a run that is stopped between points keeps what is complete, and the next one
// makes the rest only, with the same bytes as one that was not stopped.
func TestResume(t *testing.T) {
	points := few()
	whole := &Runner{Work: t.TempDir(), Workers: 2}
	_, err := whole.Run(points)
	require.NoError(t, err)

	stop := make(chan struct{})
	broken := &Runner{Work: t.TempDir(), Workers: 1, Stop: stop}
	broken.Progress = func(done, _ int) {
		if done == 4 {
			close(stop)
		}
	}
	_, err = broken.Run(points)
	require.ErrorIs(t, err, ErrStopped)
	kept := files(t, broken.Work)
	require.Len(t, kept, 4)

	again := &Runner{Work: broken.Work, Workers: 2}
	first := -1
	again.Progress = func(done, _ int) {
		if first < 0 {
			first = done
		}
	}
	_, err = again.Run(points)
	require.NoError(t, err)
	require.Equal(t, 4, first, "what was kept is not run again")
	require.Equal(t, files(t, whole.Work), files(t, broken.Work))
}

// TestStopWithin: a closed Stop ends a point that is under way, and leaves nothing of it.
func TestStopWithin(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	_, err := Run(few()[0], "m", stop)
	require.ErrorIs(t, err, ErrStopped)
	r := &Runner{Work: t.TempDir(), Workers: 3, Stop: stop}
	_, err = r.Run(few())
	require.ErrorIs(t, err, ErrStopped)
	require.Empty(t, files(t, r.Work))
}

// TestBrokenResults: a file in the folder that is not a result is named in the error, and not overwritten.
func TestBrokenResults(t *testing.T) {
	p := few()[0]
	r := &Runner{Work: t.TempDir()}
	_, err := r.Run([]Point{p})
	require.NoError(t, err)
	key, err := p.Key(r.model)
	require.NoError(t, err)
	path := filepath.Join(r.Work, key+".json")
	for _, text := range []string{"", "{", `{"format":1,"model":"other"}`} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		_, err = r.Run([]Point{p})
		require.ErrorContains(t, err, path)
		require.ErrorContains(t, err, "remove it")
	}
	require.NoError(t, os.WriteFile(filepath.Join(r.Work, "file"), nil, 0o666))
	_, err = (&Runner{Work: filepath.Join(r.Work, "file", "below")}).Run(nil)
	require.ErrorContains(t, err, "is a file; name a folder for the outputs")
}

// TestBadPoints: errors name the point and the key.
func TestBadPoints(t *testing.T) {
	for _, c := range []struct {
		point Point
		want  string
	}{
		{Point{Scenario: "nowhere"}, `scenario "nowhere" is not known`},
		{Point{Scenario: "canary", Set: []string{"nic[0].profile=abc"}}, "nic[0].profile"},
		{Point{Scenario: "canary", Set: []string{"run.end=301us"}}, "raise run.end"},
		{Point{Scenario: "alltoall", Exchange: "random"}, `exchange "random" is not known`},
		{Point{Scenario: "canary", Exchange: ExchangePairwise}, "no MPI_Alltoall"},
	} {
		_, err := Run(c.point, "m", nil)
		require.ErrorContains(t, err, c.want)
		require.ErrorContains(t, err, c.point.Scenario)
		require.NotContains(t, err.Error(), "\n")
		_, err = (&Runner{Work: t.TempDir(), Workers: 2}).Run(append(few(), c.point))
		require.ErrorContains(t, err, c.want)
	}
}

// TestKeys: a key depends on all of a point, on its scenario and on the model.
func TestKeys(t *testing.T) {
	p := few()[0]
	seen := map[string]bool{}
	for _, q := range []Point{
		p, p.With("run.end=2s"), p.With("point.exchange=blocks"), {Scenario: "fattree"}, {Scenario: p.Scenario, Set: p.Set, Seed: 9, Bin: p.Bin},
		{Scenario: p.Scenario, Set: p.Set, Seed: p.Seed}, {Scenario: p.Scenario, Set: p.Set, Seed: p.Seed, Bin: p.Bin, FreshFlows: true},
		{Scenario: p.Scenario, Set: p.Set, Seed: p.Seed, Bin: p.Bin, Exchange: ExchangePairwise},
		{Scenario: p.Scenario, Set: p.Set, Seed: p.Seed, Bin: p.Bin, Rewards: true},
	} {
		for _, model := range []string{"a", "b"} {
			key, err := q.Key(model)
			require.NoError(t, err)
			require.False(t, seen[key], q.String())
			seen[key] = true
			again, err := q.Key(model)
			require.NoError(t, err)
			require.Equal(t, key, again)
		}
	}
	require.Len(t, p.Set, 2, "With does not change the point that it starts from")
}

// TestFingerprint: the model's name is stable, and its runs are distinct.
func TestFingerprint(t *testing.T) {
	a, err := Fingerprint()
	require.NoError(t, err)
	require.Len(t, a, 16)
	digests := map[string]bool{}
	for _, p := range canaries() {
		r, err := Run(p, a, nil)
		require.NoError(t, err)
		require.False(t, digests[r.Digest], p.String())
		digests[r.Digest] = true
		if p.Scenario == "canary" {
			require.NotZero(t, r.Marks)
		}
	}
}

// TestChangesOfAPoint: the keys of the point itself are not among the changes of its scenario, the last one counts,
// and unknown keys and bad values are refused before anything runs.
func TestChangesOfAPoint(t *testing.T) {
	p := few()[0]
	q := p.With("point.exchange=blocks", "run.end=2s", "point.fresh_flows=true", "point.exchange=pairwise")
	require.Equal(t, append(slices.Clone(p.Set), "run.end=2s"), q.Set)
	require.Equal(t, ExchangePairwise, q.Exchange)
	require.True(t, q.FreshFlows)
	q = q.With("point.exchange=", "point.fresh_flows=false")
	require.Equal(t, ExchangeAllAtOnce, q.Exchange)
	require.False(t, q.FreshFlows)
	for _, bad := range []string{"point.exchange=random", "point.fresh_flows=yes", "point.seed=3"} {
		_, err := p.With(bad).Parse()
		require.EqualError(t, err, `set: "`+bad+`": give point.fresh_flows=true, point.fresh_flows=false, or point.exchange= with one of host-pairs, blocks, pairwise, rank-order, or with nothing for all at once`)
	}
}
