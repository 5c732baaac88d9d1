package figures

import (
	"bytes"
	"encoding/csv"
	"flag"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dolcerc/fluid"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/systems"
)

var update = flag.Bool("update", false, "rewrite the figures under docs/figures")

const docs = "../../../docs/figures"

// committed writes a figure with draw and compares it with the committed file,
// or replaces that. Bytes are compared on amd64 only, where the committed files
// were made: other machines fuse floating-point operations.
func committed(t *testing.T, name string, draw func() (plot.Figure, error)) {
	t.Helper()
	f, err := draw()
	require.NoError(t, err)
	file := name + ".svg"
	path := filepath.Join(t.TempDir(), file)
	require.NoError(t, f.Save(path))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join(docs, file), got, 0o644))
	}
	want, err := os.ReadFile(filepath.Join(docs, file))
	require.NoError(t, err)
	if runtime.GOARCH == "amd64" {
		require.True(t, bytes.Equal(want, got), "%s is not current: go test ./internal/reports/figures -update", file)
	}
}

// TestSystemsAreCurrent compares the committed figures of papers' systems with what is drawn now.
func TestSystemsAreCurrent(t *testing.T) {
	require.NotEmpty(t, systems.Figures())
	for _, f := range systems.Figures() {
		committed(t, f.Name, func() (plot.Figure, error) { return System(&f) })
	}
}

// TestFig3IsCurrent compares the committed figure and its numbers with what is drawn now.
func TestFig3IsCurrent(t *testing.T) {
	committed(t, "fig3", PaperFig3)
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
	committed(t, "arms", func() (plot.Figure, error) { return Arms(c, arms) })
}

func TestRegret(t *testing.T) {
	curves := []plot.Series{{Name: "float64"}, {Name: "ours"}, {Name: "truncation"}}
	for i := 1; i <= 2000; i++ {
		x := float64(i)
		base := 0.3 / math.Sqrt(x)
		for k, y := range []float64{base, base * 1.005, base + x/1e4} {
			curves[k].X, curves[k].Y = append(curves[k].X, x), append(curves[k].Y, y)
		}
	}
	f := regretOf("Abrupt change", curves)
	require.NoError(t, f.Save(filepath.Join(t.TempDir(), "regret.svg")))
	require.True(t, f.LogX)
	above := seriesOf(t, f.Panels[1], "ours")
	require.Len(t, above.Y, 2000)
	require.InDelta(t, 0.5, above.Y[999], 1e-9, "half a per cent above")
	// Where the reference is 0, no per cent can be given.
	curves[0].Y[4] = 0
	f = regretOf("", curves)
	require.Len(t, seriesOf(t, f.Panels[1], "ours").Y, 1999)
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
