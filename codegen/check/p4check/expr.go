package p4check

import "math/big"

// val is a checked expression: its type, its value if it is a constant, and what computes it,
// with zeros above its width.
type val struct {
	at Pos
	t  *typ
	k  *big.Int // bool: 0 or 1
	n  func(m *machine) u128
	// place is where it is kept, if it can be assigned to.
	place *place
}

type place struct {
	slot     int
	valid    int // slot of the validity of the header that it is in, or -1
	readOnly bool
}

// constVal makes a constant of a type that it fits. One without a width has no closure.
func constVal(at Pos, t *typ, k *big.Int) *val {
	v := &val{at: at, t: t, k: k}
	if t != integerType {
		p := t.pattern(k)
		v.n = func(*machine) u128 { return p }
	}
	return v
}

// assignable gives x the type t: it has it, or is a constant without width that fits.
func assignable(x *val, t *typ) *val {
	switch {
	case same(x.t, t):
		return x
	case x.t != integerType || !t.numeric():
		fail(x.at, "expected %s, found %s", t, x.t)
	case !t.fits(x.k):
		fail(x.at, "%s does not fit %s", x.k, t)
	}
	return constVal(x.at, t, x.k)
}

// operands gives the two sides of an operator one type, which is not that of a number without width.
func operands(op string, at Pos, x, y *val) (*val, *val) {
	switch {
	case x.t == integerType && y.t == integerType:
		fail(at, "operator %s on numbers without a width is outside the subset", op)
	case x.t == integerType:
		x = assignable(x, y.t)
	case y.t == integerType:
		y = assignable(y, x.t)
	case !same(x.t, y.t):
		fail(at, "operator %s on %s and %s: they are to have one type", op, x.t, y.t)
	}
	return x, y
}

// expression reads an expression that has a value of a scalar type, or is a number without width.
func (r *reader) expression() *val {
	defer r.deeper()()
	q := r.binary(0)
	at := r.tok().pos
	if !r.take("?") {
		return q
	}
	if q.t.kind != kindBool {
		fail(q.at, "the condition of ?: is %s, not bool", q.t)
	}
	x := r.expression()
	r.want(":")
	x, y := operands("?:", at, x, r.expression())
	test, xn, yn := q.n, x.n, y.n
	return &val{at: q.at, t: x.t, n: func(m *machine) u128 {
		if test(m).lo != 0 {
			return xn(m)
		}
		return yn(m)
	}}
}

// levels are the binary operators by rising precedence, as the specification orders
// them: the bitwise ones bind tighter than comparisons, unlike in C.
var levels = [][]string{
	{"||"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

// operator takes an operator of a level, or returns "".
func (r *reader) operator(level int) string {
	t, next := r.tok(), r.toks[min(r.i+1, len(r.toks)-1)]
	if t.kind != tokenPunct {
		return ""
	}
	text := t.text
	if text == ">" && next.text == ">" && next.pos == (Pos{t.pos.Line, t.pos.Col + 1}) {
		text = ">>"
	}
	for _, op := range levels[level] {
		if op == text {
			r.i += len(text) - len(t.text) + 1
			return op
		}
	}
	return ""
}

func (r *reader) binary(level int) *val {
	if level == len(levels) {
		return r.unary()
	}
	x := r.binary(level + 1)
	for n := 0; ; n++ {
		at := r.tok().pos
		op := r.operator(level)
		if op == "" {
			return x
		}
		if n > maxDepth {
			fail(at, "nested too deeply")
		}
		v := operation(op, at, x, r.binary(level+1))
		v.at = x.at
		x = v
	}
}

func (r *reader) unary() *val {
	defer r.deeper()()
	t := r.tok()
	for _, op := range []string{"!", "~", "-"} {
		if r.take(op) {
			return unary(op, t.pos, r.unary())
		}
	}
	if !r.take("(") {
		return r.primary()
	}
	if r.isType() {
		to := r.typ()
		r.want(")")
		return cast(t.pos, r.unary(), to)
	}
	x := r.expression()
	r.want(")")
	x.at = t.pos
	return x
}

// primary reads a number, a truth, a constant, a variable or a field of one, or whether a header
// is valid.
func (r *reader) primary() *val {
	t := r.tok()
	switch {
	case t.kind == tokenNumber:
		r.i++
		return constVal(t.pos, t.typ(), t.value)
	case r.take("true"):
		return constVal(t.pos, boolType, big.NewInt(1))
	case r.take("false"):
		return constVal(t.pos, boolType, new(big.Int))
	case t.kind != tokenName:
		fail(t.pos, "expected an expression, found %s", t)
	}
	v := r.value()
	if !v.t.scalar() {
		fail(v.at, "%s is no value here", v.t)
	}
	return v
}

// value reads a constant, a variable, a field, or isValid of a header.
func (r *reader) value() *val {
	name := r.name()
	v, method := r.path(name, r.find(name))
	switch method {
	case "":
		return v
	case "isValid":
		slot := v.place.slot
		return &val{at: v.at, t: boolType, n: func(m *machine) u128 { return u128{lo: m.s[slot]} }}
	}
	fail(v.at, "%s has no value", method)
	return nil
}

// path reads what follows a name: fields, and perhaps the call of a method of a header.
func (r *reader) path(name token, s *symbol) (v *val, method string) {
	switch s.kind {
	case symConst:
		return constVal(name.pos, s.t, s.k), ""
	case symVar:
	default:
		r.lacking(name)
		fail(name.pos, "%s is no value", name.text)
	}
	v = variable(name.pos, s.t, &place{s.slot, -1, s.readOnly})
	for r.take(".") {
		f := r.tok()
		if f.kind != tokenName {
			fail(f.pos, "expected a field, found %s", f)
		}
		r.i++
		if v.t.kind == kindHeader && (f.text == "isValid" || f.text == "setValid" || f.text == "setInvalid") {
			r.want("(")
			r.want(")")
			return v, f.text
		}
		field := v.t.field(f.text)
		if field == nil {
			fail(f.pos, "%s has no field %s", v.t, f.text)
		}
		p := &place{v.place.slot + field.off, -1, v.place.readOnly}
		if v.t.kind == kindHeader {
			p.valid = v.place.slot
		}
		v = variable(name.pos, field.t, p)
	}
	return v, ""
}

// variable reads a place.
func variable(at Pos, t *typ, p *place) *val {
	slot, valid := p.slot, p.valid
	return &val{at: at, t: t, place: p, n: func(m *machine) u128 {
		if valid >= 0 && m.s[valid] == 0 {
			m.fault("a field of an invalid header is read")
		}
		return u128{lo: m.s[slot]}
	}}
}

// cast is an explicit conversion: of width or of sign, of bool to bit<1>, of a constant without
// width, or between a new type and the one that it is made from.
func cast(at Pos, x *val, t *typ) *val {
	from, n := x.t, x.n
	v := &val{at: at, t: t, n: n}
	switch {
	case from.kind == kindNew != (t.kind == kindNew):
		// A new type has the bits of the one that it is made from.
		x = assignable(&val{at: x.at, t: from.under(), k: x.k, n: n}, t.under())
		v.k, v.n = x.k, x.n
	case same(from, t):
		v.k = x.k
	case x.k != nil && t.numeric() && (from == integerType || from.numeric() && (from.kind == t.kind || from.width == t.width)):
		return constVal(at, t, t.wrap(x.k))
	case from == boolType && t.kind == kindBit && t.width == 1, from.numeric() && t.numeric() && from.width == t.width:
		// The bits do not change.
	case from.kind == kindBit && t.kind == kindBit:
		mask := t.mask()
		v.n = func(m *machine) u128 { return n(m).and(mask) }
	case from.kind == kindInt && t.kind == kindInt:
		width, mask := from.width, t.mask()
		v.n = func(m *machine) u128 { return n(m).extend(width).and(mask) }
	default:
		fail(at, "cast of %s to %s: P4 has none", from, t)
	}
	return v
}

func unary(op string, at Pos, x *val) *val {
	v := &val{at: at, t: x.t}
	n := x.n
	switch {
	case op == "!" && x.t == boolType:
		v.n = func(m *machine) u128 { return u128{lo: n(m).lo ^ 1} }
	case op == "!" || !x.t.numeric():
		fail(at, "operator %s on %s", op, x.t)
	case op == "~":
		mask := x.t.mask()
		v.n = func(m *machine) u128 { return n(m).xor(mask) }
	default:
		mask := x.t.mask()
		v.n = func(m *machine) u128 { return u128{}.sub(n(m)).and(mask) }
	}
	return v
}

var arithmetic = map[string]func(x, y u128) u128{
	"+": u128.add, "-": u128.sub, "*": u128.mul, "&": u128.and, "|": u128.or, "^": u128.xor,
}

var comparisons = map[string]func(x, y u128) bool{
	"==": func(x, y u128) bool { return x == y }, "!=": func(x, y u128) bool { return x != y },
	"<": u128.less, ">=": func(x, y u128) bool { return !x.less(y) },
	">": func(x, y u128) bool { return y.less(x) }, "<=": func(x, y u128) bool { return !y.less(x) },
}

// operation is an operator on two values. Sums and products wrap.
func operation(op string, at Pos, x, y *val) *val {
	switch op {
	case "/", "%":
		fail(at, "operator %s is outside the subset: bmv2 divides constants only", op)
	case "<<", ">>":
		return shift(op, at, x, y)
	case "&&", "||":
		return logic(op, at, x, y)
	}
	x, y = operands(op, at, x, y)
	xn, yn := x.n, y.n
	if f := arithmetic[op]; f != nil {
		if !x.t.numeric() {
			fail(at, "operator %s on %s", op, x.t)
		}
		mask := x.t.mask()
		return &val{t: x.t, n: func(m *machine) u128 { return f(xn(m), yn(m)).and(mask) }}
	}
	if op != "==" && op != "!=" && !x.t.numeric() {
		fail(at, "operator %s on %s", op, x.t)
	}
	var flip u128 // turns signed order into unsigned order
	if x.t.kind == kindInt {
		flip = u128{lo: 1}.shl(uint64(x.t.width - 1))
	}
	f := comparisons[op]
	return &val{t: boolType, n: func(m *machine) u128 { return truth(f(xn(m).xor(flip), yn(m).xor(flip))) }}
}

func truth(b bool) u128 {
	if b {
		return u128{lo: 1}
	}
	return u128{}
}

// logic is && or ||, whose second operand may not be evaluated.
func logic(op string, at Pos, x, y *val) *val {
	if x.t != boolType || y.t != boolType {
		fail(at, "operator %s on %s and %s: it takes bool", op, x.t, y.t)
	}
	xn, yn, decides := x.n, y.n, truth(op == "||")
	return &val{t: boolType, n: func(m *machine) u128 {
		if v := xn(m); v == decides {
			return v
		}
		return yn(m)
	}}
}

// shift takes an amount without sign of up to 8 bits, or a constant. By the width or more
// it gives 0, or the sign.
func shift(op string, at Pos, x, y *val) *val {
	switch {
	case y.t.kind == kindBool || y.t.kind == kindInt:
		fail(y.at, "a shift by %s: the amount has no sign", y.t)
	case y.t == integerType:
		if y.k.BitLen() > 8 {
			fail(y.at, "a shift by %s, more than bmv2 takes", y.k)
		}
		y = constVal(y.at, bits(8), y.k)
	case y.t.width > 8:
		fail(y.at, "a shift by %s: bmv2 takes at most bit<8>", y.t)
	}
	if !x.t.numeric() {
		fail(at, "a shift of %s", x.t)
	}
	xn, yn, width, mask := x.n, y.n, x.t.width, x.t.mask()
	v := &val{t: x.t}
	switch {
	case op == "<<":
		v.n = func(m *machine) u128 { return xn(m).shl(yn(m).lo).and(mask) }
	case x.t.kind == kindInt:
		v.n = func(m *machine) u128 { return xn(m).extend(width).sar(yn(m).lo).and(mask) }
	default:
		v.n = func(m *machine) u128 { return xn(m).shr(yn(m).lo) }
	}
	return v
}
