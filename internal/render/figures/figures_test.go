package figures

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/render/plot"
)

var update = flag.Bool("update", false, "rewrite the figures under docs/figures")

const docs = "../../../docs/figures"

// committed writes a figure with draw and compares it with the committed file,
// or replaces that. Bytes are compared on amd64 only, where the committed files
// were made: other machines fuse floating-point operations.
func committed(t *testing.T, name string, draw func(path string) error) {
	t.Helper()
	for _, ext := range []string{".svg", ".png"} {
		path := filepath.Join(t.TempDir(), name+ext)
		require.NoError(t, draw(path))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		if *update {
			require.NoError(t, os.WriteFile(filepath.Join(docs, name+ext), got, 0o644))
		}
		want, err := os.ReadFile(filepath.Join(docs, name+ext))
		require.NoError(t, err)
		if runtime.GOARCH == "amd64" {
			require.True(t, bytes.Equal(want, got), "%s%s is not current: go test ./internal/render/figures -update", name, ext)
		}
	}
}

// TestFig3IsCurrent compares the committed figure with what is drawn now, and
// its numbers with those committed beside it.
func TestFig3IsCurrent(t *testing.T) {
	committed(t, "fig3", Fig3)
	r, err := fluid.Default().Relation()
	require.NoError(t, err)
	header := []string{"beta"}
	for _, c := range r.Matched {
		header = append(header, "matched "+c.Name)
	}
	for _, c := range r.Literal {
		header = append(header, "literal "+c.Name)
	}
	rows := [][]string{header}
	for j, beta := range r.Beta {
		row := []string{format(beta)}
		for _, c := range append(append([]fluid.Curve{}, r.Matched...), r.Literal...) {
			require.Equal(t, beta, c.X[j])
			row = append(row, format(c.Y[j]))
		}
		rows = append(rows, row)
	}
	path := filepath.Join(docs, "fig3.csv")
	if *update {
		var b bytes.Buffer
		require.NoError(t, csv.NewWriter(&b).WriteAll(rows))
		require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	}
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	want, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Equal(t, want[0], rows[0])
	require.Equal(t, len(want), len(rows))
	for i := 1; i < len(rows); i++ {
		for k := range rows[i] {
			w, err := strconv.ParseFloat(want[i][k], 64)
			require.NoError(t, err)
			g, err := strconv.ParseFloat(rows[i][k], 64)
			require.NoError(t, err)
			require.InDelta(t, w, g, 2e-9*math.Max(1, math.Abs(w)), "row %d, column %q", i+1, header[k])
		}
	}
}

func format(v float64) string { return strconv.FormatFloat(v, 'g', 9, 64) }

// TestArmsIsCurrent does the same for the picture of the proposed arms.
func TestArmsIsCurrent(t *testing.T) {
	c := fluid.Default()
	arms, err := fluid.ProposeArms(4, c)
	require.NoError(t, err)
	committed(t, "arms", func(path string) error { return Arms(path, c, arms) })
}

// conns makes logs of n connections that saw off their rates in turn.
func conns(n int) []ConnSeries {
	var out []ConnSeries
	for k := range n {
		c := ConnSeries{Name: fmt.Sprintf("10.0.0.%d QP %d", k, k)}
		rc, rt, alpha := 40.0, 50.0, 0.5
		for i := range 300 {
			if (i*7+k*13)%29 == 0 {
				rt, rc, alpha = rc, rc*(1-alpha/2), alpha*0.9+0.1
				c.CNP = append(c.CNP, float64(i)*0.055)
			} else {
				rt, alpha = rt+0.4, alpha*0.98
				rc = (rc + rt) / 2
			}
			c.Time = append(c.Time, float64(i)*0.055)
			c.RC, c.RT, c.Alpha = append(c.RC, rc), append(c.RT, rt), append(c.Alpha, alpha)
			c.Arm = append(c.Arm, (i/29+k)%4)
		}
		out = append(out, c)
	}
	return out
}

// TestRates draws few and many connections, with and without what is optional.
func TestRates(t *testing.T) {
	for _, n := range []int{1, 2, 4, 5, 8, 9, 64, 65, 300} {
		for _, bare := range []bool{false, true} {
			in := conns(n)
			if bare {
				for i := range in {
					in[i].RT, in[i].Alpha, in[i].Arm, in[i].CNP, in[i].Name = nil, nil, nil, nil, ""
				}
			}
			path := filepath.Join(t.TempDir(), "rates.svg")
			require.NoError(t, Rates(path, in), "%d connections", n)
			svg, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Less(t, len(svg), 300_000, "%d connections", n)
			panels := 3
			if bare {
				panels = 1
			}
			f, err := RatesPage{Conns: in, Note: "assumed"}.Figure()
			require.NoError(t, err)
			require.Len(t, f.Panels, panels)
			require.Equal(t, n > maxConns, f.Note != "assumed", "the note says what is not drawn")
		}
	}
}

func TestRatesTitle(t *testing.T) {
	f, err := RatesPage{Conns: conns(1)}.Figure()
	require.NoError(t, err)
	require.Equal(t, "Rates of one connection", f.Title)
	f, err = RatesPage{Conns: conns(3), Title: "Mine"}.Figure()
	require.NoError(t, err)
	require.Equal(t, "Mine", f.Title)
}

// TestEnvelope checks lowest, mean and highest by hand: a connection counts from
// its first point on, and keeps its last value.
func TestEnvelope(t *testing.T) {
	p := RatesPage{Conns: []ConnSeries{
		{Time: []float64{0, 10}, RC: []float64{8, 4}},
		{Time: []float64{5}, RC: []float64{2}},
	}}
	x, low, mean, high := p.envelope([]float64{-1, 0, 5, 10, 20}, func(c *ConnSeries) []float64 { return c.RC })
	require.Equal(t, []float64{0, 5, 10, 20}, x)
	require.Equal(t, []float64{8, 2, 2, 2}, low)
	require.Equal(t, []float64{8, 5, 3, 3}, mean)
	require.Equal(t, []float64{8, 8, 4, 4}, high)
}

// TestArmShares: at every time the shares of the arms sum to 1.
func TestArmShares(t *testing.T) {
	p := RatesPage{Conns: conns(20)}
	shares := p.armShares(p.grid())
	require.Len(t, shares, 4)
	for k := range shares[0].X {
		sum := 0.0
		for _, s := range shares {
			sum += s.Y[k]
		}
		require.InDelta(t, 1, sum, 1e-12)
	}
}

func TestSpread(t *testing.T) {
	require.Equal(t, []int{0, 1, 2}, spread(3, 64))
	got := spread(300, 64)
	require.Len(t, got, 64)
	for i := 1; i < len(got); i++ {
		require.Greater(t, got[i], got[i-1])
	}
	require.Less(t, got[63], 300)
}

func TestRatesRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, tc := range []struct {
		bend func(c []ConnSeries) []ConnSeries
		says string
	}{
		{func([]ConnSeries) []ConnSeries { return nil }, "no connections to draw"},
		{func(c []ConnSeries) []ConnSeries { c[1].Time = nil; return c }, `connection 2 ("10.0.0.1 QP 1"): no points`},
		{func(c []ConnSeries) []ConnSeries { c[1].RC = c[1].RC[1:]; return c }, "300 times and 299 values of RC"},
		{func(c []ConnSeries) []ConnSeries { c[0].RT = c[0].RT[1:]; return c }, "values of RT"},
		{func(c []ConnSeries) []ConnSeries { c[0].Alpha = c[0].Alpha[1:]; return c }, "values of alpha"},
		{func(c []ConnSeries) []ConnSeries { c[0].Arm = c[0].Arm[1:]; return c }, "values of arm"},
		{func(c []ConnSeries) []ConnSeries { c[1].Time[7] = 0; return c }, "at point 7; sort the log by time"},
		{func(c []ConnSeries) []ConnSeries { c[1].RC[7] = math.NaN(); return c }, "point 7 has y = NaN"},
		{func(c []ConnSeries) []ConnSeries { c[1].Arm[7] = -2; return c }, "arm -2 at point 7"},
	} {
		path := filepath.Join(dir, "r.svg")
		require.ErrorContains(t, Rates(path, tc.bend(conns(2))), tc.says)
		require.NoFileExists(t, path)
	}
	require.ErrorContains(t, Rates(filepath.Join(dir, "r.gif"), conns(1)), `unknown extension ".gif"`)
}

func TestRegret(t *testing.T) {
	var steps []float64
	curves := []Curve{{Name: "float64"}, {Name: "ours"}, {Name: "truncation"}}
	for i := 1; i <= 2000; i++ {
		x := float64(i)
		steps = append(steps, x)
		base := 0.3 / math.Sqrt(x)
		curves[0].Y = append(curves[0].Y, base)
		curves[1].Y = append(curves[1].Y, base*1.005)
		curves[2].Y = append(curves[2].Y, base+x/1e4)
	}
	for _, ext := range []string{"svg", "png"} {
		require.NoError(t, Regret(filepath.Join(t.TempDir(), "regret."+ext), "Abrupt change", steps, curves))
	}
	f, err := RegretOf("Abrupt change", steps, curves)
	require.NoError(t, err)
	require.True(t, f.LogX)
	above := seriesOf(t, f.Panels[1], "ours")
	require.Len(t, above.Y, len(steps))
	require.InDelta(t, 0.5, above.Y[999], 1e-9, "half a per cent above")
	// Where the reference is 0, no per cent can be given.
	curves[0].Y[4] = 0
	f, err = RegretOf("", steps, curves)
	require.NoError(t, err)
	require.Len(t, seriesOf(t, f.Panels[1], "ours").Y, len(steps)-1)

	for _, tc := range []struct {
		steps  []float64
		curves []Curve
		says   string
	}{
		{nil, curves, "give at least one of each"},
		{steps, nil, "give at least one of each"},
		{steps[1:], curves, `curve "float64" has 2000 values for 1999 steps`},
		{[]float64{0, 1}, nil, "give at least one"},
		{[]float64{0, 1}, []Curve{{Name: "a", Y: []float64{1, 1}}}, "step 0 at place 0"},
		{[]float64{3, 2}, []Curve{{Name: "a", Y: []float64{1, 1}}}, "step 2 at place 1"},
		{[]float64{1, 2}, []Curve{{Name: "a", Y: []float64{1, -1}}}, `curve "a" has regret -1 at step 2`},
	} {
		_, err := RegretOf("", tc.steps, tc.curves)
		require.ErrorContains(t, err, tc.says)
	}
}

func seriesOf(t *testing.T, p plot.Panel, name string) plot.Series {
	t.Helper()
	for _, s := range p.Series {
		if s.Name == name {
			return s
		}
	}
	require.Fail(t, "no series "+name)
	return plot.Series{}
}

// Two connections, of which the second answers a CNP at 2 ms.
func ExampleRates() {
	dir, err := os.MkdirTemp("", "figures")
	if err != nil {
		fmt.Println(err)
		return
	}
	path := filepath.Join(dir, "rates.svg")
	err = Rates(path, []ConnSeries{
		{Name: "A", Time: []float64{0, 4}, RC: []float64{50, 50}},
		{Name: "B", Time: []float64{0, 2, 4}, RC: []float64{50, 25, 37.5}, RT: []float64{50, 50, 50}, CNP: []float64{2}},
	})
	fmt.Println(err)
	fmt.Println(os.RemoveAll(dir))
	// Output:
	// <nil>
	// <nil>
}
