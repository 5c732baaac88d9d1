package plot

import (
	"math"
	"slices"
)

// Thin returns at most about limit points of a curve whose x never falls: the
// first, lowest, highest and last of each of limit/4 columns of equal width, by the
// logarithm of x if log is set. No extreme is lost. A curve that is short enough is
// returned as it is.
func Thin(x, y []float64, limit int, log bool) (thinX, thinY []float64) {
	if len(x) <= limit || len(x) <= 8 {
		return x, y
	}
	at := func(i int) float64 { return x[i] }
	if log {
		at = func(i int) float64 { return math.Log(x[i]) }
	}
	columns := max(limit/4, 2)
	x0, x1 := at(0), at(len(x)-1)
	bucket := func(i int) int { return i * columns / len(x) }
	if x1 > x0 {
		bucket = func(i int) int { return min(int((at(i)-x0)/(x1-x0)*float64(columns)), columns-1) }
	}
	kept := keepExtremes(len(x), 4*columns, bucket, func(i int) float64 { return y[i] })
	thinX, thinY = make([]float64, len(kept)), make([]float64, len(kept))
	for k, i := range kept {
		thinX[k], thinY[k] = x[i], y[i]
	}
	return thinX, thinY
}

// maxChannels is how many values a Thinner's points may have.
const maxChannels = 4

// Thinner takes rows of an x that never falls and some values, and keeps a bounded
// number of them: as long as they are few all, later of each of a number of columns
// the first, the last, and for every value the row of its lowest and of its highest.
// Columns widen as the curve grows, so that a log of any length takes the same room.
type Thinner struct {
	columns  int
	channels int
	n        int
	points   []thinPoint  // all, while they are few
	cells    []thinColumn // in rising order, once they are not
	origin   float64
	width    float64
}

type thinPoint struct {
	x float64
	y [maxChannels]float64
	n int // its number
}

// thinColumn is what is kept of the points from origin+at*width to the next column.
type thinColumn struct {
	at          float64
	first, last thinPoint
	low, high   [maxChannels]thinPoint
}

// NewThinner returns a Thinner of points with 1 to 4 values, which keeps at most
// 2+2*values points in each of the given number of columns, 2 or more.
func NewThinner(columns, values int) *Thinner {
	return &Thinner{columns: max(columns, 2), channels: min(max(values, 1), maxChannels)}
}

// Len returns how many points were added.
func (t *Thinner) Len() int { return t.n }

// Shrink lowers the number of columns. What is kept already is thinned further.
func (t *Thinner) Shrink(columns int) {
	t.columns = min(t.columns, max(columns, 2))
	if t.cells != nil {
		t.widen(t.cells[len(t.cells)-1].last.x)
	} else if len(t.points) > t.most() {
		t.begin()
	}
}

// most is how many points are kept at most.
func (t *Thinner) most() int { return t.columns * (2 + 2*t.channels) }

// Add takes the next point, with as many values as the Thinner was made for. They are
// finite, and x is at least that of the point before.
func (t *Thinner) Add(x float64, values ...float64) {
	p := thinPoint{x: x, n: t.n}
	copy(p.y[:t.channels], values)
	t.n++
	if t.cells != nil {
		t.put(&p)
		return
	}
	t.points = append(t.points, p)
	if len(t.points) > t.most() {
		t.begin()
	}
}

// begin turns the points into columns.
func (t *Thinner) begin() {
	points := t.points
	first, last := points[0].x, points[len(points)-1].x
	t.origin, t.width = first, (last-first)/float64(t.columns)
	// Columns that are narrower than the numbers' own steps would part nothing.
	t.width = math.Max(t.width, math.Max(math.Abs(first), math.Abs(last))*1e-15)
	if t.width == 0 {
		t.width = math.SmallestNonzeroFloat64
	}
	t.cells, t.points = make([]thinColumn, 0, t.columns), nil
	for i := range points {
		t.put(&points[i])
	}
}

func (t *Thinner) put(p *thinPoint) {
	at := math.Floor((p.x - t.origin) / t.width)
	if !(at < float64(t.columns)) {
		t.widen(p.x)
		at = math.Floor((p.x - t.origin) / t.width)
	}
	c := thinColumn{at: at, first: *p, last: *p}
	for k := range t.channels {
		c.low[k], c.high[k] = *p, *p
	}
	t.join(&c)
}

// join adds a column at the end, or to the last one if it is the same.
func (t *Thinner) join(c *thinColumn) {
	if len(t.cells) == 0 || t.cells[len(t.cells)-1].at < c.at {
		t.cells = append(t.cells, *c)
		return
	}
	l := &t.cells[len(t.cells)-1]
	for k := range t.channels {
		if c.low[k].y[k] < l.low[k].y[k] {
			l.low[k] = c.low[k]
		}
		if c.high[k].y[k] > l.high[k].y[k] {
			l.high[k] = c.high[k]
		}
	}
	l.last = c.last
}

// widen doubles the columns until x falls into one of them, and joins those that
// become one.
func (t *Thinner) widen(x float64) {
	factor := 1.0
	for !((x-t.origin)/(t.width*factor) < float64(t.columns)) {
		factor *= 2
	}
	if factor == 1 {
		return
	}
	t.width *= factor
	cells := t.cells
	t.cells = cells[:0]
	for i := range cells {
		c := cells[i]
		c.at = math.Floor(c.at / factor)
		t.join(&c)
	}
}

// Points returns what was kept, in order: y[k] is the k-th value of each.
func (t *Thinner) Points() (x []float64, y [][]float64) {
	y = make([][]float64, t.channels)
	emit := func(p *thinPoint) {
		x = append(x, p.x)
		for k := range y {
			y[k] = append(y[k], p.y[k])
		}
	}
	for i := range t.points {
		emit(&t.points[i])
	}
	for i := range t.cells {
		c := &t.cells[i]
		kept := make([]*thinPoint, 0, 2+2*maxChannels)
		kept = append(kept, &c.first, &c.last)
		for k := range t.channels {
			kept = append(kept, &c.low[k], &c.high[k])
		}
		slices.SortFunc(kept, func(a, b *thinPoint) int { return a.n - b.n })
		prev := -1
		for _, p := range kept {
			if p.n > prev {
				emit(p)
				prev = p.n
			}
		}
	}
	return x, y
}
