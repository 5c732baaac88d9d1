package mutate

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

func (s *symbolic) scalar(fr *frame, e ir.Expr) term { return s.leaves(fr, e)[0] }

// leaves follows an expression; what is known of a scalar becomes a fact where it is
// reached.
func (s *symbolic) leaves(fr *frame, e ir.Expr) []term {
	t := e.Type()
	if t == nil || !t.Kind.IsScalar() {
		return s.aggregate(fr, e)
	}
	alive := fr.alive
	x := s.value(fr, e)
	if s.watch != nil && s.watch.edit.expr == e {
		s.compareValue(fr, x)
	}
	if in, ok := s.known[e]; ok && t.Kind.IsInteger() && s.nodes[x].op != tConst {
		holds := s.truth(true)
		k := t.Kind
		le := tUle
		if k.IsSigned() {
			le = tSle
		}
		bound := func(v *big.Int) term {
			c, _ := k.FromBig(v)
			return s.constant(widthOf(k), c)
		}
		if in.Lo.Cmp(k.Min()) > 0 {
			holds = s.and(holds, s.compare(le, bound(in.Lo), x))
		}
		if in.Hi.Cmp(k.Max()) < 0 {
			holds = s.and(holds, s.compare(le, x, bound(in.Hi)))
		}
		if holds = s.or(s.not(alive), holds); !s.is(holds, true) {
			s.facts = append(s.facts, fact{x, holds})
		}
	}
	return []term{x}
}

// compareValue notes where the watched expression is worth something else than x.
func (s *symbolic) compareValue(fr *frame, x term) {
	*s.compared = true
	side := *s
	side.watch, side.known, side.fault = nil, nil, s.truth(false)
	y := side.scalar(fr.fork(), s.watch.edit.with)
	if s.err == nil {
		s.err = side.err
	}
	d := s.or(side.fault, s.not(s.eq(x, y)))
	s.differ(fr, d)
}

func (s *symbolic) aggregate(fr *frame, e ir.Expr) []term {
	switch e := e.(type) {
	case *ir.Composite:
		var out []term
		for i, x := range e.Elems {
			t := e.Typ.Elem
			if e.Typ.Kind == ir.Struct {
				t = e.Typ.Fields[i].Type
			}
			if x == nil {
				out = append(out, s.zero(t)...)
			} else {
				out = append(out, s.leaves(fr, x)...)
			}
		}
		return out
	case *ir.Call:
		return s.call(fr, e)
	case *ir.Convert:
		return s.leaves(fr, e.X)
	}
	return s.read(s.place(fr, e))
}

func (s *symbolic) value(fr *frame, e ir.Expr) term {
	k := e.Type().Kind
	if s.cut != nil {
		switch e.(type) {
		case *ir.VarRef, *ir.FieldRef, *ir.Index, *ir.Call:
			text := ir.ExprString(e)
			x, ok := s.cut[text]
			if !ok {
				x = s.input(widthOf(k), text)
				s.cut[text] = x
			}
			return x
		}
	}
	switch e := e.(type) {
	case *ir.Const:
		return s.constant(widthOf(k), e.Word())
	case *ir.VarRef, *ir.FieldRef:
		return s.read(s.place(fr, e))[0]
	case *ir.Index:
		if t, ok := e.X.(*ir.TableRef); ok {
			return s.lookup(fr, e, t.Table)
		}
		return s.read(s.place(fr, e))[0]
	case *ir.Unary:
		x := s.scalar(fr, e.X)
		if e.Op == ir.Neg {
			return s.op(tSub, s.constant(widthOf(k), 0), x)
		}
		return s.not(x)
	case *ir.Binary:
		return s.binary(fr, e)
	case *ir.Shift:
		x := s.scalar(fr, e.X)
		return s.arith(e.Op, k, x, s.scalar(fr, e.Count), e.Count.Type().Kind)
	case *ir.Convert:
		from := e.X.Type().Kind
		x := s.scalar(fr, e.X)
		if from == ir.Bool {
			return x
		}
		return s.resize(x, from.IsSigned(), widthOf(k))
	case *ir.MinMax:
		less := tUlt
		if k.IsSigned() {
			less = tSlt
		}
		v := s.scalar(fr, e.Args[0])
		for _, a := range e.Args[1:] {
			y := s.scalar(fr, a)
			if e.Max {
				v = s.ite(s.compare(less, v, y), y, v)
			} else {
				v = s.ite(s.compare(less, y, v), y, v)
			}
		}
		return v
	case *ir.Intrinsic:
		return s.intrinsic(fr, e)
	case *ir.Call:
		return s.call(fr, e)[0]
	}
	s.fail(e.At(), "%T", e)
	return s.constant(widthOf(k), 0)
}

func (s *symbolic) binary(fr *frame, e *ir.Binary) term {
	x := s.scalar(fr, e.X)
	if e.Op == ir.LAnd || e.Op == ir.LOr {
		was := fr.alive
		c := x
		if e.Op == ir.LOr {
			c = s.not(x)
		}
		fr.alive = s.and(was, c)
		y := s.scalar(fr, e.Y)
		fr.alive = was
		if e.Op == ir.LOr {
			return s.or(x, y)
		}
		return s.and(x, y)
	}
	y := s.scalar(fr, e.Y)
	if e.Op.IsCompare() {
		lt, le := tUlt, tUle
		if e.X.Type().Kind.IsSigned() {
			lt, le = tSlt, tSle
		}
		switch e.Op {
		case ir.Eq:
			return s.eq(x, y)
		case ir.Ne:
			return s.not(s.eq(x, y))
		case ir.Lt:
			return s.compare(lt, x, y)
		case ir.Ge:
			return s.not(s.compare(lt, x, y))
		case ir.Le:
			return s.compare(le, x, y)
		}
		return s.not(s.compare(le, x, y))
	}
	return s.arith(e.Op, e.Typ.Kind, x, y, e.Typ.Kind)
}

// arith is an operator on values of kind k; count is the kind of y for shifts.
func (s *symbolic) arith(op ir.Op, k ir.Kind, x, y term, count ir.Kind) term {
	n := widthOf(k)
	signed := k.IsSigned()
	pick := func(u, v termOp) termOp {
		if signed {
			return v
		}
		return u
	}
	switch op {
	case ir.Add:
		return s.op(tAdd, x, y)
	case ir.Sub:
		return s.op(tSub, x, y)
	case ir.Mul:
		return s.op(tMul, x, y)
	case ir.Div:
		return s.op(pick(tUDiv, tSDiv), x, y)
	case ir.Rem:
		return s.op(pick(tURem, tSRem), x, y)
	case ir.And:
		return s.op(tAnd, x, y)
	case ir.Or:
		return s.op(tOr, x, y)
	case ir.Xor:
		return s.op(tXor, x, y)
	case ir.AndNot:
		return s.op(tAnd, x, s.not(y))
	}
	// A count has no sign; one that is wider than the value counts as the width if it is
	// that or more.
	c := y
	if w := widthOf(count); w <= n {
		c = s.extend(y, false, n)
	} else {
		big := s.not(s.compare(tUlt, y, s.constant(w, uint64(n))))
		c = s.ite(big, s.constant(n, uint64(n)), s.extract(y, 0, n))
	}
	if op == ir.Shl {
		return s.op(tShl, x, c)
	}
	return s.op(pick(tLshr, tAshr), x, c)
}

func (s *symbolic) lookup(fr *frame, e *ir.Index, t *ir.Table) term {
	k := e.Typ.Kind
	values, ok := t.Value.(*ir.Composite)
	if !ok || !k.IsInteger() {
		s.fail(e.Pos, "a table of %s", t.Type.Elem)
		return s.constant(widthOf(k), 0)
	}
	i := s.scalar(fr, e.I)
	s.bounds(fr, i, e.I.Type().Kind, e.X.Type().Len)
	if c := s.nodes[i]; c.op == tConst && c.val < uint64(len(values.Elems)) {
		v := uint64(0)
		if x, ok := values.Elems[c.val].(*ir.Const); ok {
			v = x.Word()
		}
		return s.constant(widthOf(k), v)
	}
	return s.add(node{op: tLookup, width: widthOf(k), a: s.resize(i, false, 16), table: t})
}

func (s *symbolic) intrinsic(fr *frame, e *ir.Intrinsic) term {
	n := uint8(e.Bits)
	x := s.scalar(fr, e.Args[0])
	k := widthOf(e.Typ.Kind)
	switch e.Op {
	case ir.Len:
		return s.length(x, n, k)
	case ir.LeadingZeros:
		return s.op(tSub, s.constant(k, uint64(n)), s.length(x, n, k))
	case ir.RotateLeft:
		c := e.Args[1].(*ir.Const).Word()
		return s.op(tOr, s.op(tShl, x, s.constant(n, c)), s.op(tLshr, x, s.constant(n, uint64(n)-c)))
	}
	s.fail(e.Pos, "bits.%s", e.Op)
	return s.constant(k, 0)
}

// length is the number of significant bits of x, of n bits, in k bits.
func (s *symbolic) length(x term, n, k uint8) term {
	v := s.constant(k, 0)
	for i := range n {
		v = s.ite(s.eq(s.extract(x, i, 1), s.constant(1, 1)), s.constant(k, uint64(i)+1), v)
	}
	return v
}
