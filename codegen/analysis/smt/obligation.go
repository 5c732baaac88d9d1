package smt

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
)

// maxTurns is how many turns a loop may have, each of which is written by itself.
const maxTurns = 64

// function returns the problems of f; of a contract only that it is true.
func function(p *ir.Program, f *ir.Func, contract bool) ([]Problem, error) {
	for _, g := range ir.Reachable(f) {
		if err := turns(g); err != nil {
			return nil, err
		}
	}
	within, err := ranges(f)
	if err != nil {
		return nil, err
	}
	form, obligations := flat.Source(f)
	if contract {
		what := fmt.Sprintf("%s: %s is true", f.Pos, f.FullName())
		return []Problem{problem(form, f.FullName(), what, within, func(w *flatWriter) string { return "(not " + w.ref(form.Outputs[0].Value) + ")" })}, nil
	}
	wraps := p.Wraps()
	var out []Problem
	for _, o := range obligations {
		if _, is := wraps[o.Pos.File][o.Pos.Line]; o.Op != flat.Lookup && (is || o.Func.Contract.Wrap) {
			continue // meant to wrap
		}
		what := fmt.Sprintf("%s: in %s: %s", o.Pos, o.Func.FullName(), operation(o))
		if o.Func != f {
			what += ", called from " + f.FullName()
		}
		name := fmt.Sprintf("%s.%02d", f.FullName(), len(out)+1)
		out = append(out, problem(form, name, what, within, func(w *flatWriter) string { return fmt.Sprintf("(and %s %s)", w.ref(o.Reached), w.misfit(o)) }))
	}
	return out, nil
}

// turns returns an error for a loop of more turns than are written.
func turns(f *ir.Func) (err error) {
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		if l, ok := s.(*ir.For); ok && l.Iterations > maxTurns && err == nil {
			err = fmt.Errorf("%s: loop of %d turns: ccgen smt writes out up to %d; split the loop, or check it with ccgen ranges", l.Pos, l.Iterations, maxTurns)
		}
	})
	return err
}

// ranges returns the conditions that the arguments of f are in their declared ranges.
func ranges(f *ir.Func) ([]string, error) {
	var within []string
	for _, v := range f.Params {
		r := f.Contract.Params[v.GoName]
		if r == nil {
			continue
		}
		argument := func(b *ir.Bound) (string, bool) {
			for _, p := range f.Params {
				if p.GoName == b.Name && b.Op == ir.BoundName {
					return Widen(p.Name, p.Type.Kind), true
				}
			}
			return "", false
		}
		lo, okLo := Bound(r.Lo, argument)
		hi, okHi := Bound(r.Hi, argument)
		if !okLo || !okHi {
			return nil, fmt.Errorf("%s: the range of %s names something other than an argument: ccgen smt writes functions of scalars", f.Pos, v.GoName)
		}
		x := Widen(v.Name, v.Type.Kind)
		within = append(within, fmt.Sprintf("(and (bvsle %s %s) (bvsle %s %s))", lo, x, x, hi))
	}
	return within, nil
}

// problem asks whether wrong, which is written of the values of a form of scalars, ever is true.
func problem(form *flat.Function, name, what string, within []string, wrong func(*flatWriter) string) Problem {
	var b strings.Builder
	fmt.Fprintf(&b, "; %s\n; %s\n; unsat is the proof; a model is a counterexample.\n(set-logic QF_BV)\n(set-option :produce-models true)\n", name, what)
	w := newFlatWriter()
	w.proved = true
	var names []string
	for i, v := range form.Inputs {
		names = append(names, form.Params[i].Name)
		w.at[v] = names[i]
		fmt.Fprintf(&b, "(declare-const %s %s)\n", names[i], sortOf(v.Kind))
	}
	w.ask(&b, within, wrong(w))
	fmt.Fprintf(&b, "(get-value (%s))\n", strings.Join(names, " "))
	return Problem{name, what, b.String()}
}

// operation names what must fit: "uint32 +", "index", "uint64 to uint32".
func operation(o flat.Obligation) string {
	switch o.Op {
	case flat.Lookup:
		return "index"
	case flat.Convert:
		return o.Args[0].Kind.String() + " to " + o.Kind.String()
	}
	return o.Kind.String() + " " + o.Op.Operator().String()
}

// misfit writes the condition that a result does not fit, or that an index is out of range.
func (w *flatWriter) misfit(o flat.Obligation) string {
	args := w.operands(o.Args)
	x, y := args[0], args[len(args)-1]
	k, n := o.Kind, o.Kind.Bits()
	switch o.Op {
	case flat.Lookup:
		i := x.bits(BoundBits)
		return fmt.Sprintf("(or (bvslt %s (_ bv0 %d)) (bvsge %s (_ bv%d %d)))", i, BoundBits, i, o.Len, BoundBits)
	case flat.Convert:
		return outside(x.bits(BoundBits), BoundBits, k)
	case flat.Div:
		return fmt.Sprintf("(and (= %s %s) (= %s %s))", x.term, number(k.Min(), n), y.term, number(big.NewInt(-1), n))
	case flat.Mul:
		// A product has twice the bits, and fits if its upper half only extends the lower.
		wide := fmt.Sprintf("(bvmul %s %s)", x.bits(2*n), y.bits(2*n))
		low := operand{w.named(cut(wide, 2*n, n)), k}
		return fmt.Sprintf("(not (= %s %s))", w.named(wide), low.bits(2*n))
	case flat.Shl:
		m := max(n, y.kind.Bits())
		back := "bvlshr"
		if k.IsSigned() {
			back = "bvashr"
		}
		c := y.bits(m)
		r := operand{w.named(cut(fmt.Sprintf("(bvshl %s %s)", x.bits(m), c), m, n)), k}
		return fmt.Sprintf("(not (= (%s %s %s) %s))", back, r.bits(m), c, x.bits(m))
	}
	m := n + 2
	return outside(w.named(fmt.Sprintf("(%s %s %s)", bvOps[o.Op.Operator()], x.bits(m), y.bits(m))), m, k)
}
