// Package nearest finds the priority level whose sensitivity is nearest to an application's: what Saba's
// assignment of applications to priority levels comes down to at run time ("Application-Centric Bandwidth
// Allocation in Datacenters", section 4.3.3.1), in the firmware subset.
//
// Sensitivities are compared by the Euclidean distance of their coefficients, squared. Coefficients are
// Q11.20 within 512, so that distances are exact in 63 bits and a tie is one.
package nearest

import "smartnic-cc/nicmodel/systems/saba/curve"

const (
	// Levels is the largest number of priority levels: the 16 service levels of InfiniBand.
	Levels = 16
	// MaxCoefficient is the largest coefficient and the least one's magnitude.
	MaxCoefficient = curve.MaxCoefficient
)

// Point is a sensitivity as a place: the coefficients of a model.
type Point struct {
	// C are the coefficients of share^0 to share^3.
	//
	//ccgen:range -MaxCoefficient..MaxCoefficient
	//ccgen:format Q11.20
	C [4]int64
}

// Table is the sensitivities of the priority levels.
type Table struct {
	// Level has the sensitivity of each level.
	Level [Levels]Point
	// Used is how many levels there are.
	//
	//ccgen:range 1..Levels
	Used uint32
}

// Distance returns the squared distance of two points, UQ22.40, exact.
//
//ccgen:export
//ccgen:range return 0..1<<62
func Distance(a, b *Point) uint64 {
	sum := uint64(0)
	for i := range uint32(4) {
		d := apart(a.C[i], b.C[i])
		sum += d * d
	}
	return sum
}

// apart returns how far two coefficients are apart.
//
//ccgen:range a -MaxCoefficient..MaxCoefficient
//ccgen:range b -MaxCoefficient..MaxCoefficient
//ccgen:range return 0..2*MaxCoefficient
func apart(a, b int64) uint64 {
	if a > b {
		return uint64(a - b)
	}
	return uint64(b - a)
}

// Of returns the level nearest to a point, of equally near ones the lowest, and its squared distance.
//
//ccgen:export level distance
//ccgen:range return0 0..Levels-1
//ccgen:range return1 0..1<<63
func Of(t *Table, p *Point) (uint32, uint64) {
	level := uint32(0)
	least := uint64(1 << 63)
	for i := range uint32(Levels) {
		if i < t.Used {
			d := Distance(&t.Level[i], p)
			if d < least {
				least = d
				level = i
			}
		}
	}
	return level, least
}
