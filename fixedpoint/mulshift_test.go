package fixedpoint

import (
	"math/big"
	"testing"
)

// rounded returns p / 2^shift rounded down, half up and half even.
func rounded(p *big.Int, shift uint) (down, up, even *big.Int) {
	down = new(big.Int).Rsh(p, shift)
	rest := new(big.Int).Sub(p, new(big.Int).Lsh(down, shift))
	up, even = new(big.Int).Set(down), new(big.Int).Set(down)
	if shift == 0 {
		return
	}
	c := rest.Cmp(new(big.Int).Lsh(big.NewInt(1), shift-1))
	if c >= 0 {
		up.Add(up, big.NewInt(1))
	}
	if c > 0 || c == 0 && down.Bit(0) == 1 {
		even.Add(even, big.NewInt(1))
	}
	return
}

func checkMulShift(t *testing.T, a, b, shift uint32) {
	t.Helper()
	p := new(big.Int).Mul(num(a), num(b))
	down, up, even := rounded(p, uint(shift))
	for _, c := range []struct {
		name string
		got  uint32
		want *big.Int
	}{
		{"MulShiftDown", MulShiftDown(a, b, shift), down},
		{"MulShiftHalfUp", MulShiftHalfUp(a, b, shift), up},
		{"MulShiftHalfEven", MulShiftHalfEven(a, b, shift), even},
	} {
		if want := clampBig(c.want, 0, 1<<32-1); int64(c.got) != want {
			t.Fatalf("%s(%d, %d, %d) = %d, want %d", c.name, a, b, shift, c.got, want)
		}
	}
	i, j := int32(a), int32(b)
	p.Mul(big.NewInt(int64(i)), big.NewInt(int64(j)))
	down, up, even = rounded(p, uint(shift))
	for _, c := range []struct {
		name string
		got  int32
		want *big.Int
	}{
		{"MulShiftDownI32", MulShiftDownI32(i, j, shift), down},
		{"MulShiftHalfUpI32", MulShiftHalfUpI32(i, j, shift), up},
		{"MulShiftHalfEvenI32", MulShiftHalfEvenI32(i, j, shift), even},
	} {
		if want := clampBig(c.want, -1<<31, 1<<31-1); int64(c.got) != want {
			t.Fatalf("%s(%d, %d, %d) = %d, want %d", c.name, i, j, shift, c.got, want)
		}
	}
}

func TestMulShiftEdges(t *testing.T) {
	v := []uint32{0, 1, 2, 3, 5, 7, 8, 0xFFFF, 0x10000, 0x10001, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 2, 1<<32 - 1, 3 << 30}
	for _, a := range v {
		for _, b := range v {
			for shift := uint32(0); shift < 70; shift++ {
				checkMulShift(t, a, b, shift)
			}
			checkMulShift(t, a, b, 200)
			if got := MulShiftHalfEven(a, b, 1<<32-1); got != 0 {
				t.Fatalf("a shift of 2^32-1 gives %d", got)
			}
		}
	}
}

// Every product of 6-bit factors by every shift that cuts it: all ties.
func TestMulShiftSmall(t *testing.T) {
	for a := uint32(0); a < 64; a++ {
		for b := uint32(0); b < 64; b++ {
			for shift := uint32(0); shift < 14; shift++ {
				checkMulShift(t, a, b, shift)
				checkMulShift(t, -a, b, shift)
			}
		}
	}
}

func FuzzMulShift(f *testing.F) {
	f.Add(uint32(0), uint32(0), uint32(0))
	f.Add(uint32(3), uint32(1), uint32(1))
	f.Add(uint32(1<<32-1), uint32(1<<32-1), uint32(32))
	f.Add(uint32(1<<31), uint32(1<<31), uint32(31))
	f.Add(uint32(1<<31), uint32(1<<31), uint32(63))
	f.Add(uint32(1<<31), uint32(1<<32-1), uint32(64))
	f.Fuzz(func(t *testing.T, a, b, shift uint32) { checkMulShift(t, a, b, shift%300) })
}
