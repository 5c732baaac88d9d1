package verilog

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Circuit is one function of a program as a separate module without a clock, to be compared with its flat form: its
// operations are printed as in the cores. Inputs are as wide as their declared ranges, outputs as their types.
type Circuit struct {
	Module string
	Text   []byte
	Form   *flat.Function
	// Inputs are the ports of the form's inputs, Outputs those of its outputs. An output that the function leaves
	// unchanged has a port without a name.
	Inputs, Outputs []Port
}

// FunctionCircuit prints a function of scalars and up to three structs, one of which it may write to. It fails on
// other parameters, or on more than DefaultLimit operations.
func FunctionCircuit(p *ir.Program, f *ir.Func) (*Circuit, error) {
	types := [3]*ir.Type{{Kind: ir.Struct}, {Kind: ir.Struct}, {Kind: ir.Struct}}
	written := writes(flat.Build(f, nil))
	if len(written) > 1 {
		return nil, fmt.Errorf("%s: %s writes to %s and %s: a circuit is made of a function that writes to one struct", f.Pos, f.FullName(), written[0].GoName, written[1].GoName)
	}
	rest := []part{params, event}
	for _, v := range f.Params {
		to := state
		switch {
		case v.Type.Kind.IsScalar() && !v.ByRef:
			continue
		case len(written) == 1 && v == written[0]:
		case v.Type.Kind != ir.Struct || len(rest) == 0:
			return nil, fmt.Errorf("%s: %s takes %s: a circuit is made of a function of scalars and up to three structs", f.Pos, f.FullName(), v.GoName)
		default:
			to, rest = rest[0], rest[1:]
		}
		for _, other := range types {
			if other == v.Type {
				return nil, fmt.Errorf("%s: %s takes two of one type: a circuit is made of a function of different structs", f.Pos, f.FullName())
			}
		}
		types[to] = v.Type
	}
	t := &ir.Transducer{Name: strings.ReplaceAll(f.FullName(), ".", "_"), Params: types[params], State: types[state], Event: types[event]}
	o := Options{Algorithm: t.Name}
	in, err := newInputs(t, &o)
	if err != nil {
		return nil, err
	}
	g := &gen{p: p, t: t, o: o, in: in, whole: true}
	m, err := g.module(printer.Field(t.Name), f, false, true, 0)
	if err != nil {
		return nil, err
	}
	c := &Circuit{Module: m.name, Form: m.f}
	ports := collect.Map(append(append([]Port(nil), m.params...), m.inputs...), func(x Port) (string, Port) { return x.Name, x })
	c.Inputs = collect.Of(m.f.Inputs, func(v *flat.Value) Port { return ports[m.named[v]] })
	next := 0
	for _, x := range m.f.Outputs {
		if x.Param != nil && x.Param.Type != t.State {
			c.Outputs = append(c.Outputs, Port{})
			continue
		}
		c.Outputs = append(c.Outputs, m.outputs[next])
		next++
	}
	c.Text = []byte("`default_nettype none\n\n" + m.text(f.Doc) + "\n`default_nettype wire\n")
	return c, nil
}

// writes returns the parameters that a function changes.
func writes(f *flat.Function) []*ir.Var {
	var out []*ir.Var
	var of *ir.Var
	at := 0
	for _, x := range f.Outputs {
		if x.Param == nil {
			continue
		}
		if x.Param != of {
			of, at = x.Param, slices.Index(f.Params, x.Param)
		}
		if x.Value != f.Inputs[at] && !slices.Contains(out, of) {
			out = append(out, of)
		}
		at++
	}
	return out
}
