package flat

import (
	"math/bits"

	"smartnic-cc/codegen/ir"
)

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// eval computes an operation. k is the kind of the result, ak that of the first
// argument (of the second for Select).
func eval(op Op, k, ak ir.Kind, a, b, c uint64) uint64 {
	switch op {
	case Add:
		return k.Norm(a + b)
	case Sub:
		return k.Norm(a - b)
	case Mul:
		return k.Norm(a * b)
	case MulHi:
		hi, lo := bits.Mul64(a, b)
		if k.Bits() == 64 {
			return hi
		}
		return lo >> uint(k.Bits())
	case Div:
		if k.IsSigned() {
			if b == ^uint64(0) { // MinInt64 / -1 is an overflow to Go's machine code
				return k.Norm(-a)
			}
			return k.Norm(uint64(int64(a) / int64(b)))
		}
		return a / b
	case Rem:
		if k.IsSigned() {
			if b == ^uint64(0) {
				return 0
			}
			return uint64(int64(a) % int64(b))
		}
		return a % b
	case And:
		return a & b
	case Or:
		return a | b
	case Xor:
		return a ^ b
	case Shl:
		return k.Norm(a << b)
	case Shr:
		if k.IsSigned() {
			return uint64(int64(a) >> b)
		}
		return a >> b
	case Eq:
		return truth(a == b)
	case Ne:
		return truth(a != b)
	case Lt, Le, Gt, Ge:
		return order(op, ak, a, b)
	case Neg:
		return k.Norm(-a)
	case Compl:
		return k.Norm(^a)
	case Not:
		return a ^ 1
	case Select:
		if a != 0 {
			return b
		}
		return c
	case Convert:
		return k.Norm(a)
	case Leading:
		return uint64(bits.LeadingZeros64(a) - (64 - ak.Bits()))
	case Trailing:
		return uint64(min(bits.TrailingZeros64(a), ak.Bits()))
	case Len:
		return uint64(bits.Len64(a))
	}
	panic("flat: no value for " + op.String())
}

func order(op Op, k ir.Kind, a, b uint64) uint64 {
	if k.IsSigned() { // flipping the top bit turns signed order into unsigned order
		a ^= 1 << 63
		b ^= 1 << 63
	}
	switch op {
	case Lt:
		return truth(a < b)
	case Le:
		return truth(a <= b)
	case Gt:
		return truth(a > b)
	}
	return truth(a >= b)
}

// ones is the value of kind k with all bits set.
func ones(k ir.Kind) uint64 { return k.Norm(^uint64(0)) }

// simplify returns an existing or constant value that equals the operation, or nil.
func (b *builder) simplify(op Op, k ir.Kind, args []*Value) *Value {
	constant := true
	for _, a := range args {
		constant = constant && a.Op == Const
	}
	if constant && op != Lookup {
		var v [3]uint64
		for i, a := range args {
			v[i] = a.Bits
		}
		return b.constant(k, eval(op, k, args[0].Kind, v[0], v[1], v[2]))
	}
	switch op {
	case Select:
		return b.simplifySelect(k, args[0], args[1], args[2])
	case Not:
		if args[0].Op == Not {
			return args[0].Args[0]
		}
		return nil
	case Convert:
		if args[0].Kind == k {
			return args[0]
		}
		return nil
	case Eq, Ne, Lt, Le, Gt, Ge:
		return b.simplifyOrder(op, args[0], args[1])
	}
	if len(args) == 2 {
		return b.simplifyPair(op, k, args[0], args[1])
	}
	return nil
}

func isConst(v *Value, bits uint64) bool { return v.Op == Const && v.Bits == bits }

func (b *builder) simplifyPair(op Op, k ir.Kind, x, y *Value) *Value {
	switch op {
	case Add, Or, Xor:
		if isConst(x, 0) {
			return y
		}
	case And:
		if isConst(x, ones(k)) {
			return y
		}
	case Mul:
		if isConst(x, 1) {
			return y
		}
	}
	switch op {
	case Add, Sub, Xor, Shl, Shr:
		if isConst(y, 0) {
			return x
		}
	case Or:
		if isConst(y, 0) || x == y {
			return x
		}
		if isConst(x, ones(k)) || isConst(y, ones(k)) {
			return b.constant(k, ones(k))
		}
	case And:
		switch {
		case isConst(x, 0) || isConst(y, 0):
			return b.constant(k, 0)
		case isConst(y, ones(k)) || x == y:
			return x
		case y.Op == Const && !k.IsSigned() && y.Bits&(y.Bits+1) == 0 && x.Max <= y.Bits:
			return x // the mask keeps all that there can be
		case x.Op == Const && !k.IsSigned() && x.Bits&(x.Bits+1) == 0 && y.Max <= x.Bits:
			return y
		}
	case Mul:
		if isConst(y, 1) {
			return x
		}
		if isConst(x, 0) || isConst(y, 0) {
			return b.constant(k, 0)
		}
	case Div:
		if isConst(y, 1) {
			return x
		}
		if n, ok := powerOfTwo(y, k); ok {
			return b.op(Shr, k, b.toZero(k, x, y), b.constant(ir.Uint8, n))
		}
	case Rem:
		if _, ok := powerOfTwo(y, k); ok {
			mask := b.constant(k, y.Bits-1)
			if k.IsSigned() {
				return b.op(Sub, k, x, b.op(And, k, b.toZero(k, x, y), b.op(Compl, k, mask)))
			}
			return b.op(And, k, x, mask)
		}
	}
	return nil
}

// toZero is what to shift by n in the place of x, to divide by y = 2^n: a shift rounds
// down, a division toward zero, so that to a negative x 2^n - 1 is added.
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

func (b *builder) simplifyOrder(op Op, x, y *Value) *Value {
	if x == y {
		return b.constant(ir.Bool, truth(op == Eq || op == Le || op == Ge))
	}
	if x.Kind.IsSigned() || x.Kind == ir.Bool {
		return nil
	}
	if x.Op == Const {
		flip := map[Op]Op{Eq: Eq, Ne: Ne, Lt: Gt, Le: Ge, Gt: Lt, Ge: Le}
		x, y, op = y, x, flip[op]
	}
	if y.Op != Const {
		return nil
	}
	switch { // what the bound of x decides
	case x.Max < y.Bits && (op == Lt || op == Le || op == Ne), op == Le && x.Max <= y.Bits, op == Ge && y.Bits == 0:
		return b.constant(ir.Bool, 1)
	case x.Max < y.Bits && (op == Gt || op == Ge || op == Eq), op == Gt && x.Max <= y.Bits, op == Lt && y.Bits == 0:
		return b.constant(ir.Bool, 0)
	}
	return nil
}

func (b *builder) simplifySelect(k ir.Kind, c, x, y *Value) *Value {
	switch {
	case c.Op == Const && c.Bits != 0 || x == y:
		return x
	case c.Op == Const:
		return y
	case c.Op == Not:
		return b.op(Select, k, c.Args[0], y, x)
	case x.Op == Select && x.Args[0] == c:
		return b.op(Select, k, c, x.Args[1], y)
	case y.Op == Select && y.Args[0] == c:
		return b.op(Select, k, c, x, y.Args[2])
	}
	if k != ir.Bool {
		return nil
	}
	switch {
	case isConst(x, 1) || x == c:
		return b.op(Or, k, c, y)
	case isConst(y, 0) || y == c:
		return b.op(And, k, c, x)
	case isConst(x, 0):
		return b.op(And, k, b.op(Not, k, c), y)
	case isConst(y, 1):
		return b.op(Or, k, b.op(Not, k, c), x)
	}
	return nil
}

// bound returns Value.Max of an operation.
func bound(op Op, k ir.Kind, args []*Value, t *Table) uint64 {
	all := ones(k)
	if k.IsSigned() {
		return all
	}
	arg := func(i int) uint64 { return args[i].Max }
	switch op {
	case Add:
		if s, c := bits.Add64(arg(0), arg(1), 0); c == 0 && s <= all {
			return s
		}
	case Sub:
		if args[0].Op == Const && args[0].Bits >= arg(1) {
			return args[0].Bits
		}
	case Mul:
		if hi, lo := bits.Mul64(arg(0), arg(1)); hi == 0 && lo <= all {
			return lo
		}
	case And:
		return min(arg(0), arg(1))
	case Or, Xor:
		return 1<<bits.Len64(arg(0)|arg(1)) - 1
	case Shl:
		if n := args[1]; n.Op == Const && n.Bits < 64 && arg(0)<<n.Bits>>n.Bits == arg(0) && arg(0)<<n.Bits <= all {
			return arg(0) << n.Bits
		}
	case Shr:
		if args[1].Op == Const {
			return arg(0) >> args[1].Bits
		}
		return arg(0)
	case Div, Rem:
		return arg(0)
	case Select:
		return max(arg(1), arg(2))
	case Convert:
		if !args[0].Kind.IsSigned() {
			return min(arg(0), all)
		}
	case Leading, Trailing, Len:
		return uint64(args[0].Kind.Bits())
	case Lookup:
		m := uint64(0)
		for _, v := range t.Values {
			m = max(m, v)
		}
		return m
	}
	return all
}
