package flat

import (
	"fmt"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Machine runs a flat function. It is not safe for use by several goroutines at once.
type Machine struct {
	fn   *Function
	regs []uint64
	code []instr
	in   []int32 // register of each input, -1 for a constant
	out  []int32
	ret  []uint64
}

type instr struct {
	op      Op
	kind    ir.Kind
	ak      ir.Kind // kind of the first argument
	dst     int32
	a, b, c int32
	table   []uint64
}

// NewMachine prepares a function to be run.
func NewMachine(f *Function) *Machine {
	m := &Machine{fn: f, ret: make([]uint64, len(f.Outputs))}
	reg := map[*Value]int32{}
	get := func(v *Value) int32 {
		r, ok := reg[v]
		if !ok {
			r = int32(len(m.regs))
			reg[v] = r
			m.regs = append(m.regs, v.Bits)
		}
		return r
	}
	for _, v := range f.Inputs {
		if v.Op == Const {
			m.in = append(m.in, -1)
		} else {
			m.in = append(m.in, get(v))
		}
	}
	for _, v := range f.Body {
		var args [3]int32
		for i, a := range v.Args {
			args[i] = get(a)
		}
		i := instr{op: v.Op, kind: v.Kind, ak: v.Args[0].Kind, a: args[0], b: args[1], c: args[2], dst: get(v)}
		if v.Op == Lookup {
			i.table = v.Table.Values
		}
		m.code = append(m.code, i)
	}
	m.out = append(m.out, collect.Of(f.Outputs, func(o Output) int32 { return get(o.Value) })...)
	return m
}

// Run computes the outputs from the inputs, in the order of Function.Inputs and
// Function.Outputs. The result is valid until the next call. A wrong number of inputs is
// an error, and so is another value of an input for which the function was specialised.
func (m *Machine) Run(inputs []uint64) ([]uint64, error) {
	if len(inputs) != len(m.in) {
		return nil, fmt.Errorf("%s takes %d values, not %d", m.fn.Func.FullName(), len(m.in), len(inputs))
	}
	r := m.regs
	for i, at := range m.in {
		if at >= 0 {
			r[at] = inputs[i]
		} else if c := m.fn.Inputs[i]; c.Bits != inputs[i] {
			return nil, fmt.Errorf("%s was made for %s = %s, not %s", m.fn.Func.FullName(), m.fn.Leaves[i].Name, c.Kind.Format(c.Bits), c.Kind.Format(inputs[i]))
		}
	}
	for i := range m.code {
		n := &m.code[i]
		switch n.op {
		case Lookup:
			v := uint64(0)
			if j := r[n.a]; j < uint64(len(n.table)) {
				v = n.table[j]
			}
			r[n.dst] = v
		case Select:
			if r[n.a] != 0 {
				r[n.dst] = n.kind.Norm(r[n.b])
			} else {
				r[n.dst] = n.kind.Norm(r[n.c])
			}
		default:
			r[n.dst] = eval(n.op, n.kind, n.ak, r[n.a], r[n.b], r[n.c])
		}
	}
	for i, at := range m.out {
		m.ret[i] = r[at]
	}
	return m.ret, nil
}
