package p4check

import "math/big"

func (c *checker) binary(e *expr) *val {
	x, y := c.scalar(e.args[0]), c.scalar(e.args[1])
	switch e.op {
	case "/", "%":
		fail(e.pos, "operator %s is outside the subset: v1model divides constants only", e.op)
	case "<<", ">>":
		return c.shift(e, x, y)
	case "++":
		return c.concat(e, x, y)
	case "&&", "||":
		return c.logic(e, x, y)
	}
	x, y = c.operands(e, x, y)
	switch e.op {
	case "==", "!=", "<", "<=", ">", ">=":
		return c.compare(e, x, y)
	}
	if x.t.kind == kindInteger {
		return c.foldInteger(e, x.k, y.k)
	}
	if !x.t.numeric() {
		fail(e.pos, "operator %s on %s", e.op, x.t)
	}
	if x.t.width > 64 {
		return c.arithWide(e, x, y)
	}
	return c.arith(e, x, y)
}

// foldInteger computes with constants without width, which do not wrap.
func (c *checker) foldInteger(e *expr, x, y *big.Int) *val {
	r := new(big.Int)
	switch e.op {
	case "+":
		r.Add(x, y)
	case "-":
		r.Sub(x, y)
	case "*":
		r.Mul(x, y)
	case "&":
		r.And(x, y)
	case "|":
		r.Or(x, y)
	case "^":
		r.Xor(x, y)
	default:
		fail(e.pos, "operator %s on numbers without a width", e.op)
	}
	if r.BitLen() > 2048 {
		fail(e.pos, "a constant of %d bits", r.BitLen())
	}
	return constVal(integerType, r)
}

func (c *checker) logic(e *expr, x, y *val) *val {
	if x.t.kind != kindBool || y.t.kind != kindBool {
		fail(e.pos, "operator %s on %s and %s: it takes bool", e.op, x.t, y.t)
	}
	xn, yn := x.n, y.n
	if e.op == "&&" {
		return &val{t: boolType, n: func(m *machine) uint64 {
			if xn(m) == 0 {
				return 0
			}
			return yn(m)
		}}
	}
	return &val{t: boolType, n: func(m *machine) uint64 {
		if xn(m) != 0 {
			return 1
		}
		return yn(m)
	}}
}

// arith is an operator on two values of up to 64 bits, whose result wraps or, with bars,
// saturates.
func (c *checker) arith(e *expr, x, y *val) *val {
	t, mask := x.t, maskOf(x.t.width)
	xn, yn := x.n, y.n
	var n func(m *machine) uint64
	switch e.op {
	case "+":
		n = func(m *machine) uint64 { return (xn(m) + yn(m)) & mask }
	case "-":
		n = func(m *machine) uint64 { return (xn(m) - yn(m)) & mask }
	case "*":
		n = func(m *machine) uint64 { return xn(m) * yn(m) & mask }
	case "&":
		n = func(m *machine) uint64 { return xn(m) & yn(m) }
	case "|":
		n = func(m *machine) uint64 { return xn(m) | yn(m) }
	case "^":
		n = func(m *machine) uint64 { return xn(m) ^ yn(m) }
	case "|+|", "|-|":
		return saturating(e.op == "|-|", x, y)
	default:
		fail(e.pos, "operator %s is outside the subset", e.op)
	}
	return &val{t: t, n: n}
}

// saturating adds or subtracts in 128 bits and takes the nearest end of the range.
func saturating(minus bool, x, y *val) *val {
	t, w := x.t, x.t.width
	xn, yn := x.n, y.n
	return &val{t: t, n: func(m *machine) uint64 {
		a, b := u128{0, xn(m)}, u128{0, yn(m)}
		low, high := u128{}, u128{0, maskOf(w)}
		if t.kind == kindInt {
			a, b = a.extend(w), b.extend(w)
			high = u128{0, maskOf(w) >> 1}
			low = high.not()
		}
		r := a.add(b)
		if minus {
			r = a.sub(b)
		}
		switch {
		case lessSigned(r, low):
			r = low
		case lessSigned(high, r):
			r = high
		}
		return r.trunc(w).lo
	}}
}

func lessSigned(x, y u128) bool {
	x.hi ^= 1 << 63
	y.hi ^= 1 << 63
	return x.less(y)
}

func (c *checker) arithWide(e *expr, x, y *val) *val {
	ops := map[string]func(a, b u128) u128{"+": u128.add, "-": u128.sub, "*": u128.mul, "&": u128.and, "|": u128.or, "^": u128.xor}
	op := ops[e.op]
	if op == nil {
		fail(e.pos, "operator %s on %s is outside the subset", e.op, x.t)
	}
	xw, yw, width := x.w, y.w, x.t.width
	return &val{t: x.t, w: func(m *machine) u128 { return op(xw(m), yw(m)).trunc(width) }}
}

// compare compares, signed for int.
func (c *checker) compare(e *expr, x, y *val) *val {
	ordered := e.op != "==" && e.op != "!="
	if x.t.kind == kindInteger || ordered && !x.t.numeric() {
		fail(e.pos, "operator %s on %s", e.op, x.t)
	}
	if x.t.width > 64 {
		return c.compareWide(e, x, y)
	}
	xn, yn := x.n, y.n
	var flip uint64 // turns signed order into unsigned order
	if x.t.kind == kindInt {
		flip = 1 << (x.t.width - 1)
	}
	var n func(m *machine) uint64
	switch e.op {
	case "==":
		n = func(m *machine) uint64 { return truth(xn(m) == yn(m)) }
	case "!=":
		n = func(m *machine) uint64 { return truth(xn(m) != yn(m)) }
	case "<":
		n = func(m *machine) uint64 { return truth(xn(m)^flip < yn(m)^flip) }
	case "<=":
		n = func(m *machine) uint64 { return truth(xn(m)^flip <= yn(m)^flip) }
	case ">":
		n = func(m *machine) uint64 { return truth(xn(m)^flip > yn(m)^flip) }
	case ">=":
		n = func(m *machine) uint64 { return truth(xn(m)^flip >= yn(m)^flip) }
	}
	return &val{t: boolType, n: n}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (c *checker) compareWide(e *expr, x, y *val) *val {
	xw, yw, width, signed := x.w, y.w, x.t.width, x.t.kind == kindInt
	op := e.op
	return &val{t: boolType, n: func(m *machine) uint64 {
		a, b := xw(m), yw(m)
		if signed {
			a, b = a.extend(width), b.extend(width)
			a.hi ^= 1 << 63
			b.hi ^= 1 << 63
		}
		switch op {
		case "==":
			return truth(a == b)
		case "!=":
			return truth(a != b)
		case "<":
			return truth(a.less(b))
		case "<=":
			return truth(!b.less(a))
		case ">":
			return truth(b.less(a))
		}
		return truth(!a.less(b))
	}}
}

// shift takes an amount without sign of up to 8 bits, or a constant. By the width or more
// it gives 0, or the sign.
func (c *checker) shift(e *expr, x, y *val) *val {
	switch {
	case y.t.kind == kindBool || y.t.kind == kindInt:
		fail(e.args[1].at, "a shift by %s: the amount has no sign", y.t)
	case y.t.kind == kindInteger && y.k.Sign() < 0:
		fail(e.args[1].at, "a shift by %s", y.k)
	case y.t.kind == kindInteger:
		if y.k.BitLen() > 8 {
			fail(e.args[1].at, "a shift by %s, more than v1model takes", y.k)
		}
		y = constVal(bits(8), y.k)
	case y.t.width > 8:
		fail(e.args[1].at, "a shift by %s: v1model takes at most bit<8>", y.t)
	}
	if x.t.kind == kindInteger {
		if y.k == nil || e.op != "<<" {
			fail(e.pos, "a shift of a number without a width")
		}
		return constVal(integerType, new(big.Int).Lsh(x.k, uint(y.k.Uint64())))
	}
	if !x.t.numeric() {
		fail(e.pos, "a shift of %s", x.t)
	}
	t, width, yn := x.t, x.t.width, y.n
	signed := t.kind == kindInt
	if width > 64 || signed {
		w, left := x.wide(), e.op == "<<"
		return fromWide(t, func(m *machine) u128 {
			v, n := w(m), yn(m)
			switch {
			case left && n >= 128:
				return u128{}
			case left:
				return v.shl(n).trunc(width)
			case signed:
				return v.extend(width).sar(n).trunc(width)
			case n >= 128:
				return u128{}
			}
			return v.shr(n)
		})
	}
	xn, mask := x.n, maskOf(width)
	if e.op == "<<" {
		return &val{t: t, n: func(m *machine) uint64 { return xn(m) << yn(m) & mask }}
	}
	return &val{t: t, n: func(m *machine) uint64 { return xn(m) >> yn(m) }}
}

func (c *checker) concat(e *expr, x, y *val) *val {
	if !x.t.numeric() || !y.t.numeric() {
		fail(e.pos, "operator ++ on %s and %s", x.t, y.t)
	}
	if x.t.width+y.t.width > maxWidth {
		fail(e.pos, "%d bits are outside the subset", x.t.width+y.t.width)
	}
	t := scalarType(x.t.kind, x.t.width+y.t.width)
	xw, yw, n := x.wide(), y.wide(), uint64(y.t.width)
	return fromWide(t, func(m *machine) u128 { return xw(m).shl(n).or(yw(m)) })
}
