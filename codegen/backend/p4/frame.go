package p4

import (
	"fmt"
	"math/big"
	"strings"
	"text/template"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// FrameOptions say what Frame prints.
type FrameOptions struct {
	// Name is the template's, for errors.
	Name string
	// Command is what makes the program again; it is put into the head.
	Command string
	// Arch is the architecture, one of Archs; "" is the first.
	Arch string
	// Params returns the parameters of an algorithm by a profile, for a port of a speed; without it a template has no
	// profiles.
	Params func(algorithm, profile, line string) ([]uint64, error)
}

// Frame makes a whole pipeline of a hand-made one: a template (text/template) of a P4 program for an architecture,
// in which the algorithms of a Go program stand as kernels. What a packet is, where state lies and what
// becomes of an output are the template's; what an event does to a state is the Go source's. Each kernel
// is for one place, since a table can be applied in one.
//
//	use PREFIX ALGORITHM [VALUES]  takes an algorithm under a prefix; before all else of it. Values fix
//	                               parameters p.FIELD=N and fields of the event e.FIELD=N; profile=NAME@SPEED
//	                               fixes all parameters
//	head                           comments: the command, the values and the sources
//	constants                      the constants of the source that the kernels mention
//	fields PREFIX [N]              of the struct of metadata: s_, the state before, e_, the event, p_, the
//	                               parameters, o_, the output, and n_, the state after, in field list N
//	registers PREFIX SIZE          a register for each field of the state
//	decls PREFIX INDEX             variables and tables of the step, actions PREFIX_read and PREFIX_write
//	init PREFIX                    statements: s_ is the state that a connection begins with
//	step PREFIX                    statements: o_ and n_ by s_, e_ and p_
//
// A field is meta.PREFIX_s_FIELD, a bool 8 bits that are 0 or 1. The error names the template and line.
func Frame(p *ir.Program, text string, o FrameOptions) ([]byte, error) {
	a, err := archOf(o.Arch)
	if err != nil {
		return nil, err
	}
	f := &frame{p: p, o: o, arch: a, names: names{}, kernels: map[string]*kernel{}}
	f.consts.taken = f.names
	for _, w := range tokensOf(text) {
		f.names[w] = true
	}
	// A frame may mention the source's constants.
	for w := range f.names {
		for _, pkg := range p.Packages {
			if strings.HasPrefix(w, pkg.Name+"_") {
				delete(f.names, w)
			}
		}
	}
	t, err := template.New(o.Name).Funcs(template.FuncMap{
		"use": f.use, "head": f.head, "constants": f.constants, "fields": f.fields, "registers": f.registers,
		"decls": f.decls, "init": f.init, "step": f.step,
	}).Parse(text)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := t.Execute(&b, nil); err != nil {
		return nil, err
	}
	if len(f.sites) > 0 {
		return nil, &UnsupportedError{a.name, f.sites}
	}
	return []byte(b.String()), nil
}

// tokensOf returns the words of a template: no name that is made may be one.
func tokensOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	})
}

type frame struct {
	p       *ir.Program
	o       FrameOptions
	arch    *arch
	names   names
	consts  constants
	kernels map[string]*kernel
	order   []*kernel
	sites   []Site
}

// kernel is an algorithm under a prefix.
type kernel struct {
	prefix string
	t      *ir.Transducer
	// params and event are values of parameters and of the event, by leaf; said is how they were given.
	params, event         map[int]uint64
	said                  []string
	decls, initText, text string
	stepped               bool
}

// use takes an algorithm under a prefix.
func (f *frame) use(prefix, algorithm string, values ...string) (string, error) {
	t, err := f.p.Algorithm(algorithm)
	switch {
	case err != nil:
		return "", err
	case f.kernels[prefix] != nil:
		return "", fmt.Errorf("a second kernel %s; give each a prefix of its own", prefix)
	}
	k := &kernel{prefix: prefix, t: t, params: map[int]uint64{}, event: map[int]uint64{}, said: values}
	for _, v := range values {
		if err := f.fix(k, v); err != nil {
			return "", err
		}
	}
	f.build(k)
	f.kernels[prefix] = k
	f.order = append(f.order, k)
	return "", nil
}

// fix reads p.FIELD=N, e.FIELD=N or profile=NAME@SPEED.
func (f *frame) fix(k *kernel, text string) error {
	name, number, _ := strings.Cut(text, "=")
	if profile, line, ok := strings.Cut(number, "@"); name == "profile" && ok && f.o.Params != nil {
		values, err := f.o.Params(k.t.Name, profile, line)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", k.prefix, text, err)
		}
		for i, v := range values {
			k.params[i] = v
		}
		return nil
	}
	into, typ := k.params, k.t.Params
	field, ok := strings.CutPrefix(name, "p.")
	if !ok {
		into, typ = k.event, k.t.Event
		if field, ok = strings.CutPrefix(name, "e."); !ok {
			return fmt.Errorf("%s: %q is neither p.FIELD=N, of a parameter, nor e.FIELD=N, of the event, nor profile=NAME@SPEED", k.prefix, text)
		}
	}
	var known []string
	for i, l := range ir.Layout(typ) {
		known = append(known, name[:2]+l.Name)
		if l.Name != field {
			continue
		}
		n, ok := new(big.Int).SetString(number, 0)
		if l.Kind == ir.Bool && (number == "true" || number == "false") {
			n, ok = big.NewInt(int64(strings.Count(number, "true"))), true
		}
		if !ok || l.Kind.IsSigned() || n.Sign() < 0 || n.BitLen() > l.Kind.Bits() {
			return fmt.Errorf("%s: %s: %q is no value of %s", k.prefix, name, number, l.Kind)
		}
		into[i] = n.Uint64()
		return nil
	}
	return fmt.Errorf("%s: %s has no %s%s", k.prefix, k.t.Name, name, nearest.Hint(name, known))
}

// field is where a leaf of a kernel lies: kind is s, e, p, o or n.
func (k *kernel) field(kind, leaf string) string {
	return k.prefix + "_" + kind + "_" + fieldName(leaf)
}

// build prints the statements of a kernel.
func (f *frame) build(k *kernel) {
	fixed := func(zero bool) flat.Fixed {
		return func(v *ir.Var, leaf int) (uint64, bool) {
			var value uint64
			ok := false
			switch v.Type {
			case k.t.Params:
				value, ok = k.params[leaf]
			case k.t.Event:
				value, ok = k.event[leaf]
			case k.t.State:
				ok = zero
			}
			return value, ok
		}
	}
	print := func(fn *flat.Function, prefix, state string) (decls, text string) {
		b := &body{inputs: map[*flat.Value]string{}, refs: map[*flat.Value]string{}, tables: map[string]int{}, names: f.names,
			said: map[string]bool{}, siteSet: map[Site]bool{}, target: f.arch.name, consts: &f.consts, indent: "", prefix: prefix, actions: f.arch.actions}
		if b.actions {
			b.indent = "        "
		}
		for i, v := range fn.Inputs {
			if v.Op != flat.Input {
				continue
			}
			kind := map[*ir.Type]string{k.t.Params: "p", k.t.State: "s", k.t.Event: "e"}[fn.Params[i].Type]
			b.inputs[v] = fromWire(v.Kind, "meta."+k.field(kind, fn.Leaves[i].Name))
		}
		b.function(fn)
		for _, o := range fn.Outputs {
			kind := state
			switch {
			case o.Param == nil:
				kind = "o"
			case o.Param.Type != k.t.State:
				continue // firmware does not write to parameters and events
			}
			b.line("meta." + k.field(kind, o.Leaf.Name) + " = " + b.wire(o.Value) + ";")
		}
		f.sites = append(f.sites, b.sites...)
		return b.finish()
	}
	var begin string
	begin, k.initText = print(flat.Build(k.t.Init, fixed(true)), k.prefix+"_init_", "s")
	k.decls, k.text = print(flat.Build(k.t.Step, fixed(false)), k.prefix+"_", "n")
	k.decls = begin + k.decls
}

// kernel returns the one of a prefix.
func (f *frame) kernel(prefix string) (*kernel, error) {
	if k := f.kernels[prefix]; k != nil {
		return k, nil
	}
	return nil, fmt.Errorf("no kernel %q; take it with {{use %q ALGORITHM}} first", prefix, prefix)
}

// head describes the kernels.
func (f *frame) head() string {
	var b strings.Builder
	printer.Command(&b, f.o.Command)
	b.WriteString("// Kernels, made from Go source:\n")
	var roots []*ir.Func
	for _, k := range f.order {
		roots = append(roots, k.t.Init, k.t.Step)
		fmt.Fprintf(&b, "//   %s: %s\n", k.prefix, k.t.Name)
		for _, v := range k.said {
			fmt.Fprintf(&b, "//     %s\n", v)
		}
	}
	printer.Origin(&b, "", f.p, roots...)
	return strings.TrimSuffix(b.String(), "\n")
}

func (f *frame) constants() string {
	var b strings.Builder
	f.consts.print(&b)
	return strings.TrimRight(b.String(), "\n")
}

// fields prints the metadata of a kernel, the state after in a list of fields if there is a number.
func (f *frame) fields(prefix string, list ...int) (string, error) {
	k, err := f.kernel(prefix)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	part := func(kind string, t *ir.Type, mark string, fixed map[int]uint64) {
		said := docs(t)
		for i, l := range ir.Layout(t) {
			if _, ok := fixed[i]; ok {
				continue
			}
			if kind != "n" {
				b.WriteString(printer.Comment(said[i], "    //"))
			}
			fmt.Fprintf(&b, "    %sbit<%d> %s;\n", mark, wireBits(l.Kind), k.field(kind, l.Name))
		}
	}
	mark := ""
	if len(list) > 0 {
		mark = fmt.Sprintf("@field_list(%d) ", list[0])
	}
	fmt.Fprintf(&b, "    // %s, %s: parameters, event, state before, output, state after.\n", prefix, k.t.Name)
	part("p", k.t.Params, "", k.params)
	part("e", k.t.Event, "", k.event)
	part("s", k.t.State, "", nil)
	part("o", k.t.Output, "", nil)
	part("n", k.t.State, mark, nil)
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// registers prints a register for each field of a kernel's state.
func (f *frame) registers(prefix, size string) (string, error) {
	k, err := f.kernel(prefix)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, l := range ir.Layout(k.t.State) {
		fmt.Fprintf(&b, "    %s\n", f.arch.declare(wireBits(l.Kind), size, k.field("state", l.Name)))
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// decls prints the declarations that the step needs, and actions that read and write the state at an index, if that
// is not "".
func (f *frame) decls(prefix, index string) (string, error) {
	k, err := f.kernel(prefix)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(k.decls)
	if index == "" {
		return strings.TrimSuffix(b.String(), "\n"), nil
	}
	for _, name := range []string{"read", "write"} {
		fmt.Fprintf(&b, "    action %s_%s() {\n", prefix, name)
		for _, l := range ir.Layout(k.t.State) {
			call := f.arch.load("meta."+k.field("s", l.Name), k.field("state", l.Name), index)
			if name == "write" {
				call = fmt.Sprintf("%s.write(%s, meta.%s);", k.field("state", l.Name), index, k.field("n", l.Name))
			}
			b.WriteString("        " + call + "\n")
		}
		b.WriteString("    }\n")
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// init and step print statements.
func (f *frame) init(prefix string) (string, error) {
	k, err := f.kernel(prefix)
	if err != nil {
		return "", err
	}
	return indented(k.initText), nil
}

func (f *frame) step(prefix string) (string, error) {
	k, err := f.kernel(prefix)
	switch {
	case err != nil:
		return "", err
	case k.stepped:
		return "", fmt.Errorf("a second step of kernel %s: a table can be applied in one place only; bring its events there", prefix)
	}
	k.stepped = true
	return indented(k.text), nil
}

// indented indents lines as in an apply block.
func indented(text string) string {
	return "            " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n            ")
}
