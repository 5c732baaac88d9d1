package reproduce

import (
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/event"
)

// throughput makes a series of Gb/s over ms of bytes in bins, and calls each, if not nil, with every point.
func throughput(name string, bytes []float64, bin event.Time, style plot.Style, each func(at, gbps float64)) plot.Series {
	line := plot.Series{Name: name, Style: style}
	for i, v := range bytes {
		at := float64(event.Time(i)*bin) / float64(event.Millisecond)
		gbps := v * 8 / (float64(bin) / float64(event.Nanosecond))
		line.X, line.Y = append(line.X, at), append(line.Y, gbps)
		if each != nil {
			each(at, gbps)
		}
	}
	return line
}

// floats converts.
func floats(v []uint64) []float64 {
	f := make([]float64, len(v))
	for i := range v {
		f[i] = float64(v[i])
	}
	return f
}
