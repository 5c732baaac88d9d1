package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/pflag"
)

// maxThreads is the most threads, or runs at a time, that a command takes.
const maxThreads = 256

// Threads declares a flag of how many run at a time, with the range that all such flags have: 0
// to maxThreads, where 0 is one a core. *n is what is given, as a number above 0, and begins as
// otherwise.
func Threads(f *pflag.FlagSet, n *int, name string, otherwise int, usage string) {
	r := Range[int]{Min: 1, Max: maxThreads, Also: []int{0}}
	parse := func(text string) (int, bool) {
		v, ok := r.parse(text)
		if v == 0 {
			v = min(runtime.NumCPU(), maxThreads)
		}
		return v, ok
	}
	*n = otherwise
	// No default is shown: it may depend on the machine.
	f.Var(&value[int]{n, "int", r.takes() + ": one a core", parse, func(int) string { return "" }}, name, usage+fmt.Sprintf("; 1 to %d, or 0: one a core", maxThreads))
}
