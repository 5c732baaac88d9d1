package cli

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"
)

// maxThreads is the most threads, or runs at a time, that a command takes.
const maxThreads = 256

// Threads declares a flag of how many run at a time, with the range that all such flags have: 0
// to maxThreads, where 0 is one a core. *n is what is given, as a number above 0, and begins as
// otherwise.
func Threads(f *pflag.FlagSet, n *int, name string, otherwise int, usage string) {
	*n = otherwise
	f.Var((*threads)(n), name, usage+fmt.Sprintf("; 1 to %d, or 0: one a core", maxThreads))
}

type threads int

func (*threads) Type() string { return "int" }

// String returns no default: that of a flag depends on the machine.
func (*threads) String() string { return "" }

func (t *threads) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxThreads {
		return fmt.Errorf("out of range 0..%d, where 0 is one a core", maxThreads)
	}
	if n == 0 {
		n = min(runtime.NumCPU(), maxThreads)
	}
	*t = threads(n)
	return nil
}
