package laws

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/codegen/analysis/smt"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// How says by what a question is proven.
type How string

// The ways, each with those before it.
const (
	ByForm  How = "ranges" // the flat form, with the ranges of its values, is the constant true
	ByZ3    How = "z3"     // no arguments of an event's kind make it false
	ByCases How = "cases"  // nor for each value of further parameters alone
	ByLaws  How = "laws"   // in some case it follows from the laws of a step, which are questions themselves: it is true if they are
	Open    How = "open"   // z3's effort ran out
	False   How = "false"  // there are arguments that make it false
)

// order is from the least to the most.
var order = []How{ByForm, ByZ3, ByCases, ByLaws, Open, False}

// Proof is the answer to a question.
type Proof struct {
	Question *Question
	How      How
	Effort   int // of z3, in its resource units; a few million are a second
	Problems int // that z3 was asked
	Hash     string
	Against  *Counterexample // if False
}

// Effort bounds z3: for one problem, and for a question.
type Effort struct{ Problem, Question int }

// DefaultEffort returns what proves the laws of the built-in algorithms. A problem that takes more is split sooner.
func DefaultEffort() Effort { return Effort{20_000_000, 800_000_000} }

// Prover answers the questions of one program.
type Prover struct {
	Machine *interp.Machine
	Effort  Effort
	// Progress, if not nil, is called with each answer of z3.
	Progress func(o *Proof, a smt.Answer)

	asked map[[sha256.Size]byte]smt.Answer // by the problem, those that z3 ended
}

// fixedLeaves are values of some of the leaves of a question's arguments.
type fixedLeaves map[int]uint64

// Hash identifies what a question asks: the flat forms by the event's kind.
func Hash(q *Question) string {
	h := sha256.New()
	for _, c := range byKind(q) {
		for _, f := range []*ir.Func{q.Func, q.Rest} {
			if f != nil {
				io.WriteString(h, smt.Always(flat.Build(f, c.fixed(f)), c.within(f), nil, nil, smt.Exact)) //nolint:errcheck // a hash takes all
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// byKind returns a case for each kind of event that the algorithm knows, and one for all others.
func byKind(q *Question) []kindCase {
	c := q.Tr.Declared()
	if q.Init || c.Kind < 0 {
		return []kindCase{{fix: fixedLeaves{}}}
	}
	leaf := q.Tr.Params.Leaves() + q.Tr.State.Leaves() + c.Kind
	var out []kindCase
	other := kindCase{fix: fixedLeaves{}, leaf: leaf}
	for _, k := range c.Events {
		out = append(out, kindCase{fix: fixedLeaves{leaf: k.Value}})
		other.but = append(other.but, k.Value)
	}
	return append(out, other)
}

// kindCase is a part of a question: some leaves have a value, and one has none of some values.
type kindCase struct {
	fix  fixedLeaves
	leaf int
	but  []uint64 // values that the leaf has not
}

// with fixes one more leaf.
func (c kindCase) with(leaf int, v uint64) kindCase {
	fix := fixedLeaves{leaf: v}
	for l, x := range c.fix {
		fix[l] = x
	}
	c.fix = fix
	return c
}

func (c kindCase) fixed(f *ir.Func) flat.Fixed {
	base := map[*ir.Var]int{}
	n := 0
	for _, p := range f.Params {
		base[p] = n
		n += p.Type.Leaves()
	}
	return func(p *ir.Var, leaf int) (uint64, bool) {
		at, ok := base[p]
		v, is := c.fix[at+leaf]
		return v, ok && is
	}
}

// within writes the conditions on the inputs: declared ranges, and the case.
func (c kindCase) within(f *ir.Func) []string {
	out := mutate.Within(f)
	kinds := leavesOf(f)
	for i, k := range kinds {
		equal := func(v uint64) string {
			if k == ir.Bool {
				return fmt.Sprintf("(= %s %t)", smt.Input(i), v != 0)
			}
			return fmt.Sprintf("(= %s (_ bv%d %d))", smt.Input(i), v&(1<<(k.Bits()-1)<<1-1), k.Bits())
		}
		if v, ok := c.fix[i]; ok {
			out = append(out, equal(v))
		}
		out = append(out, collect.Pick(c.but, func(v uint64) (string, bool) { return "(not " + equal(v) + ")", c.leaf == i })...)
	}
	return out
}

func leavesOf(f *ir.Func) []ir.Kind {
	var out []ir.Kind
	for _, p := range f.Params {
		out = append(out, collect.Of(ir.Layout(p.Type), func(l ir.Leaf) ir.Kind { return l.Kind })...)
	}
	return out
}

// Prove answers a question. The error is that z3 cannot be run, or that of the context.
func (p *Prover) Prove(ctx context.Context, q *Question) (*Proof, error) {
	out := &Proof{Question: q, How: ByForm, Hash: Hash(q)}
	for _, c := range byKind(q) {
		if err := p.prove(ctx, out, c, 0); err != nil || out.How == False {
			return out, err
		}
	}
	return out, nil
}

func (o *Proof) by(h How) {
	if slices.Index(order, h) > slices.Index(order, o.How) {
		o.How = h
	}
}

// quickly is the effort of a first attempt, before a case is taken apart.
const quickly = 1_000_000

// theEnd is how much more effort the end of a proof turn by turn is worth, and the exact problem before it is split.
const theEnd = 6

// mostSplits is by how many parameters a case is split.
const mostSplits = 5

// prove proves a case, split by depth parameters.
func (p *Prover) prove(ctx context.Context, o *Proof, c kindCase, depth int) error {
	q := o.Question
	form := flat.Build(q.Func, c.fixed(q.Func))
	if out := form.Outputs[0].Value; out.Op == flat.Const && out.Bits != 0 {
		return nil
	}
	// Most laws take no more.
	if a, err := p.ask(ctx, o, smt.Always(form, c.within(q.Func), nil, nil, smt.Shifts), min(quickly, p.Effort.Problem)); err != nil || a.Word == "unsat" {
		o.by([]How{ByZ3, ByCases}[min(depth, 1)])
		return err
	}
	// What does not hold is often found at once as bits, however hard a proof is. A proof does not count it.
	if depth == 0 {
		a, err := smt.Solve(ctx, smt.Always(form, c.within(q.Func), nil, nil, smt.Bits), min(quickly, p.Effort.Problem))
		if err == nil && a.Word == "sat" {
			_, err = p.confirm(o, a.Inputs)
		}
		if err != nil || o.How == False {
			return err
		}
	}
	if ok, err := p.laws(ctx, o, c); ok || err != nil {
		o.by(ByLaws)
		return err
	}
	turns, err := p.turns(ctx, o, c)
	if turns || err != nil {
		o.by([]How{ByZ3, ByCases}[min(depth, 1)])
		return err
	}
	for _, level := range []smt.Level{smt.Shifts, smt.Products, smt.Bits, smt.Exact} {
		if o.Effort > p.Effort.Question {
			o.by(Open)
			return nil
		}
		effort := p.Effort.Problem
		if level == smt.Exact || level == smt.Bits {
			effort = min(theEnd*effort, p.Effort.Question)
		}
		a, err := p.ask(ctx, o, smt.Always(form, c.within(q.Func), nil, nil, level), effort)
		if err != nil {
			return err
		}
		switch a.Word {
		case "unsat":
			o.by([]How{ByZ3, ByCases}[min(depth, 1)])
			return nil
		case "sat":
			if no, err := p.confirm(o, a.Inputs); no || err != nil {
				return err
			}
		}
	}
	leaf, values := split(q, form, c)
	if leaf < 0 || depth == mostSplits {
		o.by(Open)
		return nil
	}
	for _, v := range values {
		if err := p.prove(ctx, o, c.with(leaf, v), depth+1); err != nil || o.How == False || o.How == Open {
			return err
		}
	}
	return nil
}

// laws proves a case of a law of progress from other laws, whatever the step is. It returns false where they say too
// little.
func (p *Prover) laws(ctx context.Context, o *Proof, c kindCase) (bool, error) {
	f := o.Question.Rest
	if f == nil {
		return false, nil
	}
	form, within := flat.Build(f, c.fixed(f)), c.within(f)
	return p.shown(ctx, o, p.Effort.Problem, func(l smt.Level) string { return smt.Always(form, within, nil, nil, l) })
}

// ask asks z3, limited to an effort.
func (p *Prover) ask(ctx context.Context, o *Proof, text string, effort int) (smt.Answer, error) {
	key := sha256.Sum256([]byte(text))
	a, ok := p.asked[key]
	if ok { // of another law
		return a, nil
	}
	a, err := smt.Solve(ctx, text, effort)
	if err == nil && a.Word != "unknown" {
		if p.asked == nil {
			p.asked = map[[sha256.Size]byte]smt.Answer{}
		}
		p.asked[key] = a
	}
	if p.Progress != nil {
		p.Progress(o, a)
	}
	o.Effort += a.Effort
	o.Problems++
	return a, err
}

// turns proves a case turn by turn of the loops in which the step changes its state: that invariants, and the law
// if it does not mention the output, hold after each turn, whatever the turns before did if they held then. One that
// cannot be shown of a turn is not known after it. It returns false where that proves nothing.
func (p *Prover) turns(ctx context.Context, o *Proof, c kindCase) (bool, error) {
	q := o.Question
	if q.Init || q.Law.Kind == ir.OfTwo {
		return false, nil
	}
	f, turns := flat.Turns(q.Func, c.fixed(q.Func), q.Tr.State)
	if len(turns) == 0 {
		return false, nil
	}
	within := c.within(q.Func)
	truth := &flat.Value{Op: flat.Const, Kind: ir.Bool, Bits: 1}
	known := f.Inputs[:q.Tr.Params.Leaves()+q.Tr.State.Leaves()+q.Tr.Event.Leaves()]
	given := []smt.Claim{{Func: flat.Build(q.Given, nil), Args: known, Under: truth}} // at the end
	var all []*flat.Function                                                          // the invariants, then the law
	for _, l := range q.Tr.Laws {
		if l.Kind == ir.Invariant {
			all = append(all, flat.Build(writing(q.Tr, l).between(l), nil))
		}
	}
	invariants := len(all)
	if q.Law.Kind != ir.Invariant && !ofOutput.MatchString(q.Law.Text) {
		all = append(all, flat.Build(writing(q.Tr, q.Law).between(q.Law), nil))
	}
	first := slices.Clone(given)
	before, ofInvariants := first, first // what is known where a turn begins, and for the invariants, the same for all laws
	for _, t := range turns {
		var held []int
		for i, kept := range all {
			from := before
			if i < invariants {
				from = ofInvariants
			}
			goal := smt.Claim{Func: kept, Args: append(slices.Clone(known), t.Before...), Under: t.Reached}
			ok, err := p.shown(ctx, o, p.Effort.Problem, func(l smt.Level) string { return smt.Always(f, within, from, &goal, l) })
			if err != nil {
				return false, err
			}
			if ok {
				held = append(held, i)
			}
		}
		// Of the turns before, no more than the last one matters to the next.
		before, ofInvariants = slices.Clone(first), slices.Clone(first)
		for _, i := range held {
			claim := smt.Claim{Func: all[i], Args: append(slices.Clone(known), t.After...), Under: t.Reached}
			given, before = append(given, claim), append(before, claim)
			if i < invariants {
				ofInvariants = append(ofInvariants, claim)
			}
		}
	}
	return p.shown(ctx, o, min(theEnd*p.Effort.Problem, p.Effort.Question), func(l smt.Level) string { return smt.Always(f, within, given, nil, l) })
}

// shown reports whether one of the abstract problems is a proof.
func (p *Prover) shown(ctx context.Context, o *Proof, effort int, problem func(smt.Level) string) (bool, error) {
	for _, l := range []smt.Level{smt.Shifts, smt.Products} {
		if a, err := p.ask(ctx, o, problem(l), effort); err != nil || a.Word == "unsat" {
			return err == nil, err
		}
	}
	return false, nil
}

// ofOutput is a mention of what is not known between turns.
var ofOutput = regexp.MustCompile(`\b(o|timely)\b`)

// between writes that an invariant or a law holds between the turns of a loop: func(p Params, s State, e Event,
// t State) bool.
func (w *writer) between(l *ir.Law) *ir.Func {
	p, s, e, _ := w.given(l)
	t := w.variable("t", w.tr.State, true)
	args := []*ir.Var{p, t}
	if l.Kind != ir.Invariant {
		args = []*ir.Var{p, s, e, t, w.local("o", w.tr.Output, nil), w.local("timely", w.truth, nil)}
	}
	w.body = append(w.body, &ir.Return{Values: []ir.Expr{w.call(l.Holds, args...)}})
	return w.function(l.Name + "_turn")
}

// split returns a parameter of few values that the form depends on, and them.
func split(q *Question, form *flat.Function, c kindCase) (int, []uint64) {
	best, values := -1, []uint64(nil)
	uses := 0
	for i, l := range ir.Layout(q.Tr.Params) {
		if _, fixed := c.fix[i]; fixed || form.Inputs[i].Uses <= uses {
			continue
		}
		list := few(&l)
		if len(list) > 0 {
			best, values, uses = i, list, form.Inputs[i].Uses
		}
	}
	return best, values
}

// few returns the values of a parameter that is a bool or has a declared range of at most 4 constants.
func few(l *ir.Leaf) []uint64 {
	if l.Kind == ir.Bool {
		return []uint64{0, 1}
	}
	for _, r := range l.Ranges() {
		if r.Lo.Op != ir.BoundConst || r.Hi.Op != ir.BoundConst || !r.Hi.Value.IsUint64() || r.Lo.Value.Sign() < 0 {
			continue
		}
		lo, hi := r.Lo.Value.Uint64(), r.Hi.Value.Uint64()
		if hi-lo >= 4 {
			continue
		}
		var list []uint64
		for v := lo; v <= hi; v++ {
			list = append(list, v)
		}
		return list
	}
	return nil
}

// confirm reports whether the interpreter finds a model to be a counterexample, which it keeps.
func (p *Prover) confirm(o *Proof, inputs map[int]uint64) (bool, error) {
	q := o.Question
	kinds := leavesOf(q.Func)
	args := make([]uint64, len(kinds))
	for i, k := range kinds {
		args[i] = k.Norm(inputs[i])
	}
	if !mutate.RangesOf(p.Machine.Program(), q.Func).Hold(args) {
		return false, nil
	}
	if holds, err := p.holds(q, args); holds || err != nil {
		return false, err
	}
	o.How, o.Against = False, &Counterexample{Args: args}
	return true, nil
}

// holds runs a question. A fault does not count: package ranges shows that there are no faults.
func (p *Prover) holds(q *Question, args []uint64) (bool, error) {
	p.Machine.Add(q.Func)
	out, err := p.Machine.CallFunc(q.Func, slices.Clone(args))
	var fault *interp.Fault
	if errors.As(err, &fault) {
		return true, nil
	}
	return err == nil && out[0] != 0, err
}

// String is one line: "rc-in-range: proven by z3, 5 problems, 12.3 M".
func (o *Proof) String() string {
	var b strings.Builder
	switch o.How {
	case False:
		fmt.Fprintf(&b, "%s: does not hold", o.Question.Name())
	case Open:
		fmt.Fprintf(&b, "%s: open", o.Question.Name())
	case ByLaws:
		fmt.Fprintf(&b, "%s: follows from the laws of a step", o.Question.Name())
	default:
		fmt.Fprintf(&b, "%s: proven by %s", o.Question.Name(), o.How)
	}
	if o.Problems > 0 {
		fmt.Fprintf(&b, " (%s, %.1f M)", plural.Of(o.Problems, "problem"), float64(o.Effort)/1e6)
	}
	return b.String()
}
