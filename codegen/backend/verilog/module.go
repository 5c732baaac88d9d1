package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// module is a function as a circuit: in stages, or without a clock.
type module struct {
	name    string
	f       *flat.Function
	w       *widths
	plan    *plan
	comb    bool
	lines   bool
	params  []Port // inputs that stay
	inputs  []Port
	outputs []Port
	values  []*flat.Value // of the outputs
	named   map[*flat.Value]string
	names   names
	last    map[*flat.Value]int // the last stage that uses a value
	decls   strings.Builder     // functions
	declare map[string]bool
	b       strings.Builder
	unit    *schedule // of a module that works step by step
	late    float64   // when its inputs are there in the first step, ns
	static  map[*flat.Value]bool
}

// module lays out a function and cuts it into stages. period is that of the core that next works with, 0 for other
// modules.
func (g *gen) module(name string, f *ir.Func, zeroState, comb bool, period float64) (*module, error) {
	m, err := g.layout(name, f, zeroState)
	if err != nil {
		return nil, err
	}
	switch {
	case comb:
		m.unclocked()
		return m, nil
	case g.o.Period > 0:
		period = 0
	}
	return m, g.pipeline(m, period)
}

// unclocked makes a module without a clock.
func (m *module) unclocked() {
	m.comb = true
	m.plan, _ = m.w.cut(m.f, func(v *flat.Value) bool { return true }, 1e9)
	m.wires()
}

// pipeline cuts a module as the options say, or for a period.
func (g *gen) pipeline(m *module, period float64) (err error) {
	isStatic := func(v *flat.Value) bool { return m.static[v] }
	if period > 0 {
		least, _ := m.w.slowest(m.f)
		m.plan, _ = m.w.cut(m.f, isStatic, max(least, period)+0.01) // of rounding
	} else if m.plan, err = m.w.pipeline(m.f, isStatic, max(1, g.o.Stages), g.o.Period); err != nil {
		return err
	}
	m.wires()
	for _, v := range m.f.Body {
		if m.w.wired(v) && m.w.used[v] > 0 {
			for _, a := range v.Args {
				m.last[a] = max(m.last[a], m.plan.stage[v])
			}
		}
	}
	for _, v := range m.values {
		m.last[v] = m.plan.stages - 1
	}
	return nil
}

// wires names the values that are wires.
func (m *module) wires() {
	for _, v := range m.f.Body {
		if m.w.wired(v) && m.w.used[v] > 0 {
			m.named[v] = m.names.take(v.Name)
		}
	}
}

// at returns a value as a wire in a stage.
func (m *module) at(v *flat.Value, stage int) wire {
	x := wire{m.named[v], m.w.form(v)}
	s := m.plan.stage[v]
	if v.Op == flat.Input && (s == static || stage == s || m.static[v]) {
		x.form = m.w.whole(v) // a port is as wide as its field
	}
	switch {
	case m.comb:
	case m.unit != nil:
		if r, ok := m.unit.register[v]; ok && stage > s {
			return r
		}
	case s == static && m.plan.held[v]:
		x.name += "_held"
	case s == static:
	case stage > s:
		x.name += fmt.Sprintf("_z%d", stage-s)
	}
	return x
}

// bits returns a value as width bits in a stage.
func (m *module) bits(v *flat.Value, width, stage int) string {
	if r := m.w.of(v); r.IsPoint() {
		return literal(width, r.Lo)
	}
	return m.at(v, stage).low(width)
}

// text prints the module.
func (m *module) text(doc []string) string {
	var out strings.Builder
	comment(&out, "", doc)
	fmt.Fprintf(&out, "module %s (\n", m.name)
	var ports []string
	kind := "reg "
	if m.comb {
		kind = "wire "
	} else {
		ports = append(ports, "    input wire clk,", "    // Takes back what is in flight.", "    input wire rst,", "    // 0 holds all stages.", "    input wire enable,", "    input wire in_valid,")
	}
	ports = append(ports, declarePorts(m.params, "input wire ", "Parameters; they stay while events are in flight.")...)
	ports = append(ports, declarePorts(m.inputs, "input wire ", "")...)
	if !m.comb {
		ports = append(ports, "    output reg out_valid,")
	}
	ports = append(ports, declarePorts(m.outputs, "output "+kind, "")...)
	trimLast(ports)
	out.WriteString(strings.Join(ports, "\n") + "\n);\n")
	m.body()
	out.WriteString(m.decls.String())
	out.WriteString(m.b.String())
	out.WriteString("endmodule\n")
	return out.String()
}

func (m *module) f0(format string, args ...any) { fmt.Fprintf(&m.b, format, args...) }

func (m *module) body() {
	said := map[string]bool{}
	if m.comb {
		m.stage(static, said)
		for i, v := range m.values {
			m.f0("    assign %s = %s;\n", m.outputs[i].Name, m.bits(v, m.outputs[i].Bits, static))
		}
		return
	}
	m.stage(static, said)
	for _, v := range m.f.Body {
		if m.plan.held[v] {
			x := m.at(v, static)
			m.f0("    reg %s%s;\n    always @(posedge clk) %s <= %s;\n", vector(x.bits), x.name, x.name, m.named[v])
		}
	}
	valid := "in_valid"
	for s := range m.plan.stages {
		if m.plan.stages > 1 {
			m.f0("\n    // Stage %d.\n", s+1)
		}
		m.stage(s, said)
		next := fmt.Sprintf("valid_z%d", s+1)
		if s == m.plan.stages-1 {
			next = "out_valid"
		} else {
			m.f0("    reg %s;\n", next)
		}
		m.f0("    always @(posedge clk)\n        if (rst) %s <= 1'b0;\n        else if (enable) %s <= %s;\n", next, next, valid)
		valid = next
		if s == m.plan.stages-1 {
			break
		}
		m.registers(s)
	}
	m.f0("\n    always @(posedge clk)\n        if (enable) begin\n")
	for i, v := range m.values {
		m.f0("            %s <= %s;\n", m.outputs[i].Name, m.bits(v, m.outputs[i].Bits, m.plan.stages-1))
	}
	m.f0("        end\n")
}

// registers prints the registers between a stage and the next.
func (m *module) registers(s int) {
	var moves []string
	keep := func(v *flat.Value) {
		if !m.w.wired(v) || m.plan.stage[v] == static || m.plan.stage[v] > s || m.last[v] <= s {
			return
		}
		from, to := m.at(v, s), m.at(v, s+1)
		if v.Op == flat.Input { // what is used of the port
			from.name = from.low(to.bits)
		}
		m.f0("    reg %s%s;\n", vector(to.bits), to.name)
		moves = append(moves, fmt.Sprintf("            %s <= %s;\n", to.name, from.name))
	}
	for i, v := range m.f.Inputs {
		if v.Op == flat.Input && m.w.used[m.f.Inputs[i]] > 0 {
			keep(v)
		}
	}
	for _, v := range m.f.Body {
		if m.w.used[v] > 0 {
			keep(v)
		}
	}
	if len(moves) > 0 {
		m.f0("    always @(posedge clk)\n        if (enable) begin\n%s        end\n", strings.Join(moves, ""))
	}
}

// stage prints the operations of a stage in the order of the source.
func (m *module) stage(s int, said map[string]bool) {
	var fn *ir.Func
	for _, v := range m.f.Body {
		if m.w.used[v] == 0 || !m.w.wired(v) || m.plan.stage[v] != s {
			continue
		}
		if fn != v.Func {
			fn = v.Func
			m.f0("\n    // %s.%s\n", fn.Pkg.Name, fn.GoName)
		}
		if text := strings.Join(v.Comment, "\n"); text != "" && !said[text] {
			said[text] = true
			comment(&m.b, "    ", v.Comment)
		}
		end := ";"
		if m.lines && v.Pos.Line != 0 {
			end += fmt.Sprintf(" // %s:%d", v.Pos.File, v.Pos.Line)
		}
		x := m.expr(v, s)
		m.f0("    wire %s%s = %s%s\n", vector(m.w.form(v).bits), m.named[v], x, end)
	}
}

// part declares an auxiliary wire of an operation.
func (m *module) part(v *flat.Value, what string, f form, x string) wire {
	w := wire{m.names.take(m.named[v] + "_" + what), f}
	m.f0("    wire %s%s = %s;\n", vector(f.bits), w.name, x)
	return w
}

// expr prints an operation, in as many bits as its value has.
func (m *module) expr(v *flat.Value, s int) string {
	n := m.w.form(v).bits
	arg := func(i int) string { return m.bits(v.Args[i], n, s) }
	if m.unit != nil {
		switch {
		case m.unit.of[v] != nil || v.Op == flat.Lookup:
			return m.fetched(v, n)
		case m.w.isCheap(v):
			return m.adders(v, n, s)
		}
	}
	switch v.Op {
	case flat.Add, flat.Sub, flat.Mul, flat.And, flat.Or, flat.Xor:
		return arg(0) + " " + v.Op.Operator().String() + " " + arg(1)
	case flat.MulHi:
		k := v.Kind.Bits()
		full := min(m.whole(v.Args[0]).bits+m.whole(v.Args[1]).bits, k+n)
		return m.part(v, "full", form{bits: full}, m.bits(v.Args[0], full, s)+" * "+m.bits(v.Args[1], full, s)).slice(k, n)
	case flat.Neg:
		return "-" + arg(0)
	case flat.Compl, flat.Not:
		return "~" + arg(0)
	case flat.Convert:
		return arg(0)
	case flat.Select:
		return m.bits(v.Args[0], 1, s) + " ? " + arg(1) + " : " + arg(2)
	case flat.Eq, flat.Ne, flat.Lt, flat.Le:
		return m.compare(v, s)
	case flat.Div, flat.Rem:
		return m.divide(v, n, s)
	case flat.Shl:
		if c := m.w.of(v.Args[1]); c.IsPoint() {
			return m.shifted(v, int(interval.ShiftCount(c.Lo)), n, s)
		}
		return arg(0) + " << " + m.at(v.Args[1], s).name
	case flat.Shr:
		return m.shiftRight(v, n, s)
	case flat.Leading, flat.Trailing, flat.Len:
		return m.count(v, n, s)
	case flat.Lookup:
		return m.lookup(v, n, s)
	}
	panic("verilog: operation " + v.Op.String())
}

// whole returns the width of the whole value, also if it is a constant.
func (m *module) whole(v *flat.Value) form { return m.w.whole(v) }

// shifted returns a value shifted left by a constant.
func (m *module) shifted(v *flat.Value, by, n, s int) string {
	switch {
	case by >= n:
		return literal(n, new(big.Int))
	case by == 0:
		return m.bits(v.Args[0], n, s)
	}
	return fmt.Sprintf("{%s, %d'd0}", m.bits(v.Args[0], n-by, s), by)
}

func (m *module) shiftRight(v *flat.Value, n, s int) string {
	x, c := v.Args[0], m.w.of(v.Args[1])
	switch {
	case c.IsPoint() && !m.w.of(x).IsPoint():
		return m.at(x, s).slice(int(interval.ShiftCount(c.Lo)), n)
	case m.w.of(x).IsPoint():
		f := formOf(m.w.of(x))
		a := m.part(v, "of", f, literal(f.bits, m.w.of(x).Lo))
		return m.rightBy(v, a, n, s)
	}
	return m.rightBy(v, m.at(x, s), n, s)
}

// rightBy shifts a wire by a variable.
func (m *module) rightBy(v *flat.Value, a wire, n, s int) string {
	by := m.at(v.Args[1], s).name
	x := a.name + " >> " + by
	if a.signed {
		x = "$signed(" + a.name + ") >>> " + by
	}
	if n == a.bits {
		return x
	}
	return m.part(v, "wide", a.form, x).low(n)
}

// common returns the width at which two values compare, and whether as signed.
func (m *module) common(a, b *flat.Value) (int, bool) {
	x, y := m.whole(a), m.whole(b)
	if !x.signed && !y.signed {
		return max(x.bits, y.bits), false
	}
	if !x.signed {
		x.bits++
	}
	if !y.signed {
		y.bits++
	}
	return max(x.bits, y.bits), true
}

func (m *module) compare(v *flat.Value, s int) string {
	n, signed := m.common(v.Args[0], v.Args[1])
	x, y := m.bits(v.Args[0], n, s), m.bits(v.Args[1], n, s)
	if signed && (v.Op == flat.Lt || v.Op == flat.Le) {
		x, y = "$signed("+x+")", "$signed("+y+")"
	}
	return x + " " + v.Op.Operator().String() + " " + y
}

func (m *module) divide(v *flat.Value, n, s int) string {
	w, signed := m.common(v.Args[0], v.Args[1])
	if signed {
		w++ // the least number by -1
	}
	x, y := m.bits(v.Args[0], w, s), m.bits(v.Args[1], w, s)
	if signed {
		x, y = "$signed("+x+")", "$signed("+y+")"
	}
	return m.part(v, "full", form{w, signed}, x+" "+v.Op.Operator().String()+" "+y).low(n)
}
