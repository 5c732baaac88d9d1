package plot

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// axis maps data to the page in one direction.
type axis struct {
	lo, hi float64 // data range, lo < hi; both above 0 where log is set
	log    bool
	scale  Scale     // of an axis whose labels have units
	names  []string  // of the places 1, 2 and so on, in place of numbers; nil for an axis of numbers
	p0, p1 vg.Length // page positions of lo and hi
}

// at returns the page position of v, which may lie outside of the axis.
func (a *axis) at(v float64) vg.Length {
	return a.p0 + vg.Length(a.norm(v))*(a.p1-a.p0)
}

// norm returns v's place on the axis, 0 at lo and 1 at hi.
func (a *axis) norm(v float64) float64 {
	if a.log {
		return (math.Log(v) - math.Log(a.lo)) / (math.Log(a.hi) - math.Log(a.lo))
	}
	return (v - a.lo) / (a.hi - a.lo)
}

// inverse returns the value at place n of the axis (0 at lo, 1 at hi).
func (a *axis) inverse(n float64) float64 {
	if a.log {
		return math.Exp(math.Log(a.lo)*(1-n) + math.Log(a.hi)*n)
	}
	return a.lo*(1-n) + a.hi*n
}

// span is a growing interval of data.
type span struct {
	lo, hi float64
	any    bool
}

func (s *span) add(v float64) {
	if !s.any {
		s.lo, s.hi, s.any = v, v, true
		return
	}
	s.lo, s.hi = math.Min(s.lo, v), math.Max(s.hi, v)
}

// padded returns the data range of an axis that shows the span with the given
// margin on both sides, as a part of the range. A single value gets room, so
// that no axis is empty. An axis that starts near zero starts at zero.
func (s span) padded(margin float64, log bool) (lo, hi float64) {
	lo, hi = s.lo, s.hi
	if !s.any {
		return 1, 2
	}
	if log {
		l, h := math.Log(lo), math.Log(hi)
		if h-l < 1e-9 {
			return lo / 2, hi * 2
		}
		m := (h - l) * margin
		return math.Exp(l - m), math.Exp(h + m)
	}
	if hi-lo <= 1e-12*math.Max(math.Abs(lo), math.Abs(hi)) || hi-lo < smallest {
		d := math.Abs(hi) / 2
		if d < smallest {
			return 0, 1 // what is counted or measured is rarely below 0
		}
		return lo - d, hi + d
	}
	m := (hi - lo) * margin
	newLo := lo - m
	if margin > 0 && lo >= 0 && lo <= hi/4 {
		newLo = 0
	}
	return newLo, hi + m
}

// tick is a mark of an axis; an empty label makes a minor one.
type tick struct {
	v     float64
	label string
}

// ticks returns marks for about want labels, in rising order.
func (a *axis) ticks(want int) []tick {
	if a.names != nil {
		var out []tick
		for i, name := range a.names {
			out = append(out, tick{float64(i + 1), name})
		}
		return out
	}
	if a.log && a.scale == Bytes {
		if t := a.binaryTicks(want); t != nil {
			return t
		}
	} else if a.log {
		if t := a.logTicks(want); t != nil {
			return t
		}
	}
	linear := a.linearTicks
	if a.scale != Numbers {
		linear = a.unitTicks
	}
	out := linear(want)
	if least := 3; len(out) < least || a.log && len(out) == least {
		out = linear(2 * want) // few marks leave an axis unclear, and more so a logarithmic one
	}
	return out
}

// wholeTicks marks every whole number, or if those are more than most as few as linearTicks
// would.
func (a *axis) wholeTicks(want, most int) []tick {
	lo, hi := math.Ceil(a.lo), math.Floor(a.hi)
	if hi-lo >= float64(most) || hi < lo {
		return a.linearTicks(want)
	}
	var out []tick
	for i := 0.0; i <= hi-lo; i++ { // not lo++, which may not move a large float64
		out = append(out, tick{lo + i, formatTick(lo+i, 0, false)})
	}
	return out
}

// linearTicks steps by 1, 2 or 5 times a power of ten.
func (a *axis) linearTicks(want int) []tick {
	want = max(want, 2)
	raw := (a.hi - a.lo) / float64(want)
	power := math.Floor(math.Log10(raw))
	base := math.Pow(10, power)
	var step float64
	for _, m := range []float64{1, 2, 5, 10} {
		step = m * base
		if step >= raw*(1-1e-9) {
			break
		}
	}
	largest := math.Max(math.Abs(a.lo), math.Abs(a.hi))
	scientific := largest >= 1e6 || largest < 1e-3
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	digits := decimals
	if scientific {
		// As many as tell neighbours apart.
		digits = max(4, int(math.Ceil(math.Log10(largest/step)))+1)
	}
	var out []tick
	// The count is bounded apart from the arithmetic: with a range that is
	// narrow beside its offset, adding a step may not move a float64.
	first := math.Ceil(a.lo/step - 1e-9)
	for i := 0; i <= 4*want; i++ {
		v := (first + float64(i)) * step
		if v > a.hi+step*1e-9 {
			break
		}
		out = append(out, tick{v, formatTick(v, digits, scientific)})
	}
	if len(out) < 2 && want < 10 {
		return a.linearTicks(want + 1) // the round values fell outside
	}
	return out
}

// digits are the first digits of the labels of a logarithmic axis, the densest first, and the part
// of a decade that the closest of them are apart.
var digits = []struct {
	of  string
	gap float64
}{
	{"123456789", math.Log10(10. / 9)},
	{"123468", math.Log10(10. / 8)},
	{"125", math.Log10(2)},
	{"1", 1},
}

// logTicks labels decades, and multiples of them where they stand far enough apart. It returns nil
// where the axis is so short that linear marks serve better.
func (a *axis) logTicks(want int) []tick {
	l, h := math.Log10(a.lo), math.Log10(a.hi)
	if h-l < 0.5 {
		return nil
	}
	dense := 0
	for dense < len(digits)-1 && digits[dense].gap*float64(want) < 0.55*(h-l) {
		dense++
	}
	for ; dense > 0; dense-- {
		if out, labels := a.marks(want, digits[dense].of); labels > 1 {
			return out
		}
	}
	out, _ := a.marks(want, digits[0].of)
	return out
}

// marks are those of a logarithmic axis, of which those are labelled whose first digit is one of
// digits; of many decades few are.
func (a *axis) marks(want int, digits string) (out []tick, labels int) {
	l, h := math.Log10(a.lo), math.Log10(a.hi)
	first, last := int(math.Floor(l)), int(math.Ceil(h))
	stride := max(1, int(math.Ceil((h-l)/float64(max(want, 2)))))
	for d := first; d <= last; d++ {
		for m := 1; m <= 9; m++ {
			v := parseDecade(m, d)
			if v < a.lo*(1-1e-9) || v > a.hi*(1+1e-9) || v == 0 || math.IsInf(v, 0) {
				continue
			}
			switch {
			case strings.Contains(digits, strconv.Itoa(m)) && d%stride == 0:
				label := formatTick(v, max(0, -d), false)
				switch {
				case a.scale == Nanoseconds:
					label = a.scale.label(v)
				case d < -4 || d > 5:
					label = formatTick(v, 4, true)
				}
				out = append(out, tick{v, label})
				labels++
			case stride == 1 || m == 1:
				out = append(out, tick{v, ""})
			}
		}
	}
	return out, labels
}

// parseDecade returns m * 10^d as the nearest float64, which math.Pow does not
// promise.
func parseDecade(m, d int) float64 {
	v, err := strconv.ParseFloat(strconv.Itoa(m)+"e"+strconv.Itoa(d), 64)
	if err != nil {
		return math.Inf(1)
	}
	return v
}

// formatTick writes a value with the given number of decimals, or in scientific
// form with at most that many digits.
func formatTick(v float64, digits int, scientific bool) string {
	if v == 0 {
		return "0"
	}
	if scientific {
		s := strconv.FormatFloat(v, 'g', digits, 64)
		// 1e-05 reads better as 1e-5.
		s = strings.Replace(s, "e-0", "e-", 1)
		return strings.Replace(strings.Replace(s, "e+0", "e", 1), "e+", "e", 1)
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.HasPrefix(s, "-") && strings.Trim(s, "-0.") == "" {
		return s[1:] // no "-0.0"
	}
	return s
}
