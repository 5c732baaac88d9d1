package rttmeter

import "smartnic-cc/internal/base/text/enum"

// This file names kinds, for logs and errors. Strings are outside the firmware subset: the compiler
// skips files that end in _string.go.

// String returns the kind, as in "loopback".
func (k EventKind) String() string {
	return enum.Name(k, "post", "loopback", "wire")
}
