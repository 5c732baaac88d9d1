package plot

import (
	"bytes"
	"fmt"
	"io"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// fontFamily is the typeface of all texts.
const fontFamily = "Liberation Sans"

// svgCanvas corrects gonum's SVG: readers without the Liberation fonts get one of the same widths instead of a serif,
// each text gives its width, so that in any other font it does not run into its neighbour, and embedded images have
// their type. A text of the caller cannot be hit: quotes are escaped in texts.
type svgCanvas struct {
	*vgsvg.Canvas
	widths []vg.Length // of the texts
}

func newSVG(w, h vg.Length) *svgCanvas { return &svgCanvas{Canvas: vgsvg.New(w, h)} }

// FillString writes a text and notes its width.
func (c *svgCanvas) FillString(face font.Face, p vg.Point, text string) {
	c.widths = append(c.widths, face.Width(text))
	c.Canvas.FillString(face, p, text)
}

// WriteTo writes the page.
func (c *svgCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	svg := bytes.ReplaceAll(b.Bytes(), []byte(`style="font-family:`+fontFamily+`;`),
		[]byte(`style="font-family:'`+fontFamily+`',Arial,Helvetica,sans-serif;`))
	svg = bytes.ReplaceAll(svg, []byte(`xlink:href="data:image/jpg;`), []byte(`xlink:href="data:image/png;`))
	parts := bytes.Split(svg, []byte("<text "))
	for i, width := range c.widths {
		parts[i] = fmt.Appendf(parts[i], `<text textLength="%.4g" lengthAdjust="spacingAndGlyphs" `, width.Points())
	}
	n, err := w.Write(bytes.Join(parts, nil))
	return int64(n), err
}
