package cgen

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/internal/base/text/nearest"
)

// LineMode says how the header gives the source line of a statement.
type LineMode uint8

// The line modes.
const (
	NoLines        LineMode = iota
	LineComments            // a comment /* log.go:12 */ at the end of the line
	LineDirectives          // #line before each statement: a debugger shows the Go source
)

// String returns the mode as it is written in settings.
func (m LineMode) String() string {
	return enum.Name(m, "none", "comments", "directives")
}

// Options say what Generate prints. The zero value prints everything with the
// prefix cc_.
type Options struct {
	// Prefix begins every name at file scope, and in upper case those of macros: a lower case C identifier, usually
	// with an underscore at its end. "" is cc_.
	Prefix string
	// HeaderName is the file name under which Program includes the header; ""
	// is the prefix without its underscore and .h: cc.h.
	HeaderName string
	// Command, Rounding and Profile are printed in the head of the file: the exact
	// command that generates it, the rounding policy, and the parameter profile
	// (each may have several lines).
	Command, Rounding, Profile string
	// Only selects packages ("dcqcn"), functions ("fixedpoint.Log2") or transducers ("dolcerc4": its init, step and
	// next functions), with what they call. Empty selects everything.
	Only []string
	// Lines prints the source line of each statement.
	Lines LineMode
	// Verified prints for a verifier that follows all paths of a program and ignores the source's declarations, as
	// the Linux kernel's for BPF does. An index that is neither a constant nor a loop's variable is kept in range at
	// its use, with the fields in it read from memory there, so that it does not depend on what each path stored;
	// leading zeros have no branches, nor have min and max in loops with many iterations; a value of many fields is
	// set to zero in loops; and all functions are inlined, as a return costs as much as a step in a kernel that
	// guards against speculation.
	Verified bool
	// Laws adds the laws of the selected transducers, which a build with CC_CHECK (after the prefix) checks at every
	// step; without it they add no code.
	Laws bool
	// ACSL adds contracts to the functions of transducers, in comments that Frama-C reads: declared ranges, and the
	// laws of one step.
	ACSL  bool
	turns uint64 // loops of this many turns or more are long; 0 means manyTurns
	// Initializers are parameter sets that the header holds as macros.
	Initializers []Initializer
}

var prefixPattern = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (o *Options) complete() error {
	o.Prefix = cmp.Or(o.Prefix, "cc_")
	if !prefixPattern.MatchString(o.Prefix) {
		return fmt.Errorf("prefix %q is no lower case C identifier; use letters, digits and underscores, as in nic_", o.Prefix)
	}
	if o.HeaderName == "" {
		o.HeaderName = strings.TrimRight(o.Prefix, "_") + ".h"
	}
	o.turns = cmp.Or(o.turns, manyTurns)
	if o.Lines > LineDirectives {
		return fmt.Errorf("line mode %d is unknown; use NoLines, LineComments or LineDirectives", o.Lines)
	}
	return nil
}

// HeaderName returns the name under which the firmware program of these options includes the header. It fails if the
// prefix is not a lower case C identifier, or the line mode is unknown.
func HeaderName(opt Options) (string, error) {
	err := opt.complete()
	return opt.HeaderName, err
}

// gen prints one header.
type gen struct {
	p     *ir.Program
	opt   Options
	upper string // prefix in upper case
	n     *names
	r     *ranges.Any
	err   error

	roots    []*ir.Func
	isRoot   map[*ir.Func]bool
	whole    map[*ir.Package]bool // selected as a whole: all its public types and constants are printed
	live     []*ir.Func           // found to be called, in order
	isLive   map[*ir.Func]bool
	infos    map[*ir.Func]*fnInfo
	mutable  map[*ir.Var]bool
	loops    map[*ir.Var]bool  // variables of loops
	inline   map[*ir.Func]bool // marked for the compiler to inline
	flat     map[ir.Expr]bool  // min and max that are printed without a branch
	outs     map[*ir.Func][]string
	final    bool // the second pass
	helpers  map[string]bool
	tables   map[*ir.Table]bool
	consts   map[*ir.ConstDecl]bool
	kinds    map[*ir.ConstDecl]ir.Kind // of the uses of an untyped constant; Invalid if several
	types    map[*ir.Type]bool         // named types and structs that are mentioned
	wrappers map[*ir.Type]bool
	typeHelp map[typeHelper]bool
	help     []typeHelper // in order
	extra    map[string]string
	zero     bool
	checked  []*ir.Transducer  // whose laws are printed
	lawFuncs []*ir.Func        // those of their checks that no package declares
	ofLaws   map[*ir.Func]bool // functions that only checks call
	lawArgs  map[*ir.Var]bool  // structs that they are given
	events   []*eventStep
	assumed  []*ir.Func        // functions of their invariants and rare events
	known    map[*ir.Type]bool // types and functions that are mentioned, as found by the previous pass
	called   map[*ir.Func]bool
}

// typeHelper is a function made for one type: zero, make or of.
type typeHelper struct {
	op string
	t  *ir.Type
}

// Generate prints the selected part of the program as one C header. The same program and options give the same bytes.
// It fails if an option is invalid, if Only names something that the program does not have, or if the source does
// something that C cannot express (an array inside the result of a call passed on by value).
func Generate(p *ir.Program, opt Options) ([]byte, error) {
	g, err := newGen(p, opt)
	if err != nil {
		return nil, err
	}
	bodies := g.bodies()
	if g.err != nil {
		return nil, g.err
	}
	text := g.header(bodies)
	return text, g.err
}

func newGen(p *ir.Program, opt Options) (*gen, error) {
	if err := opt.complete(); err != nil {
		return nil, err
	}
	g := &gen{
		p: p, opt: opt, upper: strings.ToUpper(opt.Prefix), n: nameProgram(p, opt.Prefix),
		isRoot: map[*ir.Func]bool{}, whole: map[*ir.Package]bool{},
		infos: map[*ir.Func]*fnInfo{}, loops: map[*ir.Var]bool{}, outs: map[*ir.Func][]string{},
		kinds: map[*ir.ConstDecl]ir.Kind{}, extra: map[string]string{},
	}
	if err := g.selectRoots(); err != nil {
		return nil, err
	}
	g.lawArgs = map[*ir.Var]bool{}
	all := append(slices.Clone(g.roots), g.selectLaws()...)
	g.assumed = g.selectEvents()
	all = append(all, g.assumed...)
	funcs := ir.Reachable(all...)
	g.r, g.mutable = ranges.ForAny(all), ir.Modified(funcs)
	for _, f := range funcs {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			if s, ok := s.(*ir.For); ok {
				g.loops[s.Var] = true
			}
		})
	}
	g.inline = Inlined(g.roots)
	if opt.Verified {
		g.flat = branchless(funcs, opt.turns)
		for _, f := range funcs {
			g.inline[f] = !g.isRoot[f]
		}
	}
	return g, nil
}

// selectRoots resolves Only.
func (g *gen) selectRoots() error {
	want := map[*ir.Func]bool{}
	if len(g.opt.Only) == 0 {
		for _, f := range g.p.Exports() {
			want[f] = true
		}
		for _, pkg := range g.p.Packages {
			g.whole[pkg] = true
		}
	}
	for _, name := range g.opt.Only {
		pkg, f, t := g.p.Package(name), g.p.Func(name), g.p.Transducer(name)
		switch {
		case t != nil: // a transducer may have the name of its package, which includes it
			if pkg == nil {
				want[t.Init], want[t.Step] = true, true
				if t.Next != nil {
					want[t.Next] = true
				}
				break
			}
			fallthrough
		case pkg != nil:
			g.whole[pkg] = true
			for _, d := range pkg.Decls {
				if x, ok := d.(*ir.Func); ok && x.Export {
					want[x] = true
				}
			}
		case f != nil && !f.Export:
			return fmt.Errorf("function %s is not exported; mark it //ccgen:export at %s", name, f.Pos)
		case f != nil:
			want[f] = true
		default:
			return fmt.Errorf("the program has no package, function or transducer %q%s; it has %s", name, nearest.Hint(name, g.selectable()), strings.Join(g.selectable(), ", "))
		}
	}
	for _, f := range g.p.Exports() {
		if want[f] {
			g.roots = append(g.roots, f)
			g.isRoot[f] = true
		}
	}
	if len(g.roots) == 0 {
		return errors.New("nothing to print: no function is exported; mark one with //ccgen:export or //ccgen:transducer")
	}
	return nil
}

func (g *gen) selectable() []string {
	s := collect.Of(g.p.Packages, func(p *ir.Package) string { return p.Name })
	s = append(s, collect.Of(g.p.Transducers, func(t *ir.Transducer) string { return t.Name })...)
	slices.Sort(s)
	return slices.Compact(s)
}

// reset clears what was found to be needed.
func (g *gen) reset() {
	g.live, g.isLive = nil, map[*ir.Func]bool{}
	g.helpers, g.tables = map[string]bool{}, map[*ir.Table]bool{}
	g.consts, g.types = map[*ir.ConstDecl]bool{}, map[*ir.Type]bool{}
	g.wrappers, g.typeHelp, g.help = map[*ir.Type]bool{}, map[typeHelper]bool{}, nil
	g.zero = false
}

// bodies prints all functions that are needed, twice: the second pass uses what the first finds out about constants
// and variables.
func (g *gen) bodies() map[*ir.Func]string {
	var out map[*ir.Func]string
	for _, final := range []bool{false, true} {
		g.final = final
		g.reset()
		out = map[*ir.Func]string{}
		for _, f := range g.roots {
			g.useFunc(f)
		}
		for _, t := range g.checked {
			g.useFunc(t.Check)
		}
		for _, f := range g.assumed {
			g.useFunc(f)
		}
		for i := 0; i < len(g.live); i++ {
			out[g.live[i]] = g.body(g.live[i])
		}
		g.known, g.called = g.types, g.isLive
	}
	return out
}

// body prints a definition from its signature on.
func (g *gen) body(f *ir.Func) string {
	if g.infos[f] == nil {
		g.infos[f] = &fnInfo{kinds: map[*ir.ConstDecl]ir.Kind{}, unread: map[*ir.Var]bool{}}
	}
	w := &fn{g: g, f: f, out: &strings.Builder{}, vars: map[*ir.Var]string{}, consts: map[*ir.ConstDecl]string{}, info: g.infos[f]}
	w.push()
	sig := g.signature(f, w)
	w.line("%s", sig)
	w.line("{")
	w.indent++
	w.fresh = true
	for _, p := range f.Params {
		if g.final && w.info.unread[p] {
			w.line("(void)%s;", w.vars[p])
		}
	}
	w.stmts(f.Body)
	w.indent--
	w.line("}")
	if !g.final {
		for v := range w.vars {
			w.info.unread[v] = true
		}
		for _, v := range w.read {
			delete(w.info.unread, v)
		}
	}
	return w.out.String()
}
