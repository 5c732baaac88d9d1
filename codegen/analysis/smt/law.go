package smt

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
)

// Level is how much a problem says of products.
type Level uint8

// The levels.
const (
	Exact    Level = iota // all
	Shifts                // what follows from a factor of at most a power of two
	Products              // also comparisons with each other
	Bits                  // all, as one circuit that a SAT solver is given
)

// String returns the level in a word.
func (l Level) String() string { return enum.Name(l, "exact", "shifts", "products", "bits") }

// Claim is that the one result of a function, a bool, is true of some values of another form wherever Under is.
type Claim struct {
	Func  *flat.Function
	Args  []*flat.Value
	Under *flat.Value
}

// Always returns the problem whether a goal, or if it is nil the one result of f, a bool, is false for any inputs under
// some conditions, which name them by Input, and claims: unsat says that it is true for all.
//
// At the levels Shifts and Products a product without sign is any number that has some properties of products, listed at lemmas: the problem
// is easy where no more is needed, and unsat is a proof all the same. A model of it may be none of the function.
func Always(f *flat.Function, within []string, given []Claim, goal *Claim, l Level) string {
	w := newFlatWriter()
	w.level = l
	var b strings.Builder
	b.WriteString("(set-option :produce-models true)\n(set-logic QF_BV)\n")
	var names []string
	for i, v := range f.Inputs {
		fmt.Fprintf(&b, "(declare-const %s %s) ; %s\n", Input(i), sortOf(v.Kind), v.Name)
		names = append(names, Input(i))
		w.at[v] = Input(i)
	}
	all := collect.Of(given, func(c Claim) string { return fmt.Sprintf("(=> %s %s)", w.ref(c.Under), w.claim(c)) })
	if goal == nil {
		all = append(all, fmt.Sprintf("(not %s)", w.ref(f.Outputs[0].Value)))
	} else {
		all = append(all, w.ref(goal.Under), fmt.Sprintf("(not %s)", w.claim(*goal)))
	}
	all = append(all, w.lemmas()...)
	for i, p := range w.products {
		fmt.Fprintf(&b, "(declare-const m!%d (_ BitVec %d))\n", i, p.bits)
	}
	check := "(check-sat-using (then simplify solve-eqs smt))" // without blasting all bits at once
	switch l {
	case Exact:
		check = "(check-sat)"
	case Bits:
		check = "(check-sat-using (then simplify propagate-values solve-eqs simplify bit-blast sat))"
	}
	var ask strings.Builder
	w.ask(&ask, within, "(and "+strings.Join(all, "\n")+")")
	b.WriteString(strings.Replace(ask.String(), "(check-sat)", check, 1))
	fmt.Fprintf(&b, "(get-value (%s))\n", strings.Join(names, " "))
	return b.String()
}

// claim writes the result of a claim's function.
func (w *flatWriter) claim(c Claim) string {
	args := w.operands(c.Args)
	was := w.at
	w.at = map[*flat.Value]string{}
	for i, v := range c.Func.Inputs {
		w.at[v] = args[i].as(v.Kind)
	}
	out := w.ref(c.Func.Outputs[0].Value)
	w.at = was
	return out
}

// product is a product that an abstract problem does not compute.
type product struct {
	a, b operand
	bits int // enough for it
}

// shift is a shift to the right. result is set if it is one of a product.
type shift struct {
	v             *flat.Value
	count, result operand
}

// product returns the constant that replaces a product, and its width. ok is false for one that is computed: with a
// constant factor or with a sign.
func (w *flatWriter) product(v *flat.Value, args []operand) (name string, width int, ok bool) {
	a, b := args[0], args[1]
	if w.level == Exact || w.level == Bits || v.Args[0].Op == flat.Const || v.Args[1].Op == flat.Const || a.kind.IsSigned() || b.kind.IsSigned() || !a.kind.IsInteger() || !b.kind.IsInteger() {
		return "", 0, false
	}
	if b.term < a.term {
		a, b = b, a
	}
	width = max(a.kind.Bits()+b.kind.Bits(), v.Kind.Bits())
	for i, p := range w.products {
		if p == (product{a, b, width}) {
			w.productOf[v] = fmt.Sprintf("m!%d", i)
			return w.productOf[v], width, true
		}
	}
	w.productOf[v] = fmt.Sprintf("m!%d", len(w.products))
	w.products = append(w.products, product{a, b, width})
	return w.productOf[v], width, true
}

// lemmas returns what is true of the products, which are exact: that one with a factor of at most 2^k is at most the
// other shifted by k, for the k by which the product is shifted back, or that what is so shifted is at most the other. At the level Products also that one with a factor
// of 0 is 0 and another at least its factors, and that of two products the one of the larger factors is the larger,
// and so what is shifted back by the same count: of all pairs if they are few, else of those that two steps one after the other have in the same place.
func (w *flatWriter) lemmas() []string {
	var out []string
	shifts := w.shiftsOf()
	for i, p := range w.products {
		m := fmt.Sprintf("m!%d", i)
		a, b := p.a.bits(p.bits), p.b.bits(p.bits)
		for _, k := range shifts[m] {
			for _, ab := range [][2]operand{{p.a, p.b}, {p.b, p.a}} {
				x, y := ab[0], ab[1]
				n := max(p.bits, k.count.kind.Bits())
				k, direct := k.count, k.result
				power := w.named(cut(fmt.Sprintf("(bvshl (_ bv1 %d) %s)", n, k.bits(n)), n, p.bits))
				if direct.term != "" {
					m := max(p.bits, direct.kind.Bits())
					out = append(out, fmt.Sprintf("(=> (bvule %s %s) (bvule %s %s))", y.bits(p.bits), power, direct.bits(m), x.bits(m)))
					continue
				}
				shifted := w.named(cut(fmt.Sprintf("(bvshl %s %s)", x.bits(n), k.bits(n)), n, p.bits))
				fits := fmt.Sprintf("(bvule %s (_ bv%d %d))", k.bits(BoundBits), p.bits-x.kind.Bits(), BoundBits)
				out = append(out, fmt.Sprintf("(=> (and %s (bvule %s %s)) (bvule %s %s))", fits, y.bits(p.bits), power, m, shifted))
			}
		}
		if w.level == Shifts {
			continue
		}
		zero := fmt.Sprintf("(_ bv0 %d)", p.bits)
		out = append(out, fmt.Sprintf("(ite (or (= %s %s) (= %s %[2]s)) (= %[4]s %[2]s) (and (bvuge %[4]s %[1]s) (bvuge %[4]s %[3]s)))", a, zero, b, m))
		for j, q := range w.products[:i] {
			if half := len(w.products) / 2; len(w.products) > mostPairs && i-j != half {
				continue
			}
			n := max(p.bits, q.bits)
			mi, mj := widen(m, ir.Uint8, n-p.bits+8), widen(fmt.Sprintf("m!%d", j), ir.Uint8, n-q.bits+8)
			for _, c := range [][2]operand{{q.a, q.b}, {q.b, q.a}} {
				for _, than := range []string{"bvule", "bvuge"} {
					out = append(out, fmt.Sprintf("(=> (and (%[1]s %[2]s %[3]s) (%[1]s %[4]s %[5]s)) (%[1]s %[6]s %[7]s))", than,
						p.a.bits(n), c[0].bits(n), p.b.bits(n), c[1].bits(n), mi, mj))
					for _, r := range shifts[m] {
						for _, s := range shifts[fmt.Sprintf("m!%d", j)] {
							if r.result.term != "" && s.result.term != "" && r.count == s.count {
								out = append(out, fmt.Sprintf("(=> (%[1]s %[2]s %[3]s) (%[1]s %[4]s %[5]s))", than, mi, mj, r.result.bits(64), s.result.bits(64)))
							}
						}
					}
				}
			}
		}
	}
	return out
}

// shiftsOf returns the shifts to the right of products, and of values that are computed of products alone.
func (w *flatWriter) shiftsOf() map[string][]shift {
	out := map[string][]shift{}
	for _, s := range w.shifts {
		v := s.v
		if s.count.kind.IsSigned() {
			continue
		}
		product := v.Args[0]
		if product.Op == flat.Convert && !product.Kind.IsSigned() {
			product = product.Args[0]
		}
		if m := w.productOf[product]; m != "" && w.at[v] != "" && !v.Kind.IsSigned() {
			s.result = operand{w.at[v], v.Kind}
			out[m] = append(out[m], s)
			continue
		}
		var visit func(u *flat.Value, depth int)
		visit = func(u *flat.Value, depth int) {
			if m := w.productOf[u]; m != "" && !slices.ContainsFunc(out[m], func(o shift) bool { return o.count == s.count && o.result.term == "" }) {
				out[m] = append(out[m], s)
			} else if m == "" && depth > 0 && slices.Contains([]flat.Op{flat.Add, flat.Sub, flat.Convert, flat.Select, flat.Shr}, u.Op) {
				for _, a := range u.Args {
					visit(a, depth-1)
				}
			}
		}
		visit(v.Args[0], 3)
	}
	return out
}

// mostPairs is the most products of which all pairs are compared.
const mostPairs = 10
