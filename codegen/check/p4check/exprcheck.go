package p4check

import "math/big"

// val is a checked expression: its type, its value if it is a constant, and what
// computes it. Up to 64 bits n does, beyond w.
type val struct {
	t *typ
	k *big.Int // bool: 0 or 1
	n func(m *machine) uint64
	w func(m *machine) u128
	// place is where it is kept, if it can be assigned to.
	place *place
}

type place struct {
	slot  int
	valid int // slot of the validity of the header that it is in, or -1
	ro    bool
}

// constVal makes a constant of a type that it fits.
func constVal(t *typ, k *big.Int) *val {
	v := &val{t: t, k: k}
	if t.kind == kindInteger {
		return v
	}
	p := t.pattern(k)
	v.n = func(*machine) uint64 { return p.lo }
	v.w = func(*machine) u128 { return p }
	return v
}

// wide makes a closure of any width give 128 bits, zero above its own.
func (v *val) wide() func(m *machine) u128 {
	if v.w != nil {
		return v.w
	}
	n := v.n
	return func(m *machine) u128 { return u128{0, n(m)} }
}

// fromWide makes a value of type t of a closure whose result has zeros above the width.
func fromWide(t *typ, w func(m *machine) u128) *val {
	if t.width > 64 {
		return &val{t: t, w: w}
	}
	return &val{t: t, n: func(m *machine) uint64 { return w(m).lo }}
}

// assignable gives x the type t: it has it, or is a constant without width that fits.
func (c *checker) assignable(x *val, t *typ, at Pos) *val {
	if same(x.t, t) {
		return x
	}
	if x.t.kind == kindInteger && t.numeric() {
		if !t.fits(x.k) {
			fail(at, "%s does not fit %s", x.k, t)
		}
		return constVal(t, x.k)
	}
	fail(at, "expected %s, found %s", t, x.t)
	return nil
}

// operands gives the two sides of an operator one type.
func (c *checker) operands(e *expr, x, y *val) (*val, *val) {
	switch {
	case same(x.t, y.t):
	case x.t.kind == kindInteger:
		x = c.assignable(x, y.t, e.args[0].at)
	case y.t.kind == kindInteger:
		y = c.assignable(y, x.t, e.args[1].at)
	default:
		fail(e.pos, "operator %s on %s and %s: they are to have one type", e.op, x.t, y.t)
	}
	return x, y
}

// scalar checks an expression that has a value of a scalar type or is a constant.
func (c *checker) scalar(e *expr) *val {
	v := c.expr(e)
	if !v.t.scalar() && v.t.kind != kindInteger {
		fail(e.at, "%s is no value here", v.t)
	}
	return v
}

func (c *checker) expr(e *expr) *val {
	switch e.op {
	case "number":
		if e.num.width > maxWidth {
			fail(e.pos, "%d bits are outside the subset", e.num.width)
		}
		switch {
		case e.num.width == 0:
			return constVal(integerType, e.num.value)
		case e.num.signed:
			return constVal(scalarType(kindInt, e.num.width), e.num.value)
		}
		return constVal(bits(e.num.width), e.num.value)
	case "true":
		return constVal(boolType, bigInt(1))
	case "false":
		return constVal(boolType, bigInt(0))
	case "name":
		return c.name(e)
	case "field":
		return c.field(e)
	case "call":
		return c.callExpr(e)
	case "slice":
		return c.slice(e)
	case "cast":
		return c.cast(e)
	case "cond":
		return c.cond(e)
	case "unary!", "unary~", "unary-", "unary+":
		return c.unary(e)
	}
	return c.binary(e)
}

func (c *checker) name(e *expr) *val {
	s := c.find(e.name, e.pos)
	switch s.kind {
	case symConst:
		return constVal(s.t, s.k)
	case symVar:
		return variableVal(s.t, &place{slot: s.slot, valid: -1, ro: s.readOnly})
	}
	fail(e.pos, "%s is no value", e.name)
	return nil
}

// variableVal reads a place.
func variableVal(t *typ, p *place) *val {
	slot, valid := p.slot, p.valid
	v := &val{t: t, place: p}
	if valid >= 0 {
		v.n = func(m *machine) uint64 {
			if m.s[valid] == 0 {
				m.fault("a field of an invalid header is read")
			}
			return m.s[slot]
		}
		return v
	}
	v.n = func(m *machine) uint64 { return m.s[slot] }
	return v
}

func (c *checker) field(e *expr) *val {
	x := c.expr(e.args[0])
	if x.t.kind != kindStruct && x.t.kind != kindHeader {
		fail(e.pos, "%s has no field %s", x.t, e.name)
	}
	f := x.t.field(e.name)
	if f == nil {
		fail(e.pos, "%s has no field %s", x.t, e.name)
	}
	p := &place{slot: x.place.slot + f.off, valid: -1, ro: x.place.ro}
	if x.t.kind == kindHeader {
		p.valid = x.place.slot
	}
	return variableVal(f.t, p)
}

// callExpr is a call with a value: isValid of a header.
func (c *checker) callExpr(e *expr) *val {
	f := e.args[0]
	if f.op == "field" && f.name == "isValid" && len(e.args) == 1 {
		h := c.expr(f.args[0])
		if h.t.kind == kindHeader {
			slot := h.place.slot
			return &val{t: boolType, n: func(m *machine) uint64 { return m.s[slot] }}
		}
	}
	fail(e.pos, "this call has no value in the subset")
	return nil
}

func (c *checker) slice(e *expr) *val {
	x := c.scalar(e.args[0])
	if !x.t.numeric() {
		fail(e.pos, "a slice of %s", x.t)
	}
	hi, lo := c.constInt(e.args[1]), c.constInt(e.args[2])
	if !hi.IsInt64() || !lo.IsInt64() || lo.Sign() < 0 || hi.Cmp(lo) < 0 || hi.Int64() >= int64(x.t.width) {
		fail(e.pos, "slice [%s:%s] of %s", hi, lo, x.t)
	}
	h, l := hi.Int64(), uint64(lo.Int64())
	t := bits(int(h) - int(l) + 1)
	w := x.wide()
	return fromWide(t, func(m *machine) u128 { return w(m).shr(l).trunc(t.width) })
}

// cast is an explicit conversion: of width or of sign, between bool and bit<1>, or of a
// constant without width.
func (c *checker) cast(e *expr) *val {
	x, t := c.scalar(e.args[0]), c.typ(e.typ)
	from := x.t
	switch {
	case same(from, t):
		return &val{t: t, k: x.k, n: x.n, w: x.w}
	case from.kind == kindInteger && t.numeric():
		return wrapped(t, x.k)
	case x.k != nil && from.numeric() && t.numeric() && (from.kind == t.kind || from.width == t.width):
		return wrapped(t, x.k)
	case from.kind == kindBool && t.kind == kindBit && t.width == 1, from.kind == kindBit && from.width == 1 && t.kind == kindBool:
		return &val{t: t, n: x.n}
	case from.numeric() && t.numeric() && from.width == t.width:
		return &val{t: t, n: x.n, w: x.w} // the sign changes, the bits do not
	case from.kind == kindBit && t.kind == kindBit:
		return castBits(x, t)
	case from.kind == kindInt && t.kind == kindInt:
		w, fw := x.wide(), from.width
		return fromWide(t, func(m *machine) u128 { return w(m).extend(fw).trunc(t.width) })
	}
	fail(e.pos, "cast of %s to %s: P4 has none", from, t)
	return nil
}

// wrapped makes a constant of the bits of k that fit the type.
func wrapped(t *typ, k *big.Int) *val {
	p := t.pattern(k)
	r := new(big.Int).SetUint64(p.hi)
	r.Lsh(r, 64).Or(r, new(big.Int).SetUint64(p.lo))
	if t.kind == kindInt && r.Bit(t.width-1) != 0 {
		r.Sub(r, new(big.Int).Lsh(big.NewInt(1), uint(t.width)))
	}
	return constVal(t, r)
}

func castBits(x *val, t *typ) *val {
	v := &val{t: t, n: x.n}
	switch {
	case x.t.width > 64:
		w := x.w
		return fromWide(t, func(m *machine) u128 { return w(m).trunc(t.width) })
	case t.width > 64:
		return &val{t: t, w: x.wide()}
	case t.width < x.t.width:
		n, mask := x.n, maskOf(t.width)
		v.n = func(m *machine) uint64 { return n(m) & mask }
	}
	return v
}

func maskOf(width int) uint64 { return ^uint64(0) >> (64 - width) }

func (c *checker) cond(e *expr) *val {
	q := c.scalar(e.args[0])
	if q.t.kind != kindBool {
		fail(e.args[0].at, "the condition of ?: is %s, not bool", q.t)
	}
	x, y := c.scalar(e.args[1]), c.scalar(e.args[2])
	x, y = c.operands(&expr{pos: e.pos, op: "?:", args: e.args[1:]}, x, y)
	if x.t.kind == kindInteger {
		fail(e.pos, "both sides of ?: are numbers without a width")
	}
	test := q.n
	if x.t.width > 64 {
		xw, yw := x.w, y.w
		return &val{t: x.t, w: func(m *machine) u128 {
			if test(m) != 0 {
				return xw(m)
			}
			return yw(m)
		}}
	}
	xn, yn := x.n, y.n
	return &val{t: x.t, n: func(m *machine) uint64 {
		if test(m) != 0 {
			return xn(m)
		}
		return yn(m)
	}}
}

func (c *checker) unary(e *expr) *val {
	x := c.scalar(e.args[0])
	op := e.op[len("unary"):]
	switch {
	case op == "!" && x.t.kind == kindBool:
		n := x.n
		return &val{t: boolType, n: func(m *machine) uint64 { return n(m) ^ 1 }}
	case op == "-" && x.t.kind == kindInteger:
		return constVal(integerType, new(big.Int).Neg(x.k))
	case op == "+" && (x.t.numeric() || x.t.kind == kindInteger):
		return x
	case op == "-" && x.k != nil && x.t.kind == kindInt && x.t.fits(new(big.Int).Neg(x.k)):
		return constVal(x.t, new(big.Int).Neg(x.k))
	case op == "!" || !x.t.numeric():
		fail(e.pos, "operator %s on %s", op, x.t)
	}
	width, t := x.t.width, x.t
	if width > 64 {
		w := x.w
		if op == "~" {
			return &val{t: t, w: func(m *machine) u128 { return w(m).not().trunc(width) }}
		}
		return &val{t: t, w: func(m *machine) u128 { return u128{}.sub(w(m)).trunc(width) }}
	}
	n, mask := x.n, maskOf(width)
	if op == "~" {
		return &val{t: t, n: func(m *machine) uint64 { return ^n(m) & mask }}
	}
	return &val{t: t, n: func(m *machine) uint64 { return -n(m) & mask }}
}
