package plot

import (
	"math"
	"strconv"
	"strings"

	gonum "gonum.org/v1/plot"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
)

// Scale is what an axis counts. The labels of what has a unit bear the one that suits each of them.
type Scale uint8

// The scales.
const (
	Numbers     Scale = iota
	Bytes             // a logarithmic axis is marked at powers of two: 1 B, 1 KiB, 1 MiB
	Nanoseconds       // 1 ns, 20 µs, 1 ms
)

func (s Scale) String() string { return enum.Name(s, "numbers", "bytes", "nanoseconds") }

type unit struct {
	of   float64
	name string
}

// units are those of a scale, the largest first.
func (s Scale) units() []unit {
	switch s {
	case Bytes:
		return []unit{{1 << 60, "EiB"}, {1 << 50, "PiB"}, {1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}}
	case Nanoseconds:
		return []unit{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}
	}
	return []unit{{1, ""}}
}

// unitOf is the largest that is not above v, or the smallest.
func (s Scale) unitOf(v float64) unit {
	list := s.units()
	for _, u := range list {
		if math.Abs(v) >= u.of*(1-1e-9) {
			return u
		}
	}
	return list[len(list)-1]
}

// label writes a value with its unit.
func (s Scale) label(v float64) string {
	u := s.unitOf(v)
	return strconv.FormatFloat(v/u.of, 'g', 6, 64) + " " + u.name
}

// axis is the part of a scale that is drawn.
type axis struct {
	lo, hi float64 // lo < hi; both above 0 where log is set
	log    bool
	scale  Scale
}

// ticks returns the marks of an axis with about want labels, in rising order. A mark without a
// label is a minor one.
func (a axis) ticks(want int) []gonum.Tick {
	want = max(want, 2)
	var out []gonum.Tick
	switch {
	case a.log && a.scale == Bytes:
		out = a.binaryTicks(want)
	case a.log && a.hi >= 3.2*a.lo:
		out = a.decadeTicks(want)
	}
	if labels(out) >= 2 {
		return out
	}
	if out = a.linearTicks(want, 0); labels(out) < 3 || a.log && labels(out) == 3 {
		out = a.linearTicks(2*want, 0) // few marks leave an axis unclear, and more so a logarithmic one
	}
	return out
}

// wholeTicks marks whole numbers, each of them where there is room for it.
func (a axis) wholeTicks(want, most int) []gonum.Tick {
	if most = max(most, want); a.hi-a.lo < float64(most) {
		want = most
	}
	if out := a.linearTicks(want, 1); len(out) > 0 {
		return out
	}
	return a.ticks(want) // of an axis between two of them
}

func labels(ticks []gonum.Tick) int {
	return collect.Count(ticks, func(t gonum.Tick) bool { return !t.IsMinor() })
}

// linearTicks steps by 1, 2 or 5 times a power of ten of the unit of the axis' end, and by least or more.
func (a axis) linearTicks(want int, least float64) (out []gonum.Tick) {
	largest := math.Max(math.Abs(a.lo), math.Abs(a.hi))
	u := a.scale.unitOf(largest)
	lo, hi, largest := a.lo/u.of, a.hi/u.of, largest/u.of
	raw := (hi - lo) / float64(want)
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{5, 2, 1} {
		if m*step < raw*(1-1e-9) {
			step *= map[float64]float64{5: 10, 2: 5, 1: 2}[m]
			break
		}
	}
	step = math.Max(step, least)
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	scientific := largest >= 1e6 || largest < 1e-3
	if scientific {
		decimals = max(4, int(math.Ceil(math.Log10(largest/step)))+1) // digits that differ from mark to mark
	}
	// The count is bounded separately: in a range that is narrow against its offset, adding a step may not change a
	// float64.
	first := math.Ceil(lo/step - 1e-9)
	for i := 0; i <= 4*want; i++ {
		v := (first + float64(i)) * step
		if v > hi+step*1e-9 {
			break
		}
		label := formatTick(v, decimals, scientific)
		if u.name != "" {
			label += " " + u.name
		}
		out = append(out, gonum.Tick{Value: v * u.of, Label: label})
	}
	return out
}

// digits are the first digits of the labels of a logarithmic axis, the densest last, and the part of
// a decade that the closest of them are apart.
var digits = []struct {
	of  string
	gap float64
}{{"1", 1}, {"125", math.Log10(2)}, {"123468", math.Log10(10. / 8)}, {"123456789", math.Log10(10. / 9)}}

// decadeTicks labels decades, and multiples of them as dense as there is room for, or denser where
// those are fewer than two.
func (a axis) decadeTicks(want int) (out []gonum.Tick) {
	decades := math.Log10(a.hi) - math.Log10(a.lo)
	stride := max(1, int(math.Ceil(decades/float64(want))))
	for i, d := range digits {
		out = nil
		for e := int(math.Floor(math.Log10(a.lo))); e <= int(math.Ceil(math.Log10(a.hi))); e++ {
			for m := 1; m <= 9; m++ {
				v, err := strconv.ParseFloat(strconv.Itoa(m)+"e"+strconv.Itoa(e), 64) // the nearest, as math.Pow10 is not
				if err != nil || v < a.lo*(1-1e-9) || v > a.hi*(1+1e-9) {
					continue
				}
				t := gonum.Tick{Value: v}
				if strings.Contains(d.of, strconv.Itoa(m)) && e%stride == 0 {
					switch {
					case a.scale != Numbers:
						t.Label = a.scale.label(v)
					case e < -4 || e > 5:
						t.Label = formatTick(v, 4, true)
					default:
						t.Label = formatTick(v, max(0, -e), false)
					}
				}
				if t.Label != "" || stride == 1 || m == 1 {
					out = append(out, t)
				}
			}
		}
		if labels(out) >= 2 && (i+1 == len(digits) || digits[i+1].gap*float64(want) < 0.55*decades) {
			break
		}
	}
	return out
}

// binaryTicks marks powers of two, and labels all of them or every second, fifth, tenth.
func (a axis) binaryTicks(want int) (out []gonum.Tick) {
	first, last := int(math.Ceil(math.Log2(a.lo)-1e-9)), int(math.Floor(math.Log2(a.hi)+1e-9))
	stride := 1
	for _, s := range []int{2, 5, 10} {
		if float64(last-first)/float64(stride) > 1.5*float64(want) {
			stride = s
		}
	}
	for k := first; k <= last; k++ {
		t := gonum.Tick{Value: math.Ldexp(1, k)}
		if k%stride == 0 || last-first < stride {
			t.Label = a.scale.label(t.Value)
		}
		out = append(out, t)
	}
	return out
}

// formatTick writes a value with the given number of decimals, or in scientific form with at most
// that many digits.
func formatTick(v float64, digits int, scientific bool) string {
	if v == 0 {
		return "0"
	}
	if scientific {
		return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(strconv.FormatFloat(v, 'g', digits, 64))
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
