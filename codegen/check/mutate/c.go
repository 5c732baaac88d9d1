package mutate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
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
}

// port is the text of a C port.
type port struct{ header, program []byte }

const headerName = "cc.h"

// Run prints the port of each mutant, compiles it, and runs the vectors on it, first the file that the interpreter's
// verdict names. A program that dies or does not answer counts as killed, too.
func (p *Port) Run(ctx context.Context, verdicts []Verdict, hypothesis bool, progress func(done, total int)) ([]CResult, error) {
	ports := make([]port, len(verdicts))
	for i, v := range verdicts {
		var err error
		if ports[i], err = p.print(v.Mutant); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Mutant.ID, err)
		}
	}
	out := make([]CResult, len(verdicts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	var done atomic.Int64
	for i, v := range verdicts {
		g.Go(func() (err error) {
			out[i], err = p.one(ctx, v, ports[i])
			out[i].Hypothesis = hypothesis
			if n := int(done.Add(1)); progress != nil {
				progress(n, len(verdicts))
			}
			return err
		})
	}
	return out, g.Wait()
}

func (p *Port) print(m *Mutant) (port, error) {
	defer m.Apply()()
	o := cgen.Options{HeaderName: headerName, Command: "ccgen mutate", Rounding: "mutant " + m.ID, Profile: "none"}
	header, err := cgen.Generate(p.Program, o)
	if err != nil {
		return port{}, err
	}
	program, err := cgen.Program(p.Program, o)
	return port{header, program}, err
}

func (p *Port) one(ctx context.Context, v Verdict, text port) (CResult, error) {
	in := CResult{Mutant: v.Mutant}
	var files []*testvectors.File
	for _, first := range []bool{true, false} {
		for _, f := range p.Files {
			if (f.Name == v.By.File) == first {
				files = append(files, f)
			}
		}
	}
	// A mutant may well cause warnings.
	bin, cleanup, err := cc.Build(ctx, p.Compiler, []string{p.Compiler.Standard(), "-w", "-O1"}, cc.File{Name: headerName, Data: text.header}, text.program)
	defer cleanup()
	if err != nil {
		return in, fmt.Errorf("%s: %w", v.Mutant.ID, err)
	}
	report, err := conformance.RunProgram(ctx, bin, p.Catalog, files)
	switch {
	case ctx.Err() != nil:
		return in, ctx.Err()
	case err != nil:
		in.Killed, in.How = true, err.Error()
	case report != nil:
		in.Killed, in.How = true, report.First.Summary()
	}
	return in, nil
}
