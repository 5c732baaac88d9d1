package htmlreport

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image/color"
	"strconv"

	"smartnic-cc/internal/reports/plot"
)

// figureData is a figure as the viewer reads it: the figure of package plot, with the ends of its axes, and
// with numbers that stand once, in Arrays, however many curves share them.
type figureData struct {
	plot.Figure
	X      [2]float64
	Panels []panelData
	Arrays []numbers
}

type panelData struct {
	plot.Panel
	Y      [2]float64
	Series []seriesData
}

// seriesData is a curve whose numbers are of Arrays; Y is -1 for marks, which have none.
type seriesData struct {
	plot.Series
	Color   color.NRGBA
	Pattern []float64 // lengths of dashes and gaps; none is a solid line
	X, Y    int
}

// numbers are written with as many digits as tell them apart: as float32 if short, else as float64.
type numbers struct {
	of    []float64
	short bool
}

// MarshalJSON returns the numbers as an array.
func (n numbers) MarshalJSON() ([]byte, error) {
	b, bits := []byte{'['}, 64
	if n.short {
		bits = 32
	}
	for i, v := range n.of {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, v, 'g', -1, bits)
	}
	return append(b, ']'), nil
}

func dataOf(s *plot.Scene) *figureData {
	f := &figureData{Figure: s.Figure, X: s.X}
	type place struct { // tells arrays apart
		first *float64
		n     int
		short bool
	}
	known := map[place]int{}
	add := func(v []float64, short bool) int {
		at, ok := known[place{&v[0], len(v), short}]
		if !ok {
			at = len(f.Arrays)
			known[place{&v[0], len(v), short}] = at
			f.Arrays = append(f.Arrays, numbers{v, short})
		}
		return at
	}
	for i := range s.Panels {
		p := panelData{Panel: s.Panels[i], Y: s.Y[i]}
		for _, c := range p.Panel.Series {
			if len(c.X) == 0 {
				continue
			}
			q := seriesData{Series: c, Color: color.NRGBAModel.Convert(c.Color).(color.NRGBA), X: add(c.X, false), Y: -1}
			if c.Style != plot.Ticks {
				q.Y = add(c.Y, true)
			}
			if c.Style < plot.Bars {
				q.Pattern = c.Pattern()
			}
			p.Series = append(p.Series, q)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}

// encode writes the data as JSON, compressed, in base64, which is a JSON string.
func encode(all []*figureData) (string, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	err = errors.Join(json.NewEncoder(z).Encode(all), z.Close())
	return `"` + base64.StdEncoding.EncodeToString(b.Bytes()) + `"`, err
}
