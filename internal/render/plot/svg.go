package plot

import (
	"bytes"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// fontFamily is the typeface of all texts.
const fontFamily = "Liberation Sans"

// svgCanvas mends two things of gonum's SVG: readers without the Liberation fonts get one of the
// same metrics instead of a serif, and embedded images are called what they are. A text of the
// caller cannot be hit: quotes are escaped in texts.
type svgCanvas struct{ *vgsvg.Canvas }

func newSVG(w, h vg.Length) svgCanvas { return svgCanvas{vgsvg.New(w, h)} }

// WriteTo writes the page.
func (c svgCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	svg := bytes.ReplaceAll(b.Bytes(), []byte(`style="font-family:`+fontFamily+`;`),
		[]byte(`style="font-family:'`+fontFamily+`',Arial,Helvetica,sans-serif;`))
	svg = bytes.ReplaceAll(svg, []byte(`xlink:href="data:image/jpg;`), []byte(`xlink:href="data:image/png;`))
	n, err := w.Write(svg)
	return int64(n), err
}
