package falcon

import (
	"math"
	"math/rand/v2"
	"testing"
)

// float returns a number that the tests compare: 0, one of few bits, or any.
func float(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return math.Ldexp(float64(1+r.IntN(8)), r.IntN(20)-10)
	case 2: // just above or below a power of 2
		return math.Nextafter(math.Ldexp(1, r.IntN(40)-20), float64(r.IntN(2))*1e300)
	case 3:
		return float64(r.Uint32N(1<<24)) / float64(1+r.Uint32N(1<<24))
	default:
		return math.Ldexp(1+r.Float64(), r.IntN(80)-40)
	}
}

func bitsOf(x float64) Float { return load(Double(math.Float64bits(x))) }

// TestFloat compares the arithmetic in integers with the machine's, bit for bit.
func TestFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 1_000_000 {
		x, y := float(r), float(r)
		if i%5 == 0 { // near each other, where a difference loses bits
			y = x * (1 + math.Ldexp(r.Float64()-0.5, -r.IntN(52)))
		}
		a, b := bitsOf(x), bitsOf(y)
		check := func(what string, got Float, want float64) {
			if got != bitsOf(want) {
				t.Fatalf("%s of %v, %v: %+v, the machine has %v, %+v", what, x, y, got, want, bitsOf(want))
			}
		}
		check("mul", mul(a, b), x*y)
		check("add", add(a, b), x+y)
		diff, below := sub(a, b)
		check("sub", diff, math.Abs(x-y))
		if below != (x < y) || less(a, b) != (x < y) || equal(a, b) != (x == y) {
			t.Fatalf("order of %v, %v", x, y)
		}
		if y != 0 {
			check("div", div(a, b), x/y)
		}
		check("lesser", lesser(a, b), min(x, y))
		if got := floor(a); got != uint64(x) {
			t.Fatalf("floor of %v: %d", x, got)
		}
		if got := nearest(a); got != uint64(math.Round(x)) {
			t.Fatalf("nearest of %v: %d", x, got)
		}
		n := r.Uint32() >> r.IntN(32)
		check("scaled", scaled(n, -WindowBits), float64(n)/(1<<WindowBits))
	}
}

// TestRoot compares the root with the machine's for every window.
func TestRoot(t *testing.T) {
	for w := uint32(1); w <= MaxWindow; w++ {
		if got, want := root(w), bitsOf(math.Sqrt(float64(w)/(1<<WindowBits))); got != want {
			t.Fatalf("root of %d: %+v, the machine has %+v", w, got, want)
		}
	}
}

// TestDigit looks at quotients next to a whole number, where an estimate may be one off.
func TestDigit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1_000_000 {
		q := 1<<52 | r.Uint64N(1<<52)
		d := 1<<52 | r.Uint64N(1<<52)
		if r.IntN(2) == 0 {
			d = 1<<53 - 1 - r.Uint64N(4)
		}
		x := float64(q) * float64(d)
		for _, n := range []float64{x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1))} {
			if got, want := div(bitsOf(n), bitsOf(float64(d))), bitsOf(n/float64(d)); got != want {
				t.Fatalf("%v / %d: %+v, the machine has %+v", n, d, got, want)
			}
		}
	}
}
