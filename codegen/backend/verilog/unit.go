package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/internal/base/text/collect"
)

// unitText prints a module that takes an event and processes it step by step.
func (m *module) unitText(doc []string) string {
	var out strings.Builder
	comment(&out, "", doc)
	fmt.Fprintf(&out, "module %s (\n", m.name)
	ports := []string{"    input wire clk,", "    // Takes back what is in work.", "    input wire rst,", "    input wire in_valid,", "    output wire in_ready,"}
	ports = append(ports, declarePorts(m.params, "input wire ", "Parameters; they stay while an event is in work.")...)
	ports = append(ports, declarePorts(m.inputs, "input wire ", "")...)
	ports = append(ports, "    // An event is in work, or its output waits.", "    output wire busy,", "    output reg out_valid,", "    input wire out_ready,")
	ports = append(ports, declarePorts(m.outputs, "output reg ", "")...)
	trimLast(ports)
	out.WriteString(strings.Join(ports, "\n") + "\n);\n")
	m.steps()
	out.WriteString(m.decls.String())
	out.WriteString(m.b.String())
	out.WriteString("endmodule\n")
	return out.String()
}

// when returns the condition that the unit is in one of the steps.
func (u *schedule) when(steps ...int) string {
	if u.steps == 1 {
		return "take"
	}
	all := collect.Of(steps, func(s int) string { return fmt.Sprintf("step[%d]", s) })
	return strings.Join(all, " | ")
}

// steps prints the counter, the operations of each step, and the shared parts.
func (m *module) steps() {
	u := m.unit
	m.f0("\n    // One bit a step: the first takes the event.\n    wire take = in_valid & in_ready;\n")
	if u.steps == 1 {
		m.f0("    assign busy = out_valid;\n    assign in_ready = ~out_valid | out_ready;\n")
	} else {
		m.f0("    reg [%d:1] run;\n    wire [%d:0] step = {run, take};\n", u.steps-1, u.steps-1)
		m.f0("    assign busy = (|run) | out_valid;\n    assign in_ready = ~(|run) & (~out_valid | out_ready);\n")
		m.f0("    always @(posedge clk)\n        if (rst) run <= %d'd0;\n        else run <= step[%d:0];\n", u.steps-1, u.steps-2)
	}
	m.f0("    always @(posedge clk)\n        if (rst) out_valid <= 1'b0;\n        else out_valid <= %s | (out_valid & ~out_ready);\n", u.when(u.steps-1))
	m.declareShared()
	m.claim()
	said := map[string]bool{}
	for s := range u.steps {
		if u.steps > 1 {
			m.f0("\n    // Step %d.\n", s+1)
		}
		m.stage(s, said)
		m.keep(s)
	}
	m.loads()
}

// claim picks the register of each value that is used after its step: the output's register if it is an output.
func (m *module) claim() {
	for i, v := range m.values {
		f := m.w.form(v)
		if _, ok := m.unit.register[v]; !ok && m.later(v) && f.bits <= m.outputs[i].Bits {
			m.unit.register[v] = wire{m.outputs[i].Name, form{m.outputs[i].Bits, f.signed}}
		}
	}
	for _, v := range append(append([]*flat.Value(nil), m.f.Inputs...), m.f.Body...) {
		if _, ok := m.unit.register[v]; !ok && m.later(v) {
			m.unit.register[v] = wire{m.names.take(m.named[v] + "_r"), m.w.form(v)}
		}
	}
}

// later reports whether a value is used after its step.
func (m *module) later(v *flat.Value) bool {
	return v.Op != flat.Const && m.live(v) && !m.static[v] && m.last[v] > m.plan.stage[v]
}

// keep prints the registers that are written at the end of a step.
func (m *module) keep(s int) {
	outputs := collect.Map(m.outputs, func(o Port) (string, bool) { return o.Name, true })
	var moves []string
	for _, v := range append(append([]*flat.Value(nil), m.f.Inputs...), m.f.Body...) {
		if r, ok := m.unit.register[v]; ok && m.plan.stage[v] == s && !outputs[r.name] {
			m.f0("    reg %s%s;\n", vector(r.bits), r.name)
			moves = append(moves, fmt.Sprintf("            %s <= %s;\n", r.name, m.at(v, s).low(r.bits)))
		}
	}
	for i, v := range m.values {
		if m.plan.stage[v] == s {
			moves = append(moves, fmt.Sprintf("            %s <= %s;\n", m.outputs[i].Name, m.bits(v, m.outputs[i].Bits, s)))
		}
	}
	if len(moves) > 0 {
		m.f0("    always @(posedge clk)\n        if (%s) begin\n%s        end\n", m.unit.when(s), strings.Join(moves, ""))
	}
}

// declareShared prints the multiplier and the tables.
func (m *module) declareShared() {
	u := m.unit
	if len(u.products) > 0 {
		m.f0("\n    // The multiplier.\n    reg %smul_a;\n    reg %smul_b;\n    wire %sproduct = %s * %s;\n", vector(u.wa), vector(u.wb), vector(u.wa+u.wb),
			wire{"mul_a", form{bits: u.wa}}.low(u.wa+u.wb), wire{"mul_b", form{bits: u.wb}}.low(u.wa+u.wb))
	}
	if u.sum > 0 {
		m.f0("\n    // Pieces of a product that is wider are added up.\n    reg %spiece;\n    reg %sacc;\n", vector(u.wa+u.wb), vector(u.sum))
		var first []int
		by := map[int][]int{}
		most := 0
		for _, p := range u.products {
			if len(p.pieces) == 1 {
				continue
			}
			first = append(first, p.load+2)
			for i, c := range p.pieces {
				by[c.i+c.j] = append(by[c.i+c.j], p.load+i+2)
				most = max(most, c.i+c.j)
			}
		}
		var terms []string
		for k := range most + 1 {
			if len(by[k]) > 0 {
				terms = append(terms, fmt.Sprintf("({%d{%s}} & %s)", u.sum, u.when(by[k]...), m.shiftedPiece(k*u.width)))
			}
		}
		m.f0("    wire %ssum = (acc & {%d{~(%s)}})\n        + (%s);\n", vector(u.sum), u.sum, u.when(first...), strings.Join(terms, "\n        | "))
		m.f0("    always @(posedge clk) begin\n        piece <= product;\n        acc <= sum;\n    end\n")
	}
	for _, t := range u.tables {
		f, at := tableForm(t)
		name := m.table(t, at, f)
		m.names[name+"_at"], m.names[name+"_entry"] = true, true
		m.f0("    reg %s%s_at;\n    wire %s%s_entry = %s(%s_at);\n", vector(at), name, vector(f.bits), name, name, name)
	}
}

// shiftedPiece is a piece of a product at its place in the sum.
func (m *module) shiftedPiece(by int) string {
	x := wire{"piece", form{bits: m.unit.wa + m.unit.wb}}
	if by == 0 {
		return x.low(m.unit.sum)
	}
	return fmt.Sprintf("{%s, %d'd0}", x.low(m.unit.sum-by), by)
}

// fetched returns the result of a shared part: a product or an entry of a table.
func (m *module) fetched(v *flat.Value, n int) string {
	if p := m.unit.of[v]; p != nil {
		x := wire{"product", form{bits: m.unit.wa + m.unit.wb}}
		if len(p.pieces) > 1 {
			x = wire{"sum", form{bits: m.unit.sum}}
		}
		if v.Op == flat.MulHi {
			return x.slice(v.Kind.Bits(), n)
		}
		return x.low(n)
	}
	f, _ := tableForm(v.Table)
	return wire{"rom_" + printer.Field(v.Table.Name) + "_entry", f}.low(n)
}

// adders returns a product by a constant with few ones, as a sum.
func (m *module) adders(v *flat.Value, n, s int) string {
	i, c := m.w.constantFactor(v)
	var terms []string
	for k := range min(n, c.BitLen()) {
		if c.Bit(k) != 0 {
			if k == 0 {
				terms = append(terms, m.bits(v.Args[1-i], n, s))
			} else {
				terms = append(terms, fmt.Sprintf("{%s, %d'd0}", m.bits(v.Args[1-i], n-k, s), k))
			}
		}
	}
	if len(terms) == 0 {
		return literal(n, new(big.Int))
	}
	return strings.Join(terms, " + ")
}

// selection is the values that a register is loaded with, and in which steps.
type selection struct {
	bits    int
	sources []string
	steps   map[string][]int
}

func (x *selection) has(source string) bool { return len(x.steps[source]) > 0 }

func (x *selection) add(source string, step int) {
	if x.steps == nil {
		x.steps = map[string][]int{}
	}
	if !x.has(source) {
		x.sources = append(x.sources, source)
	}
	x.steps[source] = append(x.steps[source], step)
}

// text returns the selection as gates: its steps exclude each other.
func (x *selection) text(u *schedule) string {
	terms := collect.Of(x.sources, func(s string) string { return fmt.Sprintf("({%d{%s}} & %s)", x.bits, u.when(x.steps[s]...), s) })
	return strings.Join(terms, "\n            | ")
}

// loads prints how the factors and the indexes of tables are loaded.
func (m *module) loads() {
	u := m.unit
	if len(u.products) == 0 && len(u.tables) == 0 {
		return
	}
	m.f0("\n    // What is multiplied and looked up in the step after.\n    always @(posedge clk) begin\n")
	if len(u.products) > 0 {
		a, b := &selection{bits: u.wa}, &selection{bits: u.wb}
		for _, p := range u.products {
			for i, c := range p.pieces {
				m.factors(a, b, p, c, p.load+i)
			}
		}
		m.f0("        mul_a <= %s;\n        mul_b <= %s;\n", a.text(u), b.text(u))
	}
	for _, t := range u.tables {
		_, at := tableForm(t)
		x := &selection{bits: at}
		for _, v := range u.lookups[t] {
			x.add(m.bits(v.Args[0], at, u.load[v]), u.load[v])
		}
		m.f0("        rom_%s_at <= %s;\n", printer.Field(t.Name), x.text(u))
	}
	m.f0("    end\n")
}

// factors assigns the factors to the sides of the multiplier: each to the side where it went before.
func (m *module) factors(a, b *selection, p *product, c piece, step int) {
	u := m.unit
	text := func(v *flat.Value, i, bits, to int) string {
		if r := m.w.of(v); r.IsPoint() {
			return literal(to, digit(r.Lo, i, u.width))
		}
		x := m.at(v, step)
		if have := x.bits - i*u.width; !x.signed && have < bits {
			bits = have
		}
		part := x.slice(i*u.width, bits)
		if bits < to {
			return fmt.Sprintf("{%d'd0, %s}", to-bits, part)
		}
		return part
	}
	xa, yb := text(p.x, c.i, c.wi, u.wa), ""
	if c.wj <= u.wb {
		yb = text(p.y, c.j, c.wj, u.wb)
	}
	swap := yb == ""
	if !swap && c.wi <= u.wb {
		score := func(a1 string, sa *selection, b1 string, sb *selection) (n int) {
			if sa.has(a1) {
				n++
			}
			if sb.has(b1) {
				n++
			}
			return n
		}
		ya, xb := text(p.y, c.j, c.wj, u.wa), text(p.x, c.i, c.wi, u.wb)
		swap = score(ya, a, xb, b) > score(xa, a, yb, b)
	}
	if swap {
		a.add(text(p.y, c.j, c.wj, u.wa), step)
		b.add(text(p.x, c.i, c.wi, u.wb), step)
		return
	}
	a.add(xa, step)
	b.add(yb, step)
}
