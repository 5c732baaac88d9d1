package cgen

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/ident"
)

// A step, as one function, saves at each event the registers that any kind needs. So each kind has a function: the step
// with the kind assumed, of which the compiler keeps one clause. So has each sort of rare events, which may take many turns.

// eventStep is a transducer whose step has a function for each kind of event.
type eventStep struct {
	*ir.Transducer
	kind       *ir.Field
	invariants []*ir.Func
}

// selectEvents finds them and returns the functions of their invariants and of rare events: those that
// call nothing, which other builds would have too, and do not branch, as compilers keep such branches.
func (g *gen) selectEvents() (all []*ir.Func) {
	for _, t := range g.p.Transducers {
		leaf, _ := t.EventKinds()
		if leaf < 0 || g.opt.Verified || !g.isRoot[t.Step] {
			continue
		}
		s := &eventStep{Transducer: t, kind: ir.Layout(t.Event)[leaf].Field}
		for _, l := range t.Laws {
			if l.Kind == ir.Invariant && len(l.Holds.Calls) == 0 && len(l.Holds.Body) == 1 {
				s.invariants = append(s.invariants, l.Holds)
			}
		}
		g.events = append(g.events, s)
		for _, f := range append(slices.Clone(s.invariants), t.Rare...) {
			for _, p := range f.Params {
				g.lawArgs[p] = p.Type.Kind == ir.Struct
			}
			for public := g.n.funcs[f] == ""; g.n.funcs[f] == ""; public = !public {
				g.n.nameDecl(f, g.opt.Prefix+Snake(f.Pkg.Name)+"_", public)
			}
			all = append(all, f)
		}
	}
	return all
}

// isLeaf reports whether f is small and calls nothing, so that the functions of the kinds have it inlined.
func isLeaf(f *ir.Func) bool {
	n, calls := CountOps(f)
	return n <= inlineGrowth && len(calls) == 0
}

// api prints a function of the interface.
func (g *gen) api(f *ir.Func, bodies map[*ir.Func]string) string {
	if s := collect.First(g.events, func(s *eventStep) bool { return s.Step == f }); s != nil {
		return g.apart(s, bodies)
	}
	return g.upper + "API " + bodies[f]
}

// apart prints a step as the function that those of the kinds call, with these and the step that chooses one.
func (g *gen) apart(s *eventStep, bodies map[*ir.Func]string) string {
	w := &fn{g: g, f: s.Step, vars: map[*ir.Var]string{}}
	w.push()
	name, signature := g.n.funcs[s.Step], g.signature(s.Step, w)
	p, state, e := w.vars[s.Step.Params[0]], w.vars[s.Step.Params[1]], w.vars[s.Step.Params[2]]
	args, kind := "("+p+", "+state+", "+e+")", e+"->"+g.n.fields[s.kind]

	used := maps.Clone(g.n.taken)
	unique := func(suffix string) string { return ident.Unique(used, nil, name+"_"+suffix) }
	whole := unique("any")

	var b strings.Builder
	fmt.Fprintf(&b, "#ifdef %[1]sAPART\n#define %[2]s %[4]s\nstatic %[1]sINLINE\n#else\n%[1]sAPI\n#endif\n%[3]s\n#ifdef %[1]sAPART\n#undef %[2]s\n", g.upper, name, bodies[s.Step], whole)
	for _, f := range append(slices.Clone(s.invariants), s.Rare...) {
		b.WriteString("\nstatic " + g.upper + "INLINE " + bodies[f])
	}
	trusted := strings.Join(collect.Of(s.invariants, func(f *ir.Func) string {
		return fmt.Sprintf("%sASSUME(%s(%s, %s))", g.upper, g.n.funcs[f], p, state)
	}), "; \\\n\t")
	fmt.Fprintf(&b, "\n/* Invariants of every state that the step leaves. */\n#if defined(%[1]sTRUST)\n#define %[1]sTRUSTED(%[2]s, %[3]s) \\\n\t%[4]s\n#else\n#define %[1]sTRUSTED(%[2]s, %[3]s) ((void)0)\n#endif\n", g.upper, p, state, cmp.Or(trusted, "((void)0)"))
	function := func(suffix, assume, first string) string {
		own := unique(suffix)
		fmt.Fprintf(&b, "\n%[1]sAPART %[2]s\n{\n\t%[1]sASSUME(%[3]s);\n\t%[1]sWHOLE(%[4]s);\n\t%[1]sTRUSTED(%[5]s, %[6]s);\n%[7]s\treturn %[8]s%[9]s;\n}\n", g.upper, strings.Replace(signature, name+"(", own+"(", 1), assume, e, p, state, first, whole, args)
		return "\t\treturn " + own + args + ";\n"
	}
	var rare, before string
	for _, f := range s.Rare {
		is := g.n.funcs[f] + args
		rare += "\tif (" + is + ") {\n" + function("rare", is+before, "") + "\t}\n"
		before += " && !" + is
	}
	var cases, others []string
	seen := map[uint64]bool{0: true}
	for _, c := range s.kind.Type.Decl.Consts() {
		value, word := g.useConst(c, s.kind.Type.Kind), ir.Word(c.Value)
		if is := kind + " == " + value; !seen[word] {
			seen[word] = true
			others = append(others, "!("+is+")")
			cases = append(cases, "\tcase "+value+":\n"+function(Snake(c.Name), is, rare))
		}
	}
	cases = append(cases, "\tdefault:\n"+function("other", cmp.Or(strings.Join(others, " && "), "1"), ""))
	fmt.Fprintf(&b, "\n%[1]sAPI %[2]s\n{\n\tswitch (%[3]s) {\n%[4]s\t}\n}\n#undef %[1]sTRUSTED\n#endif\n", g.upper, signature, kind, strings.Join(cases, ""))
	return b.String()
}

// inRegisters reports whether t is an output of 32 bits and a smaller number, which RISC-V returns in registers.
func (g *gen) inRegisters(t *ir.Type) bool {
	l := ir.Layout(t)
	return slices.ContainsFunc(g.events, func(s *eventStep) bool { return s.Output == t }) && len(l) == 2 && max(l[0].Kind.Bits(), l[1].Kind.Bits()) == 32
}

// resultAttribute aligns such an output, so that RISC-V does not return it through memory.
func (g *gen) resultAttribute(t *ir.Type) string {
	if !g.inRegisters(t) {
		return " "
	}
	return "\n#if defined(__riscv) /* returned in registers, and not through memory */\n__attribute__((aligned(8)))\n#endif\n"
}

// reload has the words of such an output loaded from the state where they are returned.
func (f *fn) reload(c *ir.Composite) {
	for _, e := range c.Elems {
		if at, ok := e.(*ir.FieldRef); ok && e.Type().Kind.Bits() == 32 && f.g.inRegisters(c.Typ) && f.g.mutable[ir.BaseVar(at)] {
			word, _ := f.place(at)
			f.line("%sRELOAD(%s);", f.g.upper, word)
		}
	}
}
