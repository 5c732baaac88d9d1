package ranges

import (
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// state is what is known at a place on a path: the sym in each cell of memory, a range for each sym, and differences
// between syms. It extends a parent, which no longer changes.
type state struct {
	up    *state
	mem   []*sym
	iv    map[*sym]Interval
	facts map[*sym][]fact
	apart bool                  // no differences are kept
	diffs map[question]*big.Int // cached answers of maxDiff, while many are asked of the same facts; or nil
}

// fact says that the sym with the fact is at most than + c.
type fact struct {
	than *sym
	c    *big.Int
}

func (s *state) fork() *state {
	return &state{up: s, mem: append([]*sym(nil), s.mem...), iv: map[*sym]Interval{}, apart: s.apart}
}

func (s *state) set(v *sym, i Interval) {
	if v.op != symConst {
		s.iv[v] = i
	}
}

// get returns the range of v on this path.
func (s *state) get(v *sym) Interval {
	if v.op == symConst {
		return interval.Point(v.val)
	}
	for t := s; t != nil; t = t.up {
		if i, ok := t.iv[v]; ok {
			return i
		}
	}
	i := s.derive(v)
	s.iv[v] = i
	return i
}

// derive computes the range of v from its arguments.
func (s *state) derive(v *sym) Interval {
	switch v.op {
	case symFresh:
		return interval.Of(v.kind)
	case symPhi:
		r := s.get(v.args[0])
		for _, a := range v.args[1:] {
			r = r.Join(s.get(a))
		}
		return r
	case symMin, symMax:
		r := s.get(v.args[0])
		for _, a := range v.args[1:] {
			r = interval.MinMax(v.op == symMax, r, s.get(a))
		}
		return r
	case symLen, symZeros, symNot:
		return interval.Span(0, 64)
	}
	if v.compare() != ir.NoOp {
		return interval.Span(0, 1)
	}
	if op := v.binop(); op == ir.LAnd || op == ir.LOr {
		return interval.Span(0, 1)
	} else if op != ir.NoOp {
		return arith(op, s.get(v.args[0]), s.get(v.args[1]))
	}
	if v.kind != ir.Invalid {
		return interval.Of(v.kind)
	}
	return interval.Of(ir.Uint64)
}

// note narrows the range of v to i, and with it those of its arguments. It returns false if the range is empty: the
// path is not taken.
func (s *state) note(v *sym, i Interval) bool {
	have := s.get(v)
	m, ok := have.Meet(i)
	if !ok {
		return false
	}
	if m.Lo.Cmp(have.Lo) == 0 && m.Hi.Cmp(have.Hi) == 0 {
		return true
	}
	s.set(v, m)
	return s.noteArgs(v, m)
}

func (s *state) noteArgs(v *sym, m Interval) bool {
	switch v.op {
	case symMin, symMax:
		for k, a := range v.args {
			to := interval.New(m.Lo, s.get(a).Hi)
			if v.op == symMax {
				to = interval.New(s.get(a).Lo, m.Hi)
			}
			if s.onlyOne(v, k, m) {
				to = m
			}
			if to.Lo.Cmp(to.Hi) > 0 || !s.note(a, to) {
				return false
			}
		}
		return true
	case symLen:
		return s.note(v.args[0], ofLength(m.Lo, m.Hi))
	case symZeros:
		n := big.NewInt(int64(v.kind.Bits()))
		return s.note(v.args[0], ofLength(sub(n, m.Hi), sub(n, m.Lo)))
	case symNot:
		return true
	}
	x := func(i int) Interval { return s.get(v.args[i]) }
	switch v.binop() {
	case ir.Add:
		return s.note(v.args[0], arith(ir.Sub, m, x(1))) && s.note(v.args[1], arith(ir.Sub, m, x(0)))
	case ir.Or: // a | b is at least a, and at most a + b
		for i, a := range v.args {
			if b := x(1 - i); x(i).NonNegative() && b.NonNegative() {
				to := interval.New(interval.Max(x(i).Lo, sub(m.Lo, b.Hi)), m.Hi)
				if to.Lo.Cmp(to.Hi) > 0 || !s.note(a, to) {
					return false
				}
			}
		}
	case ir.Sub:
		return s.note(v.args[0], arith(ir.Add, m, x(1))) && s.note(v.args[1], arith(ir.Sub, x(0), m))
	case ir.Mul:
		for i, a := range v.args {
			if k := x(1 - i); k.IsPoint() && k.Lo.Sign() > 0 && m.NonNegative() {
				up := sub(add(m.Lo, k.Lo), one)
				if !s.note(a, interval.New(up.Quo(up, k.Lo), new(big.Int).Quo(m.Hi, k.Lo))) {
					return false
				}
			}
		}
	case ir.Shr:
		if c := x(1); c.IsPoint() {
			n := interval.ShiftCount(c.Lo)
			hi := add(m.Hi, one)
			return s.note(v.args[0], interval.New(new(big.Int).Lsh(m.Lo, n), sub(hi.Lsh(hi, n), one)))
		}
	}
	return true
}

// onlyOne reports whether argument k must be the result of a min or max whose value is in m.
func (s *state) onlyOne(v *sym, k int, m Interval) bool {
	for j, a := range v.args {
		i := s.get(a)
		if j != k && (v.op == symMin && i.Lo.Cmp(m.Hi) <= 0 || v.op == symMax && i.Hi.Cmp(m.Lo) >= 0) {
			return false
		}
	}
	return true
}

// ofLength returns the numbers of lo to hi significant bits.
func ofLength(lo, hi *big.Int) Interval {
	from := zero
	if n := interval.ShiftCount(lo); n > 0 {
		from = new(big.Int).Lsh(one, n-1)
	}
	return interval.New(from, interval.Ones(int(interval.ShiftCount(hi))))
}
