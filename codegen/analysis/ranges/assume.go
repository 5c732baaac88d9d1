package ranges

import (
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// learn adds the fact that a is at most b + c.
func (s *state) learn(a, b *sym, c *big.Int) {
	if s.apart || a.op == symConst || b.op == symConst || a == b {
		return
	}
	if s.facts == nil {
		s.facts = map[*sym][]fact{}
	}
	s.facts[a] = append(s.facts[a], fact{b, c})
	clear(s.diffs)
}

// assume narrows what is known by the truth of the condition c. It returns false if the path is not taken.
func (s *state) assume(c *sym, truth bool) bool {
	v := zero
	if truth {
		v = one
	}
	if !s.note(c, interval.Point(v)) {
		return false
	}
	switch {
	case c.op == symNot:
		return s.assume(c.args[0], !truth)
	case c.binop() == ir.LAnd && truth, c.binop() == ir.LOr && !truth:
		return s.assume(c.args[0], truth) && s.assume(c.args[1], truth)
	}
	op := c.compare()
	if op == ir.NoOp {
		return true
	}
	if !truth {
		op = op.Negated()
	}
	a, b := c.args[0], c.args[1]
	switch op {
	case ir.Eq:
		if !s.note(a, s.get(b)) || !s.note(b, s.get(a)) {
			return false
		}
		s.learn(a, b, zero)
		s.learn(b, a, zero)
		return true
	case ir.Ne:
		return s.differ(a, b) && s.differ(b, a)
	case ir.Lt:
		return s.atMost(a, b, big.NewInt(-1))
	case ir.Le:
		return s.atMost(a, b, zero)
	case ir.Gt:
		return s.atMost(b, a, big.NewInt(-1))
	}
	return s.atMost(b, a, zero)
}

// atMost assumes a <= b + c.
func (s *state) atMost(a, b *sym, c *big.Int) bool {
	// b - a at most d means a >= b - d: too large if -d > c.
	if d := s.maxDiff(b, a, 2); neg(d).Cmp(c) > 0 {
		return false
	}
	s.learn(a, b, c)
	x, y := s.get(a), s.get(b)
	if hi := add(y.Hi, c); hi.Cmp(x.Lo) < 0 || !s.note(a, interval.New(x.Lo, interval.Min(x.Hi, hi))) {
		return false
	}
	lo := sub(x.Lo, c)
	return lo.Cmp(y.Hi) <= 0 && s.note(b, interval.New(interval.Max(y.Lo, lo), y.Hi))
}

// differ assumes a != b, which helps if b is a number at an end of a's range.
func (s *state) differ(a, b *sym) bool {
	x, y := s.get(a), s.get(b)
	if !y.IsPoint() {
		return true
	}
	switch {
	case x.IsPoint() && x.Lo.Cmp(y.Lo) == 0:
		return false
	case x.Lo.Cmp(y.Lo) == 0:
		return s.note(a, interval.New(add(x.Lo, one), x.Hi))
	case x.Hi.Cmp(y.Lo) == 0:
		return s.note(a, interval.New(x.Lo, sub(x.Hi, one)))
	}
	return true
}
