package python

import (
	"fmt"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// Options say what Generate prints.
type Options struct {
	// Name is a transducer ("dcqcn"), or a package ("fixedpoint") for all that it exports.
	Name string
	// Command is printed in the head of the module: the command that makes it again.
	Command string
	// Lines puts the line of the source behind each statement.
	Lines bool
}

// gen prints one module.
type gen struct {
	p           *ir.Program
	o           Options
	main        *ir.Package // whose names stand as they are
	catalog     *transducer.Catalog
	transducers []*ir.Transducer
	exports     []*ir.Func // what is called by name: exported, and no step or init
	funcs       []*ir.Func // all that is printed, in the order of the source
	ranges      func(ir.Expr) interval.Interval
	names       *names
	helpers     map[string]bool
	consts      map[*ir.ConstDecl]bool
	tables      map[*ir.Table]bool
	types       map[*ir.Type]bool // structs
	nested      map[*ir.Type]bool // structs in structs
	faults      bool              // some index is not shown to be in range
	err         error
}

func newGen(p *ir.Program, o Options) (*gen, error) {
	s, err := printer.Select(p, o.Name)
	if err != nil {
		return nil, err
	}
	g := &gen{p: p, o: o, main: s.Main, catalog: s.Catalog, transducers: s.Transducers, exports: s.Exports, funcs: s.Funcs, ranges: ranges.ForAny(s.Called).Of, helpers: map[string]bool{},
		consts: map[*ir.ConstDecl]bool{}, tables: map[*ir.Table]bool{}, types: map[*ir.Type]bool{}, nested: map[*ir.Type]bool{}}
	g.use()
	g.names = g.nameAll()
	return g, nil
}

// use finds which types, tables and constants the functions need, and puts with them the constants of
// the types that parameters, states, events and outputs have.
func (g *gen) use() {
	for _, f := range g.funcs {
		for _, v := range f.Params {
			g.useType(v.Type)
		}
		for _, t := range f.Results {
			g.useType(t)
		}
		ir.EachStmt(f.Body, func(s ir.Stmt) {
			switch s := s.(type) {
			case *ir.Declare:
				g.useType(s.Var.Type)
			case *ir.For:
				g.useConst(f, s.Lo)
				g.useConst(f, s.Hi)
			case *ir.Switch:
				for _, c := range s.Cases {
					for _, v := range c.Values {
						g.useConst(f, v)
					}
				}
			}
			ir.EachExpr(s, func(e ir.Expr) {
				switch e := e.(type) {
				case *ir.Const:
					g.useConst(f, e)
				case *ir.TableRef:
					g.tables[e.Table] = true
					g.useType(e.Table.Type)
				case *ir.Composite:
					g.useType(e.Typ)
				}
			})
		})
	}
}

func (g *gen) useType(t *ir.Type) {
	switch t.Kind {
	case ir.Struct:
		if g.types[t] {
			return
		}
		g.types[t] = true
		for _, f := range t.Fields {
			g.useType(f.Type)
			in := f.Type
			for in.Kind == ir.Array {
				in = in.Elem
			}
			if in.Kind == ir.Struct {
				g.nested[in] = true
			}
		}
	case ir.Array:
		g.useType(t.Elem)
	default:
		if t.Decl != nil {
			for _, c := range t.Decl.Consts() {
				g.consts[c] = true
			}
		}
	}
}

func (g *gen) useConst(f *ir.Func, c *ir.Const) {
	if c.Ref != nil && !c.Ref.Local {
		g.consts[c.Ref] = true
	}
	for _, d := range namedIn(g.p, f.Pkg, c) {
		g.consts[d] = true
	}
}

func (g *gen) fail(pos ir.Pos, format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
}

// helper notes that a function of helpers.py is needed, and returns its name.
func (g *gen) helper(name string) string {
	g.helpers[name] = true
	return name
}
