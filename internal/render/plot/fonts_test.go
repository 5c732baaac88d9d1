package plot

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
)

// glyphOf returns the outline of a character and its advance, in the font's units.
func glyphOf(t *testing.T, f *sfnt.Font, r rune) (sfnt.Segments, fixed.Int26_6) {
	t.Helper()
	var b sfnt.Buffer
	g, err := f.GlyphIndex(&b, r)
	require.NoError(t, err)
	units := fixed.I(int(f.UnitsPerEm()))
	segments, err := f.LoadGlyph(&b, g, units, nil)
	require.NoError(t, err)
	segments = append(sfnt.Segments(nil), segments...)
	advance, err := f.GlyphAdvance(&b, g, units, 0)
	require.NoError(t, err)
	return segments, advance
}

// TestSubset: the characters of a subset have the outlines and advances of the font's, those
// made of parts too, and no other is there.
func TestSubset(t *testing.T) {
	for _, bold := range []bool{false, true} {
		face := textStyle(sizeTick, bold, ink)
		source := face.Handler.Cache().Lookup(face.Font, face.Font.Size)
		runes := []rune(" %,0Agjµéüńǻ–≤≥")
		ttf, err := subsetOf(source, runes)
		require.NoError(t, err)
		require.Less(t, len(ttf), 5000)
		require.Zero(t, len(ttf)%4)
		require.Equal(t, uint32(0xb1b0afba), checkSum(ttf))
		f, err := sfnt.Parse(ttf)
		require.NoError(t, err)
		for _, r := range runes {
			want, wide := glyphOf(t, source.Face, r)
			got, advance := glyphOf(t, f, r)
			require.Equal(t, want, got, "%q", r)
			require.Equal(t, wide, advance, "%q", r)
			require.Equal(t, r == ' ', len(got) == 0, "%q", r)
		}
		g, err := f.GlyphIndex(nil, 'B')
		require.NoError(t, err)
		require.Zero(t, g)
	}
}

// TestSubsetOfDamaged: a font that is cut off is refused.
func TestSubsetOfDamaged(t *testing.T) {
	sty := textStyle(sizeTick, false, ink)
	var b bytes.Buffer
	_, err := font.Face(sty.Handler.Cache().Lookup(sty.Font, sty.Font.Size)).Face.WriteSourceTo(nil, &b)
	require.NoError(t, err)
	for _, n := range []int{0, 11, 12, 40, 300, b.Len() / 2, b.Len() - 1000} {
		s := subsetter{}
		require.ErrorIs(t, s.read(b.Bytes()[:n]), errFont, "%d bytes", n)
	}
}

// TestEmbedded: SVG and PDF bear the glyphs of their texts, of both weights.
func TestEmbedded(t *testing.T) {
	svg := render(t, sample(), "svg")
	fonts := regexp.MustCompile(`font-weight:(normal|bold);src:url\(data:font/ttf;base64,([^)]*)\)`).FindAllSubmatch(svg, -1)
	require.Len(t, fonts, 2)
	for i, text := range []string{"time (ms)012345680≤≥Gb/", "A sample <of> \"everything\" & moreRates"} {
		ttf, err := base64.StdEncoding.DecodeString(string(fonts[i][2]))
		require.NoError(t, err)
		f, err := sfnt.Parse(ttf)
		require.NoError(t, err)
		for _, r := range text {
			g, err := f.GlyphIndex(nil, r)
			require.NoError(t, err)
			require.NotZero(t, g, "%q", r)
		}
	}
	pdf := render(t, sample(), "pdf")
	require.True(t, bytes.HasPrefix(pdf, []byte("%PDF-")))
	require.Equal(t, 2, bytes.Count(pdf, []byte("/FontFile2")))
	require.Equal(t, 2, bytes.Count(pdf, []byte("/Subtype /CIDFontType2")))
	require.Less(t, len(pdf), 60_000)
}
