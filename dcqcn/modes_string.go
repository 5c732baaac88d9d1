package dcqcn

import (
	"strconv"
	"strings"
)

// This file gives kinds and modes their names, for logs, errors and tables. Names are
// strings, which firmware has not: the compiler passes over files that end in _string.go.

// eventNames are the names of the kinds of events: in tables and messages, and in logs.
var eventNames = [...]struct{ name, log string }{
	EventNone:          {"none", "none"},
	EventAlphaTimer:    {"alpha-timer", "timer_alpha"},
	EventCutTimer:      {"cut-timer", "timer_cut"},
	EventIncreaseTimer: {"increase-timer", "timer_increase"},
	EventSent:          {"sent", "data"},
	EventCNP:           {"cnp", "cnp"},
}

// Known reports whether k is one of the kinds of events.
func (k EventKind) Known() bool { return int(k) < len(eventNames) }

// String returns the name of the kind, as in "cut-timer".
func (k EventKind) String() string {
	if !k.Known() {
		return "event " + strconv.Itoa(int(k))
	}
	return eventNames[k].name
}

// LogWord returns the word for the kind in rate logs, firmware logs and text traces, as
// in "timer_cut", and "" for a kind that is not Known.
func (k EventKind) LogWord() string {
	if !k.Known() {
		return ""
	}
	return eventNames[k].log
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
