package bpf

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
)

// view is the data for the templates.
type view struct {
	Options
	Name                         string // of the algorithm, in C
	P, U                         string // prefixes of names, in lower and upper case
	Params, State, Event, Output part
	Init, Step                   string
	Values                       []string // designators of the parameters
	Words                        string   // as what words a large state is copied; "" if it is assigned
	Now                          string   // the event's time, in C; "" if it declares none
	Kind                         string   // the event's kind; "" if it has none
	Kinds                        []kind
	Signals                      []signal // what else a program fills in
	Controls                     []signal
}

// part is one of the four values of an algorithm.
type part struct {
	Type   string
	Leaves []leaf
	Bytes  int
}

// leaf is a scalar of a value: its suffix after the value's name, and its place in a packet.
type leaf struct {
	Path, Type, Unsigned string
	Bits, At             int
	Bool, Signed         bool
}

// kind is a kind of event: its constant, and what happens.
type kind struct {
	Const, Label string
	Kind         ir.NICEventKind
}

// Comes returns the kind that a frame that comes in brings, and Goes that of one that goes out: the
// first one where no kind fits.
func (v *view) Comes() kind { return v.of(ir.OnPacket, ir.OnCNP, ir.OnAck) }

// Goes is the other one.
func (v *view) Goes() kind { return v.of(ir.OnSent, ir.OnPacket) }

func (v *view) of(which ...ir.NICEventKind) kind {
	for _, h := range which {
		for _, k := range v.Kinds {
			if k.Kind == h {
				return k
			}
		}
	}
	return v.Kinds[0]
}

type signal struct{ Path, Type, What string }

func partOf(n cgen.Names, t *ir.Type) part {
	p := part{Type: n.Type(t)}
	paths := n.Leaves(t)
	for i, l := range ir.Layout(t) {
		bits := max(8, l.Kind.Bits())
		p.Leaves = append(p.Leaves, leaf{
			Path: paths[i], Type: cgen.CType(l.Kind), Unsigned: fmt.Sprintf("uint%d_t", bits), Bits: bits, At: p.Bytes,
			Bool: l.Kind == ir.Bool, Signed: l.Kind.IsSigned(),
		})
		p.Bytes += bits / 8
	}
	return p
}

func newView(prog *ir.Program, t *ir.Transducer, name string, o Options) *view {
	return newViewOf(prog, t, name, o, prefix)
}

// newViewOf is newView for a header whose names begin with another prefix.
func newViewOf(prog *ir.Program, t *ir.Transducer, name string, o Options, prefix string) *view {
	n := cgen.NamesOf(prog, prefix)
	v := &view{
		Options: o, Name: name, P: "cc_bpf_" + name, U: "CC_BPF_" + strings.ToUpper(name),
		Params: partOf(n, t.Params), State: partOf(n, t.State), Event: partOf(n, t.Event), Output: partOf(n, t.Output),
		Init: n.Func(t.Init), Step: n.Func(t.Step),
	}
	v.setParams(t, o.Values)
	if t.State.Leaves() > cgen.MaxStores {
		v.Words = fmt.Sprintf("uint%d_t", 8*alignOf(t.State))
	}
	c := t.Declared()
	event, output := n.Leaves(t.Event), n.Leaves(t.Output)
	if c.Now >= 0 {
		v.Now = event[c.Now]
	}
	if c.Kind >= 0 {
		v.Kind = event[c.Kind]
		for _, e := range c.Events {
			v.Kinds = append(v.Kinds, kind{n.Const(e.Const), e.Label, e.Kind})
		}
	}
	for _, s := range c.Signals {
		if s.Index != c.Now && s.Index != c.Kind {
			v.Signals = append(v.Signals, signal{event[s.Index], cgen.CType(s.Kind), "signal " + s.Signal.String()})
		}
	}
	for _, s := range c.Controls {
		v.Controls = append(v.Controls, signal{output[s.Index], cgen.CType(s.Kind), "control " + s.Control.String()})
	}
	return v
}

// setParams sets the parameters that the read-only data begins with; nil is all 0.
func (v *view) setParams(t *ir.Transducer, values []uint64) {
	v.Values = nil
	for i, l := range ir.Layout(t.Params) {
		value := uint64(0)
		if values != nil {
			value = values[i]
		}
		v.Values = append(v.Values, fmt.Sprintf("%s = %s", v.Params.Leaves[i].Path, cgen.Literal(l.Kind, value)))
	}
}
