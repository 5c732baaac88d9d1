// Package linerate reads port speeds as people write them.
package linerate

import (
	"fmt"
	"math/big"
	"strings"
)

// Form says which rates Parse reads.
const Form = "a rate such as 25G, 100Gbps or 1.6T (1M to 1.6T)"

// Parse reads a rate such as 25G, 100Gbps, 1.6T or 400M into kb/s, exactly. The unit is
// required. The error of anything else, and of rates outside 1 Mb/s to 1.6 Tb/s or between
// whole kb/s, says what is meant.
func Parse(text string) (uint32, error) {
	bad := fmt.Errorf("line rate: %q is not %s", text, Form)
	number := strings.TrimSuffix(strings.TrimSuffix(text, "bps"), "b/s")
	if number == "" {
		return 0, bad
	}
	units := map[byte]int64{'M': 1e3, 'G': 1e6, 'T': 1e9}
	unit, ok := units[number[len(number)-1]]
	number = number[:len(number)-1]
	if !ok || number == "" || strings.Trim(number, "0123456789.") != "" {
		return 0, bad
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return 0, bad
	}
	r.Mul(r, new(big.Rat).SetInt64(unit))
	if !r.IsInt() || r.Cmp(big.NewRat(1_000, 1)) < 0 || r.Cmp(big.NewRat(1_600_000_000, 1)) > 0 {
		return 0, bad
	}
	return uint32(r.Num().Uint64()), nil
}

// Set is Parse into a variable of the caller's type. On an error it sets 0.
func Set[R ~uint32](r *R, text string) error {
	v, err := Parse(text)
	*r = R(v)
	return err
}

// Format writes a rate in its largest whole unit, as Parse reads it.
func Format[R ~uint32](r R) string {
	for _, u := range []struct {
		kbps R
		name string
	}{{1e9, "T"}, {1e6, "G"}, {1e3, "M"}} {
		if r >= u.kbps {
			text := fmt.Sprintf("%d.%09d", r/u.kbps, uint64(r%u.kbps)*1e9/uint64(u.kbps))
			return strings.TrimRight(strings.TrimRight(text, "0"), ".") + u.name
		}
	}
	return fmt.Sprintf("0.%03dM", r)
}

// Text writes a rate for people: 10 Gb/s.
func Text[R ~uint32](r R) string {
	text := Format(r)
	return text[:len(text)-1] + " " + text[len(text)-1:] + "b/s"
}
