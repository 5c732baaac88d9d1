package ranges

import (
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// question is an argument of maxDiff.
type question struct {
	a, b  *sym
	depth int
}

// maxDiff returns an upper bound of a - b.
func (s *state) maxDiff(a, b *sym, depth int) *big.Int {
	if a == b {
		return zero
	}
	if depth == 0 {
		return sub(s.get(a).Hi, s.get(b).Lo)
	}
	if s.diffs == nil {
		return s.findDiff(a, b, depth)
	}
	d, ok := s.diffs[question{a, b, depth}]
	if !ok {
		d = s.findDiff(a, b, depth)
		s.diffs[question{a, b, depth}] = d
	}
	return d
}

// findDiff is maxDiff of two syms, by their structure.
func (s *state) findDiff(a, b *sym, depth int) *big.Int {
	d := sub(s.get(a).Hi, s.get(b).Lo)
	try := func(v *big.Int) { d = interval.Min(d, v) }
	switch a.op {
	case symMin:
		for _, p := range a.args {
			try(s.maxDiff(p, b, depth-1))
		}
	case symMax, symPhi:
		w := s.maxDiff(a.args[0], b, max(0, depth-2))
		for _, p := range a.args[1:] {
			if w.Cmp(d) >= 0 {
				break // it bounds nothing
			}
			w = interval.Max(w, s.maxDiff(p, b, max(0, depth-2)))
		}
		try(w)
	}
	switch a.binop() {
	case ir.Add:
		try(add(s.maxDiff(a.args[0], b, depth-1), s.get(a.args[1]).Hi))
		try(add(s.maxDiff(a.args[1], b, depth-1), s.get(a.args[0]).Hi))
		if v := s.addBound(a.args[0], a.args[1], b, depth-1); v != nil {
			try(v)
		}
		if v := s.addBound(a.args[1], a.args[0], b, depth-1); v != nil {
			try(v)
		}
	case ir.Sub:
		try(sub(s.maxDiff(a.args[0], b, depth-1), s.get(a.args[1]).Lo))
	case ir.Mul:
		if n := s.dividend(a); n != nil {
			try(s.maxDiff(n, b, depth-1))
		}
	case ir.And:
		for _, p := range a.args {
			if s.get(p).NonNegative() {
				try(s.maxDiff(p, b, depth-1))
			}
		}
	case ir.Shr:
		if s.get(a.args[0]).NonNegative() {
			try(s.maxDiff(a.args[0], b, depth-1))
			for _, of := range s.share(a) {
				try(s.maxDiff(of, b, depth-1))
			}
		}
	case ir.Div, ir.Rem:
		if s.get(a.args[0]).NonNegative() {
			try(s.maxDiff(a.args[0], b, depth-1))
		}
	}
	switch b.op {
	case symMax:
		for _, q := range b.args {
			try(s.maxDiff(a, q, depth-1))
		}
	case symMin, symPhi:
		w := s.maxDiff(a, b.args[0], depth-1)
		for _, q := range b.args[1:] {
			if w.Cmp(d) >= 0 {
				break
			}
			w = interval.Max(w, s.maxDiff(a, q, depth-1))
		}
		try(w)
	}
	switch b.binop() {
	case ir.Add:
		try(sub(s.maxDiff(a, b.args[0], depth-1), s.get(b.args[1]).Lo))
		try(sub(s.maxDiff(a, b.args[1], depth-1), s.get(b.args[0]).Lo))
	case ir.Sub:
		try(add(s.maxDiff(a, b.args[0], depth-1), s.get(b.args[1]).Hi))
	case ir.Or:
		for i, q := range b.args {
			if s.get(b.args[1-i]).NonNegative() {
				try(s.maxDiff(a, q, depth-1))
			}
		}
	}
	for t := s; t != nil; t = t.up {
		for _, f := range t.facts[a] {
			try(add(s.maxDiff(f.than, b, depth-1), f.c))
		}
	}
	return d
}

// addBound bounds p + q - b where q is at most some r - p: then p + q <= r.
func (s *state) addBound(p, q, b *sym, depth int) *big.Int {
	most := []*sym{q}
	if q.binop() == ir.Shr {
		most = append(most, s.share(q)...)
	}
	for _, of := range most {
		if of.binop() == ir.Sub && of.args[1] == p && depth > 0 {
			return s.maxDiff(of.args[0], b, depth-1)
		}
	}
	return nil
}

// dividend recognises (n * y >> s) * d with y d <= 2^s, which is at most n, and returns n:
// a quotient by a reciprocal, times the divisor. y is a result that is declared at most
// c / m, m being d << k or both numbers: then y d <= c d / m.
func (s *state) dividend(product *sym) *sym {
	for i, q := range product.args {
		d := product.args[1-i]
		if q.binop() != ir.Shr || q.args[0].binop() != ir.Mul || !s.get(q.args[1]).IsPoint() || !s.get(d).NonNegative() {
			continue
		}
		unit := new(big.Int).Lsh(one, interval.ShiftCount(s.get(q.args[1]).Lo))
		for j, y := range q.args[0].args {
			n := q.args[0].args[1-j]
			if y.under == nil || !s.get(y).NonNegative() || !s.get(n).NonNegative() {
				continue
			}
			m, most := y.under.by, new(big.Int).Set(y.under.c)
			switch {
			case m == d:
			case m.binop() == ir.Shl && m.args[0] == d && s.get(m.args[1]).IsPoint():
				// Rounded up: c / 2^k is an upper bound of c d / m.
				k := interval.ShiftCount(s.get(m.args[1]).Lo)
				most.Add(most, interval.Ones(int(k))).Rsh(most, k)
			case s.get(m).IsPoint() && s.get(d).IsPoint() && s.get(m).Lo.Sign() > 0:
				most.Mul(most, s.get(d).Lo)
				most.Add(most, sub(s.get(m).Lo, one)).Quo(most, s.get(m).Lo)
			default:
				continue
			}
			if most.Cmp(unit) <= 0 {
				return n
			}
		}
	}
	return nil
}

// share recognises (x * k + c) >> n with 0 <= k <= 2^n and 0 <= c < 2^n, which is at most x. It returns x, or both
// factors if either can be x.
func (s *state) share(a *sym) []*sym {
	n := s.get(a.args[1])
	if !n.IsPoint() {
		return nil
	}
	unit := new(big.Int).Lsh(one, interval.ShiftCount(n.Lo))
	product := a.args[0]
	if product.binop() == ir.Add {
		for i, c := range product.args {
			if v := s.get(c); v.NonNegative() && v.Hi.Cmp(unit) < 0 && product.args[1-i].binop() == ir.Mul {
				product = product.args[1-i]
				break
			}
		}
	}
	if product.binop() != ir.Mul {
		return nil
	}
	var out []*sym
	for i, k := range product.args {
		if v := s.get(k); v.NonNegative() && v.Hi.Cmp(unit) <= 0 && s.get(product.args[1-i]).NonNegative() {
			out = append(out, product.args[1-i])
		}
	}
	return out
}
