package ingress

import "smartnic-cc/internal/base/text/enum"

// This file names kinds, for logs and errors. Strings are outside the firmware subset: the compiler
// skips files that end in _string.go.

// String returns the kind, as in "arrive".
func (k EventKind) String() string {
	return enum.Name(k, "none", "open", "close", "arrive")
}

// String returns the verdict, as in "stored".
func (v Verdict) String() string {
	return enum.Name(v, "refused", "done", "stored", "complete", "stale", "broken")
}
