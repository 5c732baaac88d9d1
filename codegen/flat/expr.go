package flat

import (
	"fmt"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// zero returns the zero value of a type by leaf.
func (f *frame) zero(t *ir.Type) []*Value {
	return collect.Of(ir.Layout(t), func(l ir.Leaf) *Value { return f.constant(l.Kind, 0) })
}

// scalar translates an expression of a scalar type.
func (f *frame) scalar(e ir.Expr) *Value { return f.leaves(e)[0] }

// leaves translates an expression to its value by leaf.
func (f *frame) leaves(e ir.Expr) []*Value {
	one := func(v *Value) []*Value { return []*Value{v} }
	k := ir.Invalid
	if e.Type() != nil {
		k = e.Type().Kind
	}
	switch e := e.(type) {
	case *ir.Const:
		return one(f.mention(k, e.Word(), e.Ref))
	case *ir.VarRef:
		return f.read(f.whole(e.Var))
	case *ir.FieldRef, *ir.Index:
		return f.part(e)
	case *ir.Unary:
		x := f.scalar(e.X)
		f.builder.pos = e.Pos
		f.require(e.Pos, operations[e.Op], k, x)
		return one(f.op(operations[e.Op], k, x))
	case *ir.Binary:
		x := f.scalar(e.X)
		y := f.second(e, x)
		f.builder.pos = e.Pos
		f.require(e.Pos, operations[e.Op], k, x, y)
		return one(f.binary(e.Op, k, x, y))
	case *ir.Shift:
		x := f.scalar(e.X)
		n := f.scalar(e.Count)
		f.builder.pos = e.Pos
		f.require(e.Pos, operations[e.Op], k, x, n)
		return one(f.binary(e.Op, k, x, n))
	case *ir.Convert:
		vals := f.leaves(e.X)
		if k.IsScalar() {
			f.require(e.Pos, Convert, k, vals[0])
			return one(f.op(Convert, k, vals[0]))
		}
		return vals
	case *ir.MinMax:
		return one(f.minMax(e))
	case *ir.Intrinsic:
		return one(f.intrinsic(e))
	case *ir.Call:
		return f.call(e)
	case *ir.Composite:
		return f.composite(e)
	}
	panic(fmt.Sprintf("flat: expression %T", e))
}

func (f *frame) composite(e *ir.Composite) []*Value {
	var vals []*Value
	for i, x := range e.Elems {
		if x == nil {
			vals = append(vals, f.zero(e.Typ.Component(i))...)
		} else {
			vals = append(vals, f.leaves(x)...)
		}
	}
	return vals
}

func (f *frame) minMax(e *ir.MinMax) *Value {
	v := f.scalar(e.Args[0])
	for _, a := range e.Args[1:] {
		w := f.scalar(a)
		less := f.op(Lt, ir.Bool, w, v)
		if e.Max {
			less = f.op(Lt, ir.Bool, v, w)
		}
		v = f.sel(less, w, v)
	}
	return v
}

// whole returns a variable as a place.
func (f *frame) whole(v *ir.Var) place {
	c := f.vars[v.Index]
	return place{cell: c, n: len(c.vals)}
}

// place translates what can be assigned to or passed by address.
func (f *frame) place(e ir.Expr) place {
	switch e := e.(type) {
	case *ir.VarRef:
		return f.whole(e.Var)
	case *ir.FieldRef:
		p := f.place(e.X)
		p.off += e.Offset()
		p.n = e.Typ.Leaves()
		return p
	case *ir.Index:
		p := f.place(e.X)
		p.n = e.Typ.Leaves()
		switch i := f.index(e); {
		case i.Op == Const && i.Bits < uint64(e.X.Type().Len):
			p.off += int(i.Bits) * p.n
		default:
			p.dyn = append(p.dyn[:len(p.dyn):len(p.dyn)], dynamic{i, p.n, e.X.Type().Len})
		}
		return p
	}
	panic(fmt.Sprintf("flat: %T is no place", e))
}

// part returns a field or an element of a variable or a table.
func (f *frame) part(e ir.Expr) []*Value {
	switch root := ir.Base(e).(type) {
	case *ir.VarRef:
		return f.readOnly(f.place(e))
	case *ir.TableRef:
		return f.tablePart(root.Table, e)
	}
	panic(fmt.Sprintf("flat: a part of %T", ir.Base(e))) // the subset requires a name for it
}

// tablePart reads a part of a table: a column of it at the row given by the outermost index. Inner indexes must be
// constant or are added to the row.
func (f *frame) tablePart(t *ir.Table, e ir.Expr) []*Value {
	off, row := f.tableRow(e)
	n := e.Type().Leaves()
	vals := make([]*Value, n)
	for i := range n {
		if row == nil {
			flat := t.Words()
			vals[i] = f.constant(leafKind(t.Type, off+i), flat[off+i])
			continue
		}
		vals[i] = f.lookup(f.column(t, off+i, row.stride), row.index)
	}
	return vals
}

type tableIndex struct {
	index  *Value
	stride int
}

// tableRow returns the constant part of the offset of e in its table, and the
// variable part in units of a stride.
func (f *frame) tableRow(e ir.Expr) (int, *tableIndex) {
	switch e := e.(type) {
	case *ir.FieldRef:
		off, row := f.tableRow(e.X)
		return off + e.Offset(), row
	case *ir.Index:
		off, row := f.tableRow(e.X)
		n := e.Typ.Leaves()
		i := f.index(e)
		switch {
		case i.Op == Const && i.Bits < uint64(e.X.Type().Len):
			return off + int(i.Bits)*n, row
		case row == nil:
			return off, &tableIndex{i, n}
		}
		// Two variable indices: count in units of the inner one.
		scale := uint64(row.stride / n)
		wide := f.op(Mul, ir.Uint32, f.op(Convert, ir.Uint32, row.index), f.constant(ir.Uint32, scale))
		return off, &tableIndex{f.op(Add, ir.Uint32, wide, f.op(Convert, ir.Uint32, i)), n}
	}
	return 0, nil
}

func (f *frame) column(t *ir.Table, off, stride int) *Table {
	id := column{t, off, stride}
	if c := f.tables[id]; c != nil {
		return c
	}
	flat := t.Words()
	c := &Table{Name: t.Name, Doc: t.Doc, Kind: leafKind(t.Type, off)}
	if l := ir.Layout(t.Type.Elem)[off%t.Type.Elem.Leaves()].Name; l != "" {
		c.Name = leafName(t.Name, l)
	}
	for i := off; i < len(flat); i += stride {
		c.Values = append(c.Values, flat[i])
	}
	f.tables[id] = c
	return c
}

func leafKind(t *ir.Type, i int) ir.Kind { return ir.Layout(t)[i].Kind }
