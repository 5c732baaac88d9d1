// Package smt writes proof obligations of firmware functions as SMT-LIB 2 problems in QF_BV: that an operation fits,
// that an index is in range, and that a contract (package contracts) is true. Each problem asserts the opposite, so
// that a solver's unsat is the proof and its model a counterexample.
//
// It is independent of package ranges: they share the IR, but nothing of the analysis.
//
// Differ writes another kind of question, for package mutate: whether two functions in flat form ever give different
// results. The other problems are not made from that form, since its simplified operations have no positions in the
// source.
package smt

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

//go:embed contracts/*.go
var contractSource embed.FS

// overlay is the firmware's source together with the contracts.
type overlay struct{}

func (overlay) Open(name string) (fs.File, error) {
	if name == "contracts" || strings.HasPrefix(name, "contracts/") {
		return contractSource.Open(name)
	}
	return smartnic.Source.Open(name)
}

// Program compiles the firmware with the contracts. The firmware is embedded, so that an
// error is a mistake in the contracts.
func Program() (*ir.Program, error) {
	return frontend.Load(overlay{}, smartnic.Module, append([]string{"contracts"}, smartnic.FirmwareDirs()...), frontend.Options{})
}

// Problem is one SMT-LIB problem.
type Problem struct {
	Name string // as a file name without its end: "fixedpoint.Exp2.3"
	What string // "fixedpoint/exp.go:24:7: in fixedpoint.Exp2: uint64 +"
	Text string
}

// Problems returns the problems of the firmware: the contracts, and the operations of all
// functions that take nothing but scalars in the packages that algorithms share. What the
// functions of a single algorithm are called with only package ranges knows. Lines that are
// written as wrapping need no proof. The error is a construct that has no form in SMT-LIB, at
// its file and line.
func Problems(p *ir.Program) ([]Problem, error) {
	var of []*ir.Package
	for _, q := range p.Packages {
		if isContracts(q) || slices.ContainsFunc(p.Packages, func(by *ir.Package) bool { return slices.Contains(by.Imports, q) }) {
			of = append(of, q)
		}
	}
	if len(of) == 0 { // nothing is shared: a program of one package
		of = p.Packages
	}
	return ProblemsOf(p, of)
}

// isContracts reports whether q is the package of the contracts.
func isContracts(q *ir.Package) bool { return q.Path == smartnic.Module+"/contracts" }

// ProblemsOf is Problems for functions of some packages of the program.
func ProblemsOf(p *ir.Program, packages []*ir.Package) ([]Problem, error) {
	var out []Problem
	for _, q := range packages {
		for _, d := range q.Decls {
			f, ok := d.(*ir.Func)
			if !ok || !scalars(f) {
				continue
			}
			list, err := function(p, f, isContracts(q))
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

// scalars reports whether f and all that it calls take and give scalars only.
func scalars(f *ir.Func) bool {
	return !slices.ContainsFunc(ir.Reachable(f), func(g *ir.Func) bool { return !g.Scalars() })
}

// function returns the problems of f; of a contract only that it is true.
func function(p *ir.Program, f *ir.Func, contract bool) ([]Problem, error) {
	w := &writer{tables: map[*ir.Table]string{}, wraps: p.Wraps(), top: f, contract: contract}
	fr := &frame{fn: f, vars: map[*ir.Var]string{}}
	for _, v := range f.Params {
		w.line("(declare-const %s %s)", v.Name, sortOf(v.Type.Kind))
		fr.vars[v] = v.Name
	}
	for _, v := range f.Params {
		if r := f.Contract.Params[v.GoName]; r != nil {
			w.line("(assert (and (bvsle %s %s) (bvsle %s %s)))", w.bound(fr, r.Lo), widen(v.Name, v.Type.Kind, BoundBits),
				widen(v.Name, v.Type.Kind, BoundBits), w.bound(fr, r.Hi))
		}
	}
	res := w.run(fr, "true")
	if w.err != nil {
		return nil, w.err
	}
	if contract {
		w.goals = []goal{{f.Pos.String() + ": " + f.FullName() + " is true", "(not " + res[0] + ")", len(w.lines)}}
	}
	var out []Problem
	for i, g := range w.goals {
		name := fmt.Sprintf("%s.%02d", f.FullName(), i+1)
		if contract {
			name = f.FullName()
		}
		var b strings.Builder
		fmt.Fprintf(&b, "; %s\n; %s\n; unsat is the proof; a model is a counterexample.\n(set-logic QF_BV)\n(set-option :produce-models true)\n", name, g.what)
		for _, l := range w.lines[:g.at] {
			b.WriteString(l)
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "(assert %s)\n(check-sat)\n(get-value (", g.term)
		for i, v := range f.Params {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(v.Name)
		}
		b.WriteString("))\n")
		out = append(out, Problem{name, g.what, b.String()})
	}
	return out, nil
}
