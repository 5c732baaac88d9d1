package interp

import (
	"fmt"

	"smartnic-cc/codegen/ir"
)

// place is where a value is, in memory or in the tables: at an address, plus an offset held in a word of memory if
// relocated.
type place struct {
	at        int
	table     bool
	relocated bool // by off
	off       uint16
	array     span // if relocated, the array that contains it
	temp      bool // nobody else uses it
	con       bool // it holds a constant, val
	val       uint64
}

// span returns the words that the n at the place are among.
func (p place) span(n int) span {
	if p.relocated {
		return p.array
	}
	return span{p.at, n}
}

// variable returns where a variable is.
func (b *builder) variable(v *ir.Var) place {
	p, ok := b.frame.vars[v]
	if !ok {
		b.declare(v)
		p = b.frame.vars[v]
	}
	return p
}

// place finds a place, or a part of a table.
func (b *builder) place(e ir.Expr) place {
	switch e := e.(type) {
	case *ir.VarRef:
		return b.variable(e.Var)
	case *ir.TableRef:
		return place{at: b.tableAt(e.Table), table: true}
	case *ir.FieldRef:
		p := b.place(e.X)
		p.at += e.Offset()
		return p
	case *ir.Index:
		return b.element(e)
	}
	panic(fmt.Sprintf("interp: %T is no place", e))
}

func (b *builder) tableAt(t *ir.Table) int {
	at, ok := b.tables[t]
	if !ok {
		at = len(b.c.tables)
		b.tables[t] = at
		b.c.tables = append(b.c.tables, t.Words()...)
	}
	return at
}

func (b *builder) element(e *ir.Index) place {
	p := b.place(e.X)
	i, size := b.scalar(e.I), e.Typ.Leaves()
	if i.con {
		if i.val >= uint64(e.X.Type().Len) {
			b.checked(e, instr{op: opFault, a: b.konst(i.val)})
			return p
		}
		p.at += int(i.val) * size
		return p
	}
	from := p.off
	if !p.relocated {
		from = b.konst(0)
		p.array = span{p.at, e.X.Type().Leaves()}
	}
	to := uint16(b.alloc(1))
	b.checked(e, instr{op: opIndex, d: to, a: i.at, b: from, imm: uint64(size)<<32 | uint64(e.X.Type().Len)})
	p.off, p.relocated = to, true
	return p
}

// checked emits an instruction that is a fault for an index out of range.
func (b *builder) checked(e *ir.Index, in instr) {
	if b.dead {
		return
	}
	b.c.faults[len(b.c.instrs)] = index{e.I.At(), e.I.Type().Kind, e.X.Type().Len}
	b.emit(in)
}

// scalarAt returns the element of an array of scalars.
func (b *builder) scalarAt(e *ir.Index) operand {
	k := e.Typ.Kind
	if _, ok := e.X.(*ir.Index); ok {
		return b.read(b.element(e), k)
	}
	p := b.place(e.X)
	i := b.scalar(e.I)
	if i.con || p.relocated {
		return b.read(b.element(e), k)
	}
	x := b.temp(k)
	n := uint64(e.X.Type().Len)
	if in := b.last(i); p.table && in != nil && (in.op == opShrK || in.op == opMask) && !i.signed && i.bits < 32 && 1<<i.bits <= n {
		// Some bits of a word.
		in.d, in.op, in.imm = x.at, opLookK, uint64(p.at)<<32|in.imm&(1<<i.bits-1)
		return x
	}
	if p.table {
		b.checked(e, instr{op: opLookup, d: x.at, a: i.at, imm: uint64(p.at)<<32 | n})
	} else {
		b.checked(e, instr{op: opLoad, d: x.at, a: i.at, b: uint16(p.at), imm: n})
	}
	return x
}

// read returns the scalar in a place.
func (b *builder) read(p place, k ir.Kind) operand {
	switch {
	case p.con:
		return b.constant(p.val, k)
	case p.table && !p.relocated:
		return b.constant(b.c.tables[p.at], k)
	case p.relocated:
		x := b.temp(k)
		if p.table {
			b.emit(instr{op: opLookupAt, d: x.at, a: p.off, imm: uint64(p.at)})
		} else {
			b.emit(instr{op: opLoadAt, d: x.at, a: p.off, b: uint16(p.at)})
		}
		return x
	}
	return operand{at: uint16(p.at), bits: uint8(k.Bits()), signed: k.IsSigned()}
}

// store stores a scalar to a place.
func (b *builder) store(p place, x operand) {
	if p.relocated {
		b.emit(instr{op: opStoreAt, d: uint16(p.at), a: p.off, b: x.at})
		return
	}
	b.move(p.at, x)
}

// move copies a word. If it was just computed, it is computed there instead.
func (b *builder) move(at int, x operand) {
	if in := b.last(x); in != nil {
		in.d = uint16(at)
		return
	}
	if x.at != uint16(at) {
		b.emit(instr{op: opMove, d: uint16(at), a: x.at})
	}
}

// clear sets n words to 0.
func (b *builder) clear(at, n int) {
	switch n {
	case 0:
	case 1:
		b.emit(instr{op: opMove, d: uint16(at), a: b.konst(0)})
	default:
		b.emit(instr{op: opClear, d: uint16(at), imm: uint64(n)})
	}
}

// copy copies n words, which may overlap.
func (b *builder) copy(to, from place, n int) {
	zero := func(p place) uint16 {
		if p.relocated {
			return p.off
		}
		return b.konst(0)
	}
	switch {
	case n == 0:
	case from.table:
		b.emit(instr{op: opCopyOut, d: uint16(to.at), b: zero(to), a: zero(from), imm: uint64(from.at)<<32 | uint64(n)})
	case to.relocated || from.relocated:
		b.emit(instr{op: opCopyAt, d: uint16(to.at), a: uint16(from.at), b: zero(from), imm: uint64(zero(to))<<32 | uint64(n)})
	case to.at == from.at:
	case n == 1:
		b.emit(instr{op: opMove, d: uint16(to.at), a: uint16(from.at)})
	default:
		b.emit(instr{op: opCopy, d: uint16(to.at), a: uint16(from.at), imm: uint64(n)})
	}
}

// whole returns the place of a struct or array, if it has one.
func (b *builder) whole(e ir.Expr) (place, bool) {
	switch e.(type) {
	case *ir.Composite, *ir.Call, *ir.Convert:
		return place{}, false
	}
	return b.place(e), true
}

// into stores the value of any expression at an address that the expression does not read, or that it reads before if
// it is a scalar.
func (b *builder) into(at int, e ir.Expr) {
	t := e.Type()
	if t.Kind.IsScalar() {
		b.scalarInto(at, e)
		return
	}
	switch e := e.(type) {
	case *ir.Composite:
		for i := 0; i < len(e.Elems); i++ {
			n := e.Typ.Component(i).Leaves()
			if x := e.Elems[i]; x != nil {
				b.into(at, x)
				at += n
				continue
			}
			for i+1 < len(e.Elems) && e.Elems[i+1] == nil {
				i++
				n += e.Typ.Component(i).Leaves()
			}
			b.clear(at, n)
			at += n
		}
	case *ir.Call:
		b.call(e, at, nil)
	case *ir.Convert:
		b.into(at, e.X)
	default:
		b.copy(place{at: at}, b.place(e), t.Leaves())
	}
}
