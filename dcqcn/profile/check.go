package profile

import (
	"fmt"
	"strings"

	"smartnic-cc/dcqcn"
)

// fieldRange is a parameter with its range, and the unit or format of its error.
type fieldRange struct {
	name      string
	v, lo, hi uint64
	unit      string
}

// Check returns an error for the first parameter outside the range that dcqcn.Params
// declares, with its value and the range. Within the ranges the reaction point was
// shown not to overflow.
func Check(p dcqcn.Params) error {
	for _, f := range ranges(&p) {
		if f.v < f.lo || f.v > f.hi {
			return fmt.Errorf("%s: %s", f.name, strings.TrimSpace(fmt.Sprintf("%d is out of range %d..%d %s", f.v, f.lo, f.hi, f.unit)))
		}
	}
	return nil
}
