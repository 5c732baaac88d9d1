package cgen

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// With Options.Laws a step function is printed twice where CC_CHECK is defined: as it is, under another name, and
// as a function that calls that one and then the check of all laws.

// brokenMacro says what happens where a law does not hold.
const brokenMacro = `#if defined(CC_CHECK) && !defined(CC_BROKEN)
#if defined(__GNUC__)
#define CC_BROKEN(law) __builtin_trap()
#else
#define CC_BROKEN(law) do { volatile uint32_t broken_law = (law); while (broken_law != 0) { } } while (0)
#endif
#endif
`

// selectLaws finds the laws that are printed and returns the functions that check them.
func (g *gen) selectLaws() []*ir.Func {
	if !g.opt.Laws {
		return nil
	}
	var checks []*ir.Func
	for _, t := range g.p.Transducers {
		if t.Check != nil && g.isRoot[t.Step] {
			g.checked = append(g.checked, t)
			checks = append(checks, t.Check)
		}
	}
	declared, plain := g.p.Funcs(), ir.Reachable(g.roots...)
	g.ofLaws = map[*ir.Func]bool{}
	for _, f := range ir.Reachable(checks...) {
		g.ofLaws[f] = !slices.Contains(plain, f)
		if !slices.Contains(declared, f) {
			g.lawFuncs = append(g.lawFuncs, f)
			for _, p := range f.Params {
				g.lawArgs[p] = p.Type.Kind == ir.Struct
			}
			for _, public := range []bool{true, false} {
				g.n.nameDecl(f, g.opt.Prefix+Snake(f.Pkg.Name)+"_", public)
			}
		}
	}
	return checks
}

// pointed reports whether a parameter is a pointer in C: one in Go, and a struct of a function that only checks of laws
// call, since copies of structs would take stack.
func (g *gen) pointed(p *ir.Var) bool { return p.ByRef || g.lawArgs[p] }

// withChecks encloses code that is there only where laws are checked.
func (g *gen) withChecks(code string) string {
	return "#ifdef " + g.upper + "CHECK\n" + code + "#endif\n"
}

// unchecked prints a step function so that it has another name where laws are checked.
func (g *gen) unchecked(f *ir.Func, definition string) string {
	name := g.n.funcs[f]
	return g.withChecks("#define "+name+" "+name+"_unchecked\n"+g.upper+"API "+g.proto(f)+";\n") + definition + g.withChecks("#undef "+name+"\n")
}

// laws prints the laws of a package and the step functions that check them.
func (g *gen) laws(pkg *ir.Package, bodies map[*ir.Func]string) string {
	var parts []string
	for _, f := range g.lawFuncs {
		if f.Pkg == pkg && g.isLive[f] {
			parts = append(parts, g.storage(f)+bodies[f])
		}
	}
	for _, t := range g.checked {
		if t.Step.Pkg != pkg {
			continue
		}
		lines := []string{"The laws of " + t.Name + ", by number:", ""}
		for i, l := range t.Laws {
			lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, l.Name, l.Text))
		}
		w := &fn{g: g, f: t.Step, vars: map[*ir.Var]string{}}
		w.push()
		head := g.signature(t.Step, w)
		p, s, e := w.vars[t.Step.Params[0]], w.vars[t.Step.Params[1]], w.vars[t.Step.Params[2]]
		before, out, broken := w.local("before"), w.local("out"), w.local("broken")
		parts = append(parts, comment(lines, "")+fmt.Sprintf(`%[1]sAPI %[2]s
{
	const %[3]s %[4]s = *%[5]s;
	const %[6]s %[7]s = %[8]s_unchecked(%[9]s, %[5]s, %[10]s);
	const uint32_t %[11]s = %[12]s(%[9]s, &%[4]s, %[10]s, %[5]s, &%[7]s);
	if (%[11]s != 0) {
		%[1]sBROKEN(%[11]s);
	}
	return %[7]s;
}
`, g.upper, head, g.typeName(t.State), before, s, g.typeName(t.Output), out, g.n.funcs[t.Step], p, e, broken, g.n.funcs[t.Check]))
	}
	if len(parts) == 0 {
		return ""
	}
	return g.withChecks(strings.Join(parts, "\n"))
}
