package fixedpoint

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func checkPack(t *testing.T, x, shift, dither uint32) {
	t.Helper()
	down, up, _ := rounded(num(x), uint(shift))
	d := new(big.Int).Mod(num(dither), new(big.Int).Lsh(big.NewInt(1), uint(shift)))
	dithered := new(big.Int).Rsh(d.Add(d, num(x)), uint(shift))
	for _, c := range []struct {
		name string
		got  uint16
		want *big.Int
	}{
		{"Pack16Down", Pack16Down(x, shift), down},
		{"Pack16Nearest", Pack16Nearest(x, shift), up},
		{"Pack16Dither", Pack16Dither(x, shift, dither), dithered},
	} {
		if want := clampBig(c.want, 0, 0xFFFF); int64(c.got) != want {
			t.Fatalf("%s(%d, %d, %d) = %d, want %d", c.name, x, shift, dither, c.got, want)
		}
	}
	w := uint16(x)
	want := clampBig(new(big.Int).Lsh(num(uint32(w)), uint(shift)), 0, 1<<32-1)
	if got := Unpack16(w, shift); int64(got) != want {
		t.Fatalf("Unpack16(%d, %d) = %d, want %d", w, shift, got, want)
	}
}

func TestPackEdges(t *testing.T) {
	for _, x := range weird(300) {
		for shift := uint32(0); shift <= 65; shift++ {
			for _, dither := range []uint32{0, 1, 0x55555555, 1 << 31, 1<<32 - 1, x} {
				if shift >= 32 {
					require.Zero(t, Pack16Dither(x, shift, dither))
					dither = 0
				}
				checkPack(t, x, shift, dither)
			}
		}
		require.Zero(t, Pack16Down(x, 1<<32-1))
		require.Zero(t, Pack16Nearest(x, 1<<32-1))
		require.Zero(t, Pack16Dither(x, 1<<32-1, x))
	}
	require.Equal(t, uint32(1<<32-1), Unpack16(1, 32))
	require.Equal(t, uint32(1<<32-1), Unpack16(1, 1<<32-1))
	require.Zero(t, Unpack16(0, 1<<32-1))
}

// What fits in 16 bits survives the way there and back, and what does not
// loses less than one unit of the packed word.
//
//	x --Pack16Down(shift)--> w --Unpack16(shift)--> x - (x mod 2^shift)
func TestPackRoundTrip(t *testing.T) {
	for shift := uint32(0); shift <= 16; shift++ {
		for w := 0; w <= 0xFFFF; w += 7 {
			x := Unpack16(uint16(w), shift)
			require.Equal(t, uint16(w), Pack16Down(x, shift))
			require.Equal(t, uint16(w), Pack16Nearest(x, shift))
			require.Equal(t, uint16(w), Pack16Dither(x, shift, 1<<32-1))
			require.Equal(t, uint16(w), Pack16Down(x+(uint32(1)<<shift-1), shift))
		}
	}
}

// The dither is unbiased: over all 2^shift dithers the packed words sum to x.
func TestDitherMeanIsExact(t *testing.T) {
	for shift := uint32(0); shift <= 10; shift++ {
		for _, x := range []uint32{0, 1, 2, 1000, 12345, 0xFFFF, 65536*3 + 17} {
			if x>>shift >= 0xFFFF {
				continue
			}
			sum := uint64(0)
			for d := uint32(0); d < 1<<shift; d++ {
				sum += uint64(Pack16Dither(x, shift, d))
			}
			require.Equal(t, uint64(x), sum, "x %d shift %d", x, shift)
		}
	}
}

func FuzzPack(f *testing.F) {
	f.Add(uint32(0), uint32(0), uint32(0))
	f.Add(uint32(1<<32-1), uint32(1), uint32(1))
	f.Add(uint32(1<<32-1), uint32(16), uint32(0xFFFF))
	f.Add(uint32(0xFFFF8000), uint32(16), uint32(0x8000))
	f.Fuzz(func(t *testing.T, x, shift, dither uint32) { checkPack(t, x, shift%32, dither) })
}
