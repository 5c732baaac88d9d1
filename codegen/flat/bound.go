package flat

import "math/bits"

// bound sets Value.Max and the known bits: those that may be one and those that must be. Of an operation that stays as
// written, nothing is known.
func (v *Value) bound(written bool) {
	all := ones(v.Kind)
	v.Max, v.may, v.must = all, all, 0
	switch {
	case v.Op == Const:
		v.Max, v.may, v.must = v.Bits, v.Bits, v.Bits
		return
	case v.Kind.IsSigned() || v.Op == Input || written:
		return
	}
	v.Max = min(v.most(all), all)
	switch v.Op {
	case And:
		v.may, v.must = v.Args[0].may&v.Args[1].may, v.Args[0].must&v.Args[1].must
	case Or:
		v.may, v.must = v.Args[0].may|v.Args[1].may, v.Args[0].must|v.Args[1].must
	case Xor:
		v.may = v.Args[0].may | v.Args[1].may
	case Select:
		v.may, v.must = v.Args[1].may|v.Args[2].may, v.Args[1].must&v.Args[2].must
	case Convert:
		v.may, v.must = v.Args[0].may, v.Args[0].must
	case Shl:
		if n := v.Args[1]; n.Op == Const {
			v.may, v.must = v.Args[0].may<<n.Bits, v.Args[0].must<<n.Bits
		}
	case Shr:
		if n := v.Args[1]; n.Op == Const && !v.Args[0].Kind.IsSigned() {
			v.may, v.must = v.Args[0].may>>n.Bits, v.Args[0].must>>n.Bits
		}
	}
	v.may &= all & (1<<bits.Len64(v.Max) - 1)
	v.must &= v.may
	v.Max = min(v.Max, v.may)
}

// most bounds an operation without sign before it wraps. The bound of an argument with
// a sign is the largest number of 64 bits.
func (v *Value) most(all uint64) uint64 {
	arg := func(i int) uint64 {
		if v.Args[i].Kind.IsSigned() && (v.Args[i].Op != Const || int64(v.Args[i].Bits) < 0) {
			return ^uint64(0)
		}
		return v.Args[i].Max
	}
	switch v.Op {
	case Add:
		if s, c := bits.Add64(arg(0), arg(1), 0); c == 0 {
			return s
		}
	case Sub:
		if c := v.Args[0]; c.Op == Const && c.Bits >= arg(1) {
			return c.Bits
		}
	case Mul:
		if hi, lo := bits.Mul64(arg(0), arg(1)); hi == 0 {
			return lo
		}
	case And:
		return min(arg(0), arg(1))
	case Or, Xor:
		return 1<<bits.Len64(arg(0)|arg(1)) - 1
	case Shl:
		if n := v.Args[1]; n.Op == Const && n.Bits < 64 && arg(0)<<n.Bits>>n.Bits == arg(0) {
			return arg(0) << n.Bits
		}
	case Shr:
		if v.Args[0].Kind.IsSigned() {
			return all
		}
		if v.Args[1].Op == Const {
			return arg(0) >> v.Args[1].Bits
		}
		return arg(0)
	case Div, Rem:
		return arg(0)
	case Select:
		x, y := arg(1), arg(2)
		if c := v.Args[0]; c.Op == Lt && !c.Args[0].Kind.IsSigned() && !c.Args[1].Kind.IsSigned() {
			switch a, b := c.Args[0], c.Args[1]; { // what the comparison implies for a side
			case a == v.Args[1] && b.Max > 0:
				x = min(x, b.Max-1)
			case b == v.Args[2]:
				y = min(y, a.Max)
			}
		}
		return max(x, y)
	case Convert:
		return arg(0)
	case Leading, Trailing, Len:
		if v.Op == Len {
			return uint64(bits.Len64(v.Args[0].Max))
		}
		return uint64(v.Args[0].Kind.Bits())
	case Lookup:
		m := uint64(0)
		for _, x := range v.Table.Values {
			m = max(m, x)
		}
		return m
	}
	return all
}
