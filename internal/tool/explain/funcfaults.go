package explain

import (
	"slices"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// Kinds of faults of a whole function.
const (
	twice     mutate.Kind = "twice"  // a call is made twice
	badDither mutate.Kind = "dither" // a stochastic rounding has no dither, or another one
)

// funcFault is a function with another body.
type funcFault struct {
	kind          mutate.Kind
	what          string
	fn            *ir.Func
	body          []ir.Stmt
	place         string
	before, after string
	// second is an accompanying fault in another function, nil for none.
	second fault
}

func (l *funcFault) at() ir.Stmt { return l.fn.Body[0] }

func (l *funcFault) plant(m *interp.Machine) (restore func()) {
	first := m.Replace(l.fn, l.body)
	if l.second == nil {
		return first
	}
	second := l.second.plant(m)
	return func() {
		second()
		first()
	}
}

func (x *Explainer) funcTrial(l *funcFault) trial {
	return trial{
		h: Hypothesis{
			Kind: l.kind, What: l.what, ID: l.fn.FullName() + "/" + string(l.kind), Place: l.place, Function: l.fn.FullName(),
			Before: l.before, After: l.after, rank: ranks[l.kind],
		},
		run: x.plain, fault: l,
	}
}

// funcFaultsOf lists those of the functions: one that returns 1 - x returns x, and one that changes something and
// returns nothing is called twice.
func (x *Explainer) funcFaultsOf(funcs []*ir.Func) []*funcFault {
	var out []*funcFault
	for _, f := range funcs {
		if len(f.Body) == 0 {
			continue
		}
		begin := x.placeOf(f.Body[0].Info().Pos)
		if v, text, ok := complemented(f); ok {
			name := ir.ExprString(v)
			out = append(out, &funcFault{
				place: begin, kind: mutate.Complement, what: name + " for 1 - " + name, fn: f,
				body: []ir.Stmt{&ir.Return{StmtInfo: ir.StmtInfo{Pos: f.Body[0].Info().Pos}, Values: []ir.Expr{v}}}, before: text, after: name,
			})
		}
		if len(f.Results) == 0 && !ir.HasReturn(f.Body) {
			once := f.Name + "(...)"
			out = append(out, &funcFault{
				place: begin, kind: twice, what: f.Name + " is run twice", fn: f, before: once, after: once + "; " + once,
				body: []ir.Stmt{&ir.Block{Body: f.Body}, &ir.Block{Body: f.Body}},
			})
		}
	}
	return out
}

// complemented reports whether a function is just 1 - x for a parameter x: the largest value of its type, which
// represents 1, minus x.
func complemented(f *ir.Func) (x ir.Expr, text string, ok bool) {
	r, ok := f.Body[len(f.Body)-1].(*ir.Return)
	if !ok || len(f.Body) != 1 || len(r.Values) != 1 {
		return nil, "", false
	}
	e := r.Values[0]
	text = ir.ExprString(e)
	if c, ok := e.(*ir.Convert); ok {
		e = c.X
	}
	b, ok := e.(*ir.Binary)
	if !ok || b.Op != ir.Sub || b.Y.Type() != r.Values[0].Type() {
		return nil, "", false
	}
	one, ok := b.X.(*ir.Const)
	_, isParam := b.Y.(*ir.VarRef)
	if !ok || !isParam || one.Value.Cmp(b.Y.Type().Kind.Max()) != 0 {
		return nil, "", false
	}
	return b.Y, text, true
}

// ties returns the fault that of equal values the last one is chosen instead of the first, by a function that
// searches for the largest one by one: if value > top. If its caller skips values that cannot be larger than an
// earlier one, that takes two mutants at once. It returns nil without such a pair.
func (x *Explainer) ties() *funcFault {
	for _, last := range x.mutants {
		if last.Kind != mutate.Boundary || last.Before != keepsLargest(last.Stmt) {
			continue
		}
		for _, skip := range x.mutants {
			if _, ok := skip.Stmt.(*ir.Continue); ok && skip.Kind == mutate.Deletion && slices.Contains(skip.Func.Calls, last.Func) {
				return &funcFault{
					kind: mutate.Boundary, what: "of equal values the last is taken, not the first", fn: skip.Func, body: skip.Body(),
					place: x.placeOf(last.Site), before: last.Before, after: last.After, second: mutant{last},
				}
			}
		}
	}
	return nil
}

// keepsLargest returns the comparison (value > top) of a statement that sets top to value if it holds, alone or with
// other conditions; "" for any other statement.
func keepsLargest(s ir.Stmt) string {
	branch, ok := s.(*ir.If)
	if !ok {
		return ""
	}
	sets := func(top, value ir.Expr) bool {
		return slices.ContainsFunc(branch.Then, func(s ir.Stmt) bool {
			a, ok := s.(*ir.Assign)
			return ok && ir.ExprString(a.Dst) == ir.ExprString(top) && ir.ExprString(a.Src) == ir.ExprString(value)
		})
	}
	cond := branch.Cond
	for {
		b, ok := cond.(*ir.Binary)
		switch {
		case !ok:
			return ""
		case b.Op == ir.Gt && sets(b.Y, b.X):
			return ir.ExprString(b)
		}
		cond = b.X
	}
}
