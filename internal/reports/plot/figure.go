// Package plot draws figures from series of numbers: stacked panels that share one x axis, as
// SVG, PDF or PNG. A panel is a plot of gonum; this package arranges panels, titles and legends.
//
//   - The same Figure gives the same bytes: nothing is drawn in the order of a map, and no time
//     stamp or path gets into a file.
//   - A long series is thinned to the first, lowest, highest and last point of each of many
//     columns (Downsample), so that files stay small and no spike is lost.
//   - Legends stand above the data, never on it.
//
// A figure that cannot be drawn (no points, NaN, a zero on a logarithmic axis) is refused with an
// error that names the panel, the series and the point; nothing is written then.
package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/internal/base/text/nearest"
)

// Style is how the points of a Series are drawn.
type Style uint8

// The styles of a series.
const (
	Line       Style = iota // straight lines between the points, in their order
	Dashed                  // the same, dashed
	Step                    // a value holds until the next point's x
	StepDashed              // the same, dashed
	Bars                    // a bar of Width, in units of x, from the lower end of the y axis
	Ticks                   // a short vertical mark at each x in a band under the data; Y is not used
)

// String returns the style, as in "dashed".
func (s Style) String() string {
	return enum.Name(s, "line", "dashed", "step", "step dashed", "bars", "ticks")
}

// Series is one curve of a panel.
type Series struct {
	Name string // the legend's text; an empty name keeps the series out of the legend
	// Of are names of other series that this one goes with, for a viewer that hides curves by name.
	Of []string
	// X and Y are of equal length and finite. Y may be nil for Ticks.
	X, Y  []float64
	Style Style
	// Color nil means automatic: series with the same name have the same colour in all panels.
	Color color.Color
	// Dash is the pattern of a line: 0 is as Style says, 1 to 7 those of Dash, Dots dots.
	Dash int
	// Width of the line in points (1/72 inch); 0 means 1.4. Of bars it is in units of x; 0 means 0.8.
	Width float64
	// Top draws the series after those that are not on top. The legend keeps the order of the slice.
	Top bool
}

// Panel is one plotting area. Panels of a figure are stacked and share x.
type Panel struct {
	Title  string
	YLabel string // empty: the figure's
	LogY   bool
	// Range fixes the y axis where Range[0] < Range[1]; what lies outside is clipped. Otherwise the
	// axis spans the data.
	Range [2]float64
	// Whole marks the y axis at whole numbers, at each of them where there is room.
	Whole bool
	// Share is this panel's part of the height, relative to the others; 0 means 1.
	Share   float64
	Series  []Series
	Heatmap *Heatmap `json:"-"` // drawn under the series, in files only; may be nil
	// Empty is shown in a panel that has no points; without it such a panel is refused.
	Empty string
}

// Figure is a page of panels.
type Figure struct {
	Title  string
	XLabel string
	YLabel string // for panels without a label
	LogX   bool
	// XScale is what the x axis counts.
	XScale Scale
	// XNames, if not nil, are the names of the places 1, 2 and so on of a linear x axis, which spans
	// them all: an axis of groups.
	XNames []string
	// XRange fixes the x axis where XRange[0] < XRange[1]; otherwise it spans the data of all panels.
	XRange [2]float64
	// Width and Height of the page in points (1/72 inch); 0 means 640 wide and 150 plus 190 high a panel.
	Width, Height float64
	Panels        []Panel
	// Columns is the number of columns that the panels fill, row by row; 0 means 1. The panels of a row share
	// their y axis, unless one of them would fill less than half of it: then each has its own.
	Columns int
	// OneAxis makes the panels of a row share their y axis in any case.
	OneAxis bool
	// Note is a line of small print at the bottom.
	Note string
}

// pngDPI is twice the customary 72, so that text is crisp on dense screens.
const pngDPI = 144

// formats are the names that Write accepts and, with a dot, the extensions that Save does.
var formats = []string{"svg", "pdf", "png"}

// Formats lists the formats of figures: svg, pdf, png.
func Formats() []string { return slices.Clone(formats) }

// Save draws the figure into a file whose format follows from the extension, .svg, .pdf or .png in
// either case. A failure leaves no file, and one of that name as it was.
func (f Figure) Save(path string) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := Write(&page, format, f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := page.WriteTo(w)
		return err
	})
}

// FormatOf returns the format ("svg", "pdf" or "png") that path's extension asks for. A command
// calls it before it starts a long run, to refuse a bad name early.
func FormatOf(path string) (string, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if slices.Contains(formats, ext) {
		return ext, nil
	}
	return "", fmt.Errorf("plot: %s: unknown extension %q%s; use .svg, .pdf or .png", path, filepath.Ext(path), nearest.Hint(ext, formats))
}

// Write draws figures, one beneath the other, to w in the format "svg", "pdf" or "png". The page is
// as wide as the widest. Nothing is written where a figure is refused.
func Write(w io.Writer, format string, figures ...Figure) error {
	if !slices.Contains(formats, format) {
		return fmt.Errorf("plot: unknown format %q; use svg, pdf or png", format)
	}
	if len(figures) == 0 {
		return fmt.Errorf("plot: no figure to draw")
	}
	var width, height float64
	scenes := make([]Scene, len(figures))
	for i := range figures {
		var err error
		if scenes[i], err = figures[i].Scene(pageVertices); err != nil {
			if len(figures) > 1 {
				return fmt.Errorf("figure %d: %w", i+1, err)
			}
			return err
		}
		width = max(width, scenes[i].Width)
		height += scenes[i].Height
	}
	if height*width > MaxSide*MaxSide {
		return fmt.Errorf("plot: a page of %.0f by %.0f points is too large; draw fewer figures on it", width, height)
	}
	c := newCanvas(format, vg.Length(width), vg.Length(height))
	page := draw.New(c)
	page.FillPolygon(color.White, []vg.Point{page.Min, {X: page.Max.X, Y: page.Min.Y}, page.Max, {X: page.Min.X, Y: page.Max.Y}})
	for i := range scenes {
		part := page
		part.Min.Y = page.Max.Y - vg.Length(scenes[i].Height)
		scenes[i].draw(part)
		page.Max.Y = part.Min.Y
	}
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

// setSize fills in the default page size.
func (f *Figure) setSize() {
	if f.Width == 0 {
		f.Width = min(640+330*float64(f.columns()-1), MaxSide)
	}
	if f.Height == 0 {
		f.Height = 150
		for _, share := range f.shares() {
			f.Height += 190 * share
		}
		f.Height = min(f.Height, MaxSide)
	}
}

// columns returns how many columns the panels stand in.
func (f *Figure) columns() int { return max(1, min(f.Columns, len(f.Panels))) }

// rows returns the panels by row.
func (f *Figure) rows() [][]Panel { return slices.Collect(slices.Chunk(f.Panels, f.columns())) }

// shares returns the parts of the height that the rows have.
func (f *Figure) shares() (shares []float64) {
	for _, row := range f.rows() {
		share := 0.0
		for i := range row {
			if share = max(share, row[i].Share); row[i].Share == 0 {
				share = max(share, 1)
			}
		}
		shares = append(shares, share)
	}
	return shares
}

// empty reports whether a panel has nothing to draw.
func (p *Panel) empty() bool {
	return p.Heatmap == nil && !slices.ContainsFunc(p.Series, func(s Series) bool { return len(s.X) > 0 })
}
