package mutate

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

// others are the operators that may replace one.
var others = map[ir.Op][]ir.Op{
	ir.Add: {ir.Sub}, ir.Sub: {ir.Add}, ir.Mul: {ir.Add}, ir.Div: {ir.Mul}, ir.Rem: {ir.And},
	ir.And: {ir.Or}, ir.Or: {ir.And, ir.Xor}, ir.Xor: {ir.Or}, ir.AndNot: {ir.And, ir.Or},
	ir.LAnd: {ir.LOr}, ir.LOr: {ir.LAnd}, ir.Shl: {ir.Shr}, ir.Shr: {ir.Shl},
}

// boundaries are the comparisons that differ where the sides are equal.
var boundaries = map[ir.Op]ir.Op{ir.Lt: ir.Le, ir.Le: ir.Lt, ir.Gt: ir.Ge, ir.Ge: ir.Gt}

// value lists the mutants of an expression that is read, its parts first.
func (c *collector) value(e ir.Expr) {
	switch e := e.(type) {
	case nil:
	case *ir.Const:
		c.constant(e)
	case *ir.VarRef:
		c.variable(e)
	case *ir.FieldRef, *ir.Index:
		c.place(e)
		if e.Type().Kind.IsScalar() {
			c.variable(e)
			c.reading(e)
		}
	case *ir.Unary:
		c.value(e.X)
		c.replace(Sign, e, e.X, e.Op.String()+" missing")
	case *ir.Binary:
		c.binary(e)
	case *ir.Shift:
		c.shift(e)
	case *ir.Convert:
		c.value(e.X)
		c.convert(e)
	case *ir.MinMax:
		c.minMax(e)
	default:
		c.parts(e)
	}
}

// parts lists the mutants of the parts of a call, an intrinsic or a composite.
func (c *collector) parts(e ir.Expr) {
	switch e := e.(type) {
	case *ir.Intrinsic:
		for i, x := range e.Args {
			if e.Op == ir.RotateLeft && i == 1 {
				continue
			}
			c.value(x)
		}
	case *ir.Call:
		for _, a := range e.Args {
			if a.ByRef {
				c.place(a.X)
			} else {
				c.value(a.X)
			}
		}
		c.arguments(e)
	case *ir.Composite:
		for i, x := range e.Elems {
			if x == nil {
				continue
			}
			c.value(x)
			n := *e
			n.Elems = append([]ir.Expr(nil), e.Elems...)
			n.Elems[i] = nil
			c.replace(Deletion, e, &n, "field or element missing")
		}
	}
}

// place lists the mutants of the indexes in a place.
func (c *collector) place(e ir.Expr) {
	switch e := e.(type) {
	case *ir.FieldRef:
		c.place(e.X)
	case *ir.Index:
		c.place(e.X)
		if k, ok := e.I.(*ir.Const); ok {
			c.element(e, k)
		} else {
			c.value(e.I)
		}
	}
}

// element lists the neighbours of an element with a constant index.
func (c *collector) element(e *ir.Index, k *ir.Const) {
	n := int64(e.X.Type().Len)
	for _, by := range []int64{1, -1} {
		i := k.Value.Int64() + by
		if i >= 0 && i < n {
			c.replace(Constant, k, constOf(k.Typ, big.NewInt(i)), "the element beside")
		}
	}
}

func (c *collector) constant(e *ir.Const) {
	k := e.Typ.Kind
	if k == ir.Bool {
		c.replace(Condition, e, constOf(e.Typ, new(big.Int).Sub(big.NewInt(1), e.Value)), "the other truth")
		return
	}
	for _, by := range []int64{1, -1} {
		v := new(big.Int).Add(e.Value, big.NewInt(by))
		if v.Cmp(k.Min()) < 0 || v.Cmp(k.Max()) > 0 {
			continue
		}
		what := "1 more"
		if by < 0 {
			what = "1 less"
		}
		c.replace(Constant, e, constOf(e.Typ, v), what)
	}
}

// variable lists the neighbours of a variable or field.
func (c *collector) variable(e ir.Expr) {
	for _, n := range c.neighbours(e) {
		what := "another variable"
		if _, ok := n.(*ir.VarRef); !ok {
			what = "another field"
		}
		c.replace(Variable, e, n, what)
	}
}

// neighbours returns the variables of a like type before and after a variable in its scope, or the fields next to a
// field in its struct.
func (c *collector) neighbours(e ir.Expr) []ir.Expr {
	var out []ir.Expr
	switch e := e.(type) {
	case *ir.VarRef:
		if !e.Typ.Kind.IsScalar() {
			return nil
		}
		var before, after *ir.Var
		found := false
		for _, v := range c.scope {
			switch {
			case v == e.Var:
				found = true
			case !alike(v.Type, e.Typ):
			case !found:
				before = v
			case after == nil:
				after = v
			}
		}
		for _, v := range []*ir.Var{before, after} {
			if v != nil {
				out = append(out, &ir.VarRef{ExprInfo: e.ExprInfo, Var: v})
			}
		}
	case *ir.FieldRef:
		var before, after *ir.Field
		for _, f := range e.X.Type().Fields {
			switch {
			case !alike(f.Type, e.Typ) || f == e.Field:
			case f.Index < e.Field.Index:
				before = f
			case after == nil:
				after = f
			}
		}
		for _, f := range []*ir.Field{before, after} {
			if f != nil {
				out = append(out, &ir.FieldRef{ExprInfo: e.ExprInfo, X: e.X, Field: f})
			}
		}
	}
	return out
}

// alike reports whether a port may take a value of one type for one of the other: the same type, or two types of a
// byte. Kinds and modes have separate types here, but are bytes in C.
func alike(a, b *ir.Type) bool {
	return a == b || a.Kind == b.Kind && a.Kind.IsInteger() && a.Kind.Bits() == 8
}

// reading lists misreadings of a field: bytes in the other order, another unit, the
// complement.
func (c *collector) reading(e ir.Expr) {
	f, ok := e.(*ir.FieldRef)
	k := e.Type().Kind
	if !ok || !k.IsInteger() || k.IsSigned() {
		return
	}
	if k.Bits() >= 16 {
		before := ir.ExprString(e)
		c.add(ByteOrder, e.At(), "bytes in the other order", before, "reversed("+before+")", edit{expr: e, with: c.reversed(e)})
	}
	thousand := big.NewInt(1000)
	if unit := f.Field.UnitOf(); (unit == "ns" || unit == "ns/B") && k.Bits() >= 32 {
		c.replace(Unit, e, binary(ir.Mul, e, constOf(e.Type(), thousand)), "us taken for ns")
		c.replace(Unit, e, binary(ir.Div, e, constOf(e.Type(), thousand)), "ns taken for us")
	}
	if r := f.Field.Range; r != nil && r.Lo.Op == ir.BoundConst && r.Lo.Value.Sign() == 0 && r.Hi.Op == ir.BoundConst {
		one := constOf(e.Type(), r.Hi.Value)
		if n, ok := powerOfTwo(one); ok && n >= 8 && r.Hi.Value.Cmp(k.Max()) <= 0 {
			c.replace(Complement, e, binary(ir.Sub, one, e), "1 - x for x")
		}
	}
}

// reversed returns e, of an unsigned type, with its bytes in the other order.
func (c *collector) reversed(e ir.Expr) ir.Expr {
	n := e.Type().Kind.Bits()
	byteMask := constOf(e.Type(), big.NewInt(0xFF))
	var sum ir.Expr
	for at := 0; at < n; at += 8 {
		b := shifted(ir.Shl, binary(ir.And, shifted(ir.Shr, e, c.word(at)), byteMask), c.word(n-8-at))
		if sum == nil {
			sum = b
		} else {
			sum = binary(ir.Or, sum, b)
		}
	}
	return sum
}

// word returns a shift count.
func (c *collector) word(n int) *ir.Const { return constOf(c.types[ir.Uint32], big.NewInt(int64(n))) }

func (c *collector) binary(e *ir.Binary) {
	c.value(e.X)
	c.value(e.Y)
	for _, op := range others[e.Op] {
		n := *e
		n.Op = op
		k := Arithmetic
		if op == ir.LAnd || op == ir.LOr {
			k = Condition
		}
		c.replace(k, e, &n, op.String()+" for "+e.Op.String())
	}
	if op, ok := boundaries[e.Op]; ok {
		n := *e
		n.Op = op
		c.replace(Boundary, e, &n, op.String()+" for "+e.Op.String())
	}
	if e.Op.IsCompare() {
		c.replace(Condition, e, not(e), "condition negated")
	}
	switch e.Op {
	case ir.LAnd, ir.LOr:
		c.replace(Condition, e, e.X, "the second condition is missing")
		c.replace(Condition, e, e.Y, "the first condition is missing")
	case ir.Add:
		// A power of two that is added is usually half of what is dropped later.
		if k, ok := e.Y.(*ir.Const); ok {
			if n, ok := powerOfTwo(k); ok && n > 0 {
				c.replace(Rounding, e, e.X, "rounded down instead of half up")
				up := constOf(k.Typ, new(big.Int).Sub(new(big.Int).Lsh(k.Value, 1), big.NewInt(1)))
				if up.Value.Cmp(k.Typ.Kind.Max()) <= 0 {
					c.replace(Rounding, k, up, "rounded up instead of half up")
				}
			}
		}
		c.narrow(e)
	case ir.Sub, ir.Mul:
		c.narrow(e)
	case ir.Div:
		if k, ok := e.Y.(*ir.Const); ok {
			c.rounded(e, e.X, k.Value)
		}
	}
	if e.Typ.Kind.IsSigned() && e.Op <= ir.Rem {
		c.replace(Sign, e, negated(e), "negated")
	}
}

func (c *collector) shift(e *ir.Shift) {
	c.value(e.X)
	c.count(e.Count, e.Typ.Kind)
	for _, op := range others[e.Op] {
		n := *e
		n.Op = op
		c.replace(ShiftCount, e, &n, op.String()+" for "+e.Op.String())
	}
	if e.Op == ir.Shl {
		c.narrow(e)
		return
	}
	k := e.Typ.Kind
	n := *e
	n.X = c.as(e.X, otherSign(k))
	n.Typ = n.X.Type()
	what := "arithmetic for logical shift"
	if k.IsSigned() {
		what = "logical for arithmetic shift"
	}
	c.replace(Signedness, e, &ir.Convert{ExprInfo: e.ExprInfo, X: &n}, what)
	if count, ok := e.Count.(*ir.Const); ok {
		if count.Value.Sign() > 0 && count.Value.Cmp(big.NewInt(int64(k.Bits()))) < 0 {
			c.rounded(e, e.X, new(big.Int).Lsh(big.NewInt(1), uint(count.Value.Uint64())))
		}
		return
	}
	// Half of 2^n for a variable n.
	half := shifted(ir.Shr, shifted(ir.Shl, constOf(e.Typ, big.NewInt(1)), e.Count), c.word(1))
	up := *e
	up.X = binary(ir.Add, e.X, half)
	c.replace(Rounding, e, &up, "rounded half up instead of down")
}

// rounded lists the other roundings of e, which scales x by the constant unit.
func (c *collector) rounded(e, x ir.Expr, unit *big.Int) {
	k := e.Type().Kind
	with := func(x ir.Expr) ir.Expr {
		if b, ok := e.(*ir.Binary); ok {
			n := *b
			n.X = x
			return &n
		}
		n := *e.(*ir.Shift)
		n.X = x
		return &n
	}
	half, up := new(big.Int).Rsh(unit, 1), new(big.Int).Sub(unit, big.NewInt(1))
	if up.Cmp(k.Max()) > 0 || half.Sign() == 0 {
		return
	}
	if a, ok := x.(*ir.Binary); ok && a.Op == ir.Add {
		if q, ok := a.Y.(*ir.Const); ok && q.Value.Cmp(half) == 0 {
			c.replace(Rounding, e, with(a.X), "rounded down instead of half up")
			c.replace(Rounding, q, constOf(q.Typ, up), "rounded up instead of half up")
			return
		}
	}
	c.replace(Rounding, e, with(binary(ir.Add, x, constOf(x.Type(), half))), "rounded half up instead of down")
	c.replace(Rounding, e, with(binary(ir.Add, x, constOf(x.Type(), up))), "rounded up instead of down")
}

// count lists the mutants of the count of a shift of a value of kind k.
func (c *collector) count(e ir.Expr, k ir.Kind) {
	what := map[int64]string{1: "shifted by 1 bit more", -1: "shifted by 1 bit less"}
	if n, ok := e.(*ir.Const); ok {
		for _, by := range []int64{1, -1} {
			v := new(big.Int).Add(n.Value, big.NewInt(by))
			if v.Sign() >= 0 && v.Cmp(n.Typ.Kind.Max()) <= 0 {
				c.replace(ShiftCount, e, constOf(n.Typ, v), what[by])
			}
		}
		return
	}
	c.value(e)
	one := constOf(e.Type(), big.NewInt(1))
	c.replace(ShiftCount, e, binary(ir.Add, e, one), what[1])
	c.replace(ShiftCount, e, binary(ir.Sub, e, one), what[-1])
}

func (c *collector) convert(e *ir.Convert) {
	from, to := e.X.Type().Kind, e.Typ.Kind
	if !from.IsInteger() || to.Bits() <= from.Bits() {
		return
	}
	n := *e
	n.X = c.as(e.X, otherSign(from))
	what := "the sign is extended where there is none"
	if from.IsSigned() {
		what = "the sign is not extended"
	}
	c.replace(Signedness, e, &n, what)
}

func (c *collector) minMax(e *ir.MinMax) {
	for _, x := range e.Args {
		c.value(x)
	}
	n := *e
	n.Max = !e.Max
	names := map[bool]string{false: "min", true: "max"}
	c.replace(MinMax, e, &n, names[n.Max]+" for "+names[e.Max])
	for i := range e.Args {
		rest := append(append([]ir.Expr(nil), e.Args[:i]...), e.Args[i+1:]...)
		if len(rest) == 1 {
			c.replace(Saturation, e, rest[0], names[e.Max]+" with "+ir.ExprString(e.Args[i])+" missing")
			continue
		}
		n := *e
		n.Args = rest
		c.replace(Saturation, e, &n, names[e.Max]+" with "+ir.ExprString(e.Args[i])+" missing")
	}
}

// arguments lists a call with two neighbouring arguments of the same type swapped.
func (c *collector) arguments(e *ir.Call) {
	for i := range len(e.Args) - 1 {
		a, b := e.Args[i], e.Args[i+1]
		if a.ByRef || b.ByRef || a.X.Type() != b.X.Type() {
			continue
		}
		n := *e
		n.Args = append([]ir.Arg(nil), e.Args...)
		n.Args[i], n.Args[i+1] = b, a
		c.replace(Variable, e, &n, "arguments in the other order")
	}
}

// result lists the mutants of what a statement assigns or returns, as a whole.
func (c *collector) result(e ir.Expr) {
	if _, isConst := e.(*ir.Const); isConst || !e.Type().Kind.IsInteger() || hasByRef(e) {
		return
	}
	one := constOf(e.Type(), big.NewInt(1))
	c.replace(OffByOne, e, binary(ir.Add, e, one), "1 more")
	c.replace(OffByOne, e, binary(ir.Sub, e, one), "1 less")
	if e.Type().Kind.IsSigned() {
		c.replace(Sign, e, negated(e), "negated")
	}
}

func hasByRef(e ir.Expr) bool {
	call, ok := e.(*ir.Call)
	return ok && call.HasByRef()
}

// narrow lists a result truncated to half its bits, with its sign.
func (c *collector) narrow(e ir.Expr) {
	k := e.Type().Kind
	half := map[ir.Kind]ir.Kind{ir.Uint64: ir.Uint32, ir.Int64: ir.Int32, ir.Uint32: ir.Uint16, ir.Int32: ir.Int16}[k]
	if half == ir.Invalid {
		return
	}
	info := ir.ExprInfo{Typ: e.Type(), Pos: e.At()}
	what := map[int]string{16: "computed in 16 bits", 32: "computed in 32 bits"}[half.Bits()]
	c.replace(Width, e, &ir.Convert{ExprInfo: info, X: c.as(e, half)}, what)
}

// as converts e to the unnamed type of a kind.
func (c *collector) as(e ir.Expr, k ir.Kind) ir.Expr {
	return &ir.Convert{ExprInfo: ir.ExprInfo{Typ: c.types[k], Pos: e.At()}, X: e}
}

// otherSign is the kind of the same width with or without a sign.
func otherSign(k ir.Kind) ir.Kind {
	if k.IsSigned() {
		return k + (ir.Uint8 - ir.Int8)
	}
	return k - (ir.Uint8 - ir.Int8)
}

func constOf(t *ir.Type, v *big.Int) *ir.Const {
	return &ir.Const{ExprInfo: ir.ExprInfo{Typ: t}, Value: v}
}

func binary(op ir.Op, x, y ir.Expr) ir.Expr {
	return &ir.Binary{ExprInfo: ir.ExprInfo{Typ: x.Type(), Pos: x.At()}, Op: op, X: x, Y: y}
}

func shifted(op ir.Op, x, count ir.Expr) ir.Expr {
	return &ir.Shift{ExprInfo: ir.ExprInfo{Typ: x.Type(), Pos: x.At()}, Op: op, X: x, Count: count}
}

func negated(e ir.Expr) ir.Expr {
	return &ir.Unary{ExprInfo: ir.ExprInfo{Typ: e.Type(), Pos: e.At()}, Op: ir.Neg, X: e}
}

func not(e ir.Expr) ir.Expr {
	if b, ok := e.(*ir.Binary); ok && b.Op.IsCompare() {
		n := *b
		n.Op = map[ir.Op]ir.Op{ir.Eq: ir.Ne, ir.Ne: ir.Eq, ir.Lt: ir.Ge, ir.Ge: ir.Lt, ir.Gt: ir.Le, ir.Le: ir.Gt}[b.Op]
		return &n
	}
	if u, ok := e.(*ir.Unary); ok && u.Op == ir.Not {
		return u.X
	}
	return &ir.Unary{ExprInfo: ir.ExprInfo{Typ: e.Type(), Pos: e.At()}, Op: ir.Not, X: e}
}
