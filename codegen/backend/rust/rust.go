package rust

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/text/nearest"
)

// Options say what a crate holds.
type Options struct {
	// Name is a transducer ("dcqcn"), or a package ("fixedpoint") for all that it exports.
	Name string
	// Command is printed in the heads of the files: the command that makes them again.
	Command string
	// Profiles are the constants of module profiles.
	Profiles []Profile
	// Unproven reports whether an operation at a place may overflow though the source does not say so. Nil is of a
	// program whose arithmetic is proven.
	Unproven func(ir.Pos) bool
}

// Profile is a set of parameters.
type Profile struct {
	Name, Title string
	Transducer  string
	Values      []uint64 // flattened
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
	names       *names
	used        map[any]bool // constants, tables and types that something printed so far mentions
	kinds       map[*ir.ConstDecl]ir.Kind
	changed     bool // used or kinds
	err         error
}

// Names returns what Options.Name may be: the transducers, and the packages that export functions.
func Names(p *ir.Program) []string {
	var list []string
	for _, t := range p.Transducers {
		list = append(list, t.Name)
	}
	for _, f := range p.Exports() {
		list = append(list, f.Pkg.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func newGen(p *ir.Program, o Options) (*gen, error) {
	g := &gen{p: p, o: o, funcs: map[*ir.Func]bool{}, wraps: p.Wraps(), mutable: map[*ir.Var]bool{}, used: map[any]bool{}, kinds: map[*ir.ConstDecl]ir.Kind{}}
	var roots []*ir.Func
	for _, t := range p.Transducers {
		if t.Name == o.Name || p.Transducer(o.Name) == nil && t.Pkg.Name == o.Name {
			g.transducers = append(g.transducers, t)
			roots = append(roots, t.Init, t.Step)
			if t.Next != nil {
				roots = append(roots, t.Next)
			}
		}
	}
	if p.Transducer(o.Name) == nil {
		for _, f := range p.Exports() {
			if f.Pkg.Name == o.Name {
				roots = append(roots, f)
			}
		}
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("unknown algorithm %.40q%s; one of %s", o.Name, nearest.Hint(o.Name, Names(p)), strings.Join(Names(p), ", "))
	}
	called := slices.Clone(roots) // by the protocol, and so with any argument
	for _, f := range ir.Reachable(roots...) {
		g.funcs[f] = true
		g.findMutable(f)
		if f.Export && !slices.Contains(called, f) {
			called = append(called, f)
		}
	}
	for _, f := range p.Funcs() {
		if g.funcs[f] && f.Export && !slices.ContainsFunc(p.Transducers, func(t *ir.Transducer) bool { return t.Step == f || t.Init == f }) {
			g.exports = append(g.exports, f)
		}
	}
	g.ranges = cgen.Ranges(called)
	g.names = nameAll(p)
	return g, nil
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

// plain reports whether an operation of f with this exact result is printed as an operator.
func (g *gen) plain(f *ir.Func, pos ir.Pos, result interval.Interval, k ir.Kind) bool {
	if result.Fits(k) {
		return true
	}
	_, wraps := g.wraps[pos.File][pos.Line]
	return !wraps && !f.Contract.Wrap && (g.o.Unproven == nil || !g.o.Unproven(pos))
}
