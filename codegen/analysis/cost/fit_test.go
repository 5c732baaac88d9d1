package cost_test

import (
	"math"

	"smartnic-cc/codegen/analysis/cost"
)

// row is a handler for fit: the mean counts of one call and the instructions measured.
type row struct {
	mean     [cost.NumOps]float64
	measured float64
}

// groups are the kinds that share a weight in instructions: a 64-bit core takes one
// instruction for either width.
var groups = [][]cost.Op{
	{cost.Add32, cost.Add64}, {cost.Logic32, cost.Logic64}, {cost.Shift32, cost.Shift64}, {cost.ShiftVar32, cost.ShiftVar64}, {cost.Mul32, cost.MulWide, cost.Mul64}, {cost.MulHigh},
	{cost.Compare32, cost.Compare64}, {cost.Branch}, {cost.SetBool}, {cost.Select}, {cost.Extend}, {cost.Extend32}, {cost.CountZeros}, {cost.Const64}, {cost.Load}, {cost.Store}, {cost.Table}, {cost.Index},
	{cost.Switch}, {cost.Loop}, {cost.Call}, {cost.Entry}, {cost.Frame}, {cost.Pack},
}

// least is below what no weight may fall, one a group: half an instruction, as far as
// the work is not often part of another instruction, and for a call two, itself
// and the return.
func least(g int) float64 {
	switch groups[g][0] {
	case cost.SetBool, cost.Extend, cost.Extend32:
		return 0
	case cost.Call:
		return 2
	case cost.Entry, cost.CountZeros, cost.MulHigh:
		return 1
	}
	return 0.5
}

// fit returns weights, one a group of kinds, that make the largest
// relative error over the rows smallest (Lawson's algorithm: least squares, where the
// rows that are far off weigh more from round to round), and that error. A kind
// that does not occur in the rows gets weight 1.
func fit(rows []row) ([cost.NumOps]float64, float64) {
	n := len(groups)
	a := make([][]float64, len(rows)) // counts over measured: to be 1 in sum
	for i, r := range rows {
		a[i] = make([]float64, n)
		for g, ops := range groups {
			for _, o := range ops {
				a[i][g] += r.mean[o] / r.measured
			}
		}
	}
	weight := make([]float64, len(rows))
	for i := range weight {
		weight[i] = 1 / float64(len(rows))
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	best, bestErr := append([]float64{}, x...), math.Inf(1)
	for range 3000 {
		descend(a, weight, x)
		worst, sum := 0.0, 0.0
		for i := range rows {
			r := math.Abs(dot(a[i], x) - 1)
			worst = math.Max(worst, r)
			weight[i] *= r + 1e-9
			sum += weight[i]
		}
		for i := range weight {
			weight[i] = weight[i]/sum + 1e-9
		}
		if worst < bestErr {
			bestErr = worst
			copy(best, x)
		}
	}
	var w [cost.NumOps]float64
	for i := range w {
		w[i] = 1
	}
	for g, ops := range groups {
		for _, o := range ops {
			w[o] = best[g]
		}
	}
	return w, bestErr
}

func dot(a, x []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * x[i]
	}
	return sum
}

// descend lowers the weighted squares of a x - 1 coordinate by coordinate, keeping
// x at least's bound or above.
func descend(a [][]float64, weight, x []float64) {
	res := make([]float64, len(a))
	for i := range a {
		res[i] = dot(a[i], x) - 1
	}
	for range 20 {
		for g := range x {
			num, den := 0.0, 1e-12
			for i := range a {
				num += weight[i] * res[i] * a[i][g]
				den += weight[i] * a[i][g] * a[i][g]
			}
			old := x[g]
			x[g] = math.Max(least(g), old-num/den)
			for i := range a {
				res[i] += (x[g] - old) * a[i][g]
			}
		}
	}
}
