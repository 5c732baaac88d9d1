package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// TestDecimateKeepsExtremes: for random walks, sorted in x and not, what is left
// is a subsequence, within the limit, and has the ends, the lowest and the
// highest point of the whole and, where sorted, of every column.
func TestDecimateKeepsExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n, limit := 1+r.IntN(5000), 8+r.IntN(400)
		pts := make([]vg.Point, n)
		x, y, sorted := 0.0, 0.0, r.IntN(2) == 0
		for i := range pts {
			x += r.Float64() * float64(r.IntN(3))
			y += r.NormFloat64()
			pts[i] = vg.Point{X: vg.Length(x), Y: vg.Length(y)}
			if !sorted {
				pts[i].X = vg.Length(r.Float64())
			}
		}
		got := decimate(pts, limit)
		require.LessOrEqual(t, len(got), max(limit, 8)+4)
		k := 0
		for _, p := range pts {
			if k < len(got) && got[k] == p {
				k++
			}
		}
		require.Equal(t, len(got), k, "a subsequence")
		require.Equal(t, pts[0], got[0])
		require.Equal(t, pts[n-1], got[len(got)-1])
		var all, left span
		for _, p := range pts {
			all.add(float64(p.Y))
		}
		for _, p := range got {
			left.add(float64(p.Y))
		}
		require.Equal(t, all, left)
	}
}

func TestScatterKeep(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pts := make([]vg.Point, 20000)
	for i := range pts {
		pts[i] = vg.Point{X: vg.Length(r.Float64() * 500), Y: vg.Length(r.NormFloat64() * 50)}
	}
	got := scatterKeep(pts, 1000)
	require.LessOrEqual(t, len(got), 1002)
	require.Greater(t, len(got), 300)
	var all, left span
	for _, p := range pts {
		all.add(float64(p.Y))
	}
	for _, p := range got {
		left.add(float64(p.Y))
	}
	require.Equal(t, all, left)
}

func TestStepVertices(t *testing.T) {
	p := func(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }
	require.Equal(t, []vg.Point{p(0, 1), p(2, 1), p(2, 3), p(4, 3), p(5, 3), p(5, 0)},
		stepVertices([]vg.Point{p(0, 1), p(2, 3), p(4, 3), p(5, 0)}))
	require.Empty(t, stepVertices(nil))
}

// TestStaircase: a staircase that is thinned still goes along or up, its treads are at
// values of the series, and it keeps the ends, the lowest and the highest.
func TestStaircase(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 13))
	for range 100 {
		n, limit := 1+r.IntN(5000), 32+r.IntN(400)
		pts := make([]vg.Point, n)
		values := map[vg.Length]bool{}
		var all, left span
		x := 0.0
		for i := range pts {
			x += float64(r.IntN(3))
			pts[i] = vg.Point{X: vg.Length(x), Y: vg.Length(r.IntN(50))}
			if i > 0 && r.IntN(2) == 0 {
				pts[i].Y = pts[i-1].Y
			}
			values[pts[i].Y] = true
			all.add(float64(pts[i].Y))
		}
		got := staircase(pts, limit)
		require.LessOrEqual(t, len(got), limit+16)
		require.Equal(t, pts[0], got[0])
		require.Equal(t, pts[n-1], got[len(got)-1])
		for i, p := range got {
			require.True(t, values[p.Y])
			left.add(float64(p.Y))
			if i > 0 {
				require.True(t, p.X == got[i-1].X || p.Y == got[i-1].Y, "%v to %v leans", got[i-1], p)
			}
		}
		require.Equal(t, all, left)
	}
}

// TestVertexCap: never over the budget, and nobody is cut while there is room.
func TestVertexCap(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for range 500 {
		sizes := make([]int, 1+r.IntN(30))
		total := 0
		for i := range sizes {
			sizes[i] = r.IntN(2000)
			total += sizes[i]
		}
		budget := 1 + r.IntN(20000)
		limit := vertexCap(sizes, budget)
		spent := 0
		for _, n := range sizes {
			spent += min(n, limit)
		}
		require.LessOrEqual(t, spent, budget)
		if total <= budget {
			require.Equal(t, total, spent)
		} else {
			require.Greater(t, spent, budget-len(sizes), "the budget is used")
		}
	}
	require.Equal(t, math.MaxInt, vertexCap(nil, 10))
}

// TestTicks: on random axes the labels rise, lie on the axis, are as many as
// can be read, and say their value to within the distance of the marks.
func TestTicks(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	for range 5000 {
		a := axis{log: r.IntN(2) == 0}
		a.lo = math.Pow(10, 16*r.Float64()-8)
		a.hi = a.lo * (1 + math.Pow(10, 8*r.Float64()-3))
		if !a.log && r.IntN(2) == 0 {
			a.lo = -a.lo
		}
		want := 2 + r.IntN(8)
		ticks := a.ticks(want)
		labels, last := 0, math.Inf(-1)
		for i, k := range ticks {
			require.Greater(t, k.v, last)
			last = k.v
			tol := (a.hi - a.lo) * 1e-6
			require.True(t, k.v >= a.lo-tol && k.v <= a.hi+tol)
			if k.label == "" {
				continue
			}
			labels++
			v, err := strconv.ParseFloat(k.label, 64)
			require.NoError(t, err)
			gap := math.Inf(1)
			if i > 0 {
				gap = k.v - ticks[i-1].v
			}
			require.Less(t, math.Abs(v-k.v), gap/2+1e-9*math.Abs(k.v), "%q on [%v, %v]", k.label, a.lo, a.hi)
		}
		require.GreaterOrEqual(t, labels, 1, "[%v, %v], log %v", a.lo, a.hi, a.log)
		require.LessOrEqual(t, labels, 4*want+4)
	}
}

// TestWholeTicks: what is numbered is marked at each number, as far as there is room.
func TestWholeTicks(t *testing.T) {
	labels := func(lo, hi float64, most int) string {
		var out []string
		for _, k := range (&axis{lo: lo, hi: hi}).wholeTicks(3, most) {
			out = append(out, k.label)
		}
		return strings.Join(out, " ")
	}
	require.Equal(t, "0 1 2 3", labels(-0.4, 3.4, 5))
	require.Equal(t, "0 1", labels(-0.4, 1.4, 5), "and no halves")
	require.Equal(t, "0 20 40", labels(0, 52.5, 5), "too many for one each")
	require.Equal(t, "0", labels(-0.4, 0.4, 5))
	require.Equal(t, "2.2 2.4 2.6 2.8", labels(2.2, 2.8, 5), "there is none between 2 and 3")
	require.NotEmpty(t, labels(1e17, 1e17+64, 100), "1e17 + 1 is no float64")
}

// TestLongLabels: times long after the zero of a clock have labels that end on the page, each with
// room to the next.
func TestLongLabels(t *testing.T) {
	at := 9e9
	for _, width := range []float64{640, 200, 120} {
		f := Figure{XLabel: "time (ms)", Width: width, Panels: []Panel{{Series: []Series{{Name: "a", X: []float64{at, at + 20}, Y: []float64{1, 2}}}}}}
		var b bytes.Buffer
		require.NoError(t, Write(&b, "svg", f))
		labels := regexp.MustCompile(`(?s)<text x="([0-9.]+)"[^>]*>(90000000[0-9]+)</text>`).FindAllStringSubmatch(b.String(), -1)
		require.NotEmpty(t, labels)
		end := 0.0
		for _, l := range labels {
			x, err := strconv.ParseFloat(l[1], 64)
			require.NoError(t, err)
			require.Greater(t, x, end, "%s on a page of %v", l[2], width)
			end = x + float64(textStyle(sizeTick, false, ink).Width(l[2]))
		}
		require.LessOrEqual(t, end, width)
	}
}

// TestAxisOfZeros: what is 0 throughout has room above it, and none below.
func TestAxisOfZeros(t *testing.T) {
	var s span
	s.add(0)
	lo, hi := s.padded(0.05, false)
	require.Equal(t, [2]float64{0, 1}, [2]float64{lo, hi})
	s.add(8)
	lo, hi = s.padded(0.05, false)
	require.Equal(t, [2]float64{0, 8.4}, [2]float64{lo, hi})
}

func TestTickLabels(t *testing.T) {
	for _, tc := range []struct {
		a    axis
		want int
		says []string
	}{
		{axis{lo: 0, hi: 100}, 5, []string{"0", "20", "40", "60", "80", "100"}},
		{axis{lo: -0.05, hi: 0.1}, 3, []string{"-0.05", "0", "0.05", "0.10"}},
		{axis{lo: 0, hi: 4e7}, 4, []string{"0", "1e7", "2e7", "3e7", "4e7"}},
		{axis{lo: 1, hi: 100, log: true}, 5, []string{"1", "2", "5", "10", "20", "50", "100"}},
		{axis{lo: 1, hi: 1000, log: true}, 6, []string{"1", "2", "5", "10", "20", "50", "100", "200", "500", "1000"}},
		{axis{lo: 1, hi: 1000, log: true}, 5, []string{"1", "10", "100", "1000"}},
		{axis{lo: 0.5, hi: 2.5, names: []string{"a", "b"}}, 5, []string{"a", "b"}},
		{axis{lo: 1e-5, hi: 1e3, log: true}, 4, []string{"0.0001", "0.01", "1", "100"}},
		// Completion times of narrow and of wide ranges.
		{axis{lo: 10, hi: 60, log: true}, 8, []string{"10", "20", "30", "40", "60"}},
		{axis{lo: 1800, hi: 7200, log: true}, 8, []string{"2000", "3000", "4000", "5000", "6000", "7000"}},
		{axis{lo: 5, hi: 20000, log: true}, 8, []string{"5", "10", "20", "50", "100", "200", "500", "1000", "2000", "5000", "10000", "20000"}},
		{axis{lo: 15, hi: 240, log: true}, 2, []string{"20", "50", "100", "200"}},
		{axis{lo: 31, hi: 59, log: true}, 5, []string{"35", "40", "45", "50", "55"}},
		// Sizes and times with units.
		{axis{lo: 1, hi: 1 << 20, log: true, scale: Bytes}, 8, []string{"1 B", "4 B", "16 B", "64 B", "256 B", "1 KiB", "4 KiB", "16 KiB", "64 KiB", "256 KiB", "1 MiB"}},
		{axis{lo: 700, hi: 9000, log: true, scale: Bytes}, 8, []string{"1 KiB", "2 KiB", "4 KiB", "8 KiB"}},
		{axis{lo: 1 << 11, hi: 1 << 13, log: true, scale: Bytes}, 1, []string{"2 KiB", "4 KiB", "8 KiB"}},
		{axis{lo: 1100, hi: 1500, log: true, scale: Bytes}, 4, []string{"1.1 KiB", "1.2 KiB", "1.3 KiB", "1.4 KiB"}},
		{axis{lo: 10, hi: 2e6, log: true, scale: Nanoseconds}, 4, []string{"100 ns", "10 µs", "1 ms"}},
		{axis{lo: 64, hi: 1024, log: true, scale: Nanoseconds}, 8, []string{"80 ns", "100 ns", "200 ns", "300 ns", "400 ns", "600 ns", "800 ns", "1 µs"}},
	} {
		var got []string
		for _, k := range tc.a.ticks(tc.want) {
			if k.label != "" {
				got = append(got, k.label)
			}
		}
		require.Equal(t, tc.says, got)
	}
}

// TestAxisInverse: inverse undoes norm.
func TestAxisInverse(t *testing.T) {
	for _, a := range []axis{{lo: -3, hi: 8}, {lo: 0.1, hi: 1e5, log: true}} {
		for i := range 11 {
			n := float64(i) / 10
			require.InDelta(t, n, a.norm(a.inverse(n)), 1e-12)
		}
	}
}

// TestLegend: rows are kept, what is left out is counted, nothing is lost.
func TestLegend(t *testing.T) {
	for n := range 80 {
		var entries []legendEntry
		for i := range n {
			entries = append(entries, legendEntry{name: fmt.Sprintf("connection number %d", i), line: draw.LineStyle{Color: color.Black, Width: 1}})
		}
		l := layLegend(entries, 500, 2)
		require.LessOrEqual(t, len(l.rows), 2)
		shown, more := 0, 0
		for _, row := range l.rows {
			var w vg.Length
			for i := range row {
				w += row[i].width()
				if row[i].bare {
					_, err := fmt.Sscanf(row[i].name, "and %d more", &more)
					require.NoError(t, err)
				} else {
					shown++
				}
			}
			require.LessOrEqual(t, w, vg.Length(500+entryGap))
		}
		require.Equal(t, n, shown+more)
	}
}

func TestColors(t *testing.T) {
	require.Equal(t, Color(0), Color(8))
	require.Equal(t, Color(7), Color(-1))
	require.Equal(t, color.RGBA{R: 0x2b, G: 0x1a, B: 0x55, A: 0xff}, Ramp(-1))
	require.Equal(t, color.RGBA{R: 0xfb, G: 0xf2, B: 0xa8, A: 0xff}, Ramp(2))
	// Lightness rises along the ramp.
	last := -1.0
	for i := range 101 {
		r, g, b, _ := Ramp(float64(i) / 100).RGBA()
		l := 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
		require.GreaterOrEqual(t, l, last)
		last = l
	}
	require.Equal(t, color.NRGBA{R: 1, G: 2, B: 3, A: 128}, Faded(color.RGBA{R: 1, G: 2, B: 3, A: 255}, 0.5))
}

// TestHeatInterpolates checks grid points and a middle by hand.
func TestHeatInterpolates(t *testing.T) {
	h := &Heat{X: []float64{0, 1, 3}, Y: []float64{0, 2}, Z: [][]float64{{0, 1, 5}, {2, 3, 7}}}
	for i, y := range h.Y {
		for j, x := range h.X {
			require.Equal(t, h.Z[i][j], h.at(x, y))
		}
	}
	require.InDelta(t, 4, h.at(2, 1), 1e-12)
	require.Equal(t, 0.0, h.at(-9, -9), "outside: the nearest edge")
}

// TestDashes: each colour has a pattern of its own, none is that of Dots, and a legend's sample
// line shows one to its end.
func TestDashes(t *testing.T) {
	seen := map[string]bool{}
	for i := range len(palette) {
		s := Series{Dash: Dash(i)}
		require.Equal(t, i == 0, s.Pattern() == nil)
		seen[fmt.Sprint(s.Pattern())] = true
		sum := 0.0
		for _, l := range s.Pattern() {
			sum += l
		}
		require.LessOrEqual(t, sum, float64(swatch))
		require.Equal(t, Dash(i), Dash(i+len(palette)))
	}
	dots := Series{Style: StepDashed, Dash: Dots}
	seen[fmt.Sprint(dots.Pattern())] = true
	dashed := Series{Style: StepDashed}
	seen[fmt.Sprint(dashed.Pattern())] = true
	require.Len(t, seen, len(palette)+2)
}
