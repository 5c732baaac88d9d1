// Command fuzzall runs every fuzz target of this module, each for a while, and
// prints a table:
//
//	go run ./internal/dev/fuzzall --time 20s ./internal/capture/trace/... ./internal/packet/roce
//
// Targets are found in the sources, so that a new one takes part by itself. A
// run fails on a crash, on a target that does not end, and where a worker's
// memory grows by more than a limit (on Linux; elsewhere memory is not
// measured): what a fuzz target is given is small, so whatever needs much has
// trusted a number in it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/cli"
)

const usage = `Runs every fuzz target of the packages (default ./...), each for a while, and
prints what came of it. Status 1: a target failed.

Flags:
%s
Examples:
  go run ./internal/dev/fuzzall --time 20s
  go run ./internal/dev/fuzzall --time 5m --run 'Read|Parse|Decode' ./internal/...
  go run ./internal/dev/fuzzall --list
`

// options are the flags.
type options struct {
	each   time.Duration
	grace  time.Duration
	hang   time.Duration
	jobs   int
	memory uint64 // bytes
	run    *regexp.Regexp
	list   bool
	json   bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the command; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, patterns, help, err := parse(args)
	if help != "" {
		fmt.Fprint(stdout, help)
		return cli.ExitOK
	}
	fail := func(err error) int {
		fmt.Fprintln(stderr, "fuzzall:", err)
		return cli.ExitUsage
	}
	if err != nil {
		return fail(err)
	}
	targets, err := find(ctx, ".", patterns, o.run)
	if err != nil {
		return fail(err)
	}
	if len(targets) == 0 {
		return fail(errors.New("no fuzz target in these packages; --list ./... shows all"))
	}
	if o.list {
		for _, t := range targets {
			fmt.Fprintln(stdout, t.short(), t.Name)
		}
		return cli.ExitOK
	}
	results := runAll(ctx, o, targets, stderr)
	if err := write(stdout, o, results); err != nil {
		return fail(err)
	}
	for _, r := range results {
		if r.Failed != "" {
			return cli.ExitCheck
		}
	}
	return cli.ExitOK
}

// parse reads the flags; help is the text to be shown instead of anything else.
func parse(args []string) (o options, patterns []string, help string, err error) {
	flags := pflag.NewFlagSet("fuzzall", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	flags.DurationVar(&o.each, "time", 20*time.Second, "how long each target is fuzzed, beside its known inputs")
	flags.DurationVar(&o.hang, "hang", 15*time.Second, "how long no input may be finished before the target counts as hung")
	flags.IntVar(&o.jobs, "jobs", 2, "targets side by side, each with one worker")
	memory := flags.Uint64("memory", 64, "MiB that a target may take beside Go's own fuzzing engine; 0: any")
	pattern := flags.String("run", "", "regular expression of the targets' names; all")
	flags.BoolVar(&o.list, "list", false, "list the targets and run none")
	flags.BoolVar(&o.json, "json", false, "print the table as JSON")
	if err := flags.Parse(args); errors.Is(err, pflag.ErrHelp) {
		return o, nil, fmt.Sprintf(usage, flags.FlagUsages()), nil
	} else if err != nil {
		return o, nil, "", err
	}
	if o.each <= 0 || o.hang <= 0 || o.jobs < 1 || *memory > 1<<30 {
		return o, nil, "", errors.New("--time, --hang and --jobs must be above 0, and --memory at most 2^30")
	}
	o.memory, o.grace = *memory<<20, grace
	if o.run, err = regexp.Compile(*pattern); err != nil {
		return o, nil, "", fmt.Errorf("--run: %w", err)
	}
	if patterns = flags.Args(); len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	return o, patterns, "", nil
}

// runAll fuzzes the targets, some side by side; results come in their order.
// Failures are shown at once, in full.
func runAll(ctx context.Context, o options, targets []target, stderr io.Writer) []result {
	results := make([]result, len(targets))
	work := make(chan int)
	var all sync.WaitGroup
	var show sync.Mutex
	for range min(o.jobs, len(targets)) {
		all.Go(func() {
			for i := range work {
				r := fuzz(ctx, o, targets[i])
				results[i] = r
				show.Lock()
				fmt.Fprintf(stderr, "%s %s: %s\n", r.short(), r.Name, r.outcome())
				if r.Failed != "" {
					fmt.Fprintf(stderr, "%s\n", r.output)
				}
				show.Unlock()
			}
		})
	}
	for i := range targets {
		work <- i
	}
	close(work)
	all.Wait()
	return results
}

// write prints the table.
func write(w io.Writer, o options, results []result) error {
	if o.json {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(results)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "package\ttarget\tinputs\tnew\tMiB\t")
	failed := 0
	for _, r := range results {
		grown := "-"
		if r.Measured {
			grown = fmt.Sprintf("%.1f", float64(r.Grown)/(1<<20))
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\n", r.short(), r.Name, r.Inputs, r.New, grown, r.Failed)
		if r.Failed != "" {
			failed++
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d targets, %v each, %d failed; inputs tried, of new coverage, memory taken\n", len(results), o.each, failed)
	return err
}
