package fluid

import (
	"fmt"

	"smartnic-cc/internal/base/text/collect"
)

// Curve is a named line of a figure; X and Y are of equal length.
type Curve struct {
	Name string
	X, Y []float64
}

// Relation is the data of the paper's Fig. 3, alpha over beta and N.
type Relation struct {
	Beta []float64   // columns of Alpha
	N    []float64   // rows of Alpha
	Grid [][]float64 // [n][beta], alpha of the matched state
	// Matched has alpha over beta for a few N, from the same relation.
	Matched []Curve
	// Literal has equation (20) read with p fixed at DCQCN's own equilibrium for
	// the N. It leaves [0, 1], the range of alpha, within a few hundredths of
	// beta = 1.
	Literal []Curve
}

// Relation computes Fig. 3: beta from 0.7 to 1.3, N from 1 to 100. The error is that of
// Validate.
func (c Config) Relation() (Relation, error) {
	if err := c.Validate(); err != nil {
		return Relation{}, err
	}
	var r Relation
	for i := range 121 {
		r.Beta = append(r.Beta, float64(140+i)/200)
	}
	for n := 1; n <= 100; n++ {
		row := collect.Of(r.Beta, func(beta float64) float64 { return c.matched(beta, float64(n)).Arm.Alpha })
		r.N = append(r.N, float64(n))
		r.Grid = append(r.Grid, row)
	}
	for _, n := range []int{1, 2, 5, 10, 20, 50, 100} {
		name := fmt.Sprintf("N = %d", n)
		p := c.matched(1, float64(n)).P
		literal := collect.Of(r.Beta, func(beta float64) float64 { return c.Alpha(p, beta, float64(n)) })
		r.Matched = append(r.Matched, Curve{Name: name, X: r.Beta, Y: r.Grid[n-1]})
		r.Literal = append(r.Literal, Curve{Name: name, X: r.Beta, Y: literal})
	}
	return r, nil
}

// ArmCurves returns what every arm settles at over the number of connections, 1 to nMax:
// marking probability, and queue in bytes. The error is that of an arm or of the network,
// as from Solve.
func (c Config) ArmCurves(arms []Arm, nMax int) (p, queue []Curve, err error) {
	for i, a := range arms {
		name := fmt.Sprintf("arm %d: alpha %.3f, beta %.3f", i, a.Alpha, a.Beta)
		cp, cq := Curve{Name: name}, Curve{Name: name}
		for n := 1; n <= nMax; n++ {
			e, err := c.Solve(a, float64(n))
			if err != nil {
				return nil, nil, fmt.Errorf("arm %d: %w", i, err)
			}
			cp.X, cp.Y = append(cp.X, e.N), append(cp.Y, e.P)
			cq.X, cq.Y = append(cq.X, e.N), append(cq.Y, e.Queue)
		}
		p, queue = append(p, cp), append(queue, cq)
	}
	return p, queue, nil
}
