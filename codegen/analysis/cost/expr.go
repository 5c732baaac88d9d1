package cost

import (
	"fmt"

	"smartnic-cc/codegen/ir"
)

// place evaluates an expression that has an address.
func (m *machine) place(e ir.Expr) place {
	switch e := e.(type) {
	case *ir.VarRef:
		return m.vars[e.Var]
	case *ir.FieldRef:
		p := m.place(e.X)
		p.off += e.Offset()
		return p
	case *ir.Index:
		i := m.scalar(e.I)
		p := m.place(e.X)
		at := int(i.bits)
		if !i.known {
			if m.worst {
				at = 0
			}
			if p.o.root != local {
				m.n.N[Index]++
				p.moving = true
			}
		}
		p.off += at * e.Typ.Leaves()
		return p
	}
	panic(fmt.Sprintf("cost: %T has no address", e))
}

// values evaluates an expression to its leaves.
func (m *machine) values(e ir.Expr) []val {
	if e.Type().Kind.IsScalar() {
		return []val{m.scalar(e)}
	}
	switch e := e.(type) {
	case *ir.Composite:
		var out []val
		for i, x := range e.Elems {
			if x != nil {
				out = append(out, m.values(x)...)
				continue
			}
			for range e.Typ.Component(i).Leaves() {
				out = append(out, m.constant(0))
			}
		}
		return out
	case *ir.Call:
		return m.call(e)
	}
	p := m.place(e)
	out := make([]val, e.Type().Leaves())
	for i := range out {
		out[i] = m.load(p, i)
	}
	return out
}

func (m *machine) scalar(e ir.Expr) val {
	switch e := e.(type) {
	case *ir.Const:
		return m.constant(e.Word())
	case *ir.VarRef, *ir.FieldRef:
		return m.load(m.place(e), 0)
	case *ir.Index:
		if t, ok := e.X.(*ir.TableRef); ok {
			return m.table(t.Table, e)
		}
		return m.load(m.place(e), 0)
	case *ir.Unary:
		return m.unary(e)
	case *ir.Binary:
		return m.binary(e)
	case *ir.Shift:
		return m.shift(e.Op, e.Typ.Kind, m.scalar(e.X), m.scalar(e.Count))
	case *ir.Convert:
		return m.convert(e)
	case *ir.MinMax:
		return m.minMax(e)
	case *ir.Intrinsic:
		return m.intrinsic(e)
	case *ir.Call:
		return m.call(e)[0]
	}
	panic(fmt.Sprintf("cost: expression %T", e))
}

// Codes by which computed operations are found again; those of operators are ir.Op.
const (
	codeConvert = 100 + iota
	codeMin
	codeMax
	codeTable
	codeIntrinsic = 200
	codeSecond    = 300
)

func (m *machine) table(t *ir.Table, e *ir.Index) val {
	i := m.scalar(e.I)
	at := i.bits
	if m.worst && !i.known {
		at = 0
	}
	v := m.tables[t][at]
	// The table is an operand: two tables of one type differ by their place.
	at2 := m.constant(uint64(t.Pos.Line)<<20 | uint64(t.Pos.Col) | 1<<62)
	at2.known = i.known
	r := m.result(Table, codeTable, e.Typ.Kind, v, i, at2)
	if !r.known {
		r.wide = true
	}
	return r
}
