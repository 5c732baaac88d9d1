package htmlreport

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/plot"
)

func render(t *testing.T, p *Page) (string, Stats) {
	t.Helper()
	var b bytes.Buffer
	st, err := p.Write(&b)
	require.NoError(t, err)
	return b.String(), st
}

// readFigure is a figure as the page carries it.
type readFigure struct {
	X      [2]float64
	Panels []struct {
		Title  string
		Y      [2]float64
		Series []struct {
			Name string
			Of   []string
			X, Y int
		}
	}
	Arrays [][]float64
}

// figuresOf reads the data that a page carries.
func figuresOf(t *testing.T, html string) (list []readFigure) {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="figures">"(.*?)"</script>`).FindStringSubmatch(html)
	require.Len(t, m, 2)
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(&list))
	return list
}

// TestEscapes: whatever a name is, the page has its own two scripts and no image, and the
// same page has the same bytes.
func TestEscapes(t *testing.T) {
	html, st := render(t, page())
	again, _ := render(t, page())
	require.Equal(t, html, again)
	require.Equal(t, 2, st.Figures)
	require.Equal(t, 1, st.Tables)
	require.Equal(t, 2, strings.Count(html, "<script"))
	require.Equal(t, 2, strings.Count(html, "</script"))
	require.NotContains(t, html, "<img")
	require.Equal(t, []string{"https://github.com/leeoniya/uPlot"}, regexp.MustCompile(`https?://[^ "]*`).FindAllString(html, -1), "the library's head, which is a comment")
	require.Contains(t, html, "Permission is hereby granted, free of charge", "its licence goes with it")
	require.Equal(t, hostile, figuresOf(t, html)[0].Panels[0].Title)
	// The policy allows the very text of script and style.
	for _, tag := range []string{"script", "style"} {
		m := regexp.MustCompile(`(?s)<` + tag + `>(.*?)</` + tag + `>`).FindStringSubmatch(html)
		require.Len(t, m, 2)
		require.Contains(t, strings.ReplaceAll(strings.ReplaceAll(html, "&#39;", "'"), "&#43;", "+"), tag+"-src "+hash(m[1]))
	}
}

// TestLibraryAsPublished: the library's files are those of npm's uplot 1.6.32, unchanged.
func TestLibraryAsPublished(t *testing.T) {
	for text, sum := range map[*string]string{
		&uplot:        "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
		&uplotStyle:   "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
		&uplotLicence: "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd",
	} {
		require.Equal(t, sum, fmt.Sprintf("%x", sha256.Sum256([]byte(*text))))
	}
}

// TestData: the numbers of the page are those of the figures, and shared where those are.
func TestData(t *testing.T) {
	p := page()
	html, st := render(t, p)
	f := figuresOf(t, html)[0]
	want := p.Sections[0].Figures[0].Panels[0].Series
	got := f.Panels[0].Series
	require.Len(t, got, 3)
	require.Equal(t, got[0].X, got[1].X, "one array of times")
	require.Equal(t, want[0].X, f.Arrays[got[0].X])
	y := f.Arrays[got[0].Y]
	for i := range y {
		require.InDelta(t, want[0].Y[i], y[i], 1e-5)
	}
	require.Equal(t, -1, got[2].Y, "marks have no values")
	require.Equal(t, [2]float64{0, 20}, f.X)
	require.Equal(t, [2]float64{0, 100}, f.Panels[0].Y)
	require.Equal(t, st.Points, st.Kept)
	// The curve without a name goes with the one that it is of.
	require.Equal(t, []string{got[0].Name}, f.Panels[2].Series[0].Of)
}

// TestPointsAreBounded: ten times as many points make a page of the same size, and no
// extreme is lost.
func TestPointsAreBounded(t *testing.T) {
	make := func(n int) *Page {
		f := plot.Figure{Title: "long", XLabel: "x"}
		for k := range 3 {
			s := plot.Series{Name: fmt.Sprint(k), Style: plot.Step}
			for i := range n {
				s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Sin(float64(i*(k+1))))
			}
			s.Y[n/3] = 1000
			f.Panels = append(f.Panels, plot.Panel{Series: []plot.Series{s}})
		}
		return &Page{Points: 6000, Sections: []Section{{Title: "s", Figures: []plot.Figure{f}}}}
	}
	html, st := render(t, make(200_000))
	require.Equal(t, 600_000, st.Points)
	require.LessOrEqual(t, st.Kept, 6100)
	require.Contains(t, html, fmt.Sprintf("Of 600000 points the page carries %d", st.Kept))
	require.Less(t, len(html), 250_000)
	for _, p := range figuresOf(t, html)[0].Panels {
		require.Contains(t, figuresOf(t, html)[0].Arrays[p.Series[0].Y], 1000.0)
	}
}

// TestRefused: a figure that cannot be drawn refuses the page, and nothing is written.
func TestRefused(t *testing.T) {
	p := page()
	p.Sections[0].Figures[1].Panels[0].Series[0].X[0] = -1
	var b bytes.Buffer
	_, err := p.Write(&b)
	require.ErrorContains(t, err, "figure 2: plot: panel 1, series 1")
	require.Zero(t, b.Len())
	html, st := render(t, &Page{Title: "empty"})
	require.Zero(t, st.Figures)
	require.Empty(t, figuresOf(t, html))
}
