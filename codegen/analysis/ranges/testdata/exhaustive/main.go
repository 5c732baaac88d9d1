// This command is a part of the program that TestExhaustive prints. It runs functions over all
// arguments in their declared ranges, and ends with 1 where something does not fit.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// maxParams is the largest number of parameters of a function that is run.
const maxParams = 4

// run is one function and its domain.
type run struct {
	name   string
	params string // in the order of the loops
	lo, hi int64  // of the outermost loop, both included
	loop   func(lo, hi int64, at *[maxParams]int64)
}

// block returns how many values of the outermost loop are one piece of work.
func (r run) block() int64 { return min(1<<16, (r.hi-r.lo)>>12+1) }

func main() {
	every := flag.Int64("every", 1, "run only every n-th block of the domain")
	threads := flag.Int("threads", runtime.NumCPU(), "threads")
	flag.Parse()
	if *every < 1 || *threads < 1 || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "exhaustive: -every and -threads are at least 1, and there are no arguments")
		os.Exit(2)
	}
	if !all(os.Stdout, *every, *threads) {
		os.Exit(1)
	}
}

// all runs everything and reports whether all checks held.
func all(w io.Writer, every int64, threads int) bool {
	ok := true
	fmt.Fprintf(w, "%-26s %14s %9s\n", "function", "values", "seconds")
	for _, r := range runs {
		start := time.Now()
		n, msg := r.over(every, threads)
		note := ""
		if every > 1 {
			note = "  (sample)"
		}
		fmt.Fprintf(w, "%-26s %14d %9.1f%s\n", r.name, n, time.Since(start).Seconds(), note)
		if msg != "" {
			fmt.Fprintln(w, "exhaustive: "+msg)
			ok = false
		}
	}
	return ok
}

// over runs the domain and returns how many values of the outermost loop it
// went over and, if a check failed, where and at which arguments.
func (r run) over(every int64, threads int) (values int64, msg string) {
	block := r.block()
	blocks := (r.hi-r.lo)/block + 1
	var next, done atomic.Int64
	var mu sync.Mutex
	first := blocks // of the failed blocks
	var wg sync.WaitGroup
	for range threads {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				b := (next.Add(1) - 1) * every
				if b >= blocks {
					return
				}
				lo := r.lo + b*block
				hi := min(lo+block-1, r.hi)
				text := r.one(lo, hi)
				done.Add(hi - lo + 1)
				if text == "" {
					continue
				}
				mu.Lock()
				if b < first {
					first, msg = b, text
				}
				mu.Unlock()
				next.Store(blocks) // what comes later matters no more
			}
		}()
	}
	wg.Wait()
	return done.Load(), msg
}

// one runs a piece and returns what failed.
func (r run) one(lo, hi int64) (msg string) {
	var at [maxParams]int64
	defer func() {
		if x := recover(); x != nil {
			f, ok := x.(fault)
			if !ok {
				msg = fmt.Sprintf("%s: %v at %s = %v", r.name, x, r.params, at)
				return
			}
			msg = fmt.Sprintf("%s: does not fit at %s = %v", sites[f], r.params, at)
		}
	}()
	r.loop(lo, hi, &at)
	return ""
}
