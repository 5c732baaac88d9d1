// Package vectors makes test vectors for packages from their source alone: from the declared
// ranges of parameters, state and events, from random runs with the algorithm's own timers,
// and by a search for faults that these do not show. The answers are the interpreter's.
package vectors

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Options says how vectors are made. The same options and source give the same vectors.
type Options struct {
	Seed uint64
	// Calls is about how many calls the search for faults that no vector shows makes in all; 0 skips the search. The
	// search ends earlier when it finds nothing new.
	Calls int
	// Begin are existing vectors, such as runs of a model. The search also begins with them, and looks for the faults
	// that they do not show; the result is only what it finds.
	Begin []*testvectors.File
	// Progress, if not nil, is called with the present task and how much of it is done.
	Progress func(what string, done, total int)

	sample func(*mutate.Mutant) bool // the faults to plant; all if nil
}

// Result is what was made.
type Result struct {
	// Files are the vectors: one file for the functions of each package, one for each
	// algorithm.
	Files []*testvectors.File
	// Mutants is how many faults were planted in the packages, and Killed how many of them the new vectors and those
	// of Options.Begin show; both are 0 without a search.
	Mutants, Killed int
	// Open are the faults that they do not show.
	Open []*mutate.Mutant
}

// Flags of the vectors.
const (
	flagRandom = "Random"
	flagEdge   = "EdgeCase"
	flagLoaded = "LoadedState"
)

var notes = map[string]testvectors.Note{
	flagRandom:                {BugType: "BASIC", Description: "Events as they may come, at random, with the timers when they are due."},
	flagEdge:                  {BugType: "EDGE_CASE", Description: "A value at an end of its declared range, or of its type."},
	flagLoaded:                {BugType: "STATE", Description: "A state that is loaded: with a value at an end of its declared range, or all at random."},
	testvectors.ParameterEnds: {BugType: "PARAMETER", Description: "Parameters at an end of their declared range."},
	testvectors.FoundBySearch: {BugType: "STATE", Description: "Found by search for a fault that no other case shows."},
}

// Generate makes the vectors of the packages in p.Named. It fails at a place where the firmware traps, which the
// error names with the values given, or if ctx ends.
func Generate(ctx context.Context, p *codegen.Packages, o Options) (*Result, error) {
	g := &generator{p: p, o: o, fw: conformance.Interpreter(p.Program), seen: map[string]bool{}}
	for _, q := range p.Named {
		if err := g.functions(q); err != nil {
			return nil, err
		}
		for _, t := range p.Program.Transducers {
			if t.Pkg == q {
				if err := g.algorithm(ctx, t); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(g.files) == 0 {
		return nil, fmt.Errorf("vectors: no package has an algorithm or an exported function; write //ccgen:transducer NAME init=FUNC above a step function, or //ccgen:export above a function")
	}
	result := &Result{Files: g.files}
	if o.Calls > 0 {
		if err := g.search(ctx, result); err != nil {
			return nil, err
		}
	}
	if len(o.Begin) > 0 {
		result.Files = onlyFound(g.files)
	}
	for _, f := range result.Files {
		g.finish(f)
		if err := f.Check(); err != nil {
			return nil, err
		}
	}
	return result, nil
}

type generator struct {
	p     *codegen.Packages
	o     Options
	fw    transducer.Firmware
	files []*testvectors.File
	seen  map[string]bool // calls of functions
}

// random returns the stream of random numbers of a part, independent of those of other parts.
func (g *generator) random(part string) *rng { return newRNG(g.o.Seed, part) }

// onlyFound returns what the search found of files.
func onlyFound(files []*testvectors.File) (found []*testvectors.File) {
	made := func(t *testvectors.Test) bool { return !slices.Contains(t.Flags, testvectors.FoundBySearch) }
	for _, f := range files {
		for i := range f.Groups {
			q := &f.Groups[i]
			q.Calls = slices.DeleteFunc(q.Calls, func(c testvectors.Call) bool { return made(&c.Test) })
			q.Sequences = slices.DeleteFunc(q.Sequences, func(s testvectors.Sequence) bool { return made(&s.Test) })
		}
		f.Groups = slices.DeleteFunc(f.Groups, func(q testvectors.Group) bool { return len(q.Calls)+len(q.Sequences) == 0 })
		if len(f.Groups) > 0 {
			f.Name = strings.TrimSuffix(f.Name, ".json") + "-found.json"
			found = append(found, f)
		}
	}
	return found
}

// source names the package of a group, and hashes its source.
func source(q *ir.Package) testvectors.Source {
	h := sha256.New()
	for _, f := range q.Files {
		fmt.Fprintln(h, f.SHA256)
	}
	return testvectors.Source{Name: q.Path, Version: hex.EncodeToString(h.Sum(nil)[:8])}
}

// file begins a file.
func (g *generator) file(q *ir.Package, name, schema string) *testvectors.File {
	f := &testvectors.File{
		Name: name + ".json", Algorithm: name, Schema: schema, Notes: map[string]testvectors.Note{},
		Header: []string{
			fmt.Sprintf("%s: vectors from the declared ranges of package %s.", name, q.Path),
			fmt.Sprintf("Made by `ccgen vectors --seed %d` with the answers of the interpreter. Form: docs/vectors.md.", g.o.Seed),
		},
	}
	g.files = append(g.files, f)
	return f
}

// finish gives a file its ids and the notes for its flags.
func (g *generator) finish(f *testvectors.File) {
	note := func(t *testvectors.Test) {
		for _, flag := range t.Flags {
			f.Notes[flag] = notes[flag]
		}
	}
	for i := range f.Groups {
		for j := range f.Groups[i].Calls {
			note(&f.Groups[i].Calls[j].Test)
		}
		for j := range f.Groups[i].Sequences {
			note(&f.Groups[i].Sequences[j].Test)
		}
	}
	f.Renumber()
}

// Numbers of calls of a function.
const (
	randomCalls = 200
	mostEdges   = 200
)

// functions makes the file of the exported functions of a package.
func (g *generator) functions(q *ir.Package) error {
	var f *testvectors.File
	for _, fn := range exported(g.p.Program, q) {
		ranges := mutate.RangesOf(g.p.Program, fn)
		layout := codegen.FuncOf(fn)
		if len(layout.Args) == 0 || len(layout.Results) == 0 {
			continue
		}
		group := testvectors.Group{Type: testvectors.FunctionTest, Source: source(q), Name: layout.Name, Args: layout.Args, Results: layout.Results}
		d := &drawer{ranges: ranges, leaves: layout.Args, rng: g.random(layout.Name)}
		for e := range d.edges(d.typical(), 0, len(layout.Args)) {
			if len(group.Calls) == mostEdges {
				break
			}
			if err := g.call(&group, e.values, e.name, flagEdge); err != nil {
				return err
			}
		}
		for range randomCalls {
			if err := g.call(&group, d.random(d.typical(), 0, len(layout.Args)), "", flagRandom); err != nil {
				return err
			}
		}
		if f == nil {
			f = g.file(q, q.Name, testvectors.FunctionSchema)
			if g.p.Program.Transducer(q.Name) != nil {
				f.Name = q.Name + "-functions.json"
			}
		}
		f.Groups = append(f.Groups, group)
	}
	return nil
}

// exported returns the exported functions of a package except steps and inits.
func exported(p *ir.Program, q *ir.Package) []*ir.Func {
	var out []*ir.Func
	for _, f := range p.Exports() {
		step := slices.ContainsFunc(p.Transducers, func(t *ir.Transducer) bool { return t.Step == f || t.Init == f })
		if f.Pkg == q && !step {
			out = append(out, f)
		}
	}
	return out
}

// call adds a call, once.
func (g *generator) call(group *testvectors.Group, args []uint64, comment string, flag string) error {
	key := fmt.Sprint(group.Name, args)
	if args == nil || g.seen[key] {
		return nil
	}
	g.seen[key] = true
	results, err := g.fw.Call(group.Name, slices.Clone(args))
	if err != nil {
		return fmt.Errorf("vectors: %s of %s: %w; declare the ranges of its parameters with //ccgen:range", group.Name, values(group.Args, args), err)
	}
	group.Calls = append(group.Calls, testvectors.Call{Test: testvectors.Test{Comment: title(comment), Flags: []string{flag}}, Args: args, Results: results})
	return nil
}

// values lists values with their names.
func values(leaves []transducer.Leaf, list []uint64) string {
	text := ""
	for i, l := range leaves {
		if i > 0 {
			text += ", "
		}
		text += l.Name + " " + l.Format(list[i])
	}
	return text
}

// title cuts a comment to the length that a vector allows.
func title(text string) string { return text[:min(len(text), testvectors.MaxComment)] }
