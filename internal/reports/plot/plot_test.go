package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
)

// sample has every kind of drawing in it.
func sample() Figure {
	r := rand.New(rand.NewPCG(7, 7))
	var x, rc, rt, cnp []float64
	rate := 90.0
	for i := range 120 {
		x = append(x, float64(i)/4)
		if r.Float64() < 0.1 {
			rate /= 1.5
			cnp = append(cnp, float64(i)/4)
		}
		rate += (100 - rate) / 20
		rc, rt = append(rc, rate), append(rt, rate+5)
	}
	heat := &Heatmap{Label: "value", X: []float64{0, 10, 20, 30}, Y: []float64{1, 10, 100}, Range: [2]float64{0, 1},
		Z: [][]float64{{0, 0.2, 0.4, 1.2}, {0.1, 0.5, 0.9, 1}, {-0.3, 0.2, 0.5, 0.7}}}
	return Figure{
		Title:  "A sample <of> \"everything\" & more",
		XLabel: "time (ms)",
		YLabel: "Gb/s",
		Note:   "small print",
		Panels: []Panel{
			{Title: "Rates", Share: 1.5, Series: []Series{
				{Name: "RC", X: x, Y: rc, Style: Step, Top: true},
				{Name: "RT", X: x, Y: rt, Style: StepDashed},
				{Name: "CNP", X: cnp, Style: Ticks},
				{Name: "cut short", X: []float64{0, 30}, Y: []float64{80, 20}, Style: Dashed, Color: WithOpacity(Color(4), 0.5), Width: 2},
			}},
			{LogY: true, Heatmap: heat, Series: []Series{{X: []float64{5, 25}, Y: []float64{2, 50}}}},
			{YLabel: "points", Range: [2]float64{0, 50}, Series: []Series{{Name: "bars", X: x, Y: rc, Style: Bars, Width: 0.2}, {Name: "one", X: x[:1], Y: []float64{7}}}},
		},
	}
}

func render(t *testing.T, f Figure, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, format, f))
	return b.Bytes()
}

// wellFormed reads the SVG as XML to its end.
func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
	}
}

// TestGolden holds the sample's SVG to the byte. Floating point is fused on some
// machines, which may move a last digit; there only well-formedness is asked.
func TestGolden(t *testing.T) {
	got := render(t, sample(), "svg")
	wellFormed(t, got)
	const path = "testdata/sample.svg"
	if runtime.GOARCH == "amd64" {
		golden.Check(t, path, got)
	}
}

func TestSameBytes(t *testing.T) {
	for _, format := range formats {
		first := render(t, sample(), format)
		for range 3 {
			require.True(t, bytes.Equal(first, render(t, sample(), format)), format)
		}
	}
}

// TestPDFFonts: a PDF bears the glyphs of its texts, of both weights.
func TestPDFFonts(t *testing.T) {
	pdf := render(t, sample(), "pdf")
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	require.Equal(t, 2, bytes.Count(pdf, []byte("/FontFile2")))
	require.Equal(t, 2, bytes.Count(pdf, []byte("/Subtype /CIDFontType2")))
	require.Less(t, len(pdf), 60_000)
}

func TestPNGSize(t *testing.T) {
	f := sample()
	f.Width, f.Height = 300, 400
	img, err := png.Decode(bytes.NewReader(render(t, f, "png")))
	require.NoError(t, err)
	require.Equal(t, 600, img.Bounds().Dx())
	require.Equal(t, 800, img.Bounds().Dy())
}

// TestFigureIsNotChanged: drawing leaves the caller's data as it was.
func TestFigureIsNotChanged(t *testing.T) {
	f := sample()
	render(t, f, "svg")
	require.Equal(t, sample(), f)
}

// TestSmallFiles: however much is drawn, an SVG stays under 300 KB.
func TestSmallFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, tc := range []struct {
		series, points int
		style          Style
	}{{1, 1000000, Line}, {12, 100000, Step}, {100, 5000, Line}, {128, 5000, StepDashed}, {4, 100000, Ticks}} {
		f := Figure{XLabel: "x", Panels: []Panel{{}}}
		for k := range tc.series {
			s := Series{Name: fmt.Sprintf("series %d", k), Style: tc.style}
			for i := range tc.points {
				s.X = append(s.X, float64(i))
				s.Y = append(s.Y, 1e3*r.NormFloat64())
			}
			f.Panels[0].Series = append(f.Panels[0].Series, s)
		}
		require.Less(t, len(render(t, f, "svg")), 300_000, "%+v", tc)
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.WriteFile(other, nil, 0o666))
	plain, err := os.Stat(other)
	require.NoError(t, err)
	for _, name := range []string{"a.svg", "b.PNG"} {
		require.NoError(t, sample().Save(filepath.Join(dir, name)))
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, plain.Mode(), info.Mode(), "for whom any file is")
	}
	bad := sample()
	bad.Panels[0].Series[0].Y[3] = math.NaN()
	path := filepath.Join(dir, "c.svg")
	require.ErrorContains(t, bad.Save(path), "c.svg")
	require.ErrorContains(t, sample().Save(filepath.Join(dir, "d.eps")), `unknown extension ".eps"; use .svg, .pdf or .png`)
	require.ErrorContains(t, sample().Save(filepath.Join(dir, "e")), "unknown extension")
	require.ErrorContains(t, sample().Save(filepath.Join(dir, "a.svg", "f.svg")), "a.svg: is a file; name a folder for the outputs")
	// A directory in the way, and a full disk.
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "g.svg", "x"), 0o755))
	require.ErrorContains(t, sample().Save(filepath.Join(dir, "g.svg")), "g.svg: is a directory; name a file in it")
	require.NoError(t, os.Symlink("/dev/full", filepath.Join(dir, "h.png")))
	require.ErrorContains(t, sample().Save(filepath.Join(dir, "h.png")), "h.png: no space left on device")
	// What was there stays where the new figure is refused.
	was, err := os.ReadFile(filepath.Join(dir, "a.svg"))
	require.NoError(t, err)
	require.ErrorContains(t, bad.Save(filepath.Join(dir, "a.svg")), "a.svg")
	is, err := os.ReadFile(filepath.Join(dir, "a.svg"))
	require.NoError(t, err)
	require.Equal(t, was, is)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{"a.svg", "b.PNG", "g.svg", "h.png"}, names, "no half file, no temporary file")
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		bend func(f *Figure)
		says string
	}{
		{func(f *Figure) { f.Panels = nil }, "no panels"},
		{func(f *Figure) { f.Width = 1e6 }, "page side"},
		{func(f *Figure) { f.Height = -1 }, "page side"},
		{func(f *Figure) { f.XRange = [2]float64{2, 1} }, "x range [2, 1] is not an interval"},
		{func(f *Figure) { f.Panels[2].Series = nil }, "panel 3 has no points"},
		{func(f *Figure) { f.Panels[2].Range = [2]float64{0, math.NaN()} }, "panel 3: y range"},
		{func(f *Figure) { f.Panels[1].Range = [2]float64{0, 1} }, "begins at 0 on a logarithmic axis"},
		{func(f *Figure) { f.Panels[0].Series[0].Y[5] = math.Inf(1) }, `panel 1, series 1 ("RC"): point 5 has y = +Inf; leave it out`},
		{func(f *Figure) { f.Panels[0].Series[2].X[1] = math.NaN() }, `series 3 ("CNP"): point 1 has x = NaN`},
		{func(f *Figure) { f.Panels[0].Series[0].Y = f.Panels[0].Series[0].Y[1:] }, "120 x values and 119 y values"},
		{func(f *Figure) { f.Panels[0].Series[0].Y[5] = 1e101 }, "which no axis can show"},
		{func(f *Figure) { f.LogX = true }, "point 0 has x = 0 on a logarithmic axis"},
		{func(f *Figure) { f.Panels[0].LogY, f.Panels[0].Series[1].Y[9] = true, -3 }, `series 2 ("RT"): point 9 has y = -3 on a logarithmic axis`},
	} {
		f := sample()
		tc.bend(&f)
		var b bytes.Buffer
		require.ErrorContains(t, Write(&b, "svg", f), tc.says)
		require.Zero(t, b.Len(), "nothing is written")
	}
	require.ErrorContains(t, Write(io.Discard, "eps", sample()), `unknown format "eps"; use svg, pdf or png`)
}

// TestOddData draws ranges that arithmetic on axes may trip over.
func TestOddData(t *testing.T) {
	for _, v := range [][2][]float64{
		{{0}, {0}},
		{{1e99, 1e100}, {-1e100, 1e100}},
		{{5e-324, 1e-323}, {5e-324, 1e-320}},
		{{1e15, 1e15 + 1}, {1, 1}},
		{{3, 1, 2}, {-5, -5, -5}},
		{{1, 1, 1}, {1, 2, 3}},
		{{1e-100, 1e100}, {1e-100, 1e100}},
	} {
		for _, style := range []Style{Line, Dashed, Step, StepDashed, Bars, Ticks} {
			for _, log := range []bool{false, true} {
				if log && (v[0][0] < smallest || v[1][0] < smallest) {
					continue
				}
				f := Figure{LogX: log, Panels: []Panel{{LogY: log, Series: []Series{{Name: "s", X: v[0], Y: v[1], Style: style}}}}}
				svg := render(t, f, "svg")
				wellFormed(t, svg)
				require.False(t, bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")), "%v %v %v", v, style, log)
			}
		}
	}
}

func FuzzWrite(f *testing.F) {
	f.Add(0.0, 1.0, 2.0, 3.0, uint8(0), false)
	f.Add(1e300, -1e300, 1e-300, 5e-324, uint8(2), true)
	f.Add(1.0, 1.0, 1.0, 1.0, uint8(4), true)
	f.Add(math.MaxFloat64, 1.0, math.MaxFloat64, 5e-324, uint8(1), true)
	f.Fuzz(func(t *testing.T, x0, y0, x1, y1 float64, style uint8, log bool) {
		fig := Figure{LogX: log, Panels: []Panel{{LogY: log, Series: []Series{{X: []float64{x0, x1, x0}, Y: []float64{y0, y1, y1}, Style: Style(style) % (Ticks + 1)}}}}}
		var b bytes.Buffer
		if err := Write(&b, "svg", fig); err != nil {
			return
		}
		if bytes.Contains(b.Bytes(), []byte("NaN")) || bytes.Contains(b.Bytes(), []byte("Inf")) {
			t.Fatal("not a number in the drawing")
		}
	})
}

func ExampleFigure() {
	f := Figure{
		Title:  "A rate that halves twice",
		XLabel: "time (ms)",
		YLabel: "Gb/s",
		Panels: []Panel{{Series: []Series{
			{Name: "RC", X: []float64{0, 1, 2, 3}, Y: []float64{100, 50, 25, 30}, Style: Step},
			{Name: "CNP", X: []float64{1, 2}, Style: Ticks},
		}}},
	}
	fmt.Println(Write(io.Discard, "svg", f))
	f.Panels[0].Series[0].Y[2] = math.NaN()
	fmt.Println(Write(io.Discard, "svg", f))
	// Output:
	// <nil>
	// plot: panel 1, series 1 ("RC"): point 2 has y = NaN; leave it out or give a finite number
}
