package topk

import "smartnic-cc/internal/base/text/enum"

// This file names kinds, for logs and errors. Strings are outside the firmware subset: the compiler
// skips files that end in _string.go.

// String returns the rule, as in "smallest".
func (r Rule) String() string {
	return enum.Name(r, "largest", "fifo", "smallest", "rotating")
}
