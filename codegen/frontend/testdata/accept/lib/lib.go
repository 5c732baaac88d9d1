// Package lib is used by the other packages of the test.
package lib

// Fixed is a scaled integer.
type Fixed uint32

// Constants, typed and untyped.
const (
	One      Fixed = 1 << FracBits // one
	Half           = One / 2
	FracBits       = 16 // bits after the point

	// Modes, from iota.
	ModeA uint8 = iota
	_
	ModeC
	Enabled = true
	Huge    = 1 << 70
)

// Curve is read from outside.
var Curve = [8]uint16{1, 2, 4, 8, 16, 32, 64, 1 << 15}

// Mul multiplies and truncates.
func (f Fixed) Mul(g Fixed) Fixed { return Fixed(uint64(f) * uint64(g) >> FracBits) }

// Arms is an array of some length.
type Arms interface {
	[2]Arm | [3]Arm | [4]Arm | [8]Arm
}

// Arm is an arm.
type Arm struct {
	Mean  Fixed
	Count uint16
}

// Box holds anything.
type Box[T Item] struct {
	Item T
	N    uint32
}

type Item interface {
	Arm | uint8 | uint32 | [4]uint8
}

// Put replaces the item and counts.
func (b *Box[T]) Put(x T) uint32 {
	b.Item = x
	b.N++
	return b.N
}

// Total sums the counts.
func Total[A Arms](a A) uint32 {
	sum := uint32(0)
	for i := uint8(0); i < uint8(len(a)); i++ {
		sum += uint32(a[i].Count)
	}
	return sum
}
