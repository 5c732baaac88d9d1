// Package root has the scalar steps of DRUM's ADMM in integers: the x-root, the z-root and
// the update of the multiplier of one application of one host.
//
// DRUM ("Distributed and Optimal RDMA Resource Scheduling in Shared Data Center Networks")
// gives each application of a host a rate of WQEs, x, and a rate at which its CQEs are
// polled, z, with a CQEs to a WQE: a x = z. With the utility 2 sqrt(x) (alpha 1/2), the cost
// of a slow poll 1/z^2 (beta 1), the penalty rho = 1/8 and budgets for the sums of x and of z,
// whose prices are lambda and mu, the steps are
//
//	x: the root of -x^(-1/2) + rho a^2 x - (rho a z - a u) + lambda = 0
//	z: the root of rho z - 2 z^-3 - (u + rho a x) + mu = 0
//	u: u + rho (a x - z)
//
// These are the equations (5) to (7) and the theorems 2 and 3 of the paper with their signs
// put right: u takes the residual a x - z (the paper has a sum), u belongs to a host, c of
// theorem 2 has -a u, and the step of z keeps beta.
//
// Both left sides grow with the unknown, so each has one root. A root is the largest integer
// at which the left side, times 8, is not above 0. That is decided exactly, with the power
// multiplied out: x W^2 <= 64 and z^3 W <= 16, W what is left of the terms without a power. So the
// bisection and the safeguarded Newton's method give the same integer.
//
// x and z are UQ18.16, a is UQ4.16, u Q20.16, the prices UQ24.19: one unit of a price moves
// no root by more than one.
package root

import (
	"math/bits"

	"smartnic-cc/fixedpoint"
)

const (
	// One is 1 in UQ18.16 and UQ4.16.
	One = 1 << 16
	// MaxRate is the largest x and z.
	MaxRate = (1 << 34) - 1
	// MaxFactor is the largest a, 10.
	MaxFactor = 10 << 16
	// MaxSquare is the largest a^2, 100.
	MaxSquare = 100 << 16
	// MaxMultiplier is the largest u and the least one's magnitude, 2^20.
	MaxMultiplier = 1 << 36
	// MaxPrice is the largest lambda and mu.
	MaxPrice = (1 << 43) - 1
	// MaxPull is the largest pull and the least one's magnitude, 2^28 in Q31.32.
	MaxPull = 1 << 60
)

// Square returns a^2 in UQ7.16, rounded down.
//
//ccgen:export
//ccgen:range a One..MaxFactor
//ccgen:range return One..MaxSquare
func Square(a uint32) uint32 {
	return uint32(uint64(a) * uint64(a) >> 16)
}

// XPull returns 8 (rho a z - a u - lambda) in Q31.32: what pulls x up. It is exact.
//
//ccgen:export
//ccgen:range a One..MaxFactor
//ccgen:range z 0..MaxRate
//ccgen:range u -MaxMultiplier..MaxMultiplier
//ccgen:range price 0..MaxPrice
//ccgen:range return -MaxPull..MaxPull
func XPull(a uint32, z uint64, u int64, price uint64) int64 {
	return int64(uint64(a)*z) - int64(a)*u*8 - int64(price<<16)
}

// ZPull returns 8 (u + rho a x - mu) in Q31.32: what pulls z up. It is exact.
//
//ccgen:export
//ccgen:range a One..MaxFactor
//ccgen:range x 0..MaxRate
//ccgen:range u -MaxMultiplier..MaxMultiplier
//ccgen:range price 0..MaxPrice
//ccgen:range return -MaxPull..MaxPull
func ZPull(a uint32, x uint64, u int64, price uint64) int64 {
	return u*(1<<19) + int64(uint64(a)*x) - int64(price<<16)
}

// xAbove reports whether x lies above the root. Of an application that is not selected
// the term x^(-1/2) is missing. What it reports of 0 is of no account: no search goes below.
//
//ccgen:range square One..MaxSquare
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range x 0..1<<37
func xAbove(square uint32, pull int64, selected bool, x uint64) bool {
	w := int64(uint64(square)*x) - pull
	if w <= 0 {
		return false
	}
	// With x not 0 such a w has w^2 x above 2^86. At 0, where the power is without end, every search ends.
	if !selected || w > 1<<43 {
		return true
	}
	// w is Q.32 and x Q.16: 64 is 2^86.
	hi, lo := bits.Mul64(uint64(w), uint64(w))
	h, l := bits.Mul64(lo, x)
	t := hi*x + h
	return t > 1<<22 || (t == 1<<22 && l != 0)
}

// XRoot returns x: of a selected application in 2^-16..2^18, of another one in 0..2^18.
// square is a^2, pull what [XPull] returns. 34 steps of bisection: the reference.
//
//ccgen:export
//ccgen:range square One..MaxSquare
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range return 0..MaxRate
func XRoot(square uint32, pull int64, selected bool) uint64 {
	x := uint64(0)
	for i := uint32(34); i > 0; i-- {
		try := (x | 1<<(i-1)) & MaxRate
		if !xAbove(square, pull, selected, try) {
			x = try
		}
	}
	return xLeast(x, selected)
}

// xLeast gives a selected application no less than a unit.
//
//ccgen:range x 0..MaxRate
//ccgen:range return 0..MaxRate
func xLeast(x uint64, selected bool) uint64 {
	if selected && x == 0 {
		return 1
	}
	return x
}

// zAbove reports whether z lies above the root.
//
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range z 0..1<<37
func zAbove(pull int64, z uint64) bool {
	w := int64(z<<16) - pull
	if w <= 0 {
		return false
	}
	// w is Q.32 and z Q.16: 16 is 2^84. A z above 2^28 has it alone.
	if z > 1<<28 {
		return true
	}
	square := z * z
	h, l := bits.Mul64(uint64(w), z)
	hi, lo := bits.Mul64(square, l)
	// h is at most 2^6 where z is at most 2^10; above, square alone is more than 2^20, and 1 of h is enough.
	t := square*min(h, 1<<7) + hi
	return t > 1<<20 || (t == 1<<20 && lo != 0)
}

// ZRoot returns z in 2^-9..2^18; pull is what [ZPull] returns: the least has W about 2^28, and so the cube of z
// is about 2^-24. 34 steps of bisection: the reference.
//
//ccgen:export
//ccgen:range pull -MaxPull..MaxPull
//ccgen:range return 0..MaxRate
func ZRoot(pull int64) uint64 {
	z := uint64(0)
	for i := uint32(34); i > 0; i-- {
		try := (z | 1<<(i-1)) & MaxRate
		if !zAbove(pull, try) {
			z = try
		}
	}
	return z
}

// Update returns u + rho (a x - z), rho = 1/8: a x is rounded down to 2^-16 and the eighth
// toward minus infinity, and the result saturates at [MaxMultiplier] both ways.
//
//ccgen:export
//ccgen:range a One..MaxFactor
//ccgen:range x 0..MaxRate
//ccgen:range z 0..MaxRate
//ccgen:range u -MaxMultiplier..MaxMultiplier
//ccgen:range return -MaxMultiplier..MaxMultiplier
func Update(a uint32, x uint64, z uint64, u int64) int64 {
	d := int64(uint64(a)*x>>16) - int64(z)
	return max(min(u+(d>>3), MaxMultiplier), -MaxMultiplier)
}

// ISqrt64 returns floor(sqrt(x)), exact for every x, bit by bit.
//
//ccgen:export
//ccgen:range return 0..(1<<32)-1
func ISqrt64(x uint64) uint64 {
	r := uint64(0)
	for i := uint32(32); i > 0; i-- {
		try := (r | 1<<(i-1)) & ((1 << 32) - 1)
		if try*try <= x {
			r = try
		}
	}
	return r
}

// Utility returns 2 sqrt(x) in UQ10.16, rounded down: the utility of a selected application
// with alpha = 1/2.
//
//ccgen:export
//ccgen:range x 0..MaxRate
//ccgen:range return 0..(1<<33)-1
func Utility(x uint64) uint64 {
	return ISqrt64(x << 18)
}

// quotient returns n / d, off by a few parts of 2^30, without a division: where Newton's
// method goes next does not have to be exact.
//
//ccgen:range n 0..1<<62
//ccgen:range d One..1<<43
func quotient(n, d uint64) uint64 {
	// d = v 2^-up with the top bit of v at 31, or the bits below left out.
	k := uint32(bits.LeadingZeros64(d))
	v := uint64(fixedpoint.RecipNorm(uint32(d << k >> 32)))
	// 2^63/v' for d = v' 2^(32-k).
	if n < 1<<31 {
		return n * v >> (95 - k)
	}
	return (n >> 31) * v >> (64 - k)
}
