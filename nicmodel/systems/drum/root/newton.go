package root

import "smartnic-cc/fixedpoint"

// newtonSteps is how many steps of Newton's method are made before the result is settled.
const newtonSteps = 5

// nearby is how little a step may move for the next one to be left out: what is still off is less than a
// unit or two.
const nearby = 64

// equation says which root settle is to find.
type equation uint8

const (
	// selectedX is x of a selected application.
	selectedX equation = iota
	// otherX is x of another one.
	otherX
	// anyZ is z.
	anyZ
)

// XNewton returns what [XRoot] returns, from a guess such as the root before: Newton's method,
// then a search from where it ends. The left side is concave, so from the second step on Newton's x comes
// from below.
//
//ccgen:export
//ccgen:range square One..MaxSquare
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range guess 0..MaxRate
//ccgen:range return 0..MaxRate
func XNewton(square uint32, pull int64, selected bool, guess uint64) uint64 {
	which := otherX
	if selected {
		which = selectedX
	}
	x := guess
	for range newtonSteps {
		root := uint64(0) // x^(-1/2), Q.16
		if selected {
			root = min(uint64(fixedpoint.RSqrt(fixedpoint.UQ16x16(max(min(x, (1<<32)-1), 1)))), 1<<24)
		}
		left := int64(uint64(square)*x) - pull - int64(root<<19)
		cube := (root * root >> 16) * root >> 16
		next := newtonStep(x, left, uint64(square)+4*cube)
		near := next < x+nearby && x < next+nearby
		x = next
		if near {
			break
		}
	}
	return xLeast(settle(which, square, pull, x), selected)
}

// ZNewton returns what [ZRoot] returns, as [XNewton] does for x.
//
//ccgen:export
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range guess 0..MaxRate
//ccgen:range return 0..MaxRate
func ZNewton(pull int64, guess uint64) uint64 {
	z := guess
	for range newtonSteps {
		// Below 1/16 the powers would not fit; the root is above but for a pull below -65536.
		z = max(z, 1<<12)
		inverse := min(uint64(fixedpoint.Recip(fixedpoint.UQ16x16(min(z, (1<<32)-1)))), 1<<20)
		square := inverse * inverse
		left := int64(z<<16) - pull - int64(square*inverse>>12)
		fourth := (square >> 16) * (square >> 16) >> 16
		next := newtonStep(z, left, One+48*fourth)
		near := next < z+nearby && z < next+nearby
		z = next
		if near {
			break
		}
	}
	return settle(anyZ, One, pull, z)
}

// newtonStep returns at - left/slope within 0..[MaxRate]; left is Q.32, slope Q.16.
//
//ccgen:range at 0..MaxRate
//ccgen:range left -(1<<62)..1<<62
//ccgen:range slope One..1<<43
//ccgen:range return 0..MaxRate
func newtonStep(at uint64, left int64, slope uint64) uint64 {
	if left > 0 {
		return at - min(quotient(uint64(left), slope), at)
	}
	return min(at+min(quotient(uint64(-left), slope), MaxRate), MaxRate)
}

// above reports whether at lies above the root.
//
//ccgen:range square One..MaxSquare
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range at 0..1<<37
func above(which equation, square uint32, pull int64, at uint64) bool {
	if which == anyZ {
		return zAbove(pull, at)
	}
	return xAbove(square, pull, which == selectedX, at)
}

// settle returns the largest integer up to [MaxRate] that is not above the root, or 0, searched from at.
// Whatever at is, the result is the same: Newton's method says where the search is short, and nothing else.
//
//ccgen:range square One..MaxSquare
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range return 0..MaxRate
func settle(which equation, square uint32, pull int64, at uint64) uint64 {
	low := min(at, MaxRate)
	// Newton's method ends at the root or one above, so that one less is mostly not above it.
	low -= min(low, 1)
	for range 36 {
		if !above(which, square, pull, low) {
			break
		}
		low >>= 1
	}
	// Turns enough for steps beyond [MaxRate]: whether there is a root up to there is seen at the end.
	step := uint64(1)
	for range 36 {
		if above(which, square, pull, low+step) {
			break
		}
		step <<= 1
	}
	for range 37 {
		step >>= 1
		if step == 0 {
			break
		}
		if !above(which, square, pull, low+step) {
			low += step
		}
	}
	return min(low, MaxRate)
}
