package mutate

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/smt"
)

// term is a value in a solver's terms: a bit vector, or a truth value of width 0. Equal
// terms are one, so that what a mutant has in common with the original is written once
// and needs no proof.
type term int32

type termOp uint8

const (
	tConst termOp = iota
	tInput
	tAdd
	tSub
	tMul
	tUDiv
	tSDiv
	tURem
	tSRem
	tAnd // of bits, or of truths
	tOr
	tXor
	tNot
	tShl
	tLshr
	tAshr
	tEq
	tUlt
	tUle
	tSlt
	tSle
	tIte
	tZext
	tSext
	tExtract // val is the lowest bit
	tLookup  // table at a
)

var termNames = [...]string{"", "", "bvadd", "bvsub", "bvmul", "bvudiv", "bvsdiv", "bvurem", "bvsrem", "bvand", "bvor", "bvxor",
	"bvnot", "bvshl", "bvlshr", "bvashr", "=", "bvult", "bvule", "bvslt", "bvsle", "ite", "", "", "", ""}

type node struct {
	op      termOp
	width   uint8 // bits; 0 for a truth value
	a, b, c term
	val     uint64
	table   *ir.Table
}

type terms struct {
	nodes []node
	seen  map[node]term
	names []string   // of inputs, by node.val
	top   []*big.Int // what most has found
}

func newTerms() *terms { return &terms{seen: map[node]term{}} }

func (t *terms) add(n node) term {
	if old, ok := t.seen[n]; ok {
		return old
	}
	id := term(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.seen[n] = id
	return id
}

// forget takes back the terms from a number on, of which nothing else may be made. There must be
// no inputs among them.
func (t *terms) forget(from int) {
	for _, n := range t.nodes[from:] {
		delete(t.seen, n)
	}
	t.nodes = t.nodes[:from]
	t.top = t.top[:min(from, len(t.top))]
}

func (t *terms) width(x term) uint8 { return t.nodes[x].width }

// constant is a number of a width of up to 64 bits.
func (t *terms) constant(width uint8, v uint64) term {
	if width < 64 && width > 0 {
		v &= 1<<width - 1
	}
	return t.add(node{op: tConst, width: width, val: v})
}

func (t *terms) truth(v bool) term {
	if v {
		return t.add(node{op: tConst, val: 1})
	}
	return t.add(node{op: tConst})
}

func (t *terms) is(x term, v bool) bool { return t.width(x) == 0 && x == t.truth(v) }

func (t *terms) input(width uint8, name string) term {
	t.names = append(t.names, name)
	return t.add(node{op: tInput, width: width, val: uint64(len(t.names) - 1)})
}

func (t *terms) not(x term) term {
	n := t.nodes[x]
	switch {
	case n.width == 0 && n.op == tConst:
		return t.truth(n.val == 0)
	case n.op == tNot:
		return n.a
	}
	return t.add(node{op: tNot, width: n.width, a: x})
}

func (t *terms) and(x, y term) term {
	switch {
	case t.is(x, false) || t.is(y, true) || x == y:
		return x
	case t.is(y, false) || t.is(x, true):
		return y
	}
	return t.add(node{op: tAnd, a: x, b: y})
}

func (t *terms) or(x, y term) term { return t.not(t.and(t.not(x), t.not(y))) }

func (t *terms) ite(c, x, y term) term {
	switch {
	case x == y || t.is(c, true):
		return x
	case t.is(c, false):
		return y
	case t.nodes[c].op == tNot:
		return t.ite(t.nodes[c].a, y, x)
	}
	return t.add(node{op: tIte, width: t.width(x), a: c, b: x, c: y})
}

// eq compares, also truths.
func (t *terms) eq(x, y term) term {
	if x == y {
		return t.truth(true)
	}
	if m, n := t.nodes[x], t.nodes[y]; m.op == tConst && n.op == tConst {
		return t.truth(m.val == n.val)
	}
	return t.add(node{op: tEq, a: min(x, y), b: max(x, y)})
}

func (t *terms) compare(op termOp, x, y term) term { return t.add(node{op: op, a: x, b: y}) }

func (t *terms) op(op termOp, x, y term) term {
	return t.add(node{op: op, width: t.width(x), a: x, b: y})
}

// extend widens to so many bits.
func (t *terms) extend(x term, signed bool, width uint8) term {
	n := t.nodes[x]
	switch {
	case n.width == width:
		return x
	case n.op == tConst && width <= 64 && !signed:
		return t.constant(width, n.val)
	case signed:
		return t.add(node{op: tSext, width: width, a: x})
	}
	return t.add(node{op: tZext, width: width, a: x})
}

func (t *terms) extract(x term, from, width uint8) term {
	if t.width(x) == width {
		return x
	}
	return t.add(node{op: tExtract, width: width, a: x, val: uint64(from)})
}

// resize converts between widths as Go does: the sign of what is converted counts.
func (t *terms) resize(x term, signed bool, width uint8) term {
	if width < t.width(x) {
		return t.extract(x, 0, width)
	}
	return t.extend(x, signed, width)
}

func sort(width uint8) string {
	if width == 0 {
		return "Bool"
	}
	return fmt.Sprintf("(_ BitVec %d)", width)
}

// madeOf marks the terms that the given ones are made of, themselves included.
func (t *terms) madeOf(list ...term) []bool {
	needed := make([]bool, len(t.nodes))
	var mark func(x term)
	mark = func(x term) {
		if needed[x] {
			return
		}
		needed[x] = true
		n := t.nodes[x]
		switch n.op {
		case tConst, tInput:
		case tIte:
			mark(n.a)
			mark(n.b)
			mark(n.c)
		case tNot, tZext, tSext, tExtract, tLookup:
			mark(n.a)
		default:
			mark(n.a)
			mark(n.b)
		}
	}
	for _, x := range list {
		mark(x)
	}
	return needed
}

// script writes a problem in SMT-LIB 2: whether the goal can be true where all facts are. Only
// what they are made of is written.
func (t *terms) script(goal term, facts []term) string {
	var b strings.Builder
	b.WriteString("(set-logic QF_BV)\n")
	needed := t.madeOf(append([]term{goal}, facts...)...)
	tables := map[*ir.Table]bool{}
	for i, n := range t.nodes {
		if !needed[i] {
			continue
		}
		switch n.op {
		case tInput:
			fmt.Fprintf(&b, "(declare-const %s %s) ; %s\n", t.ref(term(i)), sort(n.width), t.names[n.val])
		case tConst:
		default:
			if n.op == tLookup && !tables[n.table] {
				tables[n.table] = true
				_, definition := smt.Table(n.table)
				b.WriteString(definition + "\n")
			}
			fmt.Fprintf(&b, "(define-fun %s () %s %s)\n", t.ref(term(i)), sort(n.width), t.body(n))
		}
	}
	for _, f := range facts {
		fmt.Fprintf(&b, "(assert %s)\n", t.ref(f))
	}
	fmt.Fprintf(&b, "(assert %s)\n(check-sat)\n", t.ref(goal))
	return b.String()
}

func (t *terms) ref(x term) string {
	n := t.nodes[x]
	switch {
	case n.op == tConst && n.width == 0:
		return fmt.Sprint(n.val != 0)
	case n.op == tConst:
		return fmt.Sprintf("(_ bv%d %d)", n.val, n.width)
	case n.op == tInput:
		return fmt.Sprintf("i%d", n.val)
	}
	return fmt.Sprintf("t%d", x)
}

func (t *terms) body(n node) string {
	switch n.op {
	case tNot:
		if n.width == 0 {
			return "(not " + t.ref(n.a) + ")"
		}
		return "(bvnot " + t.ref(n.a) + ")"
	case tAnd:
		if n.width == 0 {
			return "(and " + t.ref(n.a) + " " + t.ref(n.b) + ")"
		}
	case tIte:
		return "(ite " + t.ref(n.a) + " " + t.ref(n.b) + " " + t.ref(n.c) + ")"
	case tZext, tSext:
		name := map[termOp]string{tZext: "zero_extend", tSext: "sign_extend"}[n.op]
		return fmt.Sprintf("((_ %s %d) %s)", name, n.width-t.width(n.a), t.ref(n.a))
	case tExtract:
		return fmt.Sprintf("((_ extract %d %d) %s)", n.val+uint64(n.width)-1, n.val, t.ref(n.a))
	case tLookup:
		return fmt.Sprintf("(%s.%s %s)", n.table.Pkg.Name, n.table.Name, t.ref(n.a))
	}
	return "(" + termNames[n.op] + " " + t.ref(n.a) + " " + t.ref(n.b) + ")"
}
