package conformance

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// Target is one way of running the firmware.
type Target struct {
	// Compiler and Flags build the port; the zero Compiler is the IR's interpreter.
	Compiler cc.Compiler
	Flags    []string // level of optimisation, sanitizers
	Label    string   // what the table calls the flags
	// Parts is the form without libgcc, which small cores have by themselves.
	Parts bool

	// platform and toolchain are those of a target of the matrix, nil for the host.
	platform  *Platform
	toolchain *Toolchain
}

func (t *Target) interpreted() bool { return t.Compiler.Name == "" }

// Name is the target in a word or two.
func (t *Target) Name() string {
	if t.interpreted() {
		return "interpreter"
	}
	if t.platform != nil {
		return t.platform.Name + " " + t.toolchain.Family + " " + t.Label
	}
	return t.Compiler.Name + " " + t.Label
}

// Targets makes the interpreter and each compiler at each level of optimisation, once in the form for
// cores without libgcc, and once with sanitizers if asked.
func Targets(compilers []cc.Compiler, levels []string, sanitize bool) []Target {
	targets := []Target{{}}
	for _, c := range compilers {
		for _, l := range levels {
			targets = append(targets, Target{Compiler: c, Flags: []string{l}, Label: l})
		}
		if last := len(levels) - 1; last >= 0 {
			targets = append(targets, Target{Compiler: c, Flags: levels[last:], Label: levels[last] + " NO_LIBGCC", Parts: true})
		}
		if sanitize {
			targets = append(targets, Target{Compiler: c, Flags: append([]string{"-O1", "-g"}, cc.Sanitizers()...), Label: "sanitizers"})
		}
	}
	return targets
}

// Config is a conformance run.
type Config struct {
	IR *ir.Program
	// Catalog has the layouts of what the program runs.
	Catalog *transducer.Catalog
	Header  cc.File
	// Prefix begins the header's names; "" is cc_.
	Prefix  string
	Program []byte
	Targets []Target
	Files   []*testvectors.File
	// Timeout is the time for a reply, 0 for what suits the target: a port that hangs is
	// found by it.
	Timeout time.Duration
	// Progress, if not nil, is called with the tests done and in all, from any
	// goroutine.
	Progress func(done, total int)
}

// macro is the prefix of the header's macros.
func (c *Config) macro() string { return strings.ToUpper(cmp.Or(c.Prefix, "cc_")) }

// Row is the outcome of one target.
type Row struct {
	Target  string `json:"target"`
	Version string `json:"version,omitempty"`
	// Bits, Order and Emulator are those of a target of the matrix; Emulator is empty
	// where this machine ran the program itself.
	Bits     int    `json:"bits,omitempty"`
	Order    string `json:"byteOrder,omitempty"`
	Emulator string `json:"emulator,omitempty"`
	Tests    int    `json:"tests"`
	Steps    int    `json:"steps"`
	OK       bool   `json:"ok"`
	// Report is the file's report with the first difference, if there is one.
	Report *testvectors.Report `json:"report,omitempty"`
	// Reports are those of all files that were run to their end or to a difference.
	Reports []testvectors.Report `json:"-"`
	// Err is the error that ended the target, nil if there was none.
	Err error `json:"-"`
}

// Run runs all files on all targets, as many at a time as there are processors, and
// returns a row a target, in their order. A target ends at its first
// difference or error; the others go on. The error is the first target's that has one:
// a program that died, or did not answer. Before anything is run it is that of a
// compiler that is not installed.
func Run(ctx context.Context, c Config) ([]Row, error) {
	rows := make([]Row, len(c.Targets))
	for i := range c.Targets {
		t := &c.Targets[i]
		rows[i].Target = t.Name()
		if !t.interpreted() && t.platform == nil {
			_, rows[i].Err = t.Compiler.Find()
		}
	}
	if err := firstError(rows); err != nil {
		return rows, err
	}
	total := 0
	for _, f := range c.Files {
		total += f.Tests()
	}
	total *= len(c.Targets)
	var done atomic.Int64
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range c.Targets {
		g.Go(func() error {
			rows[i].Err = c.run(ctx, &c.Targets[i], &rows[i], func() {
				if n := done.Add(1); c.Progress != nil {
					c.Progress(int(n), total)
				}
			})
			return nil
		})
	}
	_ = g.Wait() // the errors are in the rows
	if ctx.Err() != nil {
		return rows, context.Cause(ctx)
	}
	return rows, firstError(rows)
}

func firstError(rows []Row) error {
	for i := range rows {
		if rows[i].Err != nil {
			return rows[i].Err
		}
	}
	return nil
}

func (c *Config) run(ctx context.Context, t *Target, row *Row, progress func()) error {
	if ctx.Err() != nil {
		return context.Canceled
	}
	fw, cleanup, err := c.start(ctx, t, row)
	defer cleanup()
	if err != nil {
		if ctx.Err() != nil {
			return context.Canceled
		}
		return err
	}
	defer fw.Close()
	for _, f := range c.Files {
		report, err := testvectors.Verify(fw, f, testvectors.Options{Progress: func(int, int) { progress() }})
		tests, steps, _ := report.Total()
		row.Tests += tests
		row.Steps += steps
		if err != nil {
			return fmt.Errorf("%s: %w", row.Target, err)
		}
		report.Firmware = row.Target
		row.Reports = append(row.Reports, report)
		if !report.OK() {
			row.Report = &report
			return nil
		}
	}
	if e, ok := fw.(ender); ok {
		if err := e.ends(ctx); err != nil {
			return fmt.Errorf("%s: %w", row.Target, err)
		}
	}
	row.OK = true
	return nil
}

// start builds the target and runs it.
func (c *Config) start(ctx context.Context, t *Target, row *Row) (fw transducer.Firmware, cleanup func(), err error) {
	cleanup = func() {}
	if t.interpreted() {
		return Interpreter(c.IR), cleanup, nil
	}
	if row.Version, err = t.Compiler.Version(ctx); err != nil {
		return nil, cleanup, err
	}
	var bin string
	opt := pipe.Options{Catalog: c.Catalog}
	if t.platform == nil {
		flags := append(append([]string{t.Compiler.Standard()}, cc.Warnings()...), t.Flags...)
		if t.Parts {
			flags = append(flags, "-D"+c.macro()+"NO_LIBGCC")
		}
		bin, cleanup, err = cc.Build(ctx, t.Compiler, flags, c.Header, c.Program)
	} else {
		row.Bits, row.Order = t.platform.Word, t.platform.Order
		bin, cleanup, err = t.build(ctx, c)
		if !t.platform.native() && err == nil {
			opt.Args = t.platform.Run(bin)[1:]
			opt.Timeout = emulatorTimeout
			if bin, err = t.platform.Emulator.Find(); err == nil {
				row.Emulator, err = t.platform.Emulator.Version(ctx)
			}
		}
	}
	if err != nil {
		return nil, cleanup, err
	}
	if c.Timeout > 0 {
		opt.Timeout = c.Timeout
	}
	p, err := pipe.Run(bin, opt)
	if err != nil {
		return nil, cleanup, fmt.Errorf("%s: %w", row.Target, err)
	}
	return running{p, bin, opt}, cleanup, nil
}

// emulatorTimeout is the time for a reply: an emulator on a busy machine may take long
// over its first one.
const emulatorTimeout = 30 * time.Second

// WriteTable prints a line a target, and what differs first for those that failed.
func WriteTable(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	matrix := slices.ContainsFunc(rows, func(r Row) bool { return r.Bits > 0 })
	if matrix {
		fmt.Fprint(t, "target\tbits\tendian\truns on\tvectors\tsteps\tresult\tcompiler\n")
	} else {
		fmt.Fprint(t, "target\tvectors\tsteps\tresult\tcompiler\n")
	}
	for i := range rows {
		r := &rows[i]
		result := "bit-exact"
		if !r.OK {
			result = "DIFFERS"
		}
		machine := ""
		if matrix {
			on, _, _ := strings.Cut(r.Emulator, " ")
			if on == "" {
				on = "this machine"
			}
			machine = fmt.Sprintf("\t%d\t%s\t%s", r.Bits, r.Order, on)
		}
		fmt.Fprintf(t, "%s%s\t%d\t%d\t%s\t%s\n", r.Target, machine, r.Tests, r.Steps, result, r.Version)
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

// RunProgram runs the files on a firmware program, up to the first difference, and returns
// the report with it, nil if there is none. The error is about a program that died or did
// not answer.
// The catalog is that of Config.
func RunProgram(ctx context.Context, bin string, catalog *transducer.Catalog, files []*testvectors.File) (*testvectors.Report, error) {
	p, err := pipe.Run(bin, pipe.Options{Catalog: catalog})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	for _, f := range files {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		report, err := testvectors.Verify(p, f, testvectors.Options{})
		if err != nil {
			return nil, err
		}
		if !report.OK() {
			return &report, nil
		}
	}
	return nil, nil
}
