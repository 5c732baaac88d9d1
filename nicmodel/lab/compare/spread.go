package compare

import (
	"math"
	"strconv"

	"smartnic-cc/nicmodel/lab/sweep"
)

// MeanInterval is a number over the seeds.
type MeanInterval struct {
	Mean float64 `json:"mean"`
	// HalfWidth is half the 95 % confidence interval of the mean, by Student's t; 0 for one seed, which has none.
	HalfWidth float64 `json:"half"`
}

// spread returns the mean of one number a seed, and its confidence interval; both are 0 without any.
func spread(v []float64) MeanInterval {
	if len(v) == 0 {
		return MeanInterval{}
	}
	n := float64(len(v))
	sum, squares := 0.0, 0.0
	for _, x := range v {
		sum += x
	}
	mean := sum / n
	for _, x := range v {
		squares += (x - mean) * (x - mean)
	}
	s := MeanInterval{Mean: sweep.Rounded(mean)}
	if len(v) > 1 {
		s.HalfWidth = sweep.Rounded(student(len(v)-1) * math.Sqrt(squares/(n-1)/n))
	}
	return s
}

// table has the 97.5 % quantiles of Student's t for 1 to 10 degrees of freedom.
var table = [...]float64{12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281}

// student returns the 97.5 % quantile of Student's t, beyond the table by the expansion of Fisher and Cornish
// (Goldberg and Levine, "Approximate formulas for the percentage points and normalization of t and chi-square",
// 1946), which is within 0.0001 of it.
func student(freedom int) float64 {
	if freedom <= len(table) {
		return table[freedom-1]
	}
	const z = 1.959964
	const z3, z5, z7 = z * z * z, z * z * z * z * z, z * z * z * z * z * z * z
	n := float64(freedom)
	return z + (z3+z)/4/n + (5*z5+16*z3+3*z)/96/n/n + (3*z7+19*z5+17*z3-15*z)/384/n/n/n
}

// Text formats the mean with about four digits and the half width with two.
func (s MeanInterval) Text() string {
	if s == (MeanInterval{}) {
		return "0"
	}
	text := sweep.Digits(s.Mean)
	if s.HalfWidth > 0 {
		text += " ±" + short(s.HalfWidth)
	}
	return text
}

// short formats a number with two digits.
func short(v float64) string {
	if v >= 10 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	text := strconv.FormatFloat(v, 'g', 2, 64)
	if v < 0.0005 {
		return "0.000"
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		places := 1
		for limit := 1.0; places < 3 && x < limit; limit /= 10 {
			places++
		}
		return strconv.FormatFloat(x, 'f', places, 64)
	}
	return text
}
