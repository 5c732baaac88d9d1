package cgen

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// implementation prints everything behind the macro: helpers, private constants,
// tables and the functions.
func (g *gen) implementation(bodies, protos map[*ir.Func]string, typeHelpers []string) string {
	var body strings.Builder
	for _, pkg := range g.p.Packages {
		parts := g.packageImpl(pkg, bodies, protos)
		if len(parts) == 0 {
			continue
		}
		body.WriteString(g.banner(pkg, ", implementation", nil))
		for _, p := range parts {
			body.WriteString("\n" + p)
		}
	}

	var b strings.Builder
	m := g.upper
	fmt.Fprintf(&b, "\n#if defined(%sIMPLEMENTATION) && !defined(%sIMPLEMENTED)\n#define %sIMPLEMENTED\n", m, m, m)
	b.WriteString("\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n")
	if g.zero {
		fmt.Fprintf(&b, "\n/* An initialiser that makes everything zero. */\n#ifdef __cplusplus\n#define %sZERO {}\n#else\n#define %sZERO {0}\n#endif\n", m, m)
	}
	if g.helpers["index_u32"] || g.helpers["index_u64"] {
		fmt.Fprintf(&b, "\n#ifndef %sTRAP\n#define %sTRAP() ((void)0)\n#endif\n", m, m)
	}
	if len(g.checked) > 0 {
		b.WriteString("\n" + rename(brokenMacro, g.opt.Prefix))
	}
	helpers := g.opt.helpers()
	withCalled(helpers, g.helpers)
	own := func(text string) string { // of a helper
		if g.opt.Verified {
			text = strings.ReplaceAll(text, "static inline ", "static CC_INLINE ")
		}
		return rename(text, g.opt.Prefix)
	}
	if g.anyInline() || g.opt.Verified || len(g.events) > 0 {
		b.WriteString("\n" + rename(inlineMacro, g.opt.Prefix))
	}
	if len(g.events) > 0 {
		b.WriteString("\n" + rename(strings.Replace(eventMacros, " && !defined(CC_CHECK)", "", max(0, 1-len(g.checked))), g.opt.Prefix))
	}
	var code strings.Builder
	for _, h := range helpers {
		if g.helpers[h.name] {
			code.WriteString("\n" + own(h.text))
		}
	}
	for _, h := range typeHelpers {
		code.WriteString("\n" + own(h))
	}
	code.WriteString(body.String())
	b.WriteString(g.withoutLibrary(code.String()))
	fmt.Fprintf(&b, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* %sIMPLEMENTATION */\n", m)
	return b.String()
}

// withoutLibrary encloses the code in text that keeps compilers from calling their library in it.
func (g *gen) withoutLibrary(code string) string {
	before, after := "", ""
	for _, s := range sections(libgccText) {
		text := "\n" + rename(s.text, g.opt.Prefix)
		switch {
		case s.name == "parts" && strings.Contains(code, "_IN_PARTS"),
			s.name == "quotients" && strings.Contains(code, "QUOTIENTS"),
			s.name == "memory" && !g.opt.Verified && len(g.types) > 0,
			s.name == "switch" && strings.Contains(code, "\tswitch ("):
			before += text
		case s.name == "end" && strings.Contains(before, "NO_TABLES"):
			after = text
		}
	}
	return before + code + after
}

// packageImpl prints private constants and tables, then the functions, both in
// the order of the source. Static functions that are called before they stand are
// declared first.
func (g *gen) packageImpl(pkg *ir.Package, bodies, protos map[*ir.Func]string) []string {
	var data, funcs []string
	for i, d := range pkg.Decls {
		switch d := d.(type) {
		case *ir.CommentDecl:
			switch next := g.following(pkg, i).(type) {
			case *ir.ConstGroup:
				if g.constGroup(next, false) != "" && g.constGroup(next, true) == "" {
					data = append(data, g.remark(pkg, d.Doc))
				}
			case *ir.Table:
				if g.tables[next] {
					data = append(data, g.remark(pkg, d.Doc))
				}
			case *ir.Func:
				if g.isLive[next] && !g.isRoot[next] {
					funcs = append(funcs, g.remark(pkg, d.Doc))
				}
			}
		case *ir.ConstGroup:
			data = appendText(data, g.constGroup(d, false))
		case *ir.Table:
			if g.tables[d] {
				data = append(data, g.table(d))
			}
		case *ir.Func:
			if g.isLive[d] {
				funcs = append(funcs, g.definition(d, bodies))
			}
		}
	}
	funcs = appendText(funcs, g.laws(pkg, bodies))
	data = appendText(data, g.forward(pkg, protos))
	return append(data, funcs...)
}

func (g *gen) forward(pkg *ir.Package, protos map[*ir.Func]string) string {
	var b strings.Builder
	place := map[*ir.Func]int{}
	for i, f := range g.inOrder() {
		place[f] = i
	}
	early := map[*ir.Func]bool{}
	for f := range place {
		for _, c := range f.Calls {
			if g.isLive[c] && !g.isRoot[c] && place[c] > place[f] {
				early[c] = true
			}
		}
	}
	for _, f := range g.inOrder() {
		if f.Pkg == pkg && early[f] && !g.ofLaws[f] {
			b.WriteString(g.storage(f) + protos[f] + ";\n")
		}
	}
	return b.String()
}

func (g *gen) definition(f *ir.Func, bodies map[*ir.Func]string) string {
	body := bodies[f]
	switch {
	case g.ofLaws[f]:
		return g.withChecks(g.storage(f) + body)
	case slices.ContainsFunc(g.checked, func(t *ir.Transducer) bool { return t.Step == f }):
		return g.unchecked(f, g.api(f, bodies))
	case g.isRoot[f]:
		return g.api(f, bodies)
	}
	return g.instanceDoc(f) + g.storage(f) + body
}

// storage returns the specifiers of a function of the implementation.
func (g *gen) storage(f *ir.Func) string {
	switch {
	case g.opt.Verified && slices.ContainsFunc(g.checked, func(t *ir.Transducer) bool { return t.Check == f }):
		return "static __attribute__((noinline)) " // so that it has another stack frame
	case g.inline[f]:
		return "static " + g.upper + "INLINE "
	case len(g.events) > 0 && isLeaf(f):
		return "static " + g.upper + "LEAF "
	}
	return "static "
}

// instanceDoc prints the doc comment of a static function; of several instances
// of a generic only the first has it in full.
func (g *gen) instanceDoc(f *ir.Func) string {
	if r := g.seenAs(f); r != f {
		return comment([]string{"See " + g.n.funcs[r] + "."}, "")
	}
	if f.Instance {
		for _, o := range g.inOrder() {
			if o == f {
				break
			}
			if o.Instance && o.Pos == f.Pos {
				return comment([]string{"As " + g.n.funcs[o] + ", for " + strings.TrimPrefix(f.GoName, goBase(f)) + "."}, "")
			}
		}
	}
	return g.doc(scope{pkg: f.Pkg}, f.Doc, goBase(f), g.n.funcs[f])
}

// table prints a constant array, as many numbers a line as fit.
func (g *gen) table(t *ir.Table) string {
	var b strings.Builder
	b.WriteString(g.doc(scope{pkg: t.Pkg}, t.Doc, t.Name, g.n.tables[t]))
	b.WriteString("static const " + g.decl(t.Type, g.n.tables[t]) + " = {")
	if t.LineComment != "" {
		b.WriteString(" " + inlineComment(t.LineComment))
	}
	b.WriteString("\n" + g.tableElems(t.Value.(*ir.Composite)) + "};\n")
	return b.String()
}

func (g *gen) tableElems(c *ir.Composite) string {
	const width = 96
	var b strings.Builder
	line := "\t"
	for i := range c.Elems {
		s := g.tableElem(c, i) + ","
		if len(line) > 1 && len(line)+1+len(s) > width {
			b.WriteString(line + "\n")
			line = "\t"
		}
		if len(line) > 1 {
			line += " "
		}
		line += s
	}
	return b.String() + line + "\n"
}

func (g *gen) tableElem(c *ir.Composite, i int) string {
	t := c.Typ.Component(i)
	switch e := c.Elems[i].(type) {
	case *ir.Const:
		v := number(t.Kind, e.Value, e.Text, e.Lit)
		return v.s
	case *ir.Composite:
		return g.braced(e.Elems, e)
	}
	return zeros(t)
}

func (g *gen) braced(elems []ir.Expr, c *ir.Composite) string {
	parts := make([]string, len(elems))
	for i := range elems {
		parts[i] = g.tableElem(c, i)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// head prints the comment at the start of the file. impl is the implementation, whose
// macros it lists.
func (g *gen) head(impl string) string {
	lines := []string{
		g.opt.HeaderName + ": congestion control for NIC firmware, compiled from Go. Generated; do not edit.",
	}
	block := func(title, text string) {
		if text != "" {
			lines = append(lines, "", title)
			for _, l := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
				lines = append(lines, "  "+l)
			}
		}
	}
	block("Command:", g.opt.Command)
	block("Rounding:", g.opt.Rounding)
	block("Parameter profile:", g.opt.Profile)
	var sources, funcs []string
	for _, pkg := range g.p.Packages {
		if !g.shown(pkg) {
			continue
		}
		for _, f := range pkg.Files {
			sources = append(sources, f.SHA256+"  "+f.Name)
		}
	}
	block("Sources, SHA-256:", strings.Join(sources, "\n"))
	for _, f := range g.roots {
		funcs = append(funcs, fmt.Sprintf("%-44s %s (%s:%d)", g.n.funcs[f], f.FullName(), f.Pos.File, f.Pos.Line))
	}
	block("Functions, with their Go source:", strings.Join(funcs, "\n"))
	var trans []string
	for _, t := range g.p.Transducers {
		if g.isRoot[t.Step] && g.isRoot[t.Init] {
			line := fmt.Sprintf("%-16s %s, then %s at each event", t.Name, g.n.funcs[t.Init], g.n.funcs[t.Step])
			if t.Next != nil && g.isRoot[t.Next] {
				line += "; " + g.n.funcs[t.Next] + ": the timer that ends first"
			}
			trans = append(trans, line)
		}
	}
	block("Algorithms:", strings.Join(trans, "\n"))
	traps := ""
	if !strings.Contains(impl, g.upper+"TRAP") {
		traps = "\nEvery index in it is shown to be in range: nothing traps."
	}
	block("Use:", rename(`In one file: #define CC_IMPLEMENTATION, then #include "`+g.opt.HeaderName+`"; elsewhere only include it.
It needs stdint.h and stdbool.h, allocates nothing, and has no writable data.
Arithmetic wraps at the width of its type and is the same on every C99 or C++11 compiler
whose int has 32 bits. Pointers of one call must not point to overlapping objects, and none
may be null.`, g.opt.Prefix)+traps)
	block("Macros that a build may define before it includes this file:", g.macros(impl))
	return comment(lines, "")
}

// macros explains the macros that a build may define, those that the header tests.
func (g *gen) macros(impl string) string {
	var lines []string
	for _, m := range []struct{ name, text string }{
		{"CC_STATIC", "every function is static inline, in each file that includes this one"},
		{"CC_PORTABLE", "no compiler built-ins"},
		{"CC_NO_LIBGCC", "64-bit shifts and products are done in parts of 32 bits, so that no compiler calls libgcc\nor compiler-rt for them; without it on cores of 32 bits where gcc or clang would call"},
		{"CC_LIBGCC", "libgcc or compiler-rt is linked: nothing here keeps the compiler from calling it"},
		{"CC_API", "what stands before each function of the interface; else extern, or static inline\nwith CC_STATIC"},
		{"CC_INLINE", "what stands before a function that is a part of those that call it; else inline and\nalways_inline where gcc or a compiler like it optimises for speed. Define it as\nnothing to leave that to the compiler"},
		{"CC_TRUST", "with CC_STATIC: states are those of init and step, whose invariants the compiler may then\nrely on"},
		{"CC_CHECK", "each step is checked against the laws of its algorithm; else they are no code"},
		{"CC_BROKEN(law)", "called with the number of a law that a step does not fulfil; else a trap"},
		{"CC_TRAP()", "called where an index is out of range, which Go would not survive: define it to stop;\nelse nothing, and the caller answers for its parameters"},
	} {
		name := rename(m.name, g.opt.Prefix)
		macro, _, _ := strings.Cut(name, "(")
		if m.name != "CC_STATIC" && m.name != "CC_API" && !strings.Contains(impl, macro) {
			continue
		}
		if strings.Contains(impl, "QUOTIENTS") {
			m.text = strings.Replace(m.text, "64-bit shifts and products are", "64-bit shifts, products and quotients are", 1)
		}
		for i, text := range strings.Split(rename(m.text, g.opt.Prefix), "\n") {
			if i > 0 {
				name = ""
			}
			lines = append(lines, fmt.Sprintf("%-*s %s", len(g.opt.Prefix)+len("NO_LIBGCC"), name, text))
		}
	}
	return strings.Join(lines, "\n")
}
