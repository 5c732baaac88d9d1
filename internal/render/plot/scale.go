package plot

import (
	"math"
	"strconv"
)

// Scale is what an axis counts. The labels of what has a unit bear the one that suits each of them.
type Scale uint8

// The scales.
const (
	Numbers     Scale = iota
	Bytes             // a logarithmic axis is marked at powers of two: 1 B, 1 KiB, 1 MiB
	Nanoseconds       // 1 ns, 20 µs, 1 ms
)

// units are those of a scale, the largest first.
func (s Scale) units() []unit {
	switch s {
	case Bytes:
		return []unit{{1 << 60, "EiB"}, {1 << 50, "PiB"}, {1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}}
	case Nanoseconds:
		return []unit{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}
	}
	return nil
}

type unit struct {
	of   float64
	name string
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

// unitTicks are the linear ones in the unit of the axis' end.
func (a *axis) unitTicks(want int) []tick {
	u := a.scale.unitOf(math.Max(math.Abs(a.lo), math.Abs(a.hi)))
	plain := axis{lo: a.lo / u.of, hi: a.hi / u.of}
	out := plain.linearTicks(want)
	for i := range out {
		out[i].v *= u.of
		out[i].label += " " + u.name
	}
	return out
}

// binaryTicks marks powers of two, and labels all of them or every second, fifth, tenth. It returns
// nil where the axis has fewer than two.
func (a *axis) binaryTicks(want int) []tick {
	first, last := int(math.Ceil(math.Log2(a.lo)-1e-9)), int(math.Floor(math.Log2(a.hi)+1e-9))
	if last <= first {
		return nil
	}
	stride := 10
	for _, s := range []int{1, 2, 5} {
		if float64(last-first)/float64(s) <= 1.5*float64(want) {
			stride = s
			break
		}
	}
	var out []tick
	labels := 0
	for k := first; k <= last; k++ {
		t := tick{v: math.Ldexp(1, k)}
		if k%stride == 0 {
			t.label = a.scale.label(t.v)
			labels++
		}
		out = append(out, t)
	}
	if labels < 2 {
		out[0].label, out[len(out)-1].label = a.scale.label(out[0].v), a.scale.label(out[len(out)-1].v)
	}
	return out
}
