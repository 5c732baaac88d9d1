package mutate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// linear writes a problem, as script does, in the arithmetic of integers instead of words
// (QF_LIA): whether the goal can be true where all facts are. Comparing sums is all that
// many decisions do, and a solver shows in no time of integers what it searches for ever in
// bits. A sum, a difference or a product by a constant is taken modulo 2^width where it
// may leave the word; shifts by constants are divisions. What is not linear (products, shifts by variables, most
// logic of bits) stands for any value of its width, the same one for the same term:
// what is shown holds all the more.
//
// deep also says what a shift to the right by a variable is, count by count.
func (t *terms) linear(goal term, facts []term, deep bool) string {
	w := &linearWriter{terms: t, opaque: map[term]bool{}, deep: deep}
	// The older of z3's solvers for it takes a third of the other's time here.
	w.text.WriteString("(set-option :smt.arith.solver 2)\n(set-logic QF_LIA)\n")
	for i, needed := range t.madeOf(append([]term{goal}, facts...)...) {
		if needed {
			w.define(term(i))
		}
	}
	for _, f := range facts {
		w.line("(assert %s)", w.ref(f))
	}
	w.line("(assert %s)\n(check-sat)", w.ref(goal))
	return w.text.String()
}

type linearWriter struct {
	*terms
	text strings.Builder
	aux  int
	// opaque are the words of which nothing is said, and parts of them.
	opaque map[term]bool
	deep   bool
}

func (w *linearWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.text, format+"\n", args...)
}

func (w *linearWriter) ref(x term) string {
	if n := w.nodes[x]; n.op == tConst && n.width > 0 {
		return fmt.Sprint(n.val)
	}
	return w.terms.ref(x)
}

// constantOf returns the value of a constant, also of the count of a shift that was made to
// fit a narrower word.
func (t *terms) constantOf(x term) (uint64, bool) {
	n := t.nodes[x]
	switch n.op {
	case tConst:
		return n.val, true
	case tExtract:
		v, ok := t.constantOf(n.a)
		return v >> n.val & (1<<n.width - 1), ok && n.width < 64
	case tNot:
		v, ok := t.constantOf(n.a)
		if n.width == 0 {
			return v ^ 1, ok
		}
		return ^v & (1<<n.width - 1), ok && n.width < 64
	case tUlt:
		v, ok := t.constantOf(n.a)
		w, also := t.constantOf(n.b)
		if v < w {
			return 1, ok && also
		}
		return 0, ok && also
	case tIte:
		if v, ok := t.constantOf(n.a); ok {
			if v != 0 {
				return t.constantOf(n.b)
			}
			return t.constantOf(n.c)
		}
	}
	return 0, false
}

// pow2 is 2^n.
func pow2(n uint64) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// fresh declares a number from 0 to less than n.
func (w *linearWriter) fresh(name string, n *big.Int) {
	w.line("(declare-const %s Int)\n(assert (and (<= 0 %s) (< %s %s)))", name, name, name, n)
}

// divide returns the quotient and the remainder of x, not negative, by 2^n.
func (w *linearWriter) divide(x string, most *big.Int, n uint64) (q, r string) {
	w.aux++
	q = fmt.Sprintf("q%d", w.aux)
	r = fmt.Sprintf("(- %s (* %s %s))", x, pow2(n), q)
	w.fresh(q, new(big.Int).Add(new(big.Int).Rsh(most, uint(n)), big.NewInt(1)))
	w.line("(assert (and (<= 0 %s) (< %s %s)))", r, r, pow2(n))
	return q, r
}

// signed writes the value of a word of two's complement.
func (w *linearWriter) signed(x term) string {
	width := uint64(w.width(x))
	if w.most(x).Cmp(pow2(width-1)) < 0 {
		return w.ref(x)
	}
	return fmt.Sprintf("(ite (< %[1]s %[2]s) %[1]s (- %[1]s %[3]s))", w.ref(x), pow2(width-1), pow2(width))
}

// define writes what a term is.
func (w *linearWriter) define(x term) {
	n := w.nodes[x]
	if n.op == tConst {
		return
	}
	name, sort := w.ref(x), "Int"
	if n.width == 0 {
		sort = "Bool"
	}
	body := w.formula(x)
	switch {
	case body != "":
		// As an equation, not as a definition, which would be expanded: several times faster.
		w.line("(declare-const %s %s)\n(assert (= %s %s))", name, sort, name, body)
	case n.width == 0:
		w.line("(declare-const %s Bool)", name)
	default:
		w.fresh(name, new(big.Int).Add(w.most(x), big.NewInt(1)))
		w.opaque[x] = n.op != tInput
		switch {
		case !w.deep:
		case n.op == tMul:
			w.productOf(x)
		case n.op == tLshr && !w.opaque[n.a] && w.mostCount(n.b) < uint64(n.width):
			w.shiftedBy(x)
			w.opaque[x] = false
		case n.op == tLshr || n.op == tExtract && n.val == 0:
			w.line("(assert (<= %s %s))", w.ref(x), w.ref(n.a))
		}
	}
}

// productOf says of a product that fits its word that it is at most each factor times the
// most that the other can be.
func (w *linearWriter) productOf(x term) {
	n := w.nodes[x]
	if top := new(big.Int).Mul(w.most(n.a), w.most(n.b)); top.Cmp(pow2(uint64(n.width))) < 0 {
		w.line("(assert (and (<= %[1]s (* %[2]s %[3]s)) (<= %[1]s (* %[4]s %[5]s))))", w.ref(x), w.most(n.b), w.ref(n.a), w.most(n.a), w.ref(n.b))
	}
}

// shiftedBy says of a word shifted right by a variable what it is for each count.
func (w *linearWriter) shiftedBy(x term) {
	n := w.nodes[x]
	q, a, count := w.ref(x), w.ref(n.a), w.ref(n.b)
	for c := range w.mostCount(n.b) + 1 {
		w.line("(assert (=> (= %s %d) (and (<= (* %s %s) %s) (< %s (* %s (+ %s 1))))))", count, c, pow2(c), q, a, a, pow2(c), q)
	}
}

// mostCount is the largest value of the count of a shift, by its form: also of a constant
// less something that is not above it.
func (t *terms) mostCount(x term) uint64 {
	for t.nodes[x].op == tZext {
		x = t.nodes[x].a
	}
	most := t.most(x)
	if n := t.nodes[x]; n.op == tSub {
		if c, ok := t.constantOf(n.a); ok && t.most(n.b).Cmp(new(big.Int).SetUint64(c)) <= 0 {
			return c
		}
	}
	if !most.IsUint64() {
		return ^uint64(0)
	}
	return most.Uint64()
}

// formula returns what a term is in linear arithmetic; empty if it is not to be said there.
func (w *linearWriter) formula(x term) string {
	n := w.nodes[x]
	width := uint64(n.width)
	var a, b string
	var mostA *big.Int
	if !slices.Contains([]termOp{tInput, tLookup}, n.op) {
		a = w.ref(n.a)
		mostA = w.most(n.a)
		if n.op != tNot && n.op != tZext && n.op != tSext && n.op != tExtract {
			b = w.ref(n.b)
		}
	}
	switch n.op {
	case tAdd:
		sum := fmt.Sprintf("(+ %s %s)", a, b)
		if new(big.Int).Add(mostA, w.most(n.b)).Cmp(pow2(width)) < 0 {
			return sum
		}
		return fmt.Sprintf("(ite (< %[1]s %[2]s) %[1]s (- %[1]s %[2]s))", sum, pow2(width))
	case tSub:
		return fmt.Sprintf("(ite (<= %[2]s %[1]s) (- %[1]s %[2]s) (+ (- %[1]s %[2]s) %[3]s))", a, b, pow2(width))
	case tMul:
		if c, ok := w.constantOf(n.b); ok {
			return w.times(a, mostA, new(big.Int).SetUint64(c), width)
		}
		if c, ok := w.constantOf(n.a); ok {
			return w.times(b, w.most(n.b), new(big.Int).SetUint64(c), width)
		}
	case tShl:
		if c, ok := w.constantOf(n.b); ok && c < width {
			return w.times(a, mostA, pow2(c), width)
		}
	case tLshr, tAshr:
		return w.shifted(n)
	case tExtract:
		if w.opaque[n.a] {
			return ""
		}
		q := a
		most := mostA
		if n.val > 0 {
			q, _ = w.divide(a, most, n.val)
			most = new(big.Int).Rsh(most, uint(n.val))
		}
		return w.times(q, most, big.NewInt(1), width)
	case tZext:
		return a
	case tSext:
		if s := w.signed(n.a); s == a {
			return a
		}
		return fmt.Sprintf("(ite (< %[1]s %[2]s) %[1]s (+ %[1]s %[3]s))", a, pow2(uint64(w.width(n.a))-1),
			new(big.Int).Sub(pow2(width), pow2(uint64(w.width(n.a)))))
	case tNot:
		if width == 0 {
			return "(not " + a + ")"
		}
		return fmt.Sprintf("(- %s %s)", new(big.Int).Sub(pow2(width), big.NewInt(1)), a)
	case tAnd:
		if width == 0 {
			return "(and " + a + " " + b + ")"
		}
		return w.masked(n)
	case tEq:
		return "(= " + a + " " + b + ")"
	case tUlt:
		return "(< " + a + " " + b + ")"
	case tUle:
		return "(<= " + a + " " + b + ")"
	case tSlt:
		return "(< " + w.signed(n.a) + " " + w.signed(n.b) + ")"
	case tSle:
		return "(<= " + w.signed(n.a) + " " + w.signed(n.b) + ")"
	case tIte:
		return "(ite " + a + " " + b + " " + w.ref(n.c) + ")"
	}
	return ""
}

// times returns x k modulo 2^width.
func (w *linearWriter) times(x string, most, k *big.Int, width uint64) string {
	product := x
	if k.Cmp(big.NewInt(1)) != 0 {
		product = fmt.Sprintf("(* %s %s)", k, x)
	}
	top := new(big.Int).Mul(most, k)
	if top.Cmp(pow2(width)) < 0 {
		return product
	}
	_, r := w.divide(product, top, width)
	return r
}

// shifted returns a word shifted right by a constant.
func (w *linearWriter) shifted(n node) string {
	c, ok := w.constantOf(n.b)
	if !ok {
		return ""
	}
	width := uint64(n.width)
	half := pow2(width - 1)
	q, most := "0", w.most(n.a)
	if c < width {
		q, _ = w.divide(w.ref(n.a), most, c)
	}
	if n.op == tLshr || most.Cmp(half) < 0 {
		return q
	}
	// The upper bits of a negative one are ones.
	ones := new(big.Int).Sub(pow2(width), pow2(width-min(c, width)))
	return fmt.Sprintf("(ite (< %s %s) %s (+ %s %s))", w.ref(n.a), half, q, q, ones)
}

// masked returns the low bits of a word, or all but those, where that is what is left.
func (w *linearWriter) masked(n node) string {
	if n.width > 64 {
		return ""
	}
	all := ^uint64(0) >> (64 - n.width)
	x := n.a
	mask, ok := w.constantOf(n.b)
	if !ok {
		x = n.b
		mask, ok = w.constantOf(n.a)
	}
	if !ok {
		return ""
	}
	low := func(bits uint64) string {
		_, r := w.divide(w.ref(x), w.most(x), bits)
		return r
	}
	switch {
	case mask == 0:
		return "0"
	case mask&(mask+1) == 0:
		return low(uint64(lengthOf(mask)))
	case (mask^all)&((mask^all)+1) == 0:
		return fmt.Sprintf("(- %s %s)", w.ref(x), low(uint64(lengthOf(mask^all))))
	}
	return ""
}

func lengthOf(v uint64) int { return new(big.Int).SetUint64(v).BitLen() }

// most is the largest value that a term can have, by its form alone.
func (t *terms) most(x term) *big.Int {
	for len(t.top) < len(t.nodes) {
		t.top = append(t.top, nil)
	}
	if t.top[x] == nil {
		t.top[x] = t.mostOf(t.nodes[x])
	}
	return t.top[x]
}

func (t *terms) mostOf(n node) *big.Int {
	all := new(big.Int).Sub(pow2(uint64(n.width)), big.NewInt(1))
	least := func(x, y *big.Int) *big.Int {
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	}
	switch n.op {
	case tConst:
		return new(big.Int).SetUint64(n.val)
	case tZext:
		return t.most(n.a)
	case tExtract:
		return least(all, new(big.Int).Rsh(t.most(n.a), uint(n.val)))
	case tIte:
		if x, y := t.most(n.b), t.most(n.c); x.Cmp(y) > 0 {
			return x
		}
		return t.most(n.c)
	case tAnd:
		if n.width > 0 {
			return least(t.most(n.a), t.most(n.b))
		}
	case tLshr:
		if c, ok := t.constantOf(n.b); ok {
			return new(big.Int).Rsh(t.most(n.a), uint(min(c, uint64(n.width))))
		}
		return t.most(n.a)
	case tAdd:
		if sum := new(big.Int).Add(t.most(n.a), t.most(n.b)); sum.Cmp(all) <= 0 {
			return sum
		}
	case tShl:
		if c, ok := t.constantOf(n.b); ok && c < uint64(n.width) {
			if x := new(big.Int).Lsh(t.most(n.a), uint(c)); x.Cmp(all) <= 0 {
				return x
			}
		}
	case tMul:
		if x := new(big.Int).Mul(t.most(n.a), t.most(n.b)); x.Cmp(all) <= 0 {
			return x
		}
	}
	return all
}
