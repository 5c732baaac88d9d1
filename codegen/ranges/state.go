package ranges

import (
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// state is what is known at a place on a path: the sym in each cell of memory, a
// range for each sym, and differences between syms. It extends a parent, which
// is not changed any more.
type state struct {
	up    *state
	mem   []*sym
	iv    map[*sym]Interval
	facts map[*sym][]fact
}

// fact says that the sym it is kept for is at most than + c.
type fact struct {
	than *sym
	c    *big.Int
}

func (s *state) fork() *state {
	return &state{up: s, mem: append([]*sym(nil), s.mem...), iv: map[*sym]Interval{}, facts: map[*sym][]fact{}}
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
			r = interval.Extreme(v.op == symMax, r, s.get(a))
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

// note cuts the range of v to i, and what follows for its arguments. It returns
// false if nothing is left: the path is not taken.
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
				to := interval.New(interval.Greatest(x(i).Lo, sub(m.Lo, b.Hi)), m.Hi)
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

// onlyOne reports whether argument k of a min or max must be the one that is
// taken, its value being in m.
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

// learn adds that a is at most b + c.
func (s *state) learn(a, b *sym, c *big.Int) {
	if a.op == symConst || b.op == symConst || a == b {
		return
	}
	s.facts[a] = append(s.facts[a], fact{b, c})
}

// assume cuts what is known by the truth of the condition c. It returns false if
// the path is not taken.
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
	if hi := add(y.Hi, c); hi.Cmp(x.Lo) < 0 || !s.note(a, interval.New(x.Lo, interval.Least(x.Hi, hi))) {
		return false
	}
	lo := sub(x.Lo, c)
	return lo.Cmp(y.Hi) <= 0 && s.note(b, interval.New(interval.Greatest(y.Lo, lo), y.Hi))
}

// differ assumes a != b, which helps where b is a number at an end of a's range.
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

// maxDiff returns a number that a - b never passes.
func (s *state) maxDiff(a, b *sym, depth int) *big.Int {
	x, y := s.get(a), s.get(b)
	if a == b {
		return zero
	}
	d := sub(x.Hi, y.Lo)
	if depth == 0 {
		return d
	}
	try := func(v *big.Int) { d = interval.Least(d, v) }
	switch a.op {
	case symMin:
		for _, p := range a.args {
			try(s.maxDiff(p, b, depth-1))
		}
	case symMax, symPhi:
		try(s.worst(a.args, b, depth-1))
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
			w = interval.Greatest(w, s.maxDiff(a, q, depth-1))
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

func (s *state) worst(as []*sym, b *sym, depth int) *big.Int {
	depth = max(0, depth-1)
	w := s.maxDiff(as[0], b, depth)
	for _, a := range as[1:] {
		w = interval.Greatest(w, s.maxDiff(a, b, depth))
	}
	return w
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

// share recognises (x * k + c) >> n with 0 <= k <= 2^n and 0 <= c < 2^n, which is
// at most x, and returns x, or both factors where each can be it.
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

// joinStates returns what holds on every one of the paths, which all extend base.
func (a *analysis) joinStates(base *state, list []*state) *state {
	if len(list) == 1 {
		return list[0]
	}
	j := base.fork()
	n := len(list[0].mem)
	j.mem = make([]*sym, n)
	done := map[string]*sym{}
	for i := range n {
		args := make([]*sym, 0, len(list))
		var r Interval
		key := make([]byte, 0, 16)
		for k, s := range list {
			v := s.mem[i]
			if v == nil {
				args = nil
				break
			}
			if k == 0 {
				r = s.get(v)
			} else {
				r = r.Join(s.get(v))
			}
			dup := false
			for _, w := range args {
				dup = dup || w == v
			}
			if !dup {
				args = append(args, v)
				key = appendID(key, v)
			}
		}
		switch {
		case len(args) == 0:
			continue
		case len(args) == 1:
			j.mem[i] = args[0]
			j.set(args[0], r)
		default:
			// Cells that hold the same value on each path still do.
			full := key[:0:0]
			for _, s := range list {
				full = appendID(full, s.mem[i])
			}
			p := done[string(full)]
			if p == nil {
				p = a.syms.phi(args...)
				done[string(full)] = p
			}
			j.mem[i] = p
			j.set(p, r)
		}
	}
	for _, p := range done {
		a.keepDiffs(j, p)
	}
	return j
}

// keepDiffs works out, at a join and so once, how a joined value compares with
// the values that declared ranges name.
func (a *analysis) keepDiffs(j *state, p *sym) {
	i := j.get(p)
	for _, t := range a.targets {
		k := j.get(t)
		if d := j.maxDiff(p, t, 5); d.Cmp(sub(i.Hi, k.Lo)) < 0 {
			j.learn(p, t, d)
		}
		if d := j.maxDiff(t, p, 5); d.Cmp(sub(k.Hi, i.Lo)) < 0 {
			j.learn(t, p, d)
		}
	}
}

func appendID(b []byte, v *sym) []byte {
	return append(b, byte(v.id), byte(v.id>>8), byte(v.id>>16), byte(v.id>>24))
}
