package mutate

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"sync"

	"smartnic-cc/codegen/cgen"
	"smartnic-cc/codegen/cgen/cc"
	"smartnic-cc/codegen/ir"
)

// Trier runs mutants on all inputs. Functions and mutants are printed as C into one
// program, where a compiler sees what they have in common and computes it once.
type Trier struct {
	Program  *ir.Program // nobody else may use it meanwhile
	Compiler cc.Compiler
	// Every is 1, or one in how many blocks of 4096 inputs are tried, beside the first and the
	// last: a sample, and no proof.
	Every uint64
}

// Difference is the first input, of those tried, on which a mutant gives something else, or
// has an index out of range.
type Difference struct {
	In   *ir.Func
	Args []uint64
}

// tryBatch is how many mutants are run in a loop, so that all have registers.
const tryBatch = 24

// tryProgramSize is how many mutants are in a program.
const tryProgramSize = 24

// loop is a function with mutants that are tried in it.
type loop struct {
	fn      *ir.Func
	domain  domain
	trials  []int      // which
	mutants []*ir.Func // the function with each of them
}

// Try returns the first difference of each trial, nil where there is none.
func (r *Trier) Try(ctx context.Context, trials []*Trial) ([]*Difference, error) {
	out := make([]*Difference, len(trials))
	// Mutants of one function that are tried in the same ones share a program.
	groups := map[string][]int{}
	var order []string
	for i, t := range trials {
		key := t.Mutant.Func.FullName()
		for _, f := range t.In {
			key += " " + f.FullName()
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	for _, key := range order {
		for at := range slices.Chunk(groups[key], tryProgramSize) {
			var part []*Trial
			for _, i := range at {
				part = append(part, trials[i])
			}
			found, err := r.one(ctx, part)
			if err != nil {
				return nil, fmt.Errorf("%s and others: %w", part[0].Mutant.ID, err)
			}
			for j, i := range at {
				out[i] = found[j]
			}
		}
	}
	return out, nil
}

// one tries mutants of one function in the same functions.
func (r *Trier) one(ctx context.Context, trials []*Trial) ([]*Difference, error) {
	loops, undo := r.plant(trials)
	var only []string
	for _, l := range loops {
		only = append(only, l.fn.FullName())
		for _, f := range l.mutants {
			only = append(only, f.FullName())
		}
	}
	slices.Sort(only)
	header, err := cgen.Generate(r.Program, cgen.Options{HeaderName: headerName, Only: slices.Compact(only), Command: "ccgen mutate", Rounding: "mutants", Profile: "none"})
	undo()
	if err != nil {
		return nil, err
	}
	bin, cleanup, err := cc.Build(ctx, r.Compiler, []string{r.Compiler.Standard(), "-w", "-O2"}, cc.File{Name: headerName, Data: header}, tryProgram(loops))
	defer cleanup()
	if err != nil {
		return nil, err
	}
	return r.run(ctx, bin, loops, len(trials))
}

// plant puts a copy of each function with each mutant beside it, and of what is between it
// and the mutant.
func (r *Trier) plant(trials []*Trial) (loops []loop, undo func()) {
	was := map[*ir.Package][]ir.Decl{}
	var exported []*ir.Func
	for _, f := range trials[0].In {
		if !f.Export {
			f.Export = true
			exported = append(exported, f)
		}
	}
	for from := 0; from < len(trials); from += tryBatch {
		for _, f := range trials[0].In {
			d, _ := domainOf(f)
			loops = append(loops, loop{fn: f, domain: d})
		}
		part := loops[len(loops)-len(trials[0].In):]
		for i := from; i < min(from+tryBatch, len(trials)); i++ {
			m := trials[i].Mutant
			c := &cloner{funcs: map[*ir.Func]*ir.Func{}}
			for _, f := range ir.Reachable(trials[0].In...) {
				body := f.Body
				if f == m.Func {
					body = m.Body()
				} else if !slices.ContainsFunc(f.Calls, func(g *ir.Func) bool { return c.funcs[g] != nil }) {
					continue
				}
				n := c.clone(f, body, fmt.Sprintf("_m%d", i))
				c.funcs[f] = n
				if was[f.Pkg] == nil {
					was[f.Pkg] = f.Pkg.Decls
					f.Pkg.Decls = slices.Clone(f.Pkg.Decls)
				}
				f.Pkg.Decls = append(f.Pkg.Decls, n)
			}
			for j := range part {
				part[j].trials = append(part[j].trials, i)
				part[j].mutants = append(part[j].mutants, c.funcs[part[j].fn])
			}
		}
	}
	return loops, func() {
		for p, decls := range was {
			p.Decls = decls
		}
		for _, f := range exported {
			f.Export = false
		}
	}
}

// run runs the program, as many parts of it at a time as there are processors.
func (r *Trier) run(ctx context.Context, bin string, loops []loop, trials int) ([]*Difference, error) {
	parts := runtime.GOMAXPROCS(0)
	outs, errs := make([][]byte, parts), make([]error, parts)
	var wg sync.WaitGroup
	for part := range parts {
		wg.Go(func() {
			cmd := exec.CommandContext(ctx, bin, fmt.Sprint(max(1, r.Every)), fmt.Sprint(part), fmt.Sprint(parts))
			outs[part], errs[part] = cmd.Output()
		})
	}
	wg.Wait()
	found := make([]*Difference, trials)
	at := make([][2]uint64, trials)
	for part := range parts {
		if errs[part] != nil {
			return nil, fmt.Errorf("the program of the mutants: %w", errs[part])
		}
		ended := false
		for s := bufio.NewScanner(bytes.NewReader(outs[part])); s.Scan(); {
			if ended = s.Text() == "end"; ended {
				break
			}
			var in, trial int
			var number uint64
			if _, err := fmt.Sscan(s.Text(), &in, &trial, &number); err != nil {
				return nil, fmt.Errorf("the program of the mutants says %.60q", s.Text())
			}
			// The first, in the order of the functions: whoever finds it.
			if key := [2]uint64{uint64(in), number}; found[trial] == nil || slices.Compare(key[:], at[trial][:]) < 0 {
				at[trial] = key
				found[trial] = &Difference{loops[in].fn, loops[in].domain.at(number)}
			}
		}
		if !ended {
			return nil, fmt.Errorf("the program of the mutants did not come to its end")
		}
	}
	return found, nil
}
