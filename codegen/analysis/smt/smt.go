// Package smt writes proof obligations of firmware functions as SMT-LIB 2 problems in QF_BV: that an operation fits,
// that an index is in range, and that a contract (package contracts) is true. Each problem asserts the opposite, so
// that a solver's unsat is the proof and its model a counterexample.
//
// It is independent of package ranges, with which it shares the IR but nothing of the analysis. The obligations come
// from flat.Source, the flat form before it is simplified.
//
// Differ writes another kind of question, for package mutate: whether two functions in flat form ever give different
// results.
package smt

import (
	"embed"
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
