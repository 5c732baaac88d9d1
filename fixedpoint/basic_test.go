package fixedpoint

import (
	"math"
	"testing"
)

func TestAgainstFloat(t *testing.T) {
	x := uint32(1)
	for i := 0; i < 200000; i++ {
		x = x*1664525 + 1013904223
		y := x >> (uint(i) % 32)
		if y == 0 {
			continue
		}
		f := float64(y)
		if w := int64(math.Round(math.Log2(f) * 65536)); int64(Log2(y)) != min(w, 1<<21-1) {
			t.Fatal("log2", y, w, Log2(y))
		}
		if w := int64(math.Round(math.Log2(f) * (1 << 26))); int64(Log2Wide(y)) != min(w, 1<<31-1) {
			t.Fatal("log2wide", y, w, Log2Wide(y))
		}
		if w := int64(math.Round(math.Log(f) * 65536)); int64(Ln(y))-w > 1 || w-int64(Ln(y)) > 1 {
			t.Fatal("ln", y, w, Ln(y))
		}
		if w := uint32(math.Sqrt(f)); ISqrt(y) != w {
			t.Fatal("isqrt", y)
		}
		if w := uint32(math.Round(math.Sqrt(f * 65536))); uint32(Sqrt(UQ16x16(y))) != w {
			t.Fatal("sqrt", y)
		}
		if w := uint32(math.Round((1 << 24) / math.Sqrt(f))); uint32(RSqrt(UQ16x16(y))) != w {
			t.Fatal("rsqrt", y, w, RSqrt(UQ16x16(y)))
		}
		if w := uint32(min(math.Round((1<<32)/f), 1<<32-1)); uint32(Recip(UQ16x16(y))) != w {
			t.Fatal("recip", y, w, Recip(UQ16x16(y)))
		}
		e := Q5x16(int32(x) >> 9)
		if w := uint32(min(math.Floor(math.Exp2(float64(e)/65536)*65536+0.5), 1<<32-1)); uint32(Exp2(e)) != w {
			t.Fatal("exp2", e, w, Exp2(e))
		}
	}
}
