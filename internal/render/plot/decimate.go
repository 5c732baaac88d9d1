package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// vertexBudget is the number of line vertices that all series of a figure may
// spend together. A vertex costs at most 12 bytes in an SVG (see coarse), so the
// curves stay under 240 KB and the file, with its texts and marks, under 300 KB.
const vertexBudget = 20000

// fineVertices is how many line vertices a curve needs to look smooth at a page's width.
const fineVertices = 3000

// topWeight is how many shares of the budget a series on top has: it is what the
// page is about.
const topWeight = 3

// coarse rounds to tenths of a point, which saves two digits a coordinate.
// Figures of many vertices are drawn so.
func coarse(pts []vg.Point) {
	for i, p := range pts {
		pts[i] = vg.Point{X: vg.Length(math.Round(float64(p.X)*10) / 10), Y: vg.Length(math.Round(float64(p.Y)*10) / 10)}
	}
}

// vertexCap returns the largest number of vertices for one series such that no
// more than budget are spent in all, short series giving what they do not need.
func vertexCap(sizes []int, budget int) int {
	sorted := slices.Clone(sizes)
	slices.Sort(sorted)
	for i, n := range sorted {
		fair := budget / (len(sorted) - i)
		if n > fair {
			return fair
		}
		budget -= n
	}
	return math.MaxInt
}

// vertexLimits parts the budget among panels, and that of each among its series, whose
// vertices are listed: a curve that is alone in its panel is drawn well however many curves
// other panels have. It returns for each panel the most vertices of one of its series.
func vertexLimits(panels [][]int, budget int) []int {
	limits, sums := make([]int, len(panels)), make([]int, len(panels))
	total := 0
	for i, counts := range panels {
		limits[i] = math.MaxInt
		for _, n := range counts {
			sums[i] += min(n, fineVertices)
			total += n
		}
	}
	if total <= budget {
		return limits
	}
	share, spent := vertexCap(sums, budget), 0
	for i := range sums {
		sums[i] = min(sums[i], share)
		spent += sums[i]
	}
	for i, counts := range panels {
		limits[i] = vertexCap(counts, sums[i]*budget/max(spent, 1))
	}
	return limits
}

// stepVertices turns points into the corners of a staircase.
func stepVertices(pts []vg.Point) []vg.Point {
	if len(pts) == 0 {
		return nil
	}
	out := make([]vg.Point, 0, 2*len(pts))
	out = append(out, pts[0])
	for i, p := range pts[1:] {
		if p.Y != pts[i].Y {
			out = append(out, vg.Point{X: p.X, Y: pts[i].Y})
		}
		out = append(out, p)
	}
	return out
}

// staircase turns points into the corners of a staircase of at most about limit
// vertices. Points are thinned before they become corners: a staircase whose corners
// were thinned would lean, and show values that never were.
func staircase(pts []vg.Point, limit int) []vg.Point {
	steps := stepVertices(pts)
	if len(steps) <= limit {
		return steps
	}
	// Points that repeat the value before them say nothing.
	kept := make([]vg.Point, 0, len(pts))
	for i, p := range pts {
		if i == 0 || i == len(pts)-1 || p.Y != pts[i-1].Y {
			kept = append(kept, p)
		}
	}
	return stepVertices(decimate(kept, limit/2))
}

// finestColumns bounds how fine the columns of a thinned curve become.
const finestColumns = 8 * fineVertices

// decimate thins a polyline to at most about limit vertices. The line is cut
// into columns of equal width, as narrow as the limit allows, where its x never
// falls, into runs of equal length where it does; of each the first, the lowest, the highest and the last vertex
// stay, in their order. No extreme of the data is lost.
func decimate(pts []vg.Point, limit int) []vg.Point {
	if len(pts) <= limit || len(pts) <= 8 {
		return pts
	}
	columns := max(limit/4, 2)
	bucket := func(i int) int { return i * columns / len(pts) }
	if slices.IsSortedFunc(pts, func(a, b vg.Point) int { return cmpLength(a.X, b.X) }) && pts[len(pts)-1].X > pts[0].X {
		x0, x1 := pts[0].X, pts[len(pts)-1].X
		bucket = func(i int) int {
			return min(int(float64(pts[i].X-x0)/float64(x1-x0)*float64(columns)), columns-1)
		}
	}
	keep := func() []int {
		return keepExtremes(len(pts), limit+8, bucket, func(i int) float64 { return float64(pts[i].Y) })
	}
	kept := keep()
	// Columns without points, or of a slope, which keep two, leave room for finer ones.
	for columns < finestColumns {
		columns = columns*3/2 + 1
		finer := keep()
		if len(finer) > limit {
			break
		}
		kept = finer
	}
	out := make([]vg.Point, len(kept))
	for k, i := range kept {
		out[k] = pts[i]
	}
	return out
}

// keepExtremes returns the indices of the first, lowest, highest and last of each
// run of points that fall into one bucket, in rising order.
func keepExtremes(n, room int, bucket func(i int) int, y func(i int) float64) []int {
	out := make([]int, 0, room)
	for start := 0; start < n; {
		b := bucket(start)
		end, low, high := start+1, start, start
		for end < n && bucket(end) == b {
			if y(end) < y(low) {
				low = end
			}
			if y(end) > y(high) {
				high = end
			}
			end++
		}
		out = append(out, start)
		prev := start
		for _, i := range []int{min(low, high), max(low, high), end - 1} {
			if i > prev {
				out = append(out, i)
				prev = i
			}
		}
		start = end
	}
	return out
}

func cmpLength(a, b vg.Length) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// scatterKeep thins a cloud of points to at most about limit: of the points
// that fall into one cell of a grid the first stays, and the grid is coarsened
// until they are few enough. The lowest and the highest point always stay.
func scatterKeep(pts []vg.Point, limit int) []vg.Point {
	if len(pts) <= limit {
		return pts
	}
	type cell struct{ x, y int32 }
	for size := vg.Length(0.75); ; size *= 1.5 {
		seen := make(map[cell]bool)
		out := make([]vg.Point, 0, limit)
		low, high := pts[0], pts[0]
		for _, p := range pts {
			if p.Y < low.Y {
				low = p
			}
			if p.Y > high.Y {
				high = p
			}
			k := cell{int32(math.Floor(float64(p.X / size))), int32(math.Floor(float64(p.Y / size)))}
			if !seen[k] {
				seen[k] = true
				out = append(out, p)
			}
		}
		// A page holds at most a few cells of 1,000 points: the loop ends.
		if len(out) <= max(limit, 4) || size > 1000 {
			return append(out, low, high)
		}
	}
}

// tickColumns returns one x for every column of the given width that holds a
// mark, in rising order.
func tickColumns(xs []vg.Length, width vg.Length) []vg.Length {
	sorted := slices.Clone(xs)
	slices.Sort(sorted)
	var out []vg.Length
	for _, x := range sorted {
		if len(out) == 0 || x >= out[len(out)-1]+width {
			out = append(out, x)
		}
	}
	return out
}
