package conformance

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// Target is one way of running the firmware.
type Target struct {
	// Compiler and Flags build the port; the zero Compiler is the IR's interpreter.
	Compiler cc.Compiler
	Flags    []string // level of optimisation, sanitizers
	Label    string   // the flags' name in the table
	// Parts selects the header's form without libgcc, the default on small cores.
	Parts bool

	// platform and toolchain are those of a target of the matrix, nil for the host.
	platform  *Platform
	toolchain *Toolchain
}

func (t *Target) interpreted() bool { return t.Compiler.Name == "" }

// Name returns a short name of the target.
func (t *Target) Name() string {
	if t.interpreted() {
		return "interpreter"
	}
	if t.platform != nil {
		return t.platform.Name + " " + t.toolchain.Family + " " + t.Label
	}
	return t.Compiler.Name + " " + t.Label
}

// form returns the option that selects the header's form.
func (t *Target) form(c *Config) []string {
	if t.Parts {
		return []string{"-D" + c.macro() + "NO_LIBGCC"}
	}
	return nil
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
	// Timeout is the time for a reply, after which a port counts as hanging; 0 is the target's default.
	Timeout time.Duration
	// Progress, if not nil, is called with the number of tests done and the total, from any goroutine.
	Progress func(done, total int)
}

// macro is the prefix of the header's macros.
func (c *Config) macro() string { return strings.ToUpper(cmp.Or(c.Prefix, "cc_")) }

// Run runs all files on all targets, as many at a time as there are processors, and returns an outcome for each
// target, in their order. A target ends at its first difference or error; the others go on. Facts of a target of the
// matrix are the bits of a word, the order of bytes ("endian") and what ran the program ("runs on"). The error is
// that of the first target that failed: a program that died, or did not answer. A compiler that is not installed is
// an error before anything runs.
func Run(ctx context.Context, c Config) ([]testvectors.Outcome, error) {
	rows := make([]testvectors.Outcome, len(c.Targets))
	for i := range c.Targets {
		t := &c.Targets[i]
		rows[i].Target, rows[i].Given = t.Name(), c.Files
		if !t.interpreted() && t.platform == nil {
			_, rows[i].Err = t.Compiler.Find()
		}
	}
	if err := firstError(rows); err != nil {
		return rows, err
	}
	total := collect.Sum(c.Files, func(f *testvectors.File) int { return f.Tests() })
	total *= len(c.Targets)
	var done atomic.Int64
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range c.Targets {
		g.Go(func() error {
			rows[i].Err = c.run(ctx, &c.Targets[i], &rows[i], func(int, int) {
				if n := done.Add(1); c.Progress != nil {
					c.Progress(int(n), total)
				}
			})
			rows[i].OK = rows[i].OK && rows[i].Err == nil
			return nil
		})
	}
	_ = g.Wait() // the errors are in the rows
	if ctx.Err() != nil {
		return rows, context.Cause(ctx)
	}
	return rows, firstError(rows)
}

func firstError(rows []testvectors.Outcome) error {
	for i := range rows {
		if rows[i].Err != nil {
			return rows[i].Err
		}
	}
	return nil
}

func (c *Config) run(ctx context.Context, t *Target, row *testvectors.Outcome, progress func(done, total int)) error {
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
	if err = row.Run(ctx, fw, c.Files, progress); err == nil && row.OK {
		if e, ok := fw.(timeout); ok {
			err = e.ends(ctx)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", row.Target, err)
	}
	return nil
}

// start builds the target and runs it.
func (c *Config) start(ctx context.Context, t *Target, row *testvectors.Outcome) (fw transducer.Firmware, cleanup func(), err error) {
	cleanup = func() {}
	if t.interpreted() {
		return Interpreter(c.IR), cleanup, nil
	}
	if row.Tool, err = t.Compiler.Version(ctx); err != nil {
		return nil, cleanup, err
	}
	var bin string
	opt := pipe.Options{Catalog: c.Catalog}
	if t.platform == nil {
		flags := append(append([]string{t.Compiler.Standard()}, cc.Warnings()...), t.Flags...)
		flags = append(flags, t.form(c)...)
		bin, cleanup, err = cc.Build(ctx, t.Compiler, flags, c.Header, c.Program)
	} else {
		on := "this machine"
		bin, cleanup, err = t.build(ctx, c)
		if !t.platform.native() && err == nil {
			opt.Args = t.platform.Run(bin)[1:]
			opt.Timeout = emulatorTimeout
			on = t.platform.Emulator.Name
			if bin, err = t.platform.Emulator.Find(); err == nil {
				var version string
				version, err = t.platform.Emulator.Version(ctx)
				row.Tool += ", " + version
			}
		}
		row.Facts = testvectors.Facts{{Name: "bits", Value: t.platform.Word}, {Name: "endian", Value: t.platform.Order}, {Name: "runs on", Value: on}}
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

// emulatorTimeout is the time for a reply: an emulator on a busy machine may take long for its first one.
const emulatorTimeout = 30 * time.Second

// RunProgram runs the files on a firmware program, up to the first difference, and returns the report of that, or nil
// if there was no difference. The catalog is that of Config. It is an error if the program died or did not answer.
func RunProgram(ctx context.Context, bin string, catalog *transducer.Catalog, files []*testvectors.File) (*testvectors.Report, error) {
	p, err := pipe.Run(bin, pipe.Options{Catalog: catalog})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	var o testvectors.Outcome
	err = o.Run(ctx, p, files, nil)
	return o.Report, err
}
