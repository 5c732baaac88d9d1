package plot

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Write draws figures, one beneath the other, to w in the format "svg", "pdf" or "png".
// The page is as wide as the widest; a figure whose width is 0 takes that of the
// page. Nothing is written where a figure is refused.
func Write(w io.Writer, format string, figures ...Figure) error {
	if !slices.Contains(formats, format) {
		return fmt.Errorf("plot: unknown format %q; use svg, pdf or png", format)
	}
	if len(figures) == 0 {
		return fmt.Errorf("plot: no figure to draw")
	}
	list := append([]Figure(nil), figures...)
	var width, height float64
	for i := range list {
		if err := list[i].validate(); err != nil {
			if len(list) > 1 {
				return fmt.Errorf("figure %d: %w", i+1, err)
			}
			return err
		}
		sized := list[i]
		sized.setSize()
		list[i].Height = sized.Height
		width = max(width, sized.Width)
		height += sized.Height
	}
	if height*width > maxSide*maxSide {
		return fmt.Errorf("plot: a page of %.0f by %.0f points is too large; draw fewer figures on it", width, height)
	}
	for i := range list {
		list[i].Width = width
	}
	c := newCanvas(format, vg.Length(width), vg.Length(height))
	drawAll(draw.New(c), list)
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return fmt.Errorf("plot: cannot encode %s: %w", strings.ToUpper(format), err)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// newCanvas returns an empty page of one of the formats.
func newCanvas(format string, w, h vg.Length) vg.CanvasWriterTo {
	switch format {
	case "svg":
		return newSVG(w, h)
	case "pdf":
		return newPDF(w, h)
	}
	return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(pngDPI))}
}

// drawAll gives each figure its part of the page, from the top down.
func drawAll(c draw.Canvas, list []Figure) {
	top := c.Max.Y
	for i := range list {
		part := draw.Canvas{Canvas: c.Canvas, Rectangle: c.Rectangle}
		part.Max.Y = top
		top -= vg.Length(list[i].Height)
		part.Min.Y = top
		list[i].draw(part)
	}
}
