package dcqcn

import (
	"strconv"
	"strings"
)

// This file names kinds and modes, for logs, errors and tables. Strings are outside the
// firmware subset: the compiler skips files that end in _string.go.

var eventNames = [...]string{"none", "alpha-timer", "cut-timer", "increase-timer", "sent", "cnp"}

// String returns the name of the kind, as in "cut-timer".
func (k EventKind) String() string {
	if int(k) >= len(eventNames) {
		return "event " + strconv.Itoa(int(k))
	}
	return eventNames[k]
}

var didNames = [...]string{"cut", "increase", "alpha", "change", "learn"}

// String returns the names of the bits, as in "cut+change", or "none".
func (d Did) String() string {
	var parts []string
	for i := range 8 {
		switch {
		case d>>i&1 == 0:
		case i < len(didNames):
			parts = append(parts, didNames[i])
		default:
			parts = append(parts, "bit "+strconv.Itoa(i))
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, "+")
}

// modeName returns the name of a mode, or its number if it has none.
func modeName[M ~uint8](m M, names ...string) string {
	if int(m) < len(names) {
		return names[m]
	}
	return strconv.Itoa(int(m))
}

// String returns "at once", "spaced" or "free running".
func (m CutMode) String() string { return modeName(m, "at once", "spaced", "free running") }

// String returns "on CNP", "periodic" or "free running".
func (m AlphaMode) String() string { return modeName(m, "on CNP", "periodic", "free running") }

// String returns "down" or "half up".
func (r Rounding) String() string { return modeName(r, "down", "half up") }

// String returns "sum" or "each".
func (h Halving) String() string { return modeName(h, "sum", "each") }

// String returns "flat" or "staged".
func (m HyperMode) String() string { return modeName(m, "flat", "staged") }

// String returns "cuts" or "arms".
func (m FirstCNPMode) String() string { return modeName(m, "cuts", "arms") }
