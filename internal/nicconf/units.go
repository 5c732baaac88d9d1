package nicconf

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/dcqcn/profile"
)

// unit is how a value is written with its unit.
type unit struct {
	suffix string   // after a number; "" for numbers without unit
	base   *big.Rat // 1 in suffix's unit, in the vendor's
}

// unitsOf are the units that a vendor's unit may be written in; the first is the
// vendor's own.
var unitsOf = map[string][]unit{
	"us":    {{"us", big.NewRat(1, 1)}, {"ns", big.NewRat(1, 1000)}, {"ms", big.NewRat(1000, 1)}, {"s", big.NewRat(1_000_000, 1)}},
	"Mb/s":  {{"Mbps", big.NewRat(1, 1)}, {"Kbps", big.NewRat(1, 1000)}, {"Gbps", big.NewRat(1000, 1)}, {"Tbps", big.NewRat(1_000_000, 1)}},
	"bytes": {{"B", big.NewRat(1, 1)}, {"KB", big.NewRat(1000, 1)}, {"MB", big.NewRat(1_000_000, 1)}, {"KiB", big.NewRat(1024, 1)}, {"MiB", big.NewRat(1<<20, 1)}},
	"%":     {{"%", big.NewRat(1, 1)}},
	"1/1024": {
		{"/1024", big.NewRat(1, 1)},
	},
}

// withUnit writes a value in its vendor's unit.
func withUnit(k profile.Knob, value string) string {
	if k.Unit == "bool" {
		return map[string]string{"0": "false", "1": "true"}[value]
	}
	if u := unitsOf[k.Unit]; u != nil {
		return value + u[0].suffix
	}
	return value
}

// fromUnit reads what withUnit writes, in any of the units, into the vendor's.
func fromUnit(k profile.Knob, text string) (string, error) {
	if k.Unit == "bool" {
		if text != "true" && text != "false" {
			return "", fmt.Errorf("%.40q is not true or false", text)
		}
		return map[string]string{"false": "0", "true": "1"}[text], nil
	}
	list := unitsOf[k.Unit]
	if list == nil {
		if !decimalForm().MatchString(text) {
			return "", fmt.Errorf("%.40q is not a number", text)
		}
		return number(text)
	}
	// Longest first: ms before s, KB before B.
	var best *unit
	for i := range list {
		if strings.HasSuffix(text, list[i].suffix) && (best == nil || len(list[i].suffix) > len(best.suffix)) {
			best = &list[i]
		}
	}
	example := "300" + list[0].suffix
	if best == nil {
		return "", fmt.Errorf("%.40q has no unit; write it as in %q", text, example)
	}
	digits := strings.TrimSpace(strings.TrimSuffix(text, best.suffix))
	if !decimalForm().MatchString(digits) {
		return "", fmt.Errorf("%.40q is not a number with a unit, as in %q", text, example)
	}
	v, _ := new(big.Rat).SetString(digits)
	v.Mul(v, best.base)
	out := decimalText(v)
	if back, ok := new(big.Rat).SetString(out); !ok || back.Cmp(v) != 0 {
		return "", errors.New("has too many decimals")
	}
	return out, nil
}
