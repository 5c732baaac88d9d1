package mutate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// CResult is the outcome of a mutant of the C port.
type CResult struct {
	Mutant *Mutant
	// Hypothesis: the mutant was chosen for its kind; else it was drawn.
	Hypothesis bool
	Killed     bool
	// How is what showed it: a case with its step and field, or how the program ended.
	How string
}

// Draw chooses the mutants of the C port by the seed: one of each kind, then n more, all different, among those that
// the vectors kill in the interpreter. C must kill them, too.
func Draw(results []Result, n int, seed uint64) (hypotheses, drawn []Verdict) {
	r := rand.New(rand.NewPCG(seed, 0))
	order := r.Perm(len(results))
	taken := map[*Mutant]bool{}
	take := func(want func(m *Mutant) bool) (Verdict, bool) {
		for _, i := range order {
			v := results[i].Verdict
			if !taken[v.Mutant] && v.Killed && want(v.Mutant) {
				taken[v.Mutant] = true
				return v, true
			}
		}
		return Verdict{}, false
	}
	for _, k := range Kinds() {
		if v, ok := take(func(m *Mutant) bool { return m.Kind == k }); ok {
			hypotheses = append(hypotheses, v)
		}
	}
	for range n {
		v, ok := take(func(*Mutant) bool { return true })
		if !ok {
			break // all are drawn
		}
		drawn = append(drawn, v)
	}
	return hypotheses, drawn
}

// Port says how mutants of the C port are compiled and which vectors they run.
type Port struct {
	Program  *ir.Program // the mutants' program; nobody else may use it meanwhile
	Compiler cc.Compiler
	// Catalog has the layouts of what the vectors run.
	Catalog *transducer.Catalog
	Files   []*testvectors.File

	printing sync.Mutex // a mutant at a time is applied to Program
}

const headerName = "cc.h"

// Run prints the port of each mutant, compiles it, and runs the vectors on it: those of the file that the
// interpreter's verdict names and, if it passes them, the others. A program that dies or does not answer counts as
// killed, too.
func (p *Port) Run(ctx context.Context, verdicts []Verdict, hypothesis bool, progress func(done, total int)) ([]CResult, error) {
	out := make([]CResult, len(verdicts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	var done atomic.Int64
	for i, v := range verdicts {
		g.Go(func() error {
			out[i] = CResult{Mutant: v.Mutant, Hypothesis: hypothesis}
			for _, first := range []bool{true, false} {
				files := slices.DeleteFunc(slices.Clone(p.Files), func(f *testvectors.File) bool { return (f.Name == v.By.File) != first })
				if len(files) == 0 || out[i].Killed {
					continue
				}
				if err := p.run(ctx, &out[i], files); err != nil {
					return fmt.Errorf("%s: %w", v.Mutant.ID, err)
				}
			}
			if n := int(done.Add(1)); progress != nil {
				progress(n, len(verdicts))
			}
			return nil
		})
	}
	return out, g.Wait()
}

// print returns the port with a mutant of what the files run.
func (p *Port) print(m *Mutant, files []*testvectors.File) (header, program []byte, err error) {
	p.printing.Lock()
	defer p.printing.Unlock()
	defer m.Apply()()
	o := cgen.Options{HeaderName: headerName, Command: "ccgen mutate", Rounding: "mutant " + m.ID, Profile: "none"}
	for _, f := range files {
		for i := range f.Groups {
			o.Only = append(o.Only, f.Groups[i].Name)
		}
	}
	if header, err = cgen.Generate(p.Program, o); err == nil {
		program, err = cgen.Program(p.Program, o)
	}
	return header, program, err
}

// run runs the files on the port with a mutant.
func (p *Port) run(ctx context.Context, in *CResult, files []*testvectors.File) error {
	header, program, err := p.print(in.Mutant, files)
	if err != nil {
		return err
	}
	// A mutant may well cause warnings. It runs for less time than an optimiser would.
	bin, cleanup, err := cc.Build(ctx, p.Compiler, []string{p.Compiler.Standard(), "-w", "-O0"}, cc.File{Name: headerName, Data: header}, program)
	defer cleanup()
	if err != nil {
		return err
	}
	report, err := conformance.RunProgram(ctx, bin, p.Catalog, files)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		in.Killed, in.How = true, err.Error()
	case report != nil:
		in.Killed, in.How = true, report.First.Summary()
	}
	return nil
}
