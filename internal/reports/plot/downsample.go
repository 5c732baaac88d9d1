package plot

import (
	"math"
	"slices"
)

// Downsample returns at most about limit points of a curve: the first, lowest, highest and last of each of
// limit/4 columns or more of equal width, by the logarithm of x if log is set, or of equal number where x
// falls. No extreme is lost. A curve that is short enough is returned as it is. y may be nil.
func Downsample(x, y []float64, limit int, log bool) (thinX, thinY []float64) {
	if len(x) <= max(limit, 8) {
		return x, y
	}
	at := func(i int) float64 { return x[i] }
	switch {
	case !slices.IsSorted(x) || x[0] == x[len(x)-1]:
		at = func(i int) float64 { return float64(i) }
	case log:
		at = func(i int) float64 { return math.Log(x[i]) }
	}
	var values func(i int) []float64
	if y != nil {
		values = func(i int) []float64 { return y[i : i+1] }
	}
	columns := max(limit/4, 2)
	kept := keepExtremes(len(x), columns, at, values)
	// Columns without points, or of a slope, which keep two, leave room for finer ones.
	for columns < len(x) {
		columns = columns*3/2 + 1
		finer := keepExtremes(len(x), columns, at, values)
		if len(finer) > limit {
			break
		}
		kept = finer
	}
	for _, i := range kept {
		thinX = append(thinX, x[i])
		if y != nil {
			thinY = append(thinY, y[i])
		}
	}
	return thinX, thinY
}

// keepExtremes returns the indices of the first and the last of the points in each of the columns that
// the range of at, which never falls, is divided into, and of the lowest and highest of each of their
// values, in rising order.
func keepExtremes(n, columns int, at func(i int) float64, values func(i int) []float64) (kept []int) {
	first := at(0)
	perUnit := float64(columns) / (at(n-1) - first)
	column := func(i int) int { return min(int((at(i)-first)*perUnit), columns-1) }
	var extremes []int // of the column: first, last, and of each value lowest and highest
	for start := 0; start < n; {
		c, end := column(start), start
		extremes = append(extremes[:0], start, start)
		for ; end < n && column(end) == c; end++ {
			extremes[1] = end
			if values == nil {
				continue
			}
			for k, v := range values(end) {
				if end == start {
					extremes = append(extremes, end, end)
				}
				if v < values(extremes[2+2*k])[k] {
					extremes[2+2*k] = end
				}
				if v > values(extremes[3+2*k])[k] {
					extremes[3+2*k] = end
				}
			}
		}
		slices.Sort(extremes)
		kept = append(kept, slices.Compact(extremes)...)
		start = end
	}
	return kept
}

// Downsampler takes rows of an x that never falls and some values, and keeps a bounded number of them: all
// as long as they are few, then those that Downsample would keep, for each of the values.
type Downsampler struct {
	columns, values int
	n               int
	rows            []float64 // x and values, row by row
}

// NewDownsampler returns a Downsampler of rows with a number of values, of each of which it keeps the extremes
// in a number of columns, 2 or more.
func NewDownsampler(columns, values int) *Downsampler {
	return &Downsampler{columns: max(columns, 2), values: values}
}

// Len returns how many rows were added.
func (t *Downsampler) Len() int { return t.n }

// Coarsen lowers the number of columns.
func (t *Downsampler) Coarsen(columns int) {
	t.columns = min(t.columns, max(columns, 2))
	t.thin(2 * t.most())
}

// most is how many rows are kept at most when it thins.
func (t *Downsampler) most() int { return t.columns * (2 + 2*t.values) }

// Add takes the next row, with as many values as the Downsampler was made for. They are finite, and x is
// at least that of the row before.
func (t *Downsampler) Add(x float64, values ...float64) {
	t.rows = append(append(t.rows, x), values...)
	t.n++
	t.thin(2 * t.most())
}

// thin thins the rows once there are more than more.
func (t *Downsampler) thin(more int) {
	wide := 1 + t.values
	n := len(t.rows) / wide
	if n <= more {
		return
	}
	at := func(i int) float64 { return t.rows[i*wide] }
	if at(0) == at(n-1) {
		at = func(i int) float64 { return float64(i) }
	}
	kept := t.rows[:0]
	for _, i := range keepExtremes(n, t.columns, at, func(i int) []float64 { return t.rows[i*wide+1 : (i+1)*wide] }) {
		kept = append(kept, t.rows[i*wide:(i+1)*wide]...)
	}
	t.rows = kept
}

// Points returns what was kept, in order: y[k] is the k-th value of each row.
func (t *Downsampler) Points() (x []float64, y [][]float64) {
	t.thin(t.most())
	y = make([][]float64, t.values)
	for row := range slices.Chunk(t.rows, 1+t.values) {
		x = append(x, row[0])
		for k := range y {
			y[k] = append(y[k], row[1+k])
		}
	}
	return x, y
}
