package views

import (
	"math"
	"strconv"
	"strings"

	"smartnic-cc/internal/logs/ratelog"
)

// Axis is how a value that an algorithm shows is drawn.
type Axis struct {
	Label string  // of the axis, with the unit
	Unit  float64 // 1 on the axis, in the value
	Whole bool    // it counts or numbers something
}

// axisUnits are the units of docs/subset.md that are drawn in another, with the endings of the names
// of columns in them.
var axisUnits = []struct {
	unit, suffix, name string
	of                 float64
}{{"kb/s", "_kbps", "Gb/s", 1e6}, {"ns/B", "_ns_per_byte", "ns/B", 1}, {"ns", "_ns", "us", 1e3}, {"us", "_us", "us", 1}, {"B", "_bytes", "KB", 1e3}}

// axisOf returns the axis of a value with that label, of a unit of docs/subset.md ("" for none), with frac fractional
// bits.
func axisOf(label, unit string, frac int) Axis {
	a := Axis{Label: label, Unit: math.Ldexp(1, frac)}
	for _, u := range axisUnits {
		if u.unit == unit {
			a.Label, a.Unit = label+" ("+u.name+")", math.Ldexp(u.of, frac)
			return a
		}
	}
	a.Whole = frac == 0
	if unit != "" && unit != "index" && unit != "flags" {
		a.Label += " (" + unit + ")"
	}
	return a
}

// ColumnAxis returns the axis of a column of a log.
func ColumnAxis(c *ratelog.Column) Axis { return axisOf(c.Label, c.Unit, c.Frac) }

// axisNamed makes the axis of a column from its name, which ends with the unit and the fractional bits
// of the value: ok is false where these are more than maxFrac.
func axisNamed(name string) (a Axis, ok bool) {
	label, frac := strings.TrimPrefix(name, "show_"), 0
	if i := strings.LastIndex(label, "_q"); i > 0 {
		if bits, err := strconv.ParseUint(label[i+2:], 10, 7); err == nil {
			label, frac = label[:i], int(bits)
		}
	}
	if frac > maxFrac {
		return a, false
	}
	for _, u := range axisUnits {
		if text, ok := strings.CutSuffix(label, u.suffix); ok && text != "" {
			return axisOf(text, u.unit, frac), true
		}
	}
	return axisOf(clean(label, 40), "", frac), true
}
