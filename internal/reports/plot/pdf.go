package plot

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"smartnic-cc/internal/base/text/collect"
)

// pdfCanvas draws a PDF page. Of each font the glyphs that the page has are embedded, and
// texts are Unicode. gonum's own canvas embeds whole fonts, by way of temporary files, knows
// the characters of Windows only, and darkens what is faint.
type pdfCanvas struct {
	doc    *fpdf.Fpdf
	w, h   vg.Length
	colors []color.Color // of each level of Push
	images int
}

func newPDF(w, h vg.Length) *pdfCanvas {
	c := &pdfCanvas{w: w, h: h, colors: []color.Color{color.Black}}
	c.doc = fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: w.Points(), Ht: h.Points()}})
	c.doc.SetMargins(0, 0, 0)
	c.doc.SetAutoPageBreak(false, 0)
	// The same figure is the same bytes, whenever it is drawn.
	c.doc.SetCatalogSort(true)
	c.doc.SetCreationDate(time.Unix(0, 0).UTC())
	c.doc.SetModificationDate(time.Unix(0, 0).UTC())
	c.doc.AddPage()
	vg.Initialize(c)
	return c
}

// at is a point of the page as fpdf counts, from the top down.
func (c *pdfCanvas) at(p vg.Point) (x, y float64) { return p.X.Points(), (c.h - p.Y).Points() }

// Size returns the page's size.
func (c *pdfCanvas) Size() (w, h vg.Length) { return c.w, c.h }

// SetLineWidth sets the width of lines.
func (c *pdfCanvas) SetLineWidth(w vg.Length) { c.doc.SetLineWidth(w.Points()) }

// SetLineDash sets the lengths of dashes and gaps.
func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	lengths := collect.Of(pattern, func(l vg.Length) float64 { return l.Points() })
	c.doc.SetDashPattern(lengths, offset.Points())
}

// SetColor sets the colour of lines, areas and texts.
func (c *pdfCanvas) SetColor(col color.Color) {
	if col == nil {
		col = color.Black
	}
	c.colors[len(c.colors)-1] = col
	n := color.NRGBAModel.Convert(col).(color.NRGBA)
	r, g, b := int(n.R), int(n.G), int(n.B)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(n.A)/255, "Normal")
}

// Rotate turns what follows counterclockwise about the origin, by an angle in radians.
func (c *pdfCanvas) Rotate(radians float64) {
	c.doc.TransformRotate(radians*180/math.Pi, 0, c.h.Points())
}

// Translate moves the origin.
func (c *pdfCanvas) Translate(p vg.Point) { c.doc.TransformTranslate(p.X.Points(), -p.Y.Points()) }

// Scale scales what follows about the origin.
func (c *pdfCanvas) Scale(x, y float64) { c.doc.TransformScale(100*x, 100*y, 0, c.h.Points()) }

// Push keeps the state until Pop.
func (c *pdfCanvas) Push() {
	c.colors = append(c.colors, c.colors[len(c.colors)-1])
	c.doc.TransformBegin()
}

// Pop restores the state of the last Push.
func (c *pdfCanvas) Pop() {
	c.doc.TransformEnd()
	c.colors = c.colors[:len(c.colors)-1]
	c.SetColor(c.colors[len(c.colors)-1])
}

// Stroke draws a line along the path.
func (c *pdfCanvas) Stroke(path vg.Path) { c.draw(path, "D") }

// Fill fills the path.
func (c *pdfCanvas) Fill(path vg.Path) { c.draw(path, "F") }

func (c *pdfCanvas) draw(path vg.Path, how string) {
	for _, p := range path {
		x, y := c.at(p.Pos)
		switch p.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.CloseComp:
			c.doc.ClosePath()
		default:
			// Package plot draws straight lines.
			c.doc.SetErrorf("path element of type %d", p.Type)
		}
	}
	c.doc.DrawPath(how)
}

// FillString writes a text whose baseline begins at p.
func (c *pdfCanvas) FillString(face font.Face, p vg.Point, text string) {
	style := ""
	if face.Font.Weight == stdfont.WeightBold {
		style = "B"
	}
	var ttf bytes.Buffer
	if _, err := face.Face.WriteSourceTo(nil, &ttf); err != nil {
		c.doc.SetError(err)
		return
	}
	c.doc.AddUTF8FontFromBytes(fontFamily, style, ttf.Bytes())
	c.doc.SetFont(fontFamily, style, face.Font.Size.Points())
	x, y := c.at(p)
	c.doc.Text(x, y, text)
}

// DrawImage draws a bitmap into the rectangle.
func (c *pdfCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		c.doc.SetError(err)
		return
	}
	c.images++
	name, opt := fmt.Sprintf("image %d", c.images), fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, opt, &b)
	x, y := c.at(vg.Point{X: rect.Min.X, Y: rect.Max.Y})
	size := rect.Size()
	c.doc.ImageOptions(name, x, y, size.X.Points(), size.Y.Points(), false, opt, 0, "")
}

// WriteTo ends the page and writes it.
func (c *pdfCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}
