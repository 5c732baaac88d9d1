package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Program prints the firmware program: a hosted C99 (and C++11) program that
// includes the header of the same options and answers the line protocol of
// docs/vectors.md over its standard input and output: every selected function by
// name, and every selected algorithm with as many connections as are opened.
//
// It is code for the host that checks the port, not for the NIC: it allocates and prints.
// On POSIX systems it reads and writes file descriptors and flushes when it would wait for
// input; elsewhere it uses stdio and flushes at each line. The errors are those of
// Generate.
func Program(p *ir.Program, opt Options) ([]byte, error) {
	w, err := newProgWriter(p, opt)
	if err != nil {
		return nil, err
	}
	return w.program(), nil
}

type progWriter struct {
	g    *gen
	pre  string
	done map[string]bool // functions and texts that are printed
	code strings.Builder
}

// newProgWriter begins the program of what the options select.
func newProgWriter(p *ir.Program, opt Options) (*progWriter, error) {
	g, err := newGen(p, opt)
	if err != nil {
		return nil, err
	}
	g.bodies()
	if g.err != nil {
		return nil, g.err
	}
	w := &progWriter{g: g, done: map[string]bool{}, pre: "fw_"}
	if strings.HasPrefix(g.opt.Prefix, "fw") {
		w.pre = "host_"
	}
	return w, nil
}

// names replaces the prefixes and the header's name.
func (w *progWriter) names(text string) string {
	return strings.NewReplacer("fw_", w.pre, "FW_", strings.ToUpper(w.pre),
		"@HEADER@", w.g.opt.HeaderName, "@PREFIX@", w.g.upper).Replace(text)
}

// p prints code, written with the prefixes fw_ and FW_.
func (w *progWriter) p(format string, args ...any) {
	fmt.Fprintf(&w.code, format, args...)
}

// callers prints the callers of all functions and algorithms, and the tables of them.
func (w *progWriter) callers() {
	g := w.g
	var algos []string
	funcs := collect.Of(g.roots, w.function)
	for _, t := range g.p.Transducers {
		if g.isRoot[t.Step] && g.isRoot[t.Init] {
			algos = append(algos, w.transducer(t))
		}
	}
	w.p("static const fw_function fw_functions[] = {\n\t%s,\n};\n\n", strings.Join(funcs, ",\n\t"))
	if algos == nil {
		algos = []string{"{\"\", 0u, 0, 0, 0, 0}"}
	}
	w.p("static const fw_algorithm fw_algorithms[] = {\n\t%s,\n};\n\n", strings.Join(algos, ",\n\t"))
}

func (w *progWriter) program() []byte {
	g := w.g
	w.callers()
	head := []string{"The firmware program: answers the line protocol over standard input and output, so that",
		"a tool can hold " + g.opt.HeaderName + " against vectors and traces. Generated; do not edit."}
	if g.opt.Command != "" {
		head = append(head, "", "Command:")
		for _, l := range strings.Split(strings.TrimRight(g.opt.Command, "\n"), "\n") {
			head = append(head, "  "+l)
		}
	}
	return []byte(comment(head, "") + w.names(progStart+"\n"+progRows+"\n"+w.code.String()+progEnd))
}

// get returns the name of the function that reads a scalar or struct, printing
// it at its first use. Nothing is printed that is not used: compilers warn of it.
func (w *progWriter) get(t *ir.Type) string {
	name := "fw_get_" + w.base(t)
	if w.done[name] || name == "fw_get_u32" {
		return name
	}
	w.done[name] = true
	k := t.Kind
	switch {
	case k == ir.Struct:
		inner := collect.Map(t.Fields, func(f *ir.Field) (*ir.Field, string) { return f, w.get(leafOf(f.Type)) })
		w.p("static bool %s(%s *v)\n{\n", name, w.g.structName(t))
		for _, f := range t.Fields {
			w.each(f.Type, "v->"+w.g.n.fields[f], "\t", 0, func(e, in string) {
				w.p("%sif (!%s(&%s)) {\n%s\treturn false;\n%s}\n", in, inner[f], e, in, in)
			})
		}
		w.p("\treturn true;\n}\n\n")
	case k.IsSigned():
		w.once("get_signed")
		w.p(progGetScalar, name, cKind[k], "int64_t", "signed", fmt.Sprintf("INT%d_MAX", k.Bits()), k, "("+cKind[k]+")x")
	case k == ir.Bool:
		w.p(progGetScalar, name, "bool", "uint64_t", "unsigned", "1u", "bool, 0 or 1", "x != 0u")
	default:
		w.p(progGetScalar, name, cKind[k], "uint64_t", "unsigned", fmt.Sprintf("UINT%d_MAX", k.Bits()), k, "("+cKind[k]+")x")
	}
	return name
}

const progGetScalar = `static bool %[1]s(%[2]s *v)
{
	%[3]s x = 0;
	if (!fw_get_%[4]s(%[5]s, "%[6]v", &x)) {
		return false;
	}
	*v = %[7]s;
	return true;
}

`

// putter returns the name of the function that writes a struct, or whatever
// scalar has the kind of t.
func (w *progWriter) putter(t *ir.Type) string {
	k := t.Kind
	if k.IsSigned() {
		w.once("put_signed")
		return "fw_put_signed"
	}
	if k.IsScalar() {
		w.once("put_unsigned")
		return "fw_put_unsigned"
	}
	name := "fw_put_" + w.base(t)
	if w.done[name] {
		return name
	}
	w.done[name] = true
	for _, f := range t.Fields {
		w.putter(leafOf(f.Type))
	}
	w.p("static void %s(const %s *v)\n{\n", name, w.g.structName(t))
	for _, f := range t.Fields {
		w.each(f.Type, "v->"+w.g.n.fields[f], "\t", 0, func(e, in string) { w.put(f.Type, e, in) })
	}
	w.p("}\n\n")
	return name
}

// once prints a section of progValues at its first use.
func (w *progWriter) once(name string) {
	for _, s := range sections(progValues) {
		if s.name == name && !w.done[name] {
			w.done[name] = true
			w.p("%s\n", s.text)
		}
	}
}

func (w *progWriter) base(t *ir.Type) string {
	switch {
	case t.Kind == ir.Bool:
		return "bool"
	case t.Kind == ir.Struct:
		return strings.TrimPrefix(w.g.structName(t), w.g.opt.Prefix)
	}
	return suffix(t.Kind)
}

func leafOf(t *ir.Type) *ir.Type {
	for t.Kind == ir.Array {
		t = t.Elem
	}
	return t
}

// each prints loops over the elements of an array and calls f for the inside,
// or calls f once for something else.
func (w *progWriter) each(t *ir.Type, expr, indent string, depth int, f func(expr, indent string)) {
	if t.Kind != ir.Array {
		f(expr, indent)
		return
	}
	i := string(rune('i' + depth))
	w.p("%sfor (uint32_t %s = 0u; %s < %du; %s++) {\n", indent, i, i, t.Len, i)
	w.each(t.Elem, expr+"["+i+"]", indent+"\t", depth+1, f)
	w.p("%s}\n", indent)
}

// put prints the writing of one scalar or struct, the inside of each.
func (w *progWriter) put(t *ir.Type, expr, indent string) {
	t = leafOf(t)
	if t.Kind == ir.Bool {
		expr += " ? 1u : 0u"
	}
	w.p("%s%s(%s%s);\n", indent, w.putter(t), amp(t), expr)
}

// function prints the caller of a function and returns its line in the table.
func (w *progWriter) function(f *ir.Func) string {
	g := w.g
	for _, p := range f.Params {
		w.get(leafOf(p.Type))
	}
	for _, r := range f.Results {
		w.putter(leafOf(r))
	}
	name := "fw_call_" + strings.TrimPrefix(g.n.funcs[f], g.opt.Prefix)
	w.p("static bool %s(void)\n{\n", name)
	var args []string
	for i, p := range f.Params {
		a := fmt.Sprintf("a%d", i)
		switch {
		case p.Type.Kind == ir.Array && !p.ByRef:
			w.p("\t%s %s;\n", g.wrapperName(p.Type), a)
		default:
			w.p("\t%s;\n", g.decl(p.Type, a))
		}
		if p.ByRef && p.Type.Kind != ir.Array {
			a = "&" + a
		}
		args = append(args, a)
	}
	for i := 1; i < len(f.Results); i++ {
		w.p("\t%s;\n", g.decl(f.Results[i], fmt.Sprintf("r%d", i)))
		a := fmt.Sprintf("&r%d", i)
		if f.Results[i].Kind == ir.Array {
			a = a[1:]
		}
		args = append(args, a)
	}
	for i, p := range f.Params {
		a := fmt.Sprintf("a%d", i)
		if p.Type.Kind == ir.Array && !p.ByRef {
			a += ".v"
		}
		w.each(p.Type, a, "\t", 0, func(e, in string) {
			w.p("%sif (!%s(&%s)) {\n%s\treturn false;\n%s}\n", in, w.get(leafOf(p.Type)), e, in, in)
		})
	}
	w.p("\tif (!fw_end()) {\n\t\treturn false;\n\t}\n")
	call := g.n.funcs[f] + "(" + strings.Join(args, ", ") + ")"
	if len(f.Results) == 0 {
		w.p("\t%s;\n", call)
	} else {
		t := g.typeName(f.Results[0])
		if f.Results[0].Kind == ir.Array {
			t = g.wrapperName(f.Results[0])
		}
		w.p("\t%s r0 = %s;\n", t, call)
	}
	w.p("\tfw_ok();\n")
	for i, t := range f.Results {
		r := fmt.Sprintf("r%d", i)
		if i == 0 && t.Kind == ir.Array {
			r += ".v"
		}
		w.each(t, r, "\t", 0, func(e, in string) { w.put(t, e, in) })
	}
	w.p("\treturn true;\n}\n\n")
	return fmt.Sprintf("{\"%s\", %s}", f.FullName(), name)
}

// transducer prints the functions of an algorithm and returns its line in the
// table.
func (w *progWriter) transducer(t *ir.Transducer) string {
	g := w.g
	getP, getS, getE := w.get(t.Params), w.get(t.State), w.get(t.Event)
	putS, putO := w.putter(t.State), w.putter(t.Output)
	output := "output"
	if t.Output.Kind == ir.Bool {
		output = "output ? 1u : 0u"
	}
	n := "fw_" + Snake(t.Name)
	decl := g.decl
	w.p("typedef struct %s {\n\t%s;\n\t%s;\n} %s;\n\n", n, decl(t.Params, "params"), decl(t.State, "state"), n)
	w.p(`static bool %[1]s_open(void *memory)
{
	%[1]s *c = (%[1]s *)memory;
	if (!%[2]s(&c->params) || !fw_end()) {
		return false;
	}
	%[3]s(&c->params, &c->state);
	return true;
}

static bool %[1]s_load(void *memory)
{
	%[1]s *c = (%[1]s *)memory;
	%[4]s;
	if (!%[5]s(&state) || !fw_end()) {
		return false;
	}
	c->state = state;
	return true;
}

static void %[1]s_put(const void *memory)
{
	%[6]s(&((const %[1]s *)memory)->state);
}

static bool %[1]s_step(void *memory)
{
	%[1]s *c = (%[1]s *)memory;
	%[7]s;
	if (!%[8]s(&event) || !fw_end()) {
		return false;
	}
	%[9]s = %[10]s(&c->params, &c->state, &event);
	fw_ok();
	%[11]s(%[12]s%[13]s);
	return true;
}

`, n, getP, g.n.funcs[t.Init], decl(t.State, "state"), getS, putS,
		decl(t.Event, "event"), getE, decl(t.Output, "output"), g.n.funcs[t.Step], putO, amp(t.Output), output)
	return fmt.Sprintf("{\"%s\", sizeof(%s), %s_open, %s_load, %s_put, %s_step}", t.Name, n, n, n, n, n)
}

func amp(t *ir.Type) string {
	if t.Kind == ir.Struct {
		return "&"
	}
	return ""
}
