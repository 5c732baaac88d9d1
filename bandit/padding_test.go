package bandit

import (
	"math/rand/v2"
	"testing"

	"smartnic-cc/fixedpoint"
)

// What Select knows of paddings, shown for every count and scale: that it chooses the arm of
// selectExact follows from it, and that many faults in it change no arm (docs/proof.md).
//
// An arm of count c has the padding e, what selectExact adds to its mean, and the rough padding
// b of Select; s is the scale. TestPaddingIsNear shows that, for c > 0,
//
//	e <= b + (b>>15) + 2 - s/2^17   and   b <= e + 1 + s/2^17.
//
// So the index of another arm that was looked at is at most rival + 2 - s/2^17, and that of
// the best one at least top - 1 - s/2^17. Where top > rival + 5 the best one's is greater, and
// Select, which requires s>>16 more than that, is right. An arm that is passed over has no larger
// mean and no smaller count than one with a lower number, and so by TestPaddingFalls no larger
// index. No index saturates, since top is below 2^31.

// mostScale is the largest scale, 256 in UQ16.16.
const mostScale = 1 << 24

// paddings returns the padding of an arm, the rough one, and the rough one rounded half up.
func paddings(scale, count uint32) (exact, rough, rounded uint64) {
	x := fixedpoint.UQ16x16(count)
	y, k := fixedpoint.RSqrtRough(x)
	product := uint64(scale) * uint64(y)
	return uint64(fixedpoint.MulShiftDown(scale, uint32(fixedpoint.RSqrt(x)), 16)), product >> (38 - k), (product + 1<<(38-k)>>1) >> (38 - k)
}

// near reports whether the two paddings are as near as said above, in units of 2^-17.
func near(scale, count uint32) bool {
	exact, rough, rounded := paddings(scale, count)
	s := uint64(scale)
	return exact<<17+s <= (rough+rough>>15+2)<<17 && rough<<17 <= (exact+1)<<17+s &&
		rough <= rounded && rounded<<17 <= (2*exact+3)<<16+s
}

// TestPaddingIsNear is about all counts and scales. Of a count, in units of 2^-38 for a scale
// of 1, let Y be the rough padding and R the padding before they are rounded down, and H = 2^21
// half a unit of the root. Rounding down takes less than 1. So e <= s R, and b + (b>>15) + 2 is
// more than s Y (1 + 2^-15) - 2^-15: the first inequality holds where
// s (Y + Y/2^15 - H - R) >= 2^-15, and the smaller scales are tried one by one. e + 1 > s R and
// b <= s Y: the second holds where Y <= R + H, and that for the rough one rounded half up too.
// (Of the count 1 the padding saturates at the largest scale; it is then the largest word, which
// the rough one does not exceed.)
func TestPaddingIsNear(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	tried := 0
	for c := uint32(1); c < 1<<16; c++ {
		y, k := fixedpoint.RSqrtRough(fixedpoint.UQ16x16(c))
		if y >= 1<<31 || k > 15 {
			t.Fatalf("count %d: y %d or k %d is too large", c, y, k)
		}
		const half = 1 << 21
		rough, exact := int64(y)<<k, int64(fixedpoint.RSqrt(fixedpoint.UQ16x16(c)))<<22
		// 2^15 (Y + Y/2^15 - H - R), which is exact.
		gain := (rough-half-exact)<<15 + rough
		if rough > exact+half || gain <= 0 {
			t.Fatalf("count %d: the rough root %d 2^%d is not near %d", c, y, k, exact>>22)
		}
		small := min(uint64(1<<38+gain-1)/uint64(gain), mostScale+1)
		for scale := range uint32(small) {
			if !near(scale, c) {
				t.Fatalf("scale %d, count %d", scale, c)
			}
		}
		tried += int(small)
		for _, scale := range []uint32{mostScale - 1, mostScale, rng.Uint32N(mostScale), rng.Uint32N(mostScale) >> rng.Uint32N(24)} {
			if !near(scale, c) {
				t.Fatalf("scale %d, count %d", scale, c)
			}
		}
	}
	t.Logf("%d small scales", tried)
}

// TestPaddingFalls: an arm with a larger count has no larger padding, as the root never rises with
// the count and a product rounded down and limited never falls with a factor.
func TestPaddingFalls(t *testing.T) {
	for c := fixedpoint.UQ16x16(0); c < 1<<16-1; c++ {
		if fixedpoint.RSqrt(c) < fixedpoint.RSqrt(c+1) {
			t.Fatalf("count %d", c)
		}
	}
}

// TestPaddingEnds: a padding is at least the scale, and of an arm that was chosen at most 256
// times the scale, since its root is between 1 and 256. From a count of 5 on it is below 2^31 by
// more than a mean can be.
func TestPaddingEnds(t *testing.T) {
	for c := uint32(0); c < 1<<16; c++ {
		root := fixedpoint.RSqrt(fixedpoint.UQ16x16(c))
		if root < 1<<16 || c > 0 && root > 256<<16 {
			t.Fatalf("count %d: root %d", c, root)
		}
		for _, scale := range []uint32{0, 1, mostScale - c, mostScale} {
			exact, _, _ := paddings(scale, c)
			if exact < uint64(scale) || c > 0 && exact > uint64(scale)<<8 || c >= 5 && exact >= 1<<31-1<<25 {
				t.Fatalf("scale %d, count %d: %d", scale, c, exact)
			}
		}
	}
	if exact, _, _ := paddings(mostScale, 3); exact < 1<<31-1<<25 {
		t.Fatal("a smaller count has a larger padding")
	}
}

// TestPaddingOfFew: of arms that were hardly ever chosen the scale is small. The logarithm of up to
// 8 choices is at most 3 and of none the least there is, a product of up to 8 and 16 is at most
// 128, the root of up to 128 is below 12, and that of more than nothing at least 2^-8.
func TestPaddingOfFew(t *testing.T) {
	for x := range uint32(9) {
		if l := fixedpoint.Log2(x); l > 3<<16 || x == 0 && l != fixedpoint.MinQ5x16 {
			t.Fatalf("log2 of %d is %d", x, l)
		}
	}
	if fixedpoint.MulShiftDown(1<<19, 1<<20, 16) > 1<<23 || fixedpoint.Sqrt(0) != 0 {
		t.Fatal("a product or root of few")
	}
	for x := fixedpoint.UQ16x16(1); x <= 1<<23; x++ {
		if y := fixedpoint.Sqrt(x); y >= 12<<16 || y < 1<<8 {
			t.Fatalf("root of %d is %d", x, y)
		}
	}
	for x := uint64(1 << 23); x < 1<<32; x += x >> 12 {
		if fixedpoint.Sqrt(fixedpoint.UQ16x16(x)) < 11<<16 {
			t.Fatalf("root of %d", x)
		}
	}
}
