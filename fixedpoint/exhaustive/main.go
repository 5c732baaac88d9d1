// Command exhaustive proves the functions of package fixedpoint that have one
// 32-bit argument, by trying every argument.
//
// No floating point takes part. A logarithm or power is judged by thresholds:
// the smallest input that rounds to each output, from big integers. A root or
// reciprocal is judged by the integer inequality that defines it. In the same
// pass each function is checked to be monotone.
//
//	go run ./fixedpoint/exhaustive                    all functions
//	go run ./fixedpoint/exhaustive --func Log2,Recip  some of them
//	go run ./fixedpoint/exhaustive --every 64         a sample, no proof
//	go run ./fixedpoint/exhaustive --tried FILE       all, or a sample if FILE lists these sources
//
// One line a function; the exit status is 1 where anything fails and 2 for a
// wrong command line.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/text/collect"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	fs := pflag.NewFlagSet("exhaustive", pflag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.SortFlags = false
	names := fs.StringSlice("func", nil, "functions to check (default all)")
	threads := fs.Int("threads", runtime.NumCPU(), "number of threads")
	every := fs.Uint32("every", 1, "check only one block of 4096 inputs in so many (more than 1 is no proof)")
	list := fs.String("tried", "", "file that lists, a line each, the sources of which all inputs were tried; of those a sample is enough")
	fs.Usage = func() {
		fmt.Fprintf(stderr, "Usage: exhaustive [flags]\n\nChecks every input of the one-argument functions of package fixedpoint:\n%s.\n\nFlags:\n%s",
			strings.Join(allNames(), ", "), fs.FlagUsages())
	}
	if err := fs.Parse(args); err != nil {
		if err == pflag.ErrHelp {
			return 0
		}
		fmt.Fprintf(stderr, "exhaustive: %v; --help lists the flags\n", err)
		return 2
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(stderr, "exhaustive: unexpected argument %q; functions are named with --func\n", fs.Arg(0))
		return 2
	}
	if *threads < 1 || *every < 1 {
		fmt.Fprintf(stderr, "exhaustive: --threads and --every must be at least 1\n")
		return 2
	}
	chosen, err := choose(*names)
	if err != nil {
		fmt.Fprintf(stderr, "exhaustive: %v\n", err)
		return 2
	}
	if *list != "" {
		if *every, err = untried(*list, stdout); err != nil {
			fmt.Fprintf(stderr, "exhaustive: %v\n", err)
			return 2
		}
	}
	fmt.Fprintf(stdout, "%-12s %11s %11s  %-9s %-18s %8s\n", "function", "inputs", "mismatches", "monotone", "error", "seconds")
	status := 0
	for _, f := range chosen {
		start := time.Now()
		r := f.check(*threads, *every)
		fmt.Fprintln(stdout, r.line(time.Since(start)))
		if !r.ok() {
			status = 1
			fmt.Fprintln(stderr, r.failure())
		}
	}
	return status
}

// choose returns the functions with the names, in the order of the list, or
// all of them.
func choose(names []string) ([]function, error) {
	if len(names) == 0 {
		return functions(), nil
	}
	var out []function
	for _, n := range names {
		found := false
		for _, f := range functions() {
			if f.name == n {
				out = append(out, f)
				found = true
			}
		}
		if !found {
			return nil, fmt.Errorf("no function %q; there are %s", n, strings.Join(allNames(), ", "))
		}
	}
	return out, nil
}

func allNames() []string {
	return collect.Of(functions(), func(f function) string { return f.name })
}
