package verilog

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/plural"
)

// boundBits is enough for each end of a declared range.
const boundBits = 72

// formal prints the laws of an algorithm as a module of assertions about its core, for a solver: any parameters in
// their declared ranges, which stay, and any state and event each clock.
func (g *gen) formal(d *Design) (string, error) {
	t := g.t
	if t.Check == nil {
		return "", fmt.Errorf("%s has no laws; write //ccgen:law NAME EXPR above its step function (docs/subset.md)", t.Name)
	}
	if d.unit != nil {
		return "", fmt.Errorf("laws are asserted of a core that takes an event a clock; leave --shared out")
	}
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	f("`ifdef FORMAL\n")
	laws := slices.DeleteFunc(slices.Clone(t.Laws), func(l *ir.Law) bool { return !l.OfOneStep() })
	checks := make([]*module, len(laws))
	for i, l := range laws {
		var err error
		if checks[i], err = g.module(t.Name+"_law_"+lawWord(l), l.Holds, false, true, 0); err != nil {
			return "", err
		}
		f("%s\n", checks[i].text([]string{"Reports whether " + l.Name + " holds; no clock.", l.Text}))
	}
	comment(&b, "", []string{fmt.Sprintf("The laws of %s, of which a solver shows that no event breaks them.", t.Name)})
	f("module %s_laws (\n    input wire clk\n);\n", t.Name)
	value := map[leafOf]wire{} // of what a law speaks of
	var core, moves []string
	declare := func(part, attribute string, list []Port) {
		for i := range list {
			x := &list[i]
			f("    %s reg %s%s;\n", attribute, vector(x.Bits), x.Name)
			core = append(core, fmt.Sprintf(".%s(%[1]s)", x.Name))
			name := x.Name
			for s := 1; s <= d.Latency && part != prefixes[params]; s++ {
				f("    reg %s%s_z%d;\n", vector(x.Bits), x.Name, s)
				moves = append(moves, fmt.Sprintf("        %s_z%d <= %s;\n", x.Name, s, name))
				name = fmt.Sprintf("%s_z%d", x.Name, s)
			}
			value[leafOf{part, x.Index}] = wire{name, form{x.Bits, x.Signed}}
		}
	}
	declare(prefixes[params], "(* anyconst *)", d.core.params)
	for _, x := range d.core.inputs {
		declare(x.Name[:1], "(* anyseq *)", []Port{x})
	}
	for _, x := range d.core.outputs {
		f("    wire %s%s;\n", vector(x.Bits), x.Name)
		core = append(core, fmt.Sprintf(".%s(%[1]s)", x.Name))
		value[leafOf{map[byte]string{'o': "o", 'n': "t"}[x.Name[0]], x.Index}] = wire{x.Name, form{x.Bits, x.Signed}}
	}
	f("    wire out_valid;\n    %s_core core(.clk(clk), .rst(1'b0), .enable(1'b1), .in_valid(1'b1), .out_valid(out_valid),\n        %s);\n", t.Name, strings.Join(core, ", "))
	f("    // The state and the event of what comes out, %s later.\n    always @(posedge clk) begin\n%s    end\n", plural.Of(d.Latency, "clock"), strings.Join(moves, ""))

	f("    reg [7:0] clocks = 0;\n    always @(posedge clk) if (clocks != %d) clocks <= clocks + 1;\n", d.Latency)
	var given, shown strings.Builder
	for i, l := range laws {
		state := "s"
		if l.Kind == ir.Invariant {
			f("%s", checks[i].applied("before_"+lawWord(l), value, "s"))
			fmt.Fprintf(&given, "        if (clocks == %d) assume(before_%s);\n", d.Latency, lawWord(l))
			state = "t"
		}
		f("%s", checks[i].applied("holds_"+lawWord(l), value, state))
		fmt.Fprintf(&shown, "        %s: assert(holds_%[1]s);\n", lawWord(l))
	}
	f("    always @* begin\n%s%s    end\n", strings.Join(g.assumed(), ""), given.String())
	f("    always @(posedge clk) if (clocks == %d && out_valid) begin\n%s    end\nendmodule\n`endif\n", d.Latency, shown.String())
	return b.String(), nil
}

// lawWord returns the name of a law as an identifier.
func lawWord(l *ir.Law) string { return strings.ReplaceAll(l.Name, "-", "_") }

// leafOf is a leaf of what a law speaks of: p, s, e, t or o.
type leafOf struct {
	of   string
	leaf int
}

// applied returns an instance of a law's module, and its wire of that name. What it calls s is the given state.
func (m *module) applied(name string, value map[leafOf]wire, state string) string {
	var b strings.Builder
	var ports []string
	index := map[*ir.Var]int{}
	for i, v := range m.f.Inputs {
		p := m.f.Params[i]
		of := p.GoName
		if of == "s" {
			of = state
		}
		if v.Op == flat.Input {
			whole := m.w.whole(v)
			from, ok := value[leafOf{of, index[p]}]
			switch {
			case of == "timely":
				from = wire{"1'b0", whole}
			case !ok: // the core does not read it
				from = wire{"unread_" + m.named[v], whole}
				value[leafOf{of, index[p]}] = from
				fmt.Fprintf(&b, "    (* anyseq *) reg %s%s;\n", vector(whole.bits), from.name)
			}
			ports = append(ports, fmt.Sprintf(".%s(%s)", m.named[v], from.low(whole.bits)))
		}
		index[p]++
	}
	ports = append(ports, fmt.Sprintf(".%s(%s)", m.outputs[0].Name, name))
	fmt.Fprintf(&b, "    wire %s;\n    %s %s_check(%s);\n", name, m.name, name, strings.Join(ports, ", "))
	return b.String()
}

// assumed are the declared ranges of what comes in.
func (g *gen) assumed() []string {
	var out []string
	for p, t := range g.in.types {
		for i, l := range g.in.leaves[p] {
			if part(p) == params && g.o.Values != nil || l.Kind.IsSigned() {
				continue
			}
			for _, d := range l.Ranges() {
				lo, hi := g.bound(t, &l, d, d.Lo), g.bound(t, &l, d, d.Hi)
				if x := g.word(part(p), i); lo != "" && hi != "" {
					out = append(out, fmt.Sprintf("        assume(%s <= %s && %[2]s <= %s);\n", lo, x, hi))
				}
			}
		}
	}
	return out
}

// word returns a leaf of an input, or its constant, as a wide word.
func (g *gen) word(p part, leaf int) string {
	l := &g.in.leaves[p][leaf]
	if p == params && g.o.Values != nil {
		return fmt.Sprintf("%d'd%d", boundBits, g.o.Values[leaf])
	}
	f := formOf(g.in.of(p, leaf))
	if g.o.Declared {
		f = form{l.Kind.Bits(), l.Kind.IsSigned()}
	}
	name, _, _ := g.input(&ir.Var{Type: g.in.types[p]}, *l)
	return fmt.Sprintf("{%d'd0, %s}", boundBits-f.bits, name)
}

// bound writes an end of a range; "" if it is negative or names what the core does not have.
func (g *gen) bound(t *ir.Type, l *ir.Leaf, d *ir.Range, b *ir.Bound) string {
	switch b.Op {
	case ir.BoundConst:
		if b.Value.Sign() < 0 {
			return ""
		}
		return fmt.Sprintf("%d'd%s", boundBits, b.Value)
	case ir.BoundName, ir.BoundLen:
		in, leaf, length := d.Find(g.in.types[:], t, l, b)
		for p, x := range g.in.types {
			switch {
			case in == nil || x != in:
			case b.Op == ir.BoundLen:
				return fmt.Sprintf("%d'd%d", boundBits, length)
			default:
				return g.word(part(p), leaf)
			}
		}
		return ""
	}
	x, y := g.bound(t, l, d, b.X), g.bound(t, l, d, b.Y)
	switch {
	case x == "" || y == "":
		return ""
	case b.Op == ir.BoundMin:
		return fmt.Sprintf("(%s < %s ? %[1]s : %[2]s)", x, y)
	case b.Op == ir.BoundMax:
		return fmt.Sprintf("(%s > %s ? %[1]s : %[2]s)", x, y)
	}
	return fmt.Sprintf("(%s %s %s)", x, b.Op, y)
}
