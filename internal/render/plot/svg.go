package plot

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"slices"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// fontFamily is the typeface of all texts.
const fontFamily = "Liberation Sans"

// svgCanvas draws an SVG that bears the glyphs of its texts.
type svgCanvas struct {
	*vgsvg.Canvas
	faces map[stdfont.Weight]font.Face
	runes map[stdfont.Weight]map[rune]bool
}

func newSVG(w, h vg.Length) *svgCanvas {
	return &svgCanvas{Canvas: vgsvg.New(w, h), faces: map[stdfont.Weight]font.Face{}, runes: map[stdfont.Weight]map[rune]bool{}}
}

// FillString writes a text and notes its characters.
func (c *svgCanvas) FillString(face font.Face, p vg.Point, text string) {
	weight := face.Font.Weight
	if c.runes[weight] == nil {
		c.faces[weight], c.runes[weight] = face, map[rune]bool{}
	}
	for _, r := range text {
		c.runes[weight][r] = true
	}
	c.Canvas.FillString(face, p, text)
}

// WriteTo writes the page with its fonts.
func (c *svgCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	var style bytes.Buffer
	for _, weight := range []stdfont.Weight{stdfont.WeightNormal, stdfont.WeightBold} {
		if c.runes[weight] == nil {
			continue
		}
		var runes []rune
		for r := range c.runes[weight] {
			runes = append(runes, r)
		}
		slices.Sort(runes)
		ttf, err := subsetOf(c.faces[weight], runes)
		if err != nil {
			return 0, fmt.Errorf("font: %w", err)
		}
		name := "normal"
		if weight == stdfont.WeightBold {
			name = "bold"
		}
		fmt.Fprintf(&style, "@font-face{font-family:'%s';font-weight:%s;src:url(data:font/ttf;base64,%s)}\n",
			fontFamily, name, base64.StdEncoding.EncodeToString(ttf))
	}
	svg := portable(b.Bytes())
	if style.Len() > 0 {
		// Before the first drawing, which is in gonum's group.
		before, after, _ := bytes.Cut(svg, []byte("<g "))
		svg = slices.Concat(before, []byte("<style>\n"), style.Bytes(), []byte("</style>\n<g "), after)
	}
	return bytes.NewReader(svg).WriteTo(w)
}

// portable mends two things of the SVG canvas: readers without the Liberation
// fonts, which take none from a file, get one of the same metrics instead of a serif, and
// embedded images are called what they are. A text of the caller cannot be hit: quotes are
// escaped in texts.
func portable(svg []byte) []byte {
	svg = bytes.ReplaceAll(svg, []byte(`style="font-family:`+fontFamily+`;`),
		[]byte(`style="font-family:'`+fontFamily+`',Arial,Helvetica,sans-serif;`))
	return bytes.ReplaceAll(svg, []byte(`xlink:href="data:image/jpg;`), []byte(`xlink:href="data:image/png;`))
}
