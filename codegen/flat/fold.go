package flat

import "smartnic-cc/codegen/ir"

func isConst(v *Value, bits uint64) bool { return v.Op == Const && v.Bits == bits }

// same reports whether two values are the same one, named constants included.
func same(x, y *Value) bool {
	return x == y || x.Op == Const && y.Op == Const && x.Bits == y.Bits
}

// modular reports whether the low bits of a result come from the low bits of the
// arguments alone, so that arguments may be wrapped to the width of the result.
func modular(op Op) bool {
	switch op {
	case Add, Sub, Mul, And, Or, Xor, Neg, Compl, Convert:
		return true
	}
	return false
}

// keepsNumber reports whether a conversion to k keeps the number x.
func keepsNumber(k ir.Kind, x *Value) bool {
	if x.Kind.IsSigned() {
		return k.IsSigned() && k.Bits() >= x.Kind.Bits()
	}
	return x.Max <= ones(k) && !k.IsSigned() || k.IsSigned() && x.Max < 1<<(k.Bits()-1)
}

// bare strips a conversion from an argument of an operation of kind k if the operation's result does not depend on
// it.
func bare(op Op, k ir.Kind, n int, x *Value) *Value {
	for x.Op == Convert {
		y := x.Args[0]
		keeps := keepsNumber(x.Kind, y)
		switch {
		case modular(op), op == Select && n > 0, op == Shl && n == 0:
			if !keeps && x.Kind.Bits() < k.Bits() {
				return x
			}
		case op == Shr, op == Shl, op == Lookup:
			if !keeps {
				return x
			}
		case op == Eq, op == Lt, op == Len, op == MulHi, op == Div, op == Rem:
			if !keeps || y.Kind.IsSigned() != x.Kind.IsSigned() {
				return x
			}
		default:
			return x
		}
		x = y
	}
	return x
}

// reduce returns a constant or an argument (or an argument's) that the operation
// equals, or nil. It makes no operation.
func (b *builder) reduce(op Op, k ir.Kind, args []*Value) *Value {
	constant := op != Lookup
	for _, a := range args {
		constant = constant && a.Op == Const
	}
	if constant {
		var v [3]uint64
		for i, a := range args {
			v[i] = a.Bits
		}
		return b.constant(k, eval(op, k, args[0].Kind, v[0], v[1], v[2]))
	}
	v := b.identity(op, k, args)
	switch {
	case v == nil || v.Kind == k:
		return v
	case v.Op == Const:
		return b.constant(k, k.Norm(v.Bits))
	}
	return nil // the same number in another kind: it takes an operation
}

// number is reduce where only the number matters, not its kind.
func (b *builder) number(op Op, k ir.Kind, args []*Value) *Value {
	v := b.reduce(op, k, args)
	if v == nil {
		if v = b.identity(op, k, args); v != nil && !keepsNumber(k, v) {
			v = nil
		}
	}
	return v
}

// identity is reduce up to the kind.
func (b *builder) identity(op Op, k ir.Kind, args []*Value) *Value {
	x, y := args[0], args[len(args)-1]
	switch op {
	case Select:
		c, x := args[0], args[1]
		switch {
		case isConst(c, 0):
			return y
		case c.Op == Const || same(x, y):
			return x
		case k == ir.Bool && isConst(x, 1) && isConst(y, 0):
			return c
		}
	case Not:
		if x.Op == Not {
			return x.Args[0]
		}
	case Convert:
		return x // if it has the kind
	case Eq:
		if same(x, y) {
			return b.flag(true)
		}
		if x.Op == Const {
			x, y = y, x
		}
		switch {
		case y.Op != Const || x.Kind.IsSigned():
		case y.Bits > x.Max || y.Bits&^x.may != 0 || x.must&^y.Bits != 0:
			return b.flag(false)
		case x.Kind == ir.Bool && y.Bits == 1:
			return x
		}
	case Lt:
		switch {
		case same(x, y):
			return b.flag(false)
		case x.Kind.IsSigned() || y.Kind.IsSigned():
		case isConst(y, 0), x.Op == Const && y.Max <= x.Bits, y.Op == Const && x.must >= y.Bits:
			return b.flag(false)
		case y.Op == Const && x.Max < y.Bits, x.Op == Const && x.Bits < y.must:
			return b.flag(true)
		}
	}
	if len(args) == 2 {
		return b.identityPair(op, k, x, y)
	}
	return nil
}

func (b *builder) identityPair(op Op, k ir.Kind, x, y *Value) *Value {
	if x.Op == Const && commutes(op) {
		x, y = y, x
	}
	equal := same(x, y)
	switch op {
	case Add, Shl, Shr:
		if isConst(y, 0) {
			return x
		}
	case Sub, Xor:
		if isConst(y, 0) {
			return x
		}
		if equal {
			return b.constant(k, 0)
		}
	case Or:
		switch {
		case isConst(y, 0), equal, covers(y, x), k == ir.Bool && y.Op == And && has(y, x):
			return x
		case isConst(y, ones(k)), covers(x, y), k == ir.Bool && x.Op == And && has(x, y):
			return y
		case opposite(k, x, y):
			return b.constant(k, ones(k))
		}
	case And:
		switch {
		case isConst(y, 0), equal, k == ir.Bool && x.Op == And && has(x, y), k == ir.Bool && y.Op == Or && has(y, x):
			return x.ifConst(y)
		case k == ir.Bool && y.Op == And && has(y, x), k == ir.Bool && x.Op == Or && has(x, y):
			return y
		case opposite(k, x, y):
			return b.constant(k, 0)
		case y.Op == Const:
			switch {
			case x.may&y.Bits == 0:
				return b.constant(k, 0)
			case x.may&^y.Bits == 0:
				return x
			case y.Bits&x.may&^x.must == 0:
				return b.constant(k, y.Bits&x.must)
			}
		}
	case Mul:
		if isConst(y, 1) {
			return x
		}
		if isConst(y, 0) {
			return y
		}
	case Div:
		if isConst(y, 1) {
			return x
		}
	}
	return nil
}

// ifConst returns y if that is a constant, else x.
func (x *Value) ifConst(y *Value) *Value {
	if y.Op == Const {
		return y
	}
	return x
}

func commutes(op Op) bool {
	switch op {
	case Add, Mul, MulHi, And, Or, Xor, Eq:
		return true
	}
	return false
}

func has(v, arg *Value) bool { return v.Args[0] == arg || v.Args[1] == arg }

// covers reports whether all bits of the constant x are in the value y.
func covers(x, y *Value) bool {
	return x.Op == Const && !x.Kind.IsSigned() && !y.Kind.IsSigned() && x.Bits&^y.must == 0
}

// opposite reports whether two values are bitwise inverses in kind k.
func opposite(k ir.Kind, x, y *Value) bool {
	inverts := func(v, w *Value) bool {
		return (v.Op == Not || v.Op == Compl && v.Kind.Bits() >= k.Bits()) && v.Args[0] == w
	}
	return inverts(x, y) || inverts(y, x)
}
