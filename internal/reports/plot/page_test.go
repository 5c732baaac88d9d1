package plot

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"

	"smartnic-cc/internal/dev/golden"
)

// columns has panels side by side: curves of different spans, one without data.
func columns() Figure {
	x := []float64{0, 1, 2, 3}
	return Figure{
		Title: "Columns", XLabel: "x", Columns: 2, Note: "note",
		Panels: []Panel{
			{Title: "left", YLabel: "y", Series: []Series{{Name: "a", X: x, Y: []float64{1, 2, 3, 4}, Style: Step}}},
			{Title: "right", Series: []Series{{Name: "a", X: x, Y: []float64{10, 20, 15, 40}}, {Name: "b", X: x, Style: Ticks}}},
			{YLabel: "z", LogY: true, Share: 0.5, Series: []Series{{Name: "c", X: x, Y: []float64{1, 10, 100, 1000}}}},
			{LogY: true, Share: 0.5, Empty: "nothing here"},
		},
	}
}

// TestPage holds panels in columns, and several figures on a page, to the byte.
func TestPage(t *testing.T) {
	second := Figure{Title: "Second", LogX: true, XScale: Nanoseconds, Panels: []Panel{{Series: []Series{{X: []float64{10, 1e4, 1e9}, Y: []float64{1, 2, 3}}}}}}
	var b bytes.Buffer
	require.NoError(t, Write(&b, "svg", columns(), second))
	wellFormed(t, b.Bytes())
	for _, text := range []string{"nothing here", ">10 µs<", ">1 s<", ">Second<"} {
		require.Contains(t, b.String(), text)
	}
	const path = "testdata/page.svg"
	if runtime.GOARCH == "amd64" {
		golden.Check(t, path, b.Bytes())
	}
	b.Reset()
	require.NoError(t, Write(&b, "png", columns(), second))
	img, err := png.Decode(&b)
	require.NoError(t, err)
	require.Equal(t, 2*(640+330), img.Bounds().Dx())
	require.Equal(t, 2*(150+190+95+150+190), img.Bounds().Dy())
}

// TestRowsShareAxes: the panels of a row span what all of them would, unless one would fill little of it.
func TestRowsShareAxes(t *testing.T) {
	f := columns()
	limits := func() (tops []float64) {
		s, err := f.Scene(1000)
		require.NoError(t, err)
		require.Len(t, s.Y, len(f.Panels))
		require.Greater(t, s.Y[2][0], 0.0)
		require.GreaterOrEqual(t, s.Y[2][1], 1000.0)
		require.Equal(t, s.Y[2], s.Y[3], "an empty panel has the axis of the others")
		return []float64{math.Round(s.Y[0][1]), math.Round(s.Y[1][1])}
	}
	require.Equal(t, []float64{4, 42}, limits(), "a tenth of the other")
	f.OneAxis = true
	require.Equal(t, []float64{42, 42}, limits())
	f.OneAxis, f.Panels[0].Series[0].Y = false, []float64{1, 2, 3, 30}
	require.Equal(t, []float64{42, 42}, limits(), "three quarters of the other")
	f.Panels[0].LogY, f.Panels[1].LogY = true, true
	f.Panels[0].Range, f.Panels[1].Range = [2]float64{1, 100}, [2]float64{1, 1e5}
	require.Equal(t, []float64{100, 1e5}, limits(), "two of five decades")
	f.Panels[1].Range = [2]float64{1, 1000}
	require.Equal(t, []float64{1000, 1000}, limits(), "two of three decades")
}

// TestPieces: the pieces of a long line meet, and are all of it.
func TestPieces(t *testing.T) {
	for _, n := range []int{2, longLine, longLine + 1, longLine + shortLine, 5000} {
		line := make([]vg.Point, n)
		for i := range line {
			line[i] = vg.Point{X: vg.Length(i)}
		}
		var joined []vg.Point
		for i, piece := range pieces(line) {
			require.GreaterOrEqual(t, len(piece), 2)
			if i > 0 {
				require.Equal(t, joined[len(joined)-1], piece[0])
				piece = piece[1:]
			}
			joined = append(joined, piece...)
		}
		require.Equal(t, line, joined)
	}
}

func TestPageRefuses(t *testing.T) {
	var b bytes.Buffer
	require.ErrorContains(t, Write(&b, "svg"), "no figure")
	require.ErrorContains(t, Write(&b, "eps", columns()), "use svg, pdf or png")
	bad := columns()
	bad.Panels[3].Empty = ""
	require.ErrorContains(t, Write(&b, "svg", columns(), bad), "figure 2: plot: panel 4 has no points")
	tall := columns()
	tall.Width, tall.Height = 5000, 5000
	require.ErrorContains(t, Write(&b, "png", tall, tall), "too large")
	require.Zero(t, b.Len())
}

// TestNoteWraps: small print that is wider than the page takes more rows, in which every word is,
// and none runs off the page.
func TestNoteWraps(t *testing.T) {
	f := columns()
	f.Width, f.Note = 400, strings.Repeat("some words of small print ", 12)
	rows := noteRows(f.Note, 400-2*margin)
	require.Greater(t, len(rows), 2)
	require.Equal(t, strings.TrimSpace(f.Note), strings.Join(rows, " "))
	sty := textStyle(sizeNote, mutedColors)
	for _, row := range rows {
		require.LessOrEqual(t, sty.Width(row), vg.Length(400-2*margin))
		require.Contains(t, string(render(t, f, "svg")), ">"+row+"<")
	}
}

// TestBars: bars rise from the axis to their values over the named places.
func TestBars(t *testing.T) {
	f := Figure{XNames: []string{"1 KB", "2 KB"}, Panels: []Panel{{Range: [2]float64{0, 10}, Series: []Series{
		{Name: "bars", X: []float64{0.75, 1.75}, Y: []float64{10, 5}, Style: Bars, Width: 0.5},
	}}}}
	f.Width, f.Height = 400, 300
	s, err := f.Scene(1000)
	require.NoError(t, err)
	require.Equal(t, [2]float64{0.5, 2.5}, s.X)
	img, err := png.Decode(bytes.NewReader(render(t, f, "png")))
	require.NoError(t, err)
	blue := func(x, y float64) bool { // whether a place of the data area is painted
		low, high := float64(margin+sizeTick+8), 300.0-margin-legendRow
		left, right := float64(margin+axisSpace), 400.0-margin-endSpace
		r, _, b, _ := img.At(int(2*(left+(x-0.5)/2*(right-left))), int(2*(300-low-y/10*(high-low)))).RGBA()
		return b > 2*r
	}
	for _, at := range [][2]float64{{0.55, 9}, {0.95, 1}, {1.55, 4.8}} {
		require.True(t, blue(at[0], at[1]), "%v", at)
	}
	for _, at := range [][2]float64{{1.05, 5.5}, {1.75, 5.5}, {2.05, 1.5}} {
		require.False(t, blue(at[0], at[1]), "%v", at)
	}
	svg := string(render(t, f, "svg"))
	require.Contains(t, svg, ">1 KB<")
	require.Contains(t, svg, ">2 KB<")
}

// TestTextWidths: an SVG gives the width of every text, so that in no font it runs into its neighbour.
func TestTextWidths(t *testing.T) {
	texts := regexp.MustCompile(`(?s)<text textLength="([0-9.]+)" lengthAdjust="spacingAndGlyphs" x=[^>]*font-size:([0-9]+)px[^>]*>([^<]*)</text>`).FindAllStringSubmatch(string(render(t, columns(), "svg")), -1)
	require.Len(t, texts, strings.Count(string(render(t, columns(), "svg")), "<text "))
	for _, m := range texts {
		if m[3] == "nothing here" {
			require.Equal(t, fmt.Sprintf("%.4g", textStyle(sizeTick, ink).Width(m[3]).Points()), m[1])
			return
		}
	}
	require.Fail(t, "a text is missing")
}
