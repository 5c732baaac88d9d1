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
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// TestSteps: a staircase goes along or up, and points that repeat a value make no vertex.
func TestSteps(t *testing.T) {
	s := Series{Style: Step, X: []float64{0, 2, 4, 5, 6}, Y: []float64{1, 3, 3, 0, 0}}
	s.X, s.Y = changes(s.X, s.Y)
	require.Equal(t, []float64{0, 2, 5, 6}, s.X)
	require.Equal(t, plotter.XYs{{X: 0, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 3}, {X: 5, Y: 3}, {X: 5, Y: 0}, {X: 6, Y: 0}}, s.vertexList())
}

// TestCurveBesideMany: a queue that drains in a part of the time is drawn as smooth in a panel
// under many long curves as alone.
func TestCurveBesideMany(t *testing.T) {
	queue := Series{Name: "queue", Style: Step}
	for i := range 3000 {
		queue.X, queue.Y = append(queue.X, float64(i)), append(queue.Y, max(0, 1000-float64(i)))
	}
	rates := Panel{YLabel: "Gb/s"}
	for i := range 64 {
		x, y := curve(uint64(i), 3000)
		rates.Series = append(rates.Series, Series{Name: "rate", X: x, Y: y, Style: Step})
	}
	f := Figure{XLabel: "time", Panels: []Panel{rates, {YLabel: "queue (KB)", Series: []Series{queue}}}}
	s, err := f.Scene(pageVertices)
	require.NoError(t, err)
	require.Greater(t, len(s.Panels[1].Series[0].X), 500)
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
	for _, groups := range [][][]int{{{9000, 9000}, {2000}, {}}, {{30000, 5}, {7}}, {{800}, {10000, 10000}, {10000}}} {
		spent := 0
		for i, limit := range vertexLimits(groups, 20000) {
			for _, n := range groups[i] {
				spent += min(n, limit)
			}
		}
		require.LessOrEqual(t, spent, 20000)
		require.Greater(t, spent, 19990, "%v", groups)
	}
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
			require.Greater(t, k.Value, last)
			last = k.Value
			tol := (a.hi - a.lo) * 1e-6
			require.True(t, k.Value >= a.lo-tol && k.Value <= a.hi+tol)
			if k.Label == "" {
				continue
			}
			labels++
			v, err := strconv.ParseFloat(k.Label, 64)
			require.NoError(t, err)
			gap := math.Inf(1)
			if i > 0 {
				gap = k.Value - ticks[i-1].Value
			}
			require.Less(t, math.Abs(v-k.Value), gap/2+1e-9*math.Abs(k.Value), "%q on [%v, %v]", k.Label, a.lo, a.hi)
		}
		require.GreaterOrEqual(t, labels, 1, "[%v, %v], log %v", a.lo, a.hi, a.log)
		require.LessOrEqual(t, labels, 4*want+4)
	}
}

// TestWholeTicks: what is numbered is marked at each number, as far as there is room.
func TestWholeTicks(t *testing.T) {
	labels := func(lo, hi float64, most int) string {
		var out []string
		for _, k := range (axis{lo: lo, hi: hi}).wholeTicks(3, most) {
			out = append(out, k.Label)
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
	for _, width := range []float64{640, 200} {
		f := Figure{XLabel: "time (ms)", Width: width, Panels: []Panel{{Series: []Series{{Name: "a", X: []float64{at, at + 20}, Y: []float64{1, 2}}}}}}
		var b bytes.Buffer
		require.NoError(t, Write(&b, "svg", f))
		labels := regexp.MustCompile(`(?s)<text [^>]*lengthAdjust="\w+" x="([0-9.]+)"[^>]*>(90000000[0-9]+)</text>`).FindAllStringSubmatch(b.String(), -1)
		require.NotEmpty(t, labels)
		end := 0.0
		for _, l := range labels {
			x, err := strconv.ParseFloat(l[1], 64)
			require.NoError(t, err)
			require.Greater(t, x, end, "%s on a page of %v", l[2], width)
			end = x + float64(textStyle(sizeTick, ink).Width(l[2]))
		}
		require.LessOrEqual(t, end, width)
	}
}

// TestAxisOfZeros: what is 0 throughout has room above it, and none below.
func TestAxisOfZeros(t *testing.T) {
	s := newSpan()
	s.add(0)
	require.Equal(t, [2]float64{0, 1}, s.padded(0.05, false))
	s.add(8)
	require.Equal(t, [2]float64{0, 8.4}, s.padded(0.05, false))
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
			if k.Label != "" {
				got = append(got, k.Label)
			}
		}
		require.Equal(t, tc.says, got)
	}
}

// TestNames: names of groups stand at their places, every second or third where there is no room.
func TestNames(t *testing.T) {
	s := Scene{X: [2]float64{0.5, 8.5}, Figure: Figure{XNames: []string{"1 KB", "2 KB", "5 KB", "10 KB", "20 KB", "50 KB", "100 KB", "200 KB"}}}
	for _, tc := range []struct {
		wide vg.Length
		says string
	}{{500, "1 KB,2 KB,5 KB,10 KB,20 KB,50 KB,100 KB,200 KB"}, {140, "1 KB,,5 KB,,20 KB,,100 KB,"}} {
		var got []string
		for i, k := range s.xTicks(tc.wide) {
			require.Equal(t, float64(i+1), k.Value)
			got = append(got, k.Label)
		}
		require.Equal(t, tc.says, strings.Join(got, ","))
	}
}

// TestLegend: rows are kept, what is left out is counted, nothing is lost.
func TestLegend(t *testing.T) {
	for n := range 80 {
		var entries []Series
		for i := range n {
			entries = append(entries, Series{Name: fmt.Sprintf("connection number %d", i), X: []float64{0}})
		}
		rows := layLegend(entries, 500, 2)
		require.LessOrEqual(t, len(rows), 2)
		shown, more := 0, 0
		for _, row := range rows {
			var w vg.Length
			for i := range row {
				w += entryWidth(&row[i])
				if len(row[i].X) == 0 {
					_, err := fmt.Sscanf(row[i].Name, "and %d more", &more)
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
	require.Equal(t, color.NRGBA{R: 0x2b, G: 0x1a, B: 0x55, A: 0xff}, nrgba(Ramp(-1)))
	require.Equal(t, color.NRGBA{R: 0xfb, G: 0xf2, B: 0xa8, A: 0xff}, nrgba(Ramp(2)))
	// Lightness rises along the ramp.
	last := -1.0
	for i := range 101 {
		r, g, b, _ := Ramp(float64(i) / 100).RGBA()
		l := 0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)
		require.GreaterOrEqual(t, l, last)
		last = l
	}
	require.Equal(t, color.NRGBA{R: 1, G: 2, B: 3, A: 128}, WithOpacity(color.RGBA{R: 1, G: 2, B: 3, A: 255}, 0.5))
}

// TestHeatInterpolates checks grid points and a middle by hand.
func TestHeatInterpolates(t *testing.T) {
	h := &Heatmap{X: []float64{0, 1, 3}, Y: []float64{0, 2}, Z: [][]float64{{0, 1, 5}, {2, 3, 7}}}
	for i, y := range h.Y {
		for j, x := range h.X {
			require.Equal(t, h.Z[i][j], h.at(x, y))
		}
	}
	require.InDelta(t, 4, h.at(2, 1), 1e-12)
	require.Equal(t, 0.0, h.at(-9, -9), "outside: the nearest edge")
}

// TestDashes: each colour has its own pattern, different from that of Dots, and a legend's sample line shows one to
// its end.
func TestDashes(t *testing.T) {
	seen := map[string]bool{}
	for i := range len(hues) {
		s := Series{Dash: Dash(i)}
		require.Equal(t, i == 0, s.Pattern() == nil)
		seen[fmt.Sprint(s.Pattern())] = true
		sum := 0.0
		for _, l := range s.Pattern() {
			sum += l
		}
		require.LessOrEqual(t, sum, float64(swatch))
		require.Equal(t, Dash(i), Dash(i+len(hues)))
	}
	dots := Series{Style: StepDashed, Dash: Dots}
	seen[fmt.Sprint(dots.Pattern())] = true
	dashed := Series{Style: StepDashed}
	seen[fmt.Sprint(dashed.Pattern())] = true
	require.Len(t, seen, len(hues)+2)
}
