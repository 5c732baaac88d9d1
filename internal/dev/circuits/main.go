// Command circuits compares the circuits of package fixedpoint's functions that take one 32-bit argument
// with the C port, over all 2^32 arguments: what ccgen verilog prints for them, as verilator reads it.
//
//	go run ./internal/dev/circuits                    all functions
//	go run ./internal/dev/circuits --func Log2,Recip  some of them
//	go run ./internal/dev/circuits --every 65537      a sample, no proof
//
// One line a function; the exit status is 1 where a circuit differs or a tool fails, and 2 for a wrong
// command line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	fs := pflag.NewFlagSet("circuits", pflag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.SortFlags = false
	names := fs.StringSlice("func", nil, "functions to check (default all)")
	threads := fs.Int("threads", runtime.NumCPU(), "number of threads")
	every := fs.Uint32("every", 1, "try every n-th argument (more than 1 is no proof); an odd number, or low bits are always 0")
	fs.Usage = func() {
		fmt.Fprintf(stderr, "Usage: circuits [flags]\n\nCompares the circuits of fixedpoint's functions of one 32-bit argument with the C port.\n\nFlags:\n%s", fs.FlagUsages())
	}
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return 0
		}
		fmt.Fprintf(stderr, "circuits: %v; --help lists the flags\n", err)
		return 2
	}
	switch {
	case fs.NArg() > 0:
		fmt.Fprintf(stderr, "circuits: unexpected argument %q; functions are named with --func\n", fs.Arg(0))
		return 2
	case *threads < 1 || *threads > mostThreads:
		fmt.Fprintf(stderr, "circuits: --threads %d is out of range 1..%d\n", *threads, mostThreads)
		return 2
	case *every%2 == 0:
		fmt.Fprintf(stderr, "circuits: --every %d: write an odd number\n", *every)
		return 2
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Fprintf(stderr, "circuits: %v\n", err)
		return 1
	}
	all, err := units(p)
	if err != nil {
		fmt.Fprintf(stderr, "circuits: %v\n", err)
		return 1
	}
	chosen, err := choose(all, *names)
	if err != nil {
		fmt.Fprintf(stderr, "circuits: %v\n", err)
		return 2
	}
	fmt.Fprintf(stdout, "%-12s %11s %11s %9s\n", "function", "arguments", "differences", "seconds")
	status := 0
	for _, u := range chosen {
		// Models of one function each: where all are one model, each call of it runs all.
		start := time.Now()
		results, err := compare(ctx, p, []unit{u}, span{0, 1<<32 - 1, *every}, *threads, fast)
		if err != nil {
			fmt.Fprintf(stderr, "circuits: %s: %v\n", u.name(), err)
			return 1
		}
		for _, r := range results {
			sample := ""
			if *every > 1 {
				sample = "  (sample)"
			}
			fmt.Fprintf(stdout, "%-12s %11d %11d %9.1f%s\n", u.name(), r.arguments, r.differences, time.Since(start).Seconds(), sample)
			if r.differences > 0 {
				status = 1
				fmt.Fprintf(stderr, "circuits: %s\n", r.first())
			}
		}
	}
	return status
}

// choose returns the functions with the names, in the order of the list, or all of them.
func choose(all []unit, names []string) ([]unit, error) {
	if len(names) == 0 {
		return all, nil
	}
	known := collect.Of(all, func(u unit) string { return u.name() })
	var out []unit
	for _, n := range names {
		i := slices.Index(known, n)
		if i < 0 {
			return nil, fmt.Errorf("no function %.40q of one 32-bit argument%s; there are %s", n, nearest.Hint(n, known), strings.Join(known, ", "))
		}
		out = append(out, all[i])
	}
	return out, nil
}
