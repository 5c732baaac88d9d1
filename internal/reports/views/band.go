package views

import (
	"fmt"
	"slices"
	"sort"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/reports/plot"
)

// track is the curves of a connection.
type track struct {
	*Conn
	name string
	x    []float64   // ms
	y    [][]float64 // by column of Rows
}

// tracks are those of a run's connections.
func (r *Run) tracks() []track {
	out := make([]track, len(r.Conns))
	for i, c := range r.Conns {
		x, y := c.Rows.Points()
		out[i] = track{c, clean(c.Name, maxName), x, y}
	}
	return out
}

// of returns the curve of a value, nil where the connection has none.
func (t *track) of(value int) []float64 {
	if k, ok := t.column(value); ok {
		return t.y[k]
	}
	return nil
}

// sends reports whether the connection has something to send at a time.
func (t *track) sends(at float64) bool {
	if t.Sending == nil {
		return true
	}
	i := sort.Search(len(t.Sending), func(i int) bool { return t.Sending[i][1] > at })
	return i < len(t.Sending) && t.Sending[i][0] <= at
}

// ofSending says of which connections means are.
const ofSending = "Means are of the connections that have something to send"

// meanSteps is how many steps means are taken in.
const meanSteps = 600

// samples calls each with the values at each of meanSteps times of the connections that have begun by
// then and, if sending, have something to send. A connection keeps its last value after the end of its
// log.
func samples(tracks []track, value int, sending bool, each func(at float64, values []float64)) {
	var with []track
	var lo, hi float64
	for _, t := range tracks {
		if t.of(value) == nil {
			continue
		}
		first, last := t.x[0], t.x[len(t.x)-1]
		if len(with) == 0 {
			lo, hi = first, last
		}
		lo, hi, with = min(lo, first), max(hi, last), append(with, t)
	}
	if len(with) == 0 {
		return
	}
	var values []float64
	for step := range meanSteps + 1 {
		at := lo + (hi-lo)*float64(step)/meanSteps
		values = values[:0]
		for i := range with {
			t := &with[i]
			if k := sort.SearchFloat64s(t.x, at); k < len(t.x) && t.x[k] == at || k > 0 {
				for k == len(t.x) || t.x[k] > at {
					k--
				}
				if !sending || t.sends(at) {
					values = append(values, t.of(value)[k])
				}
			}
		}
		if len(values) > 0 {
			each(at, values)
		}
		if lo == hi {
			return
		}
	}
}

// band is a value of several connections over time.
type band struct {
	x, low, p5, mean, p95, high []float64
}

func bandOf(tracks []track, value int) (b band) {
	samples(tracks, value, true, func(at float64, v []float64) {
		slices.Sort(v)
		n, sum := len(v), 0.0
		for _, y := range v {
			sum += y
		}
		b.x, b.low, b.high = append(b.x, at), append(b.low, v[0]), append(b.high, v[n-1])
		b.p5, b.mean, b.p95 = append(b.p5, v[quantile.Percent(5, n)]), append(b.mean, sum/float64(n)), append(b.p95, v[quantile.Percent(95, n)])
	})
	return b
}

// armShares are curves of the part of the connections that is on each arm.
func armShares(tracks []track) (out []plot.Series) {
	samples(tracks, valueArm, false, func(at float64, arms []float64) {
		for len(out) <= int(slices.Max(arms)) {
			k := len(out)
			s := plot.Series{Name: fmt.Sprintf("arm %d", k), Style: plot.Step, Color: plot.Color(k), Top: true}
			if k > 0 { // nobody has been on it
				s.X, s.Y = slices.Clone(out[0].X), make([]float64, len(out[0].X))
			}
			out = append(out, s)
		}
		for k := range out {
			n := collect.Count(arms, func(a float64) bool { return int(a) == k })
			out[k].X, out[k].Y = append(out[k].X, at), append(out[k].Y, float64(n)/float64(len(arms)))
		}
	})
	return out
}

// spread returns at most most of the tracks, evenly spaced.
func spread(tracks []track, most int) (out []track) {
	n := min(len(tracks), most)
	for k := range n {
		out = append(out, tracks[k*len(tracks)/n])
	}
	return out
}
