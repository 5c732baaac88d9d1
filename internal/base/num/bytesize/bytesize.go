// Package bytesize reads and writes numbers of bytes with their units.
package bytesize

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Unit is the symbol of a byte.
const Unit = "B"

// units are decimal and binary.
var units = []struct {
	name  string
	scale int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {Unit, 1},
}

// Parse reads "400KB" (1000 each), "400KiB" (1024 each), "1.5 MB" or a plain number, exactly. The error of anything
// else says what is meant.
func Parse(text string) (uint64, error) {
	number, scale := strings.TrimSpace(text), int64(1)
	for _, u := range units {
		if cut, ok := strings.CutSuffix(number, u.name); ok {
			number, scale = strings.TrimSpace(cut), u.scale
			break
		}
	}
	v, ok := new(big.Rat), strings.Trim(number, "0123456789.") == "" && !strings.HasSuffix(number, ".") && len(number) <= 40
	if ok {
		if _, ok = v.SetString(number); ok {
			v.Mul(v, new(big.Rat).SetInt64(scale))
		}
	}
	if !ok || !v.IsInt() || !v.Num().IsUint64() {
		return 0, fmt.Errorf("bad size %.40q: write a whole number of bytes, or a number and a unit of B, KB, MB, GB, KiB, MiB or GiB, such as 400KB", text)
	}
	return v.Num().Uint64(), nil
}

// Text is a number of bytes with four digits at most: 500 B, 1.464 KB, 2 MB. KB are 1000 bytes.
func Text(bytes uint64) string {
	v, unit := float64(bytes), 0
	for ; v >= 999.95 && unit < 6; unit++ {
		v /= 1000
	}
	return strconv.FormatFloat(v, 'g', 4, 64) + " " + [...]string{"B", "KB", "MB", "GB", "TB", "PB", "EB"}[unit]
}
