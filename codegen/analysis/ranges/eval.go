package ranges

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// frame is a function while it is followed.
type frame struct {
	fn    *ir.Func
	base  map[*ir.Var]int // where its variables and what its pointers point to lie
	start int             // end of the memory of its caller
	entry *state
	rets  []*state // at returns; the results lie from start on
	loops []*loop
}

type loop struct{ breaks, continues []*state }

// cursor is a place on a path. Following a call moves it to another state.
type cursor struct {
	st   *state
	dead bool
}

// eval returns the value of a scalar expression.
func (a *analysis) eval(fr *frame, c *cursor, e ir.Expr) *sym {
	v := a.eval1(fr, c, e)
	a.record(c, e, v)
	return v
}

// record adds the range of an expression on a path.
func (a *analysis) record(c *cursor, e ir.Expr, v *sym) {
	if _, isConst := e.(*ir.Const); isConst || a.quiet > 0 {
		return
	}
	i := c.st.get(v)
	if old, ok := a.rec.exprs[e]; ok {
		i = i.Join(old)
	}
	a.rec.exprs[e] = i
}

func (a *analysis) eval1(fr *frame, c *cursor, e ir.Expr) *sym {
	switch e := e.(type) {
	case *ir.Const:
		return a.syms.constant(e.Value)
	case *ir.VarRef, *ir.FieldRef, *ir.Index:
		if t, ok := ir.Base(e).(*ir.TableRef); ok {
			return a.loaded(e, a.table(fr, c, e, t.Table))
		}
		return a.loaded(e, a.read(c.st, a.places(fr, c, e), 0))
	case *ir.Unary:
		return a.unary(fr, c, e)
	case *ir.Binary:
		return a.binary(fr, c, e)
	case *ir.Shift:
		x := a.eval(fr, c, e.X)
		n := a.eval(fr, c, e.Count)
		return a.arith(fr, c, e, e.Op, e.Typ.Kind, x, n)
	case *ir.Convert:
		x := a.eval(fr, c, e.X)
		if e.X.Type().Kind == ir.Bool {
			return x
		}
		return a.convert(fr, c, e, e.Typ, e.X.Type(), x)
	case *ir.MinMax:
		return a.minMax(fr, c, e)
	case *ir.Intrinsic:
		return a.intrinsic(fr, c, e)
	case *ir.Call:
		return a.call(fr, c, e)[0]
	}
	panic(fmt.Sprintf("ranges: expression %T", e))
}

// combine makes the sym of op on x and y, whose exact result has kind k after
// wrapping, and gives it a range.
func (a *analysis) combine(st *state, op ir.Op, k ir.Kind, x, y *sym) (*sym, Interval, bool) {
	exact := a.exact(op, st.get(x), st.get(y))
	v := a.syms.apply(symBinary+symOp(op), ir.Invalid, x, y)
	st.set(v, st.narrowed(v, exact))
	if !st.get(v).Fits(k) {
		a.tighten(st, v)
	}
	exact = st.get(v)
	if exact.IsPoint() {
		v = a.syms.constant(exact.Lo)
	}
	if exact.Fits(k) {
		return v, exact, true
	}
	w := a.syms.apply(symBinary+symOp(op), k, x, y)
	in := a.wrapped(exact, k)
	if in.IsPoint() {
		return a.syms.constant(in.Lo), exact, false
	}
	st.set(w, st.narrowed(w, in))
	return w, exact, false
}

// narrowed returns i, narrowed by what was known of v.
func (s *state) narrowed(v *sym, i Interval) Interval {
	for t := s; t != nil; t = t.up {
		if old, ok := t.iv[v]; ok {
			if m, ok := i.Meet(old); ok {
				return m
			}
			return i
		}
	}
	return i
}

// tighten narrows the range of v by known differences.
func (a *analysis) tighten(st *state, v *sym) {
	if st.apart {
		return
	}
	z := a.syms.constant(zero)
	hi, lo := st.maxDiff(v, z, 6), neg(st.maxDiff(z, v, 6))
	if v.binop() == ir.Sub {
		hi = interval.Min(hi, st.maxDiff(v.args[0], v.args[1], 6))
		lo = interval.Max(lo, neg(st.maxDiff(v.args[1], v.args[0], 6)))
	}
	if m, ok := st.get(v).Meet(interval.New(lo, hi)); ok {
		st.set(v, m)
	}
}

// arith follows an operation that must not overflow.
func (a *analysis) arith(fr *frame, c *cursor, node ir.Expr, op ir.Op, k ir.Kind, x, y *sym) *sym {
	return a.arithAt(fr, c, node, node.At(), op, k, x, y)
}

func (a *analysis) arithAt(fr *frame, c *cursor, node any, pos ir.Pos, op ir.Op, k ir.Kind, x, y *sym) *sym {
	v, exact, ok := a.combine(c.st, op, k, x, y)
	if overflows(op) {
		st := c.st
		a.visit(fr.fn, node, pos, k.String()+" "+op.String(), ok, true, exact, func() string {
			return fmt.Sprintf("%s %s %s is %s, of %s", st.get(x), op, st.get(y), exact, k)
		})
	}
	return v
}

// overflows reports whether op can overflow.
func overflows(op ir.Op) bool {
	return op == ir.Add || op == ir.Sub || op == ir.Mul || op == ir.Shl || op == ir.Div
}

func (a *analysis) unary(fr *frame, c *cursor, e *ir.Unary) *sym {
	x := a.eval(fr, c, e.X)
	k := e.Typ.Kind
	switch e.Op {
	case ir.Not:
		v := a.syms.apply(symNot, ir.Invalid, x)
		i := c.st.get(x)
		c.st.set(v, interval.New(sub(one, i.Hi), sub(one, i.Lo)))
		return v
	case ir.Neg:
		v, exact, ok := a.combine(c.st, ir.Sub, k, a.syms.constant(zero), x)
		st := c.st
		a.visit(fr.fn, e, e.Pos, k.String()+" unary -", ok, true, exact, func() string {
			return fmt.Sprintf("- of %s, of %s", st.get(x), k)
		})
		return v
	}
	if k.IsSigned() { // ^x is -1 - x
		v, _, _ := a.combine(c.st, ir.Sub, k, a.syms.constant(big.NewInt(-1)), x)
		return v
	}
	i := c.st.get(x)
	in := interval.New(sub(k.Max(), i.Hi), sub(k.Max(), i.Lo))
	if in.IsPoint() {
		return a.syms.constant(in.Lo)
	}
	v := a.syms.apply(symCompl, k, x)
	c.st.set(v, in)
	return v
}

func (a *analysis) binary(fr *frame, c *cursor, e *ir.Binary) *sym {
	x := a.eval(fr, c, e.X)
	if e.Op == ir.LAnd || e.Op == ir.LOr {
		return a.shortCircuit(fr, c, e, x)
	}
	y := a.eval(fr, c, e.Y)
	if e.Op.IsCompare() {
		v := a.syms.apply(symCompare+symOp(e.Op), ir.Invalid, x, y)
		t, f := c.st.fork(), c.st.fork()
		t.set(v, interval.Span(0, 1))
		f.set(v, interval.Span(0, 1))
		isTrue, isFalse := t.assume(v, true), f.assume(v, false)
		i := interval.Span(0, 1)
		if !isFalse {
			i = interval.Span(1, 1)
		} else if !isTrue {
			i = interval.Span(0, 0)
		}
		c.st.set(v, i)
		return v
	}
	if e.Op == ir.Or && oneCompl(x, y) {
		// x | ^x is all ones.
		v := big.NewInt(-1)
		if !e.Typ.Kind.IsSigned() {
			v = e.Typ.Kind.Max()
		}
		return a.syms.constant(v)
	}
	return a.arith(fr, c, e, e.Op, e.Typ.Kind, x, y)
}

// oneCompl reports whether y is the complement of x.
func oneCompl(x, y *sym) bool {
	return y.op == symCompl && y.args[0] == x ||
		y.binop() == ir.Sub && y.args[0].op == symConst && y.args[0].val.Cmp(big.NewInt(-1)) == 0 && y.args[1] == x
}

// shortCircuit follows && and ||: the right side only if the left does not decide.
func (a *analysis) shortCircuit(fr *frame, c *cursor, e *ir.Binary, x *sym) *sym {
	base := c.st
	need := e.Op == ir.LAnd
	yes := a.branch(base, x, need)
	if yes == nil {
		return x
	}
	c2 := &cursor{st: yes}
	y := a.eval(fr, c2, e.Y)
	v := a.syms.apply(symBinary+symOp(e.Op), ir.Invalid, x, y)
	no := a.branch(base, x, !need)
	iy := c2.st.get(y)
	switch {
	case c2.dead:
		c.st = base.fork()
	case no == nil:
		c.st = c2.st
		c.st.set(v, iy)
		return v
	default:
		c.st = a.joinStates(base, []*state{c2.st, no})
	}
	i := interval.Span(0, 1)
	if iy.IsPoint() && (iy.Lo.Sign() == 0) == need { // the right side decides
		i = iy
	}
	c.st.set(v, i)
	return v
}

// convert follows a conversion to an integer type, which must keep the value.
func (a *analysis) convert(fr *frame, c *cursor, node ir.Expr, to, from *ir.Type, x *sym) *sym {
	k := to.Kind
	limit := interval.Of(k)
	if !c.st.get(x).Within(limit) {
		a.tighten(c.st, x)
	}
	i := c.st.get(x)
	v := x
	if !i.Fits(k) || a.apart != nil && !interval.Of(from.Kind).Fits(k) {
		in := a.wrapped(i, k)
		if in.IsPoint() {
			v = a.syms.constant(in.Lo)
		} else {
			v = a.syms.apply(symConvert, k, x)
			c.st.set(v, c.st.narrowed(v, in))
		}
	}
	if !interval.Of(from.Kind).Within(limit) {
		a.visit(fr.fn, node, node.At(), from.Kind.String()+" to "+k.String(), i.Fits(k), true, i, func() string {
			return fmt.Sprintf("%s, of %s", i, k)
		})
	}
	a.ofType(fr, c, node, to, v)
	return v
}

// ofType checks a value that becomes one of a type with a declared range.
func (a *analysis) ofType(fr *frame, c *cursor, node ir.Expr, t *ir.Type, v *sym) {
	if t.Decl == nil || t.Decl.Range == nil {
		return
	}
	r := t.Decl.Range
	if r.Lo.Op != ir.BoundConst || r.Hi.Op != ir.BoundConst {
		return // refused earlier, by the check of the program
	}
	a.visitRange(fr.fn, node, node.At(), "range of "+t.String(), c.st, v, r, scope{})
}

func (a *analysis) minMax(fr *frame, c *cursor, e *ir.MinMax) *sym {
	op := symMin
	if e.Max {
		op = symMax
	}
	args := collect.Of(e.Args, func(x ir.Expr) *sym { return a.eval(fr, c, x) })
	r := c.st.get(args[0])
	for _, x := range args[1:] {
		r = interval.MinMax(e.Max, r, c.st.get(x))
	}
	if r.IsPoint() {
		return a.syms.constant(r.Lo)
	}
	if len(args) == 1 {
		return args[0]
	}
	// An argument that always is the min or max equals it.
	for i, x := range args {
		wins := true
		for j, y := range args {
			if i == j {
				continue
			}
			p, q := c.st.get(x), c.st.get(y)
			wins = wins && (e.Max && p.Lo.Cmp(q.Hi) >= 0 || !e.Max && p.Hi.Cmp(q.Lo) <= 0)
		}
		if wins {
			return x
		}
	}
	v := a.syms.apply(op, ir.Invalid, args...)
	c.st.set(v, c.st.narrowed(v, r))
	return v
}

func (a *analysis) intrinsic(fr *frame, c *cursor, e *ir.Intrinsic) *sym {
	args := collect.Of(e.Args, func(x ir.Expr) *sym { return a.eval(fr, c, x) })
	n := int64(e.Bits)
	x := c.st.get(args[0])
	few, most := int64(x.Lo.BitLen()), int64(x.Hi.BitLen())
	unsigned := map[int]ir.Kind{8: ir.Uint8, 16: ir.Uint16, 32: ir.Uint32, 64: ir.Uint64}[e.Bits]
	var v *sym
	var i Interval
	switch e.Op {
	case ir.LeadingZeros:
		v, i = a.syms.apply(symZeros, unsigned, args[0]), interval.Span(n-most, n-few)
	case ir.Len:
		v, i = a.syms.apply(symLen, unsigned, args[0]), interval.Span(few, most)
	case ir.TrailingZeros, ir.OnesCount:
		v, i = a.syms.apply(symCallBase+symOp(e.Op), ir.Uint8, args...), interval.Span(0, n)
	default:
		v = a.syms.apply(symCallBase+symOp(e.Op), unsigned, args...)
		i = interval.Of(unsigned)
	}
	if i.IsPoint() {
		return a.syms.constant(i.Lo)
	}
	c.st.set(v, c.st.narrowed(v, i))
	return v
}

// pair returns the two results of an intrinsic.
func (a *analysis) pair(fr *frame, c *cursor, e *ir.Intrinsic) [2]*sym {
	args := collect.Of(e.Args, func(x ir.Expr) *sym { return a.eval(fr, c, x) })
	k := ir.Uint64
	if e.Bits == 32 {
		k = ir.Uint32
	}
	x, y := c.st.get(args[0]), c.st.get(args[1])
	if a.apart != nil {
		x, y = interval.Of(k), interval.Of(k)
	}
	if e.Op == ir.MulWide {
		p := arith(ir.Mul, x, y)
		n := uint(e.Bits)
		hi := a.syms.apply(symMulHigh, k, args...)
		c.st.set(hi, c.st.narrowed(hi, interval.New(new(big.Int).Rsh(p.Lo, n), new(big.Int).Rsh(p.Hi, n))))
		lo := a.syms.apply(symBinary+symOp(ir.Mul), k, args...)
		c.st.set(lo, c.st.narrowed(lo, p.Wrap(k)))
		return [2]*sym{hi, lo}
	}
	carry := a.syms.fresh(ir.Bool, "carry")
	c.st.set(carry, interval.Span(0, 1))
	sum := a.syms.fresh(k, "sum")
	op := ir.Add
	if e.Op == ir.SubBorrow {
		op = ir.Sub
	}
	c.st.set(sum, arith(op, arith(op, x, y), c.st.get(args[2])).Wrap(k))
	return [2]*sym{sum, carry}
}
