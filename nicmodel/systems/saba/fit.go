package saba

import (
	"fmt"
	"math/big"

	"smartnic-cc/nicmodel/systems/saba/curve"
)

// Sensitivity is the model of one application: a line of the sensitivity table.
type Sensitivity struct {
	// Name is the application's.
	Name string
	// Model predicts its slow-down.
	Model curve.Model
	// R2 is the coefficient of determination of the polynomial before its coefficients were rounded.
	R2 float64
}

// Fit fits a polynomial of a degree of 1 to 3 to the samples by least squares. The normal equations are solved
// exactly in big integers, and each coefficient is rounded once.
func (p *Profile) Fit(degree int) (*Sensitivity, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	switch {
	case degree < 1 || degree > 3:
		return nil, fmt.Errorf("saba: %s: a polynomial of degree %d; degrees are 1 to 3", p.Name, degree)
	case len(p.Samples) <= degree:
		return nil, fmt.Errorf("saba: %s: %d samples for a polynomial of degree %d; it needs %d or more", p.Name, len(p.Samples), degree, degree+1)
	}
	num, den := p.normal(degree)
	s := &Sensitivity{Name: p.Name, R2: p.determination(num, den)}
	hundred := big.NewInt(1)
	for i := range num {
		c := nearestInt(new(big.Int).Mul(num[i], hundred), den)
		hundred.Mul(hundred, big.NewInt(100))
		if !c.IsInt64() || c.Int64() > curve.MaxCoefficient || c.Int64() < -curve.MaxCoefficient {
			return nil, fmt.Errorf("saba: %s: coefficient c%d of degree %d is out of range -512 to 512; take a lower degree, or samples that differ less", p.Name, i, degree)
		}
		s.Model.C[i] = c.Int64()
	}
	low, next := p.Samples[0], p.Samples[1]
	rise := big.NewInt((low.Slowdown - next.Slowdown) * 100)
	slope := nearestInt(rise, big.NewInt(int64(next.Percent-low.Percent))).Int64()
	s.Model.Slope = min(max(slope, 0), curve.MaxCoefficient)
	s.Model.Low = uint32((low.Percent*curve.Units + 99) / 100)
	return s, nil
}

// normal solves the normal equations for the coefficients of percent^i in UQ.20, as numerators over one denominator,
// by Bareiss' elimination. Distinct shares make the matrix definite.
func (p *Profile) normal(degree int) (num []*big.Int, den *big.Int) {
	n := degree + 1
	m := make([][]*big.Int, n)
	for i := range m {
		m[i] = make([]*big.Int, n+1)
		for j := range m[i] {
			m[i][j] = new(big.Int)
			for _, s := range p.Samples {
				last := big.NewInt(1)
				power := int64(i + j)
				if j == n {
					last.SetInt64(s.Slowdown)
					power = int64(i)
				}
				m[i][j].Add(m[i][j], last.Mul(last, new(big.Int).Exp(big.NewInt(int64(s.Percent)), big.NewInt(power), nil)))
			}
		}
	}
	before := big.NewInt(1)
	for k := range n {
		pivot := m[k][k]
		for i := range n {
			if i == k {
				continue
			}
			factor := m[i][k]
			for j := range m[i] {
				if j == k {
					continue
				}
				v := new(big.Int).Mul(pivot, m[i][j])
				v.Sub(v, new(big.Int).Mul(factor, m[k][j]))
				m[i][j] = v.Quo(v, before)
			}
			m[i][k] = new(big.Int)
		}
		before = pivot
	}
	for i := range n {
		num = append(num, m[i][n])
	}
	return num, m[n-1][n-1]
}

// determination returns R^2 of the polynomial: 1 for equal samples, which it fits exactly.
func (p *Profile) determination(num []*big.Int, den *big.Int) float64 {
	n := big.NewInt(int64(len(p.Samples)))
	sum := new(big.Int)
	for _, s := range p.Samples {
		sum.Add(sum, big.NewInt(s.Slowdown))
	}
	// Both sums of squares times (n den)^2.
	missed, all := new(big.Int), new(big.Int)
	for _, s := range p.Samples {
		at := new(big.Int)
		for i := len(num) - 1; i >= 0; i-- {
			at.Mul(at, big.NewInt(int64(s.Percent))).Add(at, num[i])
		}
		d := new(big.Int).Mul(big.NewInt(s.Slowdown), den)
		at.Sub(d, at).Mul(at, n)
		missed.Add(missed, at.Mul(at, at))
		d.Mul(d, n).Sub(d, new(big.Int).Mul(sum, den))
		all.Add(all, d.Mul(d, d))
	}
	if all.Sign() == 0 {
		return 1
	}
	r, _ := new(big.Rat).SetFrac(missed.Sub(all, missed), all).Float64()
	return r
}
