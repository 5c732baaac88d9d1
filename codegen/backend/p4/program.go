package p4

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Options say what Generate prints.
type Options struct {
	// Algorithm is the transducer's name.
	Algorithm string
	// Arch is the architecture, one of Archs; "" is the first.
	Arch string
	// Values are the parameters as constants, by leaf; nil for parameters in registers.
	Values []uint64
	// Profile describes the parameters in one line.
	Profile string
	// Connections is the number of connections, 1 to 65536; 0 is printer.DefaultConnections.
	Connections int
	// Carried has packets carry the state instead of registers, and the parameters that are not constants: for devices
	// without registers, as pna_nic of bmv2 1.15.5 is. Connections then means nothing.
	Carried bool
	// NoMul is a pipeline that cannot multiply by a variable.
	NoMul bool
	// Laws asserts the algorithm's laws after each step.
	Laws bool
	// Lines puts the source's file and line at the end of statements.
	Lines bool
	// Command is what makes the program again; it is put into the head.
	Command string
	// Rounding is a remark for the head.
	Rounding string
}

// maxGrowth is how many bytes simple_switch and pna_nic can add to a packet.
const maxGrowth = 512

// Generate prints the program. The error is an *Unsupported where the target lacks an
// operation.
func Generate(p *ir.Program, o Options) ([]byte, error) {
	t, connections, err := printer.Algorithm(p, o.Algorithm, o.Connections, o.Values)
	if err != nil {
		return nil, err
	}
	a, err := archOf(o.Arch)
	if err != nil {
		return nil, err
	}
	if n := size(t.State) + max(0, size(t.Output)-size(t.Event)); n > maxGrowth && !o.Carried {
		return nil, fmt.Errorf("a reply of %s is %d bytes longer than the request, and bmv2's devices add at most %d to a packet; make the state smaller, or have packets carry it (--state packet)", o.Algorithm, n, maxGrowth)
	}
	o.Connections = connections
	g := &gen{p: p, t: t, o: o, arch: a, names: newNames(t)}
	g.consts.taken = g.names
	return g.program()
}

type gen struct {
	p    *ir.Program
	t    *ir.Transducer
	o    Options
	arch *arch
	b    strings.Builder
	// The identifiers that are taken, and the constants of the source that are mentioned.
	names  names
	consts constants
}

func (g *gen) constant() bool { return g.o.Values != nil }

func (g *gen) fixed(zeroState bool) flat.Fixed {
	return func(v *ir.Var, leaf int) (uint64, bool) {
		switch v.Type {
		case g.t.Params:
			if g.constant() {
				return g.o.Values[leaf], true
			}
		case g.t.State:
			return 0, zeroState
		}
		return 0, false
	}
}

func (g *gen) program() ([]byte, error) {
	run := g.t.Step
	if g.o.Laws {
		if run = g.t.Checked(); run == nil {
			return nil, fmt.Errorf("%s has no laws; write //ccgen:law NAME EXPR above its step function (docs/subset.md)", g.t.Name)
		}
		if !g.arch.asserts {
			return nil, fmt.Errorf("--laws goes with --arch %s: %s has no assert", V1Model, g.arch.name)
		}
	}
	init, step := flat.Build(g.t.Init, g.fixed(true)), flat.Build(run, g.fixed(false))
	out := &body{noMul: g.o.NoMul, lines: g.o.Lines, inputs: map[*flat.Value]string{}, refs: map[*flat.Value]string{},
		tables: map[string]int{}, names: g.names, said: map[string]bool{}, siteSet: map[Site]bool{}, target: g.target(), consts: &g.consts, indent: "                "}
	g.bind(out, init)
	g.bind(out, step)
	out.prefix = "init_"
	out.function(init)
	g.outputs(out, init)
	initText := out.text.String()
	out.text.Reset()
	out.prefix = ""
	out.function(step)
	g.outputs(out, step)
	stepText := out.text.String()
	if len(out.sites) > 0 {
		return nil, &UnsupportedError{out.target, out.sites}
	}
	g.head()
	g.headers()
	g.parser()
	g.ingress(out.decls.String(), initText, stepText)
	g.tail()
	return []byte(g.b.String()), nil
}

func (g *gen) target() string {
	if g.o.NoMul {
		return "no-mul"
	}
	return g.arch.name
}

// size is how many bytes the fields of a type have.
func size(t *ir.Type) int {
	return collect.Sum(ir.Layout(t), func(l ir.Leaf) int { return wireBits(l.Kind) / 8 })
}

// bind says where inputs are found.
func (g *gen) bind(b *body, f *flat.Function) {
	for i, v := range f.Inputs {
		if v.Op != flat.Input {
			continue
		}
		name := fieldName(f.Leaves[i].Name)
		switch f.Params[i].Type {
		case g.t.Params:
			name = "meta.p_" + name
		case g.t.State:
			name = "meta.s_" + name
		default:
			name = "hdr.event." + name
		}
		b.inputs[v] = fromWire(v.Kind, name)
	}
}

// outputs assigns a function's results, and the state after it.
func (g *gen) outputs(b *body, f *flat.Function) {
	for i, o := range f.Outputs {
		into := "hdr.after."
		switch {
		case o.Param == nil && i == g.t.Output.Leaves(): // of Checked
			for n, l := range g.t.Laws {
				if l.OfOneStep() {
					b.line(fmt.Sprintf("assert(%s != 32w%d); // %s", b.wire(o.Value), n+1, l.Name))
				}
			}
			continue
		case o.Param == nil:
			into = "hdr.output."
		case o.Param.Type != g.t.State:
			continue // firmware does not write to parameters and events
		}
		b.line(into + fieldName(o.Leaf.Name) + " = " + b.wire(o.Value) + ";")
	}
}

func (g *gen) f(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

// head prints what the program is and how it was made.
func (g *gen) head() {
	g.f("// %s: P4_16 for %s, made from Go source. Do not edit.\n//\n", g.t.Name, g.arch.title)
	printer.Command(&g.b, g.o.Command)
	if g.constant() {
		printer.Constants(&g.b, g.t, g.o.Profile, g.o.Values)
	} else {
		where := "registers, one set for all connections, set by a packet"
		if g.o.Carried {
			where = "in each packet, as the state is"
		}
		g.f("// Parameters: %s.\n", where)
	}
	printer.Origin(&g.b, g.o.Rounding, g.p, g.t.Init, g.t.Step)
	g.f("\n#include <core.p4>\n#include <%s>\n\n", g.arch.include)
}

// fields prints the leaves of a type as fields.
func (g *gen) fields(t *ir.Type, prefix string) {
	said := docs(t)
	for i, l := range ir.Layout(t) {
		g.b.WriteString(printer.Comment(said[i], "    //"))
		g.f("    bit<%d> %s%s;\n", wireBits(l.Kind), prefix, fieldName(l.Name))
	}
}

func (g *gen) headers() {
	ops := `const bit<8> OP_EVENT = 8w1;  // run an event: event -> output, state
const bit<8> OP_INIT = 8w2;   // begin a connection: -> state
const bit<8> OP_LOAD = 8w3;   // overwrite a connection's state: state -> state
const bit<8> OP_READ = 8w4;   // read a connection's state: -> state
`
	const opParams = "const bit<8> OP_PARAMS = 8w5; // set the parameters: params ->\n"
	connections := "const bit<32> CONNECTIONS = " + unsigned(32, uint64(g.o.Connections)) + ";\n"
	number := "// The number of the connection, below CONNECTIONS."
	switch { // nothing is declared that would not be used
	case g.o.Carried:
		ops = `const bit<8> OP_EVENT = 8w1; // run an event: params, state, event -> output, state
const bit<8> OP_INIT = 8w2;  // begin a connection: params -> state
`
		if g.constant() {
			ops = strings.ReplaceAll(strings.ReplaceAll(ops, "params, ", ""), "params ", "")
		}
		connections, number = "", "// Comes back in the reply as it was."
	case !g.constant():
		ops += opParams
	}
	g.f(`// Frames of this type carry a request, or the reply to one.
const bit<16> ETHERTYPE_CC = 0x88B5;
const bit<8> VERSION = 8w1;
// What a request asks for. The reply has REPLY added.
%sconst bit<8> REPLY = 8w0x80;
%s%s
header ethernet_t {
    bit<48> destination;
    bit<48> source;
    bit<16> etherType;
}

header request_t {
    bit<8> version;
    bit<8> op;
    %s
    bit<16> connection;
    // Comes back in the reply as it was.
    bit<32> tag;
}

`, ops, g.arch.consts, connections, number)
	g.consts.print(&g.b)
	part := func(name string, t *ir.Type) {
		if t.Decl != nil {
			g.b.WriteString(printer.Comment(t.Decl.Doc, "//"))
		}
		g.f("header %s {\n", name)
		g.fields(t, "")
		g.f("}\n\n")
	}
	if !g.constant() {
		part("params_t", g.t.Params)
	}
	part("event_t", g.t.Event)
	part("output_t", g.t.Output)
	part("state_t", g.t.State)
	g.f("struct headers_t {\n    ethernet_t ethernet;\n    request_t request;\n")
	if !g.constant() {
		g.f("    params_t params;\n")
	}
	before, connection := "", "    bit<32> connection;\n"
	if g.o.Carried {
		before, connection = "    state_t before;\n", ""
	}
	g.f("%s    event_t event;\n    output_t output;\n    state_t after;\n}\n\n", before)
	g.f("struct metadata_t {\n%s    bool answer;\n    // The state before the event.\n", connection)
	for _, l := range ir.Layout(g.t.State) {
		g.f("    bit<%d> s_%s;\n", wireBits(l.Kind), fieldName(l.Name))
	}
	if !g.constant() {
		g.f("    // The parameters.\n")
		for _, l := range ir.Layout(g.t.Params) {
			g.f("    bit<%d> p_%s;\n", wireBits(l.Kind), fieldName(l.Name))
		}
	}
	g.f("}\n\n")
}

func (g *gen) parser() {
	g.f(`parser cc_parser(%s) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            ETHERTYPE_CC : request;
            default : accept;
        }
    }
    state request {
        packet.extract(hdr.request);
        transition select(hdr.request.version, hdr.request.op) {
            (VERSION, OP_EVENT) : event_fields;
`, g.arch.parser)
	params := "PARAMS"
	if g.o.Carried {
		params = "INIT"
	} else {
		g.f("            (VERSION, OP_LOAD) : state_fields;\n")
	}
	if !g.constant() {
		g.f("            (VERSION, OP_%s) : params_fields;\n", params)
	}
	g.f(`            default : accept;
        }
    }
    state event_fields {
`)
	if g.o.Carried && !g.constant() {
		g.f("        packet.extract(hdr.params);\n")
	}
	if g.o.Carried {
		g.f("        packet.extract(hdr.before);\n")
	}
	g.f("        packet.extract(hdr.event);\n        transition accept;\n    }\n")
	if !g.o.Carried {
		g.f("    state state_fields {\n        packet.extract(hdr.after);\n        transition accept;\n    }\n")
	}
	if !g.constant() {
		g.f("    state params_fields {\n        packet.extract(hdr.params);\n        transition accept;\n    }\n")
	}
	g.f("}\n\n")
}

func (g *gen) tail() {
	g.f(`%scontrol cc_deparser(%s) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.request);
        packet.emit(hdr.output);
        packet.emit(hdr.after);
    }
}

%s`, g.arch.others, g.arch.deparser, g.arch.main)
}
