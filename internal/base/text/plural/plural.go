// Package plural writes numbers of things as English has them: 1 switch, 2 switches.
package plural

import (
	"fmt"
	"strings"
)

// Integer is any type of integer, which a number of things may have.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Of is n and the noun, which is given for one thing: "1 switch", "0 switches". Of a few
// words the last is the one that changes: "2 PFC pauses".
func Of[N Integer](n N, one string) string {
	return fmt.Sprint(n, " ", noun(n, one))
}

// noun is the noun of n things, without the number: "of 3 runs", where the 3 is written
// elsewhere.
func noun[N Integer](n N, one string) string {
	if n == 1 {
		return one
	}
	for _, hissing := range [...]string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(one, hissing) {
			return one + "es"
		}
	}
	if stem, ok := strings.CutSuffix(one, "y"); ok && stem != "" && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])) {
		return stem + "ies"
	}
	return one + "s"
}
