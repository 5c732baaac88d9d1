package smt

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Differ returns the problem whether two functions in flat form, of the same parameters and
// results, ever give different results or leave different values behind: unsat says never.
// within holds conditions on the inputs, which are named by Input. Where the two forms have
// the same terms there is nothing to ask, and the text is empty. An index out of range gives 0,
// as in flat.Machine.
func Differ(f, g *flat.Function, within []string) string {
	w := newFlatWriter()
	var b strings.Builder
	b.WriteString("(set-logic QF_BV)\n")
	for i, v := range f.Inputs {
		fmt.Fprintf(&b, "(declare-const %s %s) ; %s\n", Input(i), sortOf(v.Kind), v.Name)
	}
	x, y := w.function(f), w.function(g)
	var goals []string
	for i := range x {
		if x[i] != y[i] {
			goals = append(goals, fmt.Sprintf("(not (= %s %s))", x[i], y[i]))
		}
	}
	if len(goals) == 0 {
		return ""
	}
	w.ask(&b, within, fmt.Sprintf("(or false %s)", strings.Join(goals, " ")))
	return b.String()
}

// Form is a function in flat form as terms of its inputs, which Input names.
type Form struct {
	// Tables are definitions of functions.
	Tables []string
	// Lets are the values t!0, t!1 ..., each a term of those before it.
	Lets []string
	// Outputs are terms of the lets and inputs, each of its leaf's kind.
	Outputs []string
	// Terms are the terms of the inputs and operations, each the name of an input or of a let.
	Terms map[*flat.Value]string
}

// FormOf writes a function in flat form as terms, to check something else than a flat form against
// it.
func FormOf(f *flat.Function) *Form {
	w := newFlatWriter()
	out := &Form{Outputs: w.function(f)}
	for i, o := range f.Outputs {
		out.Outputs[i] = operand{out.Outputs[i], o.Value.Kind}.as(o.Leaf.Kind)
	}
	out.Tables, out.Lets, out.Terms = w.tables, w.terms, w.at
	return out
}

// Input is the name of an input of a problem of Differ, by its number.
func Input(i int) string { return fmt.Sprintf("x%d", i) }

// flatWriter writes the values of functions in flat form as terms, equal ones once.
type flatWriter struct {
	terms  []string
	names  map[string]string // of terms and tables, by their text
	tables []string
	at     map[*flat.Value]string // of the function that was written last
	// proved is set if every index has an obligation to be in range.
	proved bool
	// level is other than Exact if products are constants (product).
	level     Level
	products  []product
	shifts    []shift                // to the right
	productOf map[*flat.Value]string // their constants
}

func newFlatWriter() *flatWriter {
	return &flatWriter{names: map[string]string{}, at: map[*flat.Value]string{}, productOf: map[*flat.Value]string{}}
}

// ask writes the question whether a goal of the terms is true under some conditions.
func (w *flatWriter) ask(b *strings.Builder, within []string, goal string) {
	for _, t := range w.tables {
		b.WriteString(t + "\n")
	}
	for _, c := range within {
		fmt.Fprintf(b, "(assert %s)\n", c)
	}
	// As lets: of definitions z3 takes a time that grows with the square of their number.
	b.WriteString("(assert ")
	for i, t := range w.terms {
		fmt.Fprintf(b, "(let ((t!%d %s))\n", i, t)
	}
	fmt.Fprintf(b, "%s%s)\n(check-sat)\n", goal, strings.Repeat(")", len(w.terms)))
}

// function writes the values of a function and returns the terms of its outputs.
func (w *flatWriter) function(f *flat.Function) []string {
	w.at = map[*flat.Value]string{}
	for i, v := range f.Inputs {
		w.at[v] = Input(i)
	}
	for _, v := range f.Body {
		w.ref(v)
	}
	return collect.Of(f.Outputs, func(o flat.Output) string { return w.ref(o.Value) })
}

// ref returns the term of a value, which is written where it is not yet.
func (w *flatWriter) ref(v *flat.Value) string {
	if v.Op == flat.Const {
		return constant(new(big.Int).SetUint64(v.Bits), v.Kind)
	}
	if w.at[v] == "" {
		w.at[v] = w.named(w.value(v, w.operands(v.Args)))
	}
	return w.at[v]
}

func (w *flatWriter) operands(values []*flat.Value) []operand {
	return collect.Of(values, func(v *flat.Value) operand { return operand{w.ref(v), v.Kind} })
}

// named returns the name of a term.
func (w *flatWriter) named(term string) string {
	n, ok := w.names[term]
	if !ok {
		n = fmt.Sprintf("t!%d", len(w.terms))
		w.names[term] = n
		w.terms = append(w.terms, term)
	}
	return n
}

// operand is an argument of an operation.
type operand struct {
	term string
	kind ir.Kind
}

// bits is the number that an operand is, in n bits: wrapped, or with its own sign.
func (a operand) bits(n int) string {
	switch {
	case a.kind == ir.Bool:
		return fmt.Sprintf("(ite %s (_ bv1 %d) (_ bv0 %d))", a.term, n, n)
	case n < a.kind.Bits():
		return fmt.Sprintf("((_ extract %d 0) %s)", n-1, a.term)
	}
	return widen(a.term, a.kind, n)
}

// as is an operand in another kind.
func (a operand) as(k ir.Kind) string {
	switch {
	case a.kind == k:
		return a.term
	case k == ir.Bool:
		return fmt.Sprintf("(not (= %s (_ bv0 %d)))", a.term, a.kind.Bits())
	}
	return a.bits(k.Bits())
}

// cut shortens a term of from bits to n.
func cut(term string, from, n int) string {
	if from == n {
		return term
	}
	return fmt.Sprintf("((_ extract %d 0) %s)", n-1, term)
}

// value writes an operation.
func (w *flatWriter) value(v *flat.Value, a []operand) string {
	k, n := v.Kind, v.Kind.Bits()
	switch v.Op {
	case flat.Add, flat.Sub, flat.Mul, flat.And, flat.Or, flat.Xor:
		name := bvOps[v.Op.Operator()]
		switch {
		case k == ir.Bool:
			name = v.Op.String()
		case v.Op == flat.Mul:
			if m, width, ok := w.product(v, a); ok {
				return cut(m, width, n)
			}
		}
		switch {
		case w.proved && v.Op == flat.Mul:
			return cut(w.named(fmt.Sprintf("(bvmul %s %s)", a[0].bits(2*n), a[1].bits(2*n))), 2*n, n)
		}
		return fmt.Sprintf("(%s %s %s)", name, a[0].as(k), a[1].as(k))
	case flat.MulHi:
		if m, width, ok := w.product(v, a); ok && width <= 2*n {
			return fmt.Sprintf("((_ extract %d %d) %s)", 2*n-1, n, widen(m, ir.Uint8, 2*n-width+8))
		}
		return fmt.Sprintf("((_ extract %d %d) (bvmul %s %s))", 2*n-1, n, a[0].bits(2*n), a[1].bits(2*n))
	case flat.Div, flat.Rem:
		return quotient(v.Op, k, a)
	case flat.Shl, flat.Shr:
		if v.Op == flat.Shr {
			w.shifts = append(w.shifts, shift{v: v, count: a[1]})
		}
		return shifted(v.Op, n, a)
	case flat.Eq, flat.Ne, flat.Lt, flat.Le:
		return compared(v.Op, a)
	case flat.Neg:
		return fmt.Sprintf("(bvneg %s)", a[0].as(k))
	case flat.Compl:
		return fmt.Sprintf("(bvnot %s)", a[0].as(k))
	case flat.Not:
		return fmt.Sprintf("(not %s)", a[0].term)
	case flat.Select:
		return fmt.Sprintf("(ite %s %s %s)", a[0].term, a[1].as(k), a[2].as(k))
	case flat.Convert:
		return a[0].as(k)
	case flat.Leading:
		m := a[0].kind.Bits()
		return cut(fmt.Sprintf("(bvsub (_ bv%d 64) %s)", m, lengthTerm(a[0].term, m)), 64, n)
	case flat.Trailing:
		return cut(trailingTerm(a[0].term, a[0].kind.Bits()), 64, n)
	case flat.Len:
		return cut(lengthTerm(a[0].term, a[0].kind.Bits()), 64, n)
	case flat.Lookup:
		m := max(16, a[0].kind.Bits())
		return fmt.Sprintf("(%s %s)", w.lookup(v.Table, m), a[0].bits(m))
	}
	panic("smt: no term for " + v.String())
}

// quotient writes a division or its remainder, as flat.Machine does it in 64 bits.
func quotient(op flat.Op, k ir.Kind, a []operand) string {
	m := 64
	if a[0].kind.IsSigned() == k.IsSigned() && a[1].kind.IsSigned() == k.IsSigned() {
		m = max(k.Bits(), a[0].kind.Bits(), a[1].kind.Bits())
	}
	return cut(fmt.Sprintf("(%s %s %s)", quotientOp(op.Operator(), k), a[0].bits(m), a[1].bits(m)), m, k.Bits())
}

// shifted writes a shift to n bits, in a word that has room for value and count.
func shifted(op flat.Op, n int, a []operand) string {
	m := max(n, a[1].kind.Bits())
	name := "bvshl"
	if op == flat.Shr {
		m = max(m, a[0].kind.Bits())
		name = "bvlshr"
		if a[0].kind.IsSigned() {
			name = "bvashr"
		}
	}
	return cut(fmt.Sprintf("(%s %s %s)", name, a[0].bits(m), a[1].bits(m)), m, n)
}

// compared writes a comparison of two numbers, both with a sign or both without.
func compared(op flat.Op, a []operand) string {
	x, y := a[0].term, a[1].term
	if a[0].kind != ir.Bool || a[1].kind != ir.Bool {
		m := max(a[0].kind.Bits(), a[1].kind.Bits())
		x, y = a[0].bits(m), a[1].bits(m)
	}
	return compare(op.Operator(), a[0].kind, x, y)
}

// lookup defines a table as a function of an index of n bits, once, and returns its name.
func (w *flatWriter) lookup(t *flat.Table, n int) string {
	values := collect.Of(t.Values, func(v uint64) string { return constant(new(big.Int).SetUint64(v), t.Kind) })
	element := tree(values, n)
	if !w.proved {
		element = fmt.Sprintf("(ite (bvult i (_ bv%d %d)) %s %s)", len(values), n, element, constant(new(big.Int), t.Kind))
	}
	body := fmt.Sprintf("((i (_ BitVec %d))) %s %s)", n, sortOf(t.Kind), element)
	name, ok := w.names[body]
	if !ok {
		name = fmt.Sprintf("table!%d", len(w.tables))
		w.names[body] = name
		w.tables = append(w.tables, fmt.Sprintf("(define-fun %s %s ; %s", name, body, t.Name))
	}
	return name
}
