package rust

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/text/nearest"
	"smartnic-cc/testvectors/transducer"
)

// Options say what a crate holds.
type Options struct {
	// Name is a transducer ("dcqcn"), or a package ("fixedpoint") for all that it exports.
	Name string
	// Command is printed in the heads of the files: the command that makes them again.
	Command string
	// Profiles are the constants of module profiles.
	Profiles []Profile
	// Unproven reports whether arithmetic at a place may overflow though the source does not say so; nil is of a program
	// whose arithmetic is proven.
	Unproven func(ir.Pos) bool
}

// Profile is a set of parameters.
type Profile struct {
	Name, Title, Transducer string
	Values                  []uint64 // flattened
}

// gen prints one crate.
type gen struct {
	p           *ir.Program
	o           Options
	transducers []*ir.Transducer
	exports     []*ir.Func // what is called by name: exported, and no step or init
	funcs       map[*ir.Func]bool
	ranges      func(ir.Expr) interval.Interval
	wraps       map[string]map[int]string
	mutable     map[*ir.Var]bool // assigned, or what they point to is
	names       map[any]string   // of packages, types, fields, functions, constants and tables
	taken       map[*ir.Package]map[string]bool
	goNames     map[*ir.Package]map[string]string // what comments call those that are not plain words
	used        map[any]bool                      // constants, tables and types that something printed so far mentions
	kinds       map[*ir.ConstDecl]ir.Kind         // of the uses of untyped constants
	changed     bool                              // used or kinds
	err         error
}

// New generates a crate; AddVectors adds its tests. The error is that of an unknown name, which lists those that there are, or of
// something in the source that Rust cannot say.
func New(p *ir.Program, o Options) (*Crate, error) {
	g := &gen{p: p, o: o, funcs: map[*ir.Func]bool{}, wraps: p.Wraps(), mutable: map[*ir.Var]bool{}, names: map[any]string{},
		taken: map[*ir.Package]map[string]bool{}, goNames: map[*ir.Package]map[string]string{}, used: map[any]bool{}, kinds: map[*ir.ConstDecl]ir.Kind{}}
	c := &Crate{Name: o.Name}
	var roots []*ir.Func
	var known []string
	var algorithms []transducer.Algorithm
	for _, t := range p.Transducers {
		known = append(known, t.Name)
		if t.Name == o.Name || p.Transducer(o.Name) == nil && t.Pkg.Name == o.Name {
			g.transducers, algorithms = append(g.transducers, t), append(algorithms, codegen.AlgorithmOf(t))
			if roots = append(roots, t.Init, t.Step); t.Next != nil {
				roots = append(roots, t.Next)
			}
		}
	}
	for _, f := range p.Exports() {
		if known = append(known, f.Pkg.Name); f.Pkg.Name == o.Name && p.Transducer(o.Name) == nil {
			roots = append(roots, f)
		}
	}
	if slices.Sort(known); len(roots) == 0 {
		known = slices.Compact(known)
		return nil, fmt.Errorf("unknown algorithm %.40q%s; one of %s", o.Name, nearest.Hint(o.Name, known), strings.Join(known, ", "))
	}
	called := slices.Clone(roots) // by the protocol, and so with any argument
	for _, f := range ir.Reachable(roots...) {
		g.funcs[f] = true
		g.findMutable(f)
		if f.Export {
			called = append(called, f)
		}
	}
	var funcs []transducer.Func
	for _, f := range p.Funcs() {
		if g.funcs[f] && f.Export && !slices.ContainsFunc(p.Transducers, func(t *ir.Transducer) bool { return t.Step == f || t.Init == f }) {
			g.exports, funcs = append(g.exports, f), append(funcs, codegen.FuncOf(f))
		}
	}
	g.ranges, c.Catalog = cgen.Ranges(called), transducer.NewCatalog(algorithms, funcs)
	g.nameAll()
	for g.changed = true; g.changed && g.err == nil; { // what a pass finds to be used, the next prints
		g.changed = false
		c.Files = g.files(c)
	}
	return c, g.err
}

// findMutable marks the variables that f changes after their declaration, and the pointers through which it or what it
// calls writes. Callees were looked at before.
func (g *gen) findMutable(f *ir.Func) {
	ir.EachStmt(f.Body, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Assign:
			g.mutable[ir.BaseVar(s.Dst)] = true
		case *ir.MultiAssign:
			for i, v := range s.Dst {
				g.mutable[v] = g.mutable[v] || !s.Define[i]
			}
		}
		ir.EachExpr(s, func(e ir.Expr) {
			if c, ok := e.(*ir.Call); ok {
				for i, a := range c.Args {
					if a.ByRef && g.mutable[c.Func.Params[i]] {
						g.mutable[ir.BaseVar(a.X)] = true
					}
				}
			}
		})
	})
}

func (g *gen) fail(pos ir.Pos, format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
}

// use notes that a constant, table or type is mentioned.
func (g *gen) use(what any) {
	g.changed = g.changed || !g.used[what]
	g.used[what] = true
}
