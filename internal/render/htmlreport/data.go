package htmlreport

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"image/color"
	"math"
	"slices"
	"strings"

	"smartnic-cc/internal/render/plot"
)

// figureData is what the viewer draws a figure from.
type figureData struct {
	Title  string        `json:"title"`
	XLabel string        `json:"xlabel"`
	XUnit  string        `json:"xunit"`
	LogX   bool          `json:"logx"`
	XScale plot.Scale    `json:"xscale"`
	XNames []string      `json:"xnames,omitempty"`
	X      [2]float64    `json:"x"`
	Cols   int           `json:"cols"`
	Panels []panelData   `json:"panels"`
	Legend []legendEntry `json:"legend"`
	// Arrays are the numbers of curves; curves name them, and may share them.
	Arrays []array `json:"arrays"`
}

type panelData struct {
	Title  string       `json:"title"`
	YLabel string       `json:"ylabel"`
	LogY   bool         `json:"logy"`
	Whole  bool         `json:"whole"`
	Y      [2]float64   `json:"y"`
	Share  float64      `json:"share"`
	Empty  string       `json:"empty"`
	Series []seriesData `json:"series"`
}

// seriesData is a curve. Keys are the legend's entries that it belongs to: it is shown if
// all of them are.
type seriesData struct {
	Name    string   `json:"n"`
	Color   [3]uint8 `json:"c"`
	Opacity float64  `json:"o"`
	Style   int      `json:"s"`
	Dashed  bool     `json:"d"`
	// Pattern lists dashes and gaps; none is a solid line.
	Pattern []float64 `json:"p,omitempty"`
	Width   float64   `json:"w"`
	Top     bool      `json:"t"`
	Keys    []int     `json:"k"`
	X       int       `json:"x"`
	Y       int       `json:"y"` // -1: none
}

type legendEntry struct {
	Name   string   `json:"n"`
	Color  [3]uint8 `json:"c"`
	Style  int      `json:"s"`
	Dashed bool     `json:"dash"`
	// Pattern is that of a line.
	Pattern []float64 `json:"p,omitempty"`
}

// array holds numbers, little-endian, in base64: float32 if Short, else float64.
type array struct {
	Data  string `json:"d"`
	Short bool   `json:"f"`
}

// Styles of the viewer.
const (
	styleStep = iota
	styleLine
	styleTicks
	styleBars
)

func styleOf(s plot.Style) (style int, dashed bool) {
	dashed = s == plot.Dashed || s == plot.StepDashed
	switch s {
	case plot.Step, plot.StepDashed:
		return styleStep, dashed
	case plot.Ticks:
		return styleTicks, dashed
	case plot.Bars:
		return styleBars, dashed
	}
	return styleLine, dashed
}

// patternOf is the pattern of a line; marks and points have none.
func patternOf(s *plot.Series) []float64 {
	if s.Style >= plot.Bars {
		return nil
	}
	return s.Pattern()
}

func rgb(c color.NRGBA) [3]uint8 { return [3]uint8{c.R, c.G, c.B} }

// unitOf is what stands in the last brackets of a label: "time (ms)".
func unitOf(label string) string {
	if open := strings.LastIndexByte(label, '('); open >= 0 && strings.HasSuffix(label, ")") {
		return label[open+1 : len(label)-1]
	}
	return label
}

func dataOf(s *plot.Scene) *figureData {
	f := &figureData{
		Title: s.Title, XLabel: s.XLabel, XUnit: unitOf(s.XLabel), LogX: s.LogX, XScale: s.XScale, XNames: s.XNames, X: s.X, Cols: s.Columns,
		Legend: []legendEntry{}, Arrays: []array{},
	}
	keys := keysOf(s, f)
	known := map[arrayKey]int{}
	add := func(v []float64, short bool) int {
		if len(v) == 0 {
			v = nil
		}
		key := arrayKey{nil, len(v), short}
		if len(v) > 0 {
			key.first = &v[0]
		}
		at, ok := known[key]
		if !ok {
			at = len(f.Arrays)
			known[key] = at
			f.Arrays = append(f.Arrays, arrayOf(v, short))
		}
		return at
	}
	for i := range s.Panels {
		p := &s.Panels[i]
		d := panelData{Title: p.Title, YLabel: p.YLabel, LogY: p.LogY, Whole: p.Whole, Y: s.Y[i/s.Columns], Share: p.Share, Empty: p.Empty, Series: []seriesData{}}
		if d.Share == 0 {
			d.Share = 1
		}
		if d.YLabel == "" {
			d.YLabel = s.YLabel
		}
		for j := range p.Series {
			c := &p.Series[j]
			if len(c.X) == 0 {
				continue
			}
			q := seriesData{Name: c.Name, Color: rgb(s.Colors[i][j]), Opacity: float64(s.Colors[i][j].A) / 255, Width: c.Width, Top: c.Top, Keys: keys[i][j], Y: -1}
			q.Style, q.Dashed = styleOf(c.Style)
			q.Pattern = patternOf(c)
			if q.Width == 0 {
				q.Width = 1.6
				if c.Style == plot.Bars {
					q.Width = 0.8
				}
			}
			q.X = add(c.X, false)
			if q.Style != styleTicks {
				q.Y = add(c.Y, true)
			}
			d.Series = append(d.Series, q)
		}
		f.Panels = append(f.Panels, d)
	}
	return f
}

// arrayKey tells arrays apart by where they are.
type arrayKey struct {
	first *float64
	n     int
	short bool
}

func arrayOf(v []float64, short bool) array {
	var b []byte
	for _, x := range v {
		if short {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
		} else {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	return array{base64.StdEncoding.EncodeToString(b), short}
}

// keysOf fills the legend, one entry a name, and returns for each panel the entries that its curves
// belong to.
func keysOf(s *plot.Scene, f *figureData) (keys [][][]int) {
	entries := map[string]int{}
	for i := range s.Panels {
		for j := range s.Panels[i].Series {
			c := &s.Panels[i].Series[j]
			if _, known := entries[c.Name]; !known && c.Name != "" && len(c.X) > 0 {
				entries[c.Name] = len(f.Legend)
				style, dashed := styleOf(c.Style)
				f.Legend = append(f.Legend, legendEntry{c.Name, rgb(s.Colors[i][j]), style, dashed, patternOf(c)})
			}
		}
	}
	for i := range s.Panels {
		list := make([][]int, len(s.Panels[i].Series))
		for j := range list {
			c := &s.Panels[i].Series[j]
			list[j] = []int{}
			for _, name := range append([]string{c.Name}, c.Of...) {
				if at, ok := entries[name]; ok && !slices.Contains(list[j], at) {
					list[j] = append(list[j], at)
				}
			}
		}
		keys = append(keys, list)
	}
	return keys
}

// encode writes the data as JSON that may stand in a script element: what could end the
// element is escaped by encoding/json.
func encode(all []*figureData) ([]byte, error) {
	if all == nil {
		all = []*figureData{}
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(all); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
