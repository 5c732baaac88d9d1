// Package curve predicts in integers how many times slower an application runs on a share of a link:
// the sensitivity model of Saba ("Application-Centric Bandwidth Allocation in Datacenters", equation
// (4.1)), a polynomial of degree 3 or less in the share of the link, in the firmware subset.
//
// A share is a whole number of units, 256 of which are the link. With coefficients in Q11.20 every step
// of Horner's rule is exact in 64 bits, as the share adds 8 fractional bits to each of three steps: a
// slow-down is UQ11.44 and nothing is rounded. So a convex polynomial is convex on the grid of shares
// too, and the greedy solver of package weigh is exact on it.
//
// The thesis does not say what holds below the lowest share that was profiled, where a polynomial goes
// anywhere. Here the slow-down goes on from the polynomial's value at that share, parallel to the line
// through the two lowest samples. It is held within 1 and 1024: nothing runs faster than with the
// whole link.
package curve

const (
	// Units is how many units of share the capacity of a link has.
	Units = 256
	// MaxCoefficient is the largest coefficient and the least one's magnitude, 512 in Q11.20: squared
	// distances of four of them fit in 63 bits.
	MaxCoefficient = 1 << 29
	// One is a slow-down of 1, UQ11.44.
	One = 1 << 44
	// MaxSlowdown is the largest slow-down, 1024.
	MaxSlowdown = 1 << 54
)

// Model is the sensitivity of one application.
type Model struct {
	// C are the coefficients of share^0 to share^3, where the whole link is a share of 1. Those above
	// the model's degree are 0.
	//
	//ccgen:range -MaxCoefficient..MaxCoefficient
	//ccgen:format Q11.20
	C [4]int64
	// Slope is by how much the slow-down rises for a share smaller by 1, below [Low].
	//
	//ccgen:range 0..MaxCoefficient
	//ccgen:format Q11.20
	Slope int64
	// Low is the lowest profiled share in units, rounded up.
	//
	//ccgen:range 0..Units
	Low uint32
}

// At returns the slow-down with a share of so many units, UQ11.44, exact.
//
//ccgen:export slowdown
//ccgen:range share 0..Units
//ccgen:range return One..MaxSlowdown
func At(m *Model, share uint32) int64 {
	x := max(share, m.Low)
	u := int64(x)
	v := m.C[3]*u + m.C[2]*(1<<8)
	v = v*u + m.C[1]*(1<<16)
	v = v*u + m.C[0]*(1<<24)
	v += m.Slope * int64(x-share) * (1 << 16)
	return max(min(v, MaxSlowdown), One)
}

// Bent reports whether the second differences of the slow-down change sign between two shares: whether
// somewhere a unit lowers it by more than the unit before. There the greedy solver may miss the best weights.
//
//ccgen:export bent
//ccgen:range from 0..Units
//ccgen:range to 0..Units
func Bent(m *Model, from, to uint32) bool {
	bent := false
	last := int64(MaxSlowdown)
	for w := range uint32(Units) {
		if w >= from && w < to {
			at := At(m, w)
			next := At(m, w+1)
			bent = bent || at-next > last
			last = at - next
		}
	}
	return bent
}
