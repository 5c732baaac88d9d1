package flat

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
)

// op returns an operation, or the simplest equal that it finds. The form is canonical: no conversion without effect,
// no comparisons but Eq and Lt. (Ne and Le are introduced at the end for inverted comparisons.)
func (b *builder) op(op Op, k ir.Kind, args ...*Value) *Value {
	if b.source {
		if v := b.reduce(op, k, args); v != nil {
			return v
		}
		return b.plain(op, k, args, nil)
	}
	switch op {
	case Ne:
		return b.not(b.op(Eq, k, args...))
	case Le:
		return b.not(b.op(Lt, k, args[1], args[0]))
	}
	for i, a := range args {
		args[i] = bare(op, k, i, a)
	}
	if v := b.reduce(op, k, args); v != nil {
		return v
	}
	id := b.keyOf(op, k, args, nil)
	if v := b.ops[id]; v != nil {
		return v
	}
	var v *Value
	if op != Convert {
		if v = b.identity(op, k, args); v != nil { // in another kind
			v = b.op(Convert, k, v)
		}
	}
	if v == nil {
		v = b.rewrite(op, k, args)
	}
	if v == nil {
		v = b.plain(op, k, args, nil)
	}
	b.ops[id] = v
	return v
}

// plain makes an operation without rewriting it.
func (b *builder) plain(op Op, k ir.Kind, args []*Value, t *Table) *Value {
	return b.make(b.keyOf(op, k, args, t), &Value{Op: op, Kind: k, Args: args, Table: t})
}

func (b *builder) keyOf(op Op, k ir.Kind, args []*Value, t *Table) key {
	id := key{op: op, kind: k, table: t}
	for i, a := range args {
		id.args[i] = a.id
		if a.Op == Const { // named or unnamed
			id.args[i] = b.constant(a.Kind, a.Bits).id
		}
	}
	if commutes(op) && id.args[0] > id.args[1] {
		id.args[0], id.args[1] = id.args[1], id.args[0]
	}
	return id
}

// rewrite returns a simpler equal operation, or nil.
func (b *builder) rewrite(op Op, k ir.Kind, args []*Value) *Value {
	switch op {
	case Select:
		return b.rewriteSelect(k, args[0], args[1], args[2])
	case And, Or:
		if k == ir.Bool {
			return b.rewriteLogic(op, args[0], args[1])
		}
		return b.rewriteMask(op, k, args[0], args[1])
	case Eq:
		if x, y := args[0], args[1]; isConst(y, 0) && x.Kind == ir.Bool {
			return b.not(x)
		} else if isConst(y, 0) && x.Op == And && bits.OnesCount64(x.may) == 1 {
			if t := b.bit(x, x.may); t != nil {
				return b.not(t)
			}
		}
	case Add:
		if x, y := args[0], args[1]; y.Op == Const && x.Op == Add && x.Args[1].Op == Const && x.Kind.Bits() >= k.Bits() {
			return b.op(Add, k, x.Args[0], b.constant(k, k.Norm(x.Args[1].Bits+y.Bits)))
		}
	case Shr:
		x, n := args[0], args[1]
		if x.Op == Shr && n.Op == Const && x.Args[1].Op == Const && x.Kind == x.Args[0].Kind && n.Bits+x.Args[1].Bits < 64 {
			return b.op(Shr, k, x.Args[0], b.constant(ir.Uint8, n.Bits+x.Args[1].Bits))
		}
	case Mul, Shl:
		// x >> n << n is a mask.
		s, by := args[0], args[1]
		if op == Mul && s.Op == Const {
			s, by = by, s
		}
		if s.Op == Shr && s.Kind == k && s.Args[0].Kind == k && !k.IsSigned() && by.Op == Const && s.Args[1].Op == Const {
			if n := s.Args[1].Bits; op == Shl && by.Bits == n || op == Mul && by.Bits == 1<<n {
				return b.op(And, k, s.Args[0], b.constant(k, k.Norm(ones(k)<<n)))
			}
		}
	case Div:
		if n, ok := powerOfTwo(args[1], k); ok {
			return b.op(Shr, k, b.toZero(k, args[0], args[1]), b.constant(ir.Uint8, n))
		}
	case Rem:
		if _, ok := powerOfTwo(args[1], k); ok {
			mask := b.constant(k, args[1].Bits-1)
			if k.IsSigned() {
				return b.op(Sub, k, args[0], b.op(And, k, b.toZero(k, args[0], args[1]), b.op(Compl, k, mask)))
			}
			return b.op(And, k, args[0], mask)
		}
	}
	return b.constantArms(op, k, args)
}

// constantArms moves an operation into a Select of two constants, or of values for which its result exists already.
func (b *builder) constantArms(op Op, k ir.Kind, args []*Value) *Value {
	if c, x, y := b.arms(op, k, args, 8); x != nil && (same(x, y) || x.Op == Const && y.Op == Const) {
		return b.op(Select, k, c, x, y)
	}
	return nil
}

// arms returns the condition of a Select among the arguments, and the operation's results on its two sides, if they
// exist already.
func (b *builder) arms(op Op, k ir.Kind, args []*Value, depth int) (c, x, y *Value) {
	for i, s := range args {
		if depth == 0 || s.Op != Select || len(args) > 2 || len(args) == 2 && args[1-i].Op != Const {
			continue
		}
		var arms [2]*Value
		for j := range arms {
			with := append([]*Value(nil), args...)
			with[i] = s.Args[1+j]
			if with[i].Kind != s.Kind { // it wraps
				if with[i] = b.reduce(Convert, s.Kind, []*Value{with[i]}); with[i] == nil {
					return nil, nil, nil
				}
			}
			if arms[j] = b.reduce(op, k, with); arms[j] == nil {
				arms[j] = b.seen[b.keyOf(op, k, with, nil)]
			}
			if arms[j] == nil {
				if _, x, y := b.arms(op, k, with, depth-1); x != nil && same(x, y) {
					arms[j] = x
				}
			}
			if arms[j] == nil {
				return nil, nil, nil
			}
		}
		return s.Args[0], arms[0], arms[1]
	}
	return nil, nil, nil
}

// toZero returns the value to shift right by n to divide x by y = 2^n: a shift rounds down, a division toward zero,
// so 2^n - 1 is added to a negative x.
func (b *builder) toZero(k ir.Kind, x, y *Value) *Value {
	if !k.IsSigned() {
		return x
	}
	sign := b.op(Shr, k, x, b.constant(ir.Uint8, uint64(k.Bits()-1)))
	return b.op(Add, k, x, b.op(And, k, sign, b.constant(k, y.Bits-1)))
}

// powerOfTwo returns n for a positive constant 2^n.
func powerOfTwo(y *Value, k ir.Kind) (uint64, bool) {
	if y.Op != Const || k.IsSigned() && int64(y.Bits) < 0 || bits.OnesCount64(y.Bits) != 1 {
		return 0, false
	}
	return uint64(bits.TrailingZeros64(y.Bits)), true
}

// rewriteLogic simplifies each argument under the condition that the other one does not decide the result.
func (b *builder) rewriteLogic(op Op, x, y *Value) *Value {
	where := op == And
	if z := b.logic(b.under(x, where), y); z != y {
		return b.op(op, ir.Bool, x, z)
	}
	if z := b.logic(b.under(y, where), x); z != x {
		return b.op(op, ir.Bool, z, y)
	}
	return nil
}

// logic is resolve for a condition, rebuilding its parts.
func (b *builder) logic(f *facts, v *Value) *Value {
	r := b.resolve(f, v)
	if r != v || v.Kind != ir.Bool {
		return r
	}
	if v.Op == Not {
		if x := b.logic(f, v.Args[0]); x != v.Args[0] {
			return b.not(x)
		}
	}
	return v
}

// rewriteMask simplifies masks of a mask.
func (b *builder) rewriteMask(op Op, k ir.Kind, x, y *Value) *Value {
	if x.Op == Const {
		x, y = y, x
	}
	if y.Op != Const || x.Kind != k {
		return nil
	}
	if op == Or {
		if x.Op == Or && x.Args[1].Op == Const {
			return b.op(Or, k, x.Args[0], b.constant(k, k.Norm(x.Args[1].Bits|y.Bits)))
		}
		return b.constantArms(op, k, []*Value{x, y})
	}
	switch x.Op {
	case Select:
		if k.IsSigned() || x.Args[1].Kind.IsSigned() || x.Args[2].Kind.IsSigned() {
			break
		}
		if z := b.op(And, k, x.Args[1], y); same(z, b.op(And, k, x.Args[2], y)) {
			return z // no side has changed these bits
		}
	case And:
		if c := x.Args[1]; c.Op == Const {
			return b.op(And, k, x.Args[0], b.constant(k, k.Norm(c.Bits&y.Bits)))
		}
	case Or:
		for i, a := range x.Args {
			if !k.IsSigned() && a.may&y.Bits == 0 {
				return b.op(And, k, x.Args[1-i], y)
			}
		}
	}
	return b.constantArms(op, k, []*Value{x, y})
}

// bit returns the condition that a bit of v is one, if there is a simpler form than a mask, or nil.
func (b *builder) bit(v *Value, m uint64) *Value {
	if v.Kind.IsSigned() {
		return nil
	}
	switch {
	case v.may&m == 0:
		return b.flag(false)
	case v.must&m != 0:
		return b.flag(true)
	}
	switch v.Op {
	case And, Or:
		x, y := v.Args[0], v.Args[1]
		if y.Op == Const {
			if _, t := b.test(x, m); t != nil {
				return t
			}
		}
	case Select:
		okX, x := b.test(v.Args[1], m)
		okY, y := b.test(v.Args[2], m)
		if x != nil && y != nil && (okX || okY) {
			return b.op(Select, ir.Bool, v.Args[0], x, y)
		}
	}
	return nil
}

// test is bit, falling back to a mask. It reports whether there was a simpler form.
func (b *builder) test(v *Value, m uint64) (bool, *Value) {
	if t := b.bit(v, m); t != nil {
		return true, t
	}
	if v.Kind.IsSigned() {
		return false, nil
	}
	masked := b.plain(And, v.Kind, []*Value{v, b.constant(v.Kind, m)}, nil)
	return false, b.not(b.plain(Eq, ir.Bool, []*Value{masked, b.constant(v.Kind, 0)}, nil))
}

// rewriteSelect simplifies each side under the condition that it is taken.
func (b *builder) rewriteSelect(k ir.Kind, c, x, y *Value) *Value {
	if c.Op == Not {
		return b.op(Select, k, c.Args[0], y, x)
	}
	if c.Op == Lt && (x == c.Args[0] && y == c.Args[1] || x == c.Args[1] && y == c.Args[0]) {
		// One comparison for the smaller and the larger of two.
		d := b.seen[b.keyOf(Lt, ir.Bool, []*Value{c.Args[1], c.Args[0]}, nil)]
		if d != nil && d.id < c.id {
			return b.op(Select, k, d, y, x)
		}
	}
	yes, no := b.under(c, true), b.under(c, false)
	if z := b.resolve(yes, x); z != x {
		return b.op(Select, k, c, z, y)
	}
	if z := b.resolve(no, y); z != y {
		return b.op(Select, k, c, x, z)
	}
	switch {
	case y.Kind == k && same(b.resolve(yes, y), x):
		return y
	case x.Kind == k && same(b.resolve(no, x), y):
		return x
	}
	// One condition for two that exclude each other: (a && b) ? x : (a && !b) ? y : z.
	if y.Op == Select && y.Kind == k && c.Op == And && y.Args[0].Op == And {
		d := y.Args[0]
		for i, a := range c.Args {
			if has(d, a) && opposite(ir.Bool, c.Args[1-i], other(d, a)) {
				return b.op(Select, k, a, b.op(Select, k, c.Args[1-i], x, y.Args[1]), y.Args[2])
			}
		}
	}
	if k != ir.Bool {
		return nil
	}
	switch {
	case isConst(x, 1):
		return b.or(c, y)
	case isConst(y, 0):
		return b.and(c, x)
	case isConst(x, 0):
		return b.and(b.not(c), y)
	case isConst(y, 1):
		return b.or(b.not(c), x)
	}
	return nil
}

// other returns the argument of a pair that is not arg.
func other(v, arg *Value) *Value {
	if v.Args[0] == arg {
		return v.Args[1]
	}
	return v.Args[0]
}
