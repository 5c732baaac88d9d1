package conformance

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"smartnic-cc/codegen/cgen/cc"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/pipe"
	"smartnic-cc/internal/transducer"
	"smartnic-cc/testvectors"
)

// Target is one way of running the firmware.
type Target struct {
	// Compiler and Flags build the port; the zero Compiler is the IR's interpreter.
	Compiler cc.Compiler
	Flags    []string // level of optimisation, sanitizers
	Label    string   // what the table calls the flags
}

func (t *Target) interpreted() bool { return t.Compiler.Name == "" }

// Name is the target in a word or two.
func (t *Target) Name() string {
	if t.interpreted() {
		return "interpreter"
	}
	return t.Compiler.Name + " " + t.Label
}

// Targets makes the interpreter and each compiler at each level of optimisation, and
// once with sanitizers if asked.
func Targets(compilers []cc.Compiler, levels []string, sanitize bool) []Target {
	targets := []Target{{}}
	for _, c := range compilers {
		for _, l := range levels {
			targets = append(targets, Target{Compiler: c, Flags: []string{l}, Label: l})
		}
		if sanitize {
			targets = append(targets, Target{Compiler: c, Flags: append([]string{"-O1", "-g"}, cc.Sanitizers...), Label: "sanitizers"})
		}
	}
	return targets
}

// Config is a conformance run.
type Config struct {
	IR      *ir.Program
	Header  cc.File
	Program []byte
	Targets []Target
	Files   []*testvectors.File
	// Progress, if not nil, is called with the tests done and in all, from any
	// goroutine.
	Progress func(done, total int)
}

// Row is the outcome of one target.
type Row struct {
	Target  string `json:"target"`
	Version string `json:"version,omitempty"`
	Tests   int    `json:"tests"`
	Steps   int    `json:"steps"`
	OK      bool   `json:"ok"`
	// Report is the file's report with the first difference, if there is one.
	Report *testvectors.Report `json:"report,omitempty"`
}

// Run runs all files on all targets, as many at a time as there are processors, and
// returns a row a target, in their order. A target ends at its first
// difference. The error is about what could not be run: a missing compiler, a
// program that died.
func Run(ctx context.Context, c Config) ([]Row, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rows := make([]Row, len(c.Targets))
	errs := make([]error, len(c.Targets))
	total := 0
	for _, f := range c.Files {
		total += f.Tests()
	}
	total *= len(c.Targets)
	var done atomic.Int64
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range c.Targets {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			progress := func() {
				if n := done.Add(1); c.Progress != nil {
					c.Progress(int(n), total)
				}
			}
			if errs[i] = c.run(ctx, &c.Targets[i], &rows[i], progress); errs[i] != nil {
				cancel()
			}
		})
	}
	wg.Wait()
	// The first error in the order of targets that is not the cancellation's echo.
	for _, err := range errs {
		if err != nil && ctx.Err() != nil && err != context.Canceled {
			return rows, err
		}
	}
	return rows, context.Cause(ctx)
}

func (c *Config) run(ctx context.Context, t *Target, row *Row, progress func()) error {
	if ctx.Err() != nil {
		return context.Canceled
	}
	row.Target = t.Name()
	var fw transducer.Firmware
	if t.interpreted() {
		fw = Interpreter(c.IR)
	} else {
		var err error
		if row.Version, err = t.Compiler.Version(ctx); err != nil {
			return err
		}
		flags := append(append([]string{t.Compiler.Standard()}, cc.Warnings...), t.Flags...)
		bin, cleanup, err := cc.Build(ctx, t.Compiler, flags, c.Header, c.Program)
		defer cleanup()
		if err != nil {
			if ctx.Err() != nil {
				return context.Canceled
			}
			return err
		}
		if fw, err = pipe.Run(bin, pipe.Options{}); err != nil {
			return fmt.Errorf("%s: %w", row.Target, err)
		}
	}
	defer fw.Close()
	row.OK = true
	for _, f := range c.Files {
		report, err := testvectors.Verify(fw, f, testvectors.Options{Progress: func(int, int) { progress() }})
		tests, steps, _ := report.Total()
		row.Tests += tests
		row.Steps += steps
		if err != nil {
			return fmt.Errorf("%s: %w", row.Target, err)
		}
		if !report.OK() {
			report.Firmware = row.Target
			row.OK, row.Report = false, &report
			return nil
		}
	}
	return nil
}

// WriteTable prints a line a target, and what differs first for those that failed.
func WriteTable(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "target\tvectors\tsteps\tresult\tcompiler")
	for i := range rows {
		r := &rows[i]
		result := "bit-exact"
		if !r.OK {
			result = "DIFFERS"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\n", r.Target, r.Tests, r.Steps, result, r.Version)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range rows {
		if rows[i].Report != nil {
			fmt.Fprintln(w)
			if err := rows[i].Report.Write(w); err != nil {
				return err
			}
		}
	}
	return nil
}
