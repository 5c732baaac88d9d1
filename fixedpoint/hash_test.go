package fixedpoint

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// unhash undoes Hash32 step by step, which shows that it is a permutation.
func unhash(h uint32) uint32 {
	inverse := func(m uint32) uint32 { // Newton's iteration modulo 2^32
		i := m
		for range 5 {
			i *= 2 - m*i
		}
		return i
	}
	h ^= h >> 16
	h *= inverse(0x15B3C1B9)
	h ^= h>>15 ^ h>>30
	h *= inverse(0x76ECEF2D)
	h ^= h >> 16
	return h - 0x6A09E667
}

func TestHash32IsPermutation(t *testing.T) {
	for _, x := range weird(100000) {
		require.Equal(t, x, unhash(Hash32(x)))
	}
	require.NotZero(t, Hash32(0))
}

// Avalanche: a flip of any input bit flips any output bit for about half of
// the inputs, on counters (what firmware would feed it) and on spread inputs.
// The counters exercise only 16 input bits, so the bias of single pairs, up to
// 2 %, does not average out as the 0.2 % of a fair coin would.
func TestHash32Avalanche(t *testing.T) {
	const n = 1 << 16
	for _, step := range []uint32{1, 256, 0x9E3779B1} {
		var flips [32][32]int
		for k := uint32(0); k < n; k++ {
			x := k * step
			h := Hash32(x)
			for i := range flips {
				d := h ^ Hash32(x^1<<i)
				for d != 0 {
					flips[i][bits.TrailingZeros32(d)]++
					d &= d - 1
				}
			}
		}
		for i := range flips {
			for j, c := range flips[i] {
				require.InDelta(t, n/2, c, 0.02*n, "step %d: input bit %d, output bit %d", step, i, j)
			}
		}
	}
}

// Uniformity of every group of 10 result bits over counters with several
// starts and steps: chi-squared of 2^20 draws in 2^10 cells, whose mean is 1023
// and standard deviation 45.
func TestHash32Uniform(t *testing.T) {
	for _, shift := range []uint{0, 6, 11, 16, 22} {
		for _, c := range []struct{ start, step uint32 }{{0, 1}, {1 << 20, 3}, {0x12345678, 1024}} {
			var cells [1 << 10]float64
			for k := uint32(0); k < 1<<20; k++ {
				cells[Hash32(c.start+k*c.step)>>shift&0x3FF]++
			}
			chi := 0.0
			for _, n := range cells {
				chi += (n - 1024) * (n - 1024) / 1024
			}
			require.InDelta(t, 1023, chi, 5*45, "bits from %d, start %d, step %d", shift, c.start, c.step)
		}
	}
}
