package workload

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
)

func TestMeans(t *testing.T) {
	// The exact means of the points, computed with rational numbers in Python.
	for name, want := range map[string]uint64{
		"cachefollower": 712574, "datamining": 7487884, "websearch": 1711250, "hadoop": 120421,
	} {
		require.Equal(t, want, dist(t, name).Mean(), name)
	}
	d, err := Fixed(12345)
	require.NoError(t, err)
	require.EqualValues(t, 12345, d.Mean())
	require.Equal(t, []string{"cachefollower", "datamining", "websearch", "hadoop"}, DistributionNames())
	_, err = Named("x")
	require.EqualError(t, err, `distribution "x" is not known; there are cachefollower, datamining, websearch, hadoop`)
}

// TestNamed: the points that are written here hold what newDistribution asks for.
func TestNamed(t *testing.T) {
	for _, name := range DistributionNames() {
		d := dist(t, name)
		again, err := newDistribution(name, d.Points())
		require.NoError(t, err)
		require.Equal(t, d, again)
	}
	// What the papers say of the share of flows under 1 MB.
	require.InDelta(t, 0.7003, shareBelow(dist(t, "cachefollower"), 1e6), 0.0005)
	require.InDelta(t, 0.91, shareBelow(dist(t, "datamining"), 1e6), 0.005)
}

// shareBelow is the distribution function, in float64.
func shareBelow(d *Distribution, x float64) float64 {
	before := Point{Bytes: d.points[0].Bytes}
	share := 0.0
	for _, p := range d.points {
		a, b := float64(before.Bytes), float64(p.Bytes)
		switch {
		case x >= b:
			share = float64(p.Share) / ShareUnit
		case x >= a:
			part := (x - a) / (b - a)
			return (float64(before.Share) + part*float64(p.Share-before.Share)) / ShareUnit
		}
		before = p
	}
	return share
}

// TestSamples is Kolmogorov and Smirnov's test, and compares the mean.
func TestSamples(t *testing.T) {
	const n = 200_000
	for i, name := range DistributionNames() {
		d := dist(t, name)
		s := random.New(7, "test", uint64(i))
		x := make([]uint64, n)
		sum := 0.0
		for j := range x {
			x[j] = d.Sample(&s)
			sum += float64(x[j])
		}
		slices.Sort(x)
		worst := 0.0
		for j := 0; j < n; {
			k := j
			for k < n && x[k] == x[j] {
				k++
			}
			// A sample of x stands for [x-1/2, x+1/2).
			worst = max(worst, math.Abs(float64(k)/n-shareBelow(d, float64(x[j])+0.5)))
			j = k
		}
		require.Less(t, worst, 1.95/math.Sqrt(n), name) // 0.1 % of sound samples exceed it.
		require.InEpsilon(t, float64(d.Mean()), sum/n, 0.04, name)
	}
}

// TestInverse checks the inverse against float64 at, next to and between the points.
func TestInverse(t *testing.T) {
	s := random.New(1, "test", 0)
	for _, name := range DistributionNames() {
		d := dist(t, name)
		var at []uint64
		for _, p := range d.points {
			v := uint64(p.Share) << fine
			at = append(at, v, v+1, max(v, 1)-1)
		}
		for range 2000 {
			at = append(at, s.Below64(ShareUnit<<fine))
		}
		for _, u := range at {
			if u >= ShareUnit<<fine {
				continue
			}
			got := d.inverse(u)
			// The size where the distribution function has the value u.
			want, before := 0.0, d.points[0]
			for _, p := range d.points {
				lo, hi := uint64(before.Share)<<fine, uint64(p.Share)<<fine
				if u < hi {
					want = float64(before.Bytes) + float64(p.Bytes-before.Bytes)*(float64(u-lo)/float64(hi-lo))
					break
				}
				before = p
			}
			require.InDelta(t, max(want, 1), float64(got), 0.51+want*1e-15, "%s at %d", name, u)
		}
	}
	// A mass at the first point, and a gap.
	d, err := newDistribution("x", []Point{{100, ShareUnit / 2}, {1000, ShareUnit / 2}, {2000, ShareUnit}})
	require.NoError(t, err)
	require.EqualValues(t, 100, d.inverse(0))
	require.EqualValues(t, 100, d.inverse(ShareUnit/2<<fine-1))
	require.EqualValues(t, 1000, d.inverse(ShareUnit/2<<fine))
	require.EqualValues(t, 2000, d.inverse(ShareUnit<<fine-1))
	require.EqualValues(t, 800, d.Mean())
	// The largest steps do not overflow.
	d, err = newDistribution("x", []Point{{0, 0}, {MaxBytes, ShareUnit}})
	require.NoError(t, err)
	require.EqualValues(t, uint64(MaxBytes), d.inverse(ShareUnit<<fine-1))
	require.EqualValues(t, MaxBytes/2, d.Mean())
	require.EqualValues(t, 1, d.inverse(0), "a flow has a byte")
}

func TestReadDistribution(t *testing.T) {
	want := []Point{{100, 0}, {1000, 255_000_000}, {5000, ShareUnit}}
	for _, text := range []string{
		"bytes,share\n100,0\n1000,0.255\n5000,1\n",
		"100 0\n1000 25.5\n5000 100\n",
		"# web\n100,0%\n\n1e3 , 25.5%\n5000\t100%",
		"bytes, percent\r\n100, 0\r\n1000, 25.5\r\n5000, 100.0\r\n",
	} {
		d, err := ReadDistribution(strings.NewReader(text), "d.csv")
		require.NoError(t, err, text)
		require.Equal(t, want, d.Points(), text)
		require.Equal(t, "d.csv", d.Name)
	}
	for text, want := range map[string]string{
		"":                      "d:1: there are no points; write bytes and cumulative share a line",
		"bytes,share\n":         "d:1: there are no points; write bytes and cumulative share a line",
		"1,2,3\n":               "d:1: a point has 3 words; it needs 2: bytes and cumulative share",
		",\n":                   "d:1: a point has 0 words; it needs 2: bytes and cumulative share",
		"1,0\nx,1\n":            `d:2: bytes: "x" is not a decimal number from 0`,
		"1,0\n2,y\n":            `d:2: share: "y" is not a decimal number from 0`,
		"1,0\n2,-1\n":           `d:2: share: "-1" is not a decimal number from 0`,
		"1,0\n2,0.5\n":          "d:2: the last share is 0.500000000, not 1; the last point is the largest flow",
		"1,0\n2,0.5\n3,0.4\n":   "d:3: the share falls; shares are cumulative",
		"1,0\n3,0.5\n2,1\n":     "d:3: 2 bytes come after 3; sort the points",
		"1,0\n2,1.5\n3,1\n":     "d:2: the share is above 1; write parts of 1, or percents up to 100",
		"1,0\n2,101%\n3,100%\n": "d:2: the share is above 1; write parts of 1, or percents up to 100",
		"1,0\n2000000000000,1":  "d:2: 2000000000000 bytes are above 1099511627776, the largest flow",
		"0,0\n0,1\n":            "d:2: all flows are empty",
	} {
		_, err := ReadDistribution(strings.NewReader(text), "d")
		require.EqualError(t, err, want, text)
	}
	_, err := ReadDistribution(strings.NewReader(strings.Repeat("1,0\n", 100_001)), "d")
	require.EqualError(t, err, "d:100001: there are more than 100000 points")
}

func TestNewDistribution(t *testing.T) {
	for want, points := range map[string][]Point{
		"a distribution needs at least one point": nil,
		"a share is above 1":                      {{1, ShareUnit + 1}},
		"the share falls; shares are cumulative":  {{1, 5}, {2, 4}},
		"2 bytes come after 3; sort the points":   {{3, 0}, {2, ShareUnit}},
		"all flows are empty":                     {{0, ShareUnit}},
	} {
		_, err := newDistribution("x", points)
		require.EqualError(t, err, want)
	}
	_, err := Fixed(0)
	require.EqualError(t, err, "all flows are empty")
}

// FuzzReadDistribution: no panic, one line of error that names the file; what is accepted
// gives sizes in its range.
func FuzzReadDistribution(f *testing.F) {
	f.Add("bytes,share\n100,0\n1000,0.255\n5000,1\n", uint64(5))
	f.Add("# x\n100 0%\n5000 100%\n", uint64(1))
	f.Add("1 .999999999\n2 1", uint64(0))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		d, err := ReadDistribution(strings.NewReader(text), "d")
		if err != nil {
			require.Regexp(t, `^d:\d+: [^\n]*$`, err.Error())
			return
		}
		_, err = newDistribution("d", d.Points())
		require.NoError(t, err)
		s := random.New(seed, "fuzz", 0)
		for range 20 {
			x := d.Sample(&s)
			require.GreaterOrEqual(t, x, max(d.points[0].Bytes, 1))
			require.LessOrEqual(t, x, d.points[len(d.points)-1].Bytes)
		}
	})
}

func BenchmarkSample(b *testing.B) {
	b.ReportAllocs()
	d := dist(b, "websearch")
	s := random.New(1, "bench", 0)
	for range b.N {
		d.Sample(&s)
	}
}
