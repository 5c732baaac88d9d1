package verilog

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Port is an input or an output of a module that carries a leaf of a value.
type Port struct {
	Name   string
	Leaf   ir.Leaf
	Index  int // of the leaf in its value
	Bits   int
	Signed bool
	range_ interval.Interval
}

// input returns the name of a module's input for a leaf, its range, and whether it stays constant while events are in
// flight.
func (g *gen) input(v *ir.Var, l ir.Leaf) (name string, r interval.Interval, stays bool) {
	p, ok := g.in.partOf(v)
	if !ok {
		name = v.GoName
		if l.Name != "" {
			name += "_" + printer.Field(l.Name)
		}
		return name, interval.Of(l.Kind), false
	}
	for i := range g.in.leaves[p] {
		if g.in.leaves[p][i].Name == l.Name {
			return prefixes[p] + "_" + printer.Field(l.Name), g.in.of(p, i), p == params
		}
	}
	panic("verilog: no leaf " + l.Name)
}

// layout finds the ports of a function and the widths of its values.
func (g *gen) layout(name string, f *ir.Func, zeroState bool) (*module, error) {
	form := flat.Build(f, g.in.fixed(zeroState))
	if n := len(form.Body); n > g.limit() {
		return nil, fmt.Errorf("%s has %d operations when its loops are unrolled, more than %d: shorten its loops, or allow more with --limit %d", f.FullName(), n, g.limit(), n)
	}
	return g.lay(name, form, g.outputs(form)), nil
}

// outputs returns the ports of a function's outputs, in order. Bits is 0 if an output has no port, and -1 if the port
// is as wide as the value.
func (g *gen) outputs(f *flat.Function) []Port {
	index := map[*ir.Var]int{}
	out := make([]Port, len(f.Outputs))
	for i, o := range f.Outputs {
		at := index[o.Param]
		index[o.Param]++
		switch {
		case o.Param == nil:
			out[i] = Port{Name: "o_" + printer.Field(o.Leaf.Name), Leaf: o.Leaf, Index: at, Bits: -1}
		case o.Param.Type == g.t.State && f.Func != g.t.Next:
			r := g.in.of(state, at)
			f := formOf(r)
			if g.o.Declared || g.whole {
				f = form{o.Leaf.Kind.Bits(), o.Leaf.Kind.IsSigned()}
			}
			out[i] = Port{"n_" + printer.Field(o.Leaf.Name), o.Leaf, at, f.bits, f.signed, r}
		} // firmware does not write to parameters and events
	}
	return out
}

// lay lays out a flat form, given the ports of its outputs.
func (g *gen) lay(name string, fl *flat.Function, outputs []Port) *module {
	m := &module{name: name, f: fl, lines: g.o.Lines, named: map[*flat.Value]string{},
		names:   names{"clk": true, "rst": true, "enable": true, "in_valid": true, "out_valid": true},
		declare: map[string]bool{}, last: map[*flat.Value]int{}, static: map[*flat.Value]bool{}}
	index := map[*ir.Var]int{}
	ranges := make([]interval.Interval, len(m.f.Inputs))
	for i, v := range m.f.Inputs {
		l, p := m.f.Leaves[i], m.f.Params[i]
		at := index[p]
		index[p]++
		port, r, static := g.input(p, l)
		ranges[i] = r
		if v.Op != flat.Input {
			continue
		}
		port = m.names.take(port)
		m.named[v] = port
		f := formOf(r)
		if g.o.Declared {
			f = form{l.Kind.Bits(), l.Kind.IsSigned()}
		}
		x := Port{port, l, at, f.bits, f.signed, r}
		if static {
			m.static[v] = true
			m.params = append(m.params, x)
		} else {
			m.inputs = append(m.inputs, x)
		}
	}
	want := make([]int, len(m.f.Outputs))
	var from []int // which of them the module's outputs are
	for i := range m.f.Outputs {
		x := outputs[i]
		if x.Bits == 0 {
			continue
		}
		x.Name = m.names.take(x.Name)
		want[i] = 64
		if x.Bits > 0 {
			want[i] = x.Bits
		}
		m.outputs = append(m.outputs, x)
		from = append(from, i)
	}
	find := func() {
		m.w = newWidths(m.f, g.o.Declared, func(i int) interval.Interval { return ranges[i] }, func(i int) int { return want[i] })
	}
	// Without assumptions little is left to decide: the flat form has folded constants, and uses bounds.
	for find(); len(g.o.Assume) > 0 && m.w.choose(m.f); find() {
	}
	m.values = append(m.values, collect.Of(from, func(i int) *flat.Value { return m.f.Outputs[i].Value })...)
	for i := range m.outputs {
		if x := &m.outputs[i]; x.Bits < 0 {
			f := m.w.whole(m.values[i])
			if g.o.Declared || g.whole {
				f = form{x.Leaf.Kind.Bits(), x.Leaf.Kind.IsSigned()}
			}
			x.Bits, x.Signed, x.range_ = f.bits, f.signed, m.w.of(m.values[i])
		}
	}
	return m
}

// trimLast removes the comma from the last port.
func trimLast(ports []string) {
	last := len(ports) - 1
	if code, rest, ok := strings.Cut(ports[last], ","); ok {
		ports[last] = code + rest
	}
}

// declarePorts writes ports with their fields' ranges and units.
func declarePorts(list []Port, how, title string) []string {
	var out []string
	if title != "" && len(list) > 0 {
		out = append(out, "    // "+title)
	}
	for i := range list {
		p := &list[i]
		sign := ""
		if p.Signed {
			sign = " two's complement"
		}
		out = append(out, fmt.Sprintf("    %s%s%s, // %s %s%s%s", how, vector(p.Bits), p.Name, p.Leaf.Kind, p.range_, unit(&p.Leaf), sign))
	}
	return out
}
