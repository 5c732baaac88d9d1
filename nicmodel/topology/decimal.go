package topology

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// ParseDecimal reads a non-negative number, such as "0.3", "1e-6" or "2.000000123", as a count of 10^-places; lower
// digits round half up. An error has no prefix.
func ParseDecimal(text string, places int) (uint64, error) {
	number, exponent := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.ParseInt(text[i+1:], 10, 16)
		if err != nil {
			return 0, notDecimal(text)
		}
		number, exponent = text[:i], int(e)
	}
	whole, fraction, _ := strings.Cut(number, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if len(whole)+len(fraction) == 0 {
		return 0, notDecimal(text)
	}
	for _, c := range []byte(whole + fraction) {
		if c < '0' || c > '9' {
			return 0, notDecimal(text)
		}
	}
	// The value is digits times 10^-(drop) units.
	drop := len(fraction) - exponent - places
	if digits == "" || drop > len(digits) {
		return 0, nil
	}
	up := uint64(0)
	if drop > 0 {
		if digits[len(digits)-drop] >= '5' {
			up = 1
		}
		digits = digits[:len(digits)-drop]
	}
	value, fits := uint64(0), true
	ten := func(d uint64) {
		hi, lo := bits.Mul64(value, 10)
		sum, carry := bits.Add64(lo, d, 0)
		value, fits = sum, fits && hi == 0 && carry == 0
	}
	for _, c := range []byte(digits) {
		ten(uint64(c - '0'))
	}
	for ; drop < 0 && fits; drop++ {
		ten(0)
	}
	sum, carry := bits.Add64(value, up, 0)
	if !fits || carry != 0 {
		return 0, fmt.Errorf("%s is too large", clip(text))
	}
	return sum, nil
}

func notDecimal(text string) error {
	return fmt.Errorf("%q is not a decimal number from 0", clip(text))
}

// clip shortens a file's text for a message.
func clip(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// rateUnits are the units of ns-3's DataRate in bits; the first of each size is how
// FormatRate writes it.
var rateUnits = []struct {
	name  string
	scale int // power of ten
}{
	{"Tbps", 12}, {"Gbps", 9}, {"Mbps", 6}, {"Kbps", 3}, {"bps", 0},
	{"Tb/s", 12}, {"Gb/s", 9}, {"Mb/s", 6}, {"Kb/s", 3}, {"b/s", 0}, {"kbps", 3}, {"kb/s", 3},
}

// ParseRate reads a rate such as "100Gbps", "1.6 Tb/s" or "25000Mbps", in bit/s. Without a
// unit it is bit/s.
func ParseRate(text string) (uint64, error) {
	trimmed := strings.TrimSpace(text)
	end := strings.LastIndexAny(trimmed, "0123456789.") + 1
	unit := strings.TrimSpace(trimmed[end:])
	for _, u := range rateUnits {
		if unit == u.name || unit == "" && u.name == "bps" {
			v, err := ParseDecimal(trimmed[:end], u.scale)
			if err != nil || end == 0 {
				break
			}
			return v, nil
		}
	}
	return 0, fmt.Errorf("bad rate %q: write a number and a unit of bps, Kbps, Mbps, Gbps or Tbps, such as 100Gbps", clip(text))
}

// FormatRate formats a rate in the largest of bps, Kbps, Mbps and Gbps without a fraction.
func FormatRate(rate uint64) string {
	for _, u := range rateUnits[1:] {
		unit := uint64(1)
		for range u.scale {
			unit *= 10
		}
		if rate != 0 && rate%unit == 0 || u.scale == 0 {
			return strconv.FormatUint(rate/unit, 10) + u.name
		}
	}
	return ""
}
