package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/palette/moreland"
)

var (
	ink         = color.RGBA{R: 0x22, G: 0x26, B: 0x2b, A: 0xff} // texts
	mutedColors = color.RGBA{R: 0x5c, G: 0x63, B: 0x6b, A: 0xff} // tick labels, notes
	frame       = color.RGBA{R: 0x9a, G: 0xa1, B: 0xa9, A: 0xff} // axes
	gridln      = color.RGBA{R: 0xe6, G: 0xe9, B: 0xec, A: 0xff} // grid
)

// hues are eight colours that stay apart in print and for colour-blind eyes.
var hues = []color.RGBA{
	{R: 0x1f, G: 0x6f, B: 0xb4, A: 0xff}, // blue
	{R: 0xd9, G: 0x5f, B: 0x0e, A: 0xff}, // orange
	{R: 0x1b, G: 0x8a, B: 0x5a, A: 0xff}, // green
	{R: 0xb0, G: 0x3a, B: 0x87, A: 0xff}, // purple
	{R: 0x5b, G: 0xb4, B: 0xe0, A: 0xff}, // sky
	{R: 0xc9, G: 0x9a, B: 0x06, A: 0xff}, // ochre
	{R: 0x7a, G: 0x4b, B: 0x2a, A: 0xff}, // brown
	{R: 0x6b, G: 0x72, B: 0x7b, A: 0xff}, // grey
}

// Color returns the i-th of eight colours, counted round.
func Color(i int) color.Color { return hues[i&7] }

// dashes are the patterns of lines, in points: as many as there are colours, and dots. They tell
// curves apart where colours do not, in print and to the colour-blind.
var dashes = [][]float64{
	nil, {7, 2.5}, {7, 2, 1.5, 2}, {3.5, 2}, {7, 2, 1.5, 2, 1.5, 2}, {14, 3}, {10, 2, 4, 2}, {2.5, 3.5}, {1, 2},
}

// Dots is the pattern of dots.
const Dots = 8

// Dash returns the pattern that goes with the i-th colour; 0 is a solid line.
func Dash(i int) int { return i & 7 }

// Pattern returns the lengths of the series' dashes and gaps in points; nil is a solid line.
func (s *Series) Pattern() []float64 {
	if s.Dash == 0 && (s.Style == Dashed || s.Style == StepDashed) {
		return []float64{5, 3}
	}
	return dashes[s.Dash]
}

func nrgba(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }

// WithOpacity returns c with the given opacity, 0 (nothing) to 1 (as it is).
func WithOpacity(c color.Color, opacity float64) color.Color {
	n := nrgba(c)
	n.A = uint8(math.Round(float64(n.A) * opacity))
	return n
}

// ramp is a scale of colours from dark to light, of 0 to 1.
var ramp = func() interface {
	At(float64) (color.Color, error)
} {
	m, err := moreland.NewLuminance([]color.Color{
		color.RGBA{0x2b, 0x1a, 0x55, 0xff}, color.RGBA{0x2c, 0x4b, 0x8f, 0xff}, color.RGBA{0x1f, 0x7a, 0x99, 0xff}, color.RGBA{0x23, 0xa1, 0x84, 0xff},
		color.RGBA{0x78, 0xc2, 0x5c, 0xff}, color.RGBA{0xd4, 0xd9, 0x46, 0xff}, color.RGBA{0xfb, 0xf2, 0xa8, 0xff},
	})
	if err != nil {
		panic(err) // the colours do not rise in lightness
	}
	m.SetMin(0)
	m.SetMax(1)
	return m
}()

// Ramp returns the colour at place t of a dark-to-light scale; t is cut to [0, 1].
func Ramp(t float64) color.Color {
	c, err := ramp.At(math.Max(0, math.Min(1, t)))
	if err != nil {
		panic(err) // within its ends it has all
	}
	return c
}
