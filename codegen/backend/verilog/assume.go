package verilog

import (
	"maps"
	"math/big"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// lookInto is how many operations deep a side of a Select is evaluated under its condition. Sides are short, and each
// level triples the work.
const lookInto = 5

// side is what is known where a condition holds, or where it does not.
type side struct {
	w      *widths
	cut    map[*flat.Value]interval.Interval
	atMost map[[2]*flat.Value]bool // that the first is at most the second
	memo   map[*flat.Value]interval.Interval
}

// assuming returns what is known if c has that truth value, or nil if that is impossible.
func (w *widths) assuming(c *flat.Value, truth bool) *side {
	s := &side{w: w, cut: map[*flat.Value]interval.Interval{}, atMost: map[[2]*flat.Value]bool{}, memo: map[*flat.Value]interval.Interval{}}
	if !s.assume(c, truth) {
		return nil
	}
	return s
}

// of returns the range of a value as far as it is known without evaluating its arguments.
func (s *side) of(v *flat.Value) interval.Interval {
	if r, ok := s.cut[v]; ok {
		return r
	}
	return s.w.of(v)
}

// narrow cuts the range of a value; it reports whether something is left.
func (s *side) narrow(v *flat.Value, r interval.Interval) bool {
	cut, ok := s.of(v).Meet(r)
	if ok && v.Op != flat.Const {
		s.cut[v] = cut
	}
	return ok
}

func (s *side) assume(c *flat.Value, truth bool) bool {
	n := int64(0)
	if truth {
		n = 1
	}
	if !s.narrow(c, interval.Span(n, n)) {
		return false
	}
	switch c.Op {
	case flat.Not:
		return s.assume(c.Args[0], !truth)
	case flat.And, flat.Or:
		if c.Kind == ir.Bool && truth == (c.Op == flat.And) {
			return s.assume(c.Args[0], truth) && s.assume(c.Args[1], truth)
		}
	case flat.Lt:
		if truth {
			return s.below(c.Args[0], c.Args[1], 1)
		}
		return s.below(c.Args[1], c.Args[0], 0)
	case flat.Le:
		if truth {
			return s.below(c.Args[0], c.Args[1], 0)
		}
		return s.below(c.Args[1], c.Args[0], 1)
	case flat.Eq, flat.Ne:
		a, b := c.Args[0], c.Args[1]
		if truth == (c.Op == flat.Eq) {
			return s.narrow(a, s.of(b)) && s.narrow(b, s.of(a))
		}
		return s.differ(a, b) && s.differ(b, a)
	}
	return true
}

// below records that a + by is at most b.
func (s *side) below(a, b *flat.Value, by int64) bool {
	s.atMost[[2]*flat.Value{a, b}] = true
	d := big.NewInt(by)
	x, y := s.of(a), s.of(b)
	hi, lo := new(big.Int).Sub(y.Hi, d), new(big.Int).Add(x.Lo, d)
	if hi.Cmp(x.Lo) < 0 || lo.Cmp(y.Hi) > 0 {
		return false
	}
	return s.narrow(a, interval.New(x.Lo, interval.Min(x.Hi, hi))) && s.narrow(b, interval.New(interval.Max(y.Lo, lo), y.Hi))
}

// differ records that a is not b, which helps if b is a number at an end of a's range.
func (s *side) differ(a, b *flat.Value) bool {
	x, y := s.of(a), s.of(b)
	one := big.NewInt(1)
	switch {
	case !y.IsPoint():
		return true
	case x.Lo.Cmp(y.Lo) == 0:
		lo := new(big.Int).Add(x.Lo, one)
		return lo.Cmp(x.Hi) <= 0 && s.narrow(a, interval.New(lo, x.Hi))
	case x.Hi.Cmp(y.Lo) == 0:
		return s.narrow(a, interval.New(x.Lo, new(big.Int).Sub(x.Hi, one)))
	}
	return true
}

// eval returns the range of a value, evaluating depth levels of operations.
func (s *side) eval(v *flat.Value, depth int) interval.Interval {
	r := s.of(v)
	if v.Op == flat.Const || v.Op == flat.Input || depth == 0 || r.IsPoint() {
		return r
	}
	if m, ok := s.memo[v]; ok {
		return m
	}
	var x interval.Interval
	if v.Op == flat.Select {
		x = s.chosen(v, depth)
	} else {
		x = s.w.apply(v, func(a *flat.Value) interval.Interval { return s.eval(a, depth-1) })
	}
	if v.Op == flat.Sub && s.atMost[[2]*flat.Value{v.Args[1], v.Args[0]}] {
		a, b := s.eval(v.Args[0], depth-1), s.eval(v.Args[1], depth-1)
		d := interval.New(interval.Max(new(big.Int), new(big.Int).Sub(a.Lo, b.Hi)), new(big.Int).Sub(a.Hi, b.Lo))
		if d.Hi.Sign() >= 0 && d.Fits(v.Kind) {
			if cut, ok := x.Meet(d); ok {
				x = cut
			}
		}
	}
	if cut, ok := x.Meet(r); ok {
		r = cut
	}
	s.memo[v] = r
	return r
}

// chosen returns the range of a Select within a side.
func (s *side) chosen(v *flat.Value, depth int) interval.Interval {
	c := s.eval(v.Args[0], depth-1)
	var out *interval.Interval
	for i, truth := range []bool{true, false} {
		if c.IsPoint() && (c.Lo.Sign() != 0) != truth {
			continue
		}
		in := &side{s.w, maps.Clone(s.cut), maps.Clone(s.atMost), map[*flat.Value]interval.Interval{}}
		if !in.assume(v.Args[0], truth) {
			continue
		}
		r := in.eval(v.Args[1+i], depth-1).Wrap(v.Kind)
		if out != nil {
			r = r.Join(*out)
		}
		out = &r
	}
	if out == nil {
		return s.of(v)
	}
	return *out
}
