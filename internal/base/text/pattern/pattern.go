// Package pattern compiles regular expressions when they are first needed, so that a program that has many starts fast:
// counted repetitions take long to compile.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns what returns the compiled expression, for any number of goroutines. It panics if it has a fault.
func Of(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
