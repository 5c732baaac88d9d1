package printer

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// Selection is the part of a program that is printed.
type Selection struct {
	Main        *ir.Package // of the named package or transducer
	Transducers []*ir.Transducer
	Funcs       []*ir.Func // all, in the order of the source
	Called      []*ir.Func // by users of the text, and so with any argument
	Exports     []*ir.Func // called by name: exported, but not a step or init
	Catalog     *transducer.Catalog
}

// Names returns what Select selects: the transducers, and the packages that export functions.
func Names(p *ir.Program) []string {
	list := collect.Of(p.Transducers, func(t *ir.Transducer) string { return t.Name })
	list = append(list, collect.Of(p.Exports(), func(f *ir.Func) string { return f.Pkg.Name })...)
	slices.Sort(list)
	return slices.Compact(list)
}

// Select returns a transducer ("dcqcn"), or a package's exports ("fixedpoint"), with their callees. It fails on an
// unknown name, listing the known ones, or on a package with nothing to call.
func Select(p *ir.Program, name string) (*Selection, error) {
	s := &Selection{}
	var roots []*ir.Func
	if t := p.Transducer(name); t != nil {
		s.Main, s.Transducers = t.Pkg, []*ir.Transducer{t}
		roots = append(roots, t.Init, t.Step)
		if t.Next != nil {
			roots = append(roots, t.Next)
		}
	} else if s.Main = p.Package(name); s.Main == nil {
		return nil, &transducer.UnknownAlgorithmError{Name: name, Known: Names(p)}
	} else {
		s.Transducers = append(s.Transducers, collect.Where(p.Transducers, func(t *ir.Transducer) bool { return t.Pkg == s.Main })...)
		roots = append(roots, collect.Where(p.Exports(), func(f *ir.Func) bool { return f.Pkg == s.Main })...)
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("package %s has nothing to call; mark a function with //ccgen:export or //ccgen:transducer", name)
	}
	live := map[*ir.Func]bool{}
	for _, f := range ir.Reachable(roots...) {
		live[f] = true
		if f.Export {
			s.Called = append(s.Called, f)
		}
	}
	algorithms := collect.Of(s.Transducers, codegen.AlgorithmOf)
	var funcs []transducer.Func
	for _, f := range p.Funcs() {
		if !live[f] {
			continue
		}
		s.Funcs = append(s.Funcs, f)
		if f.Export && !slices.ContainsFunc(p.Transducers, func(t *ir.Transducer) bool { return t.Step == f || t.Init == f }) {
			s.Exports, funcs = append(s.Exports, f), append(funcs, codegen.FuncOf(f))
		}
	}
	s.Catalog = transducer.NewCatalog(algorithms, funcs)
	return s, nil
}
