package laws

import (
	"math/big"

	"smartnic-cc/codegen/ir"
)

// Question is one thing to prove of a law: that a function is true for all its arguments in their declared ranges.
type Question struct {
	Law  *ir.Law
	Tr   *ir.Transducer
	Init bool // that an invariant holds of what init makes; else that a step keeps the law
	// Func is func(p Params) bool if Init, else func(p Params, s State, e Event[, s2 State]) bool, true where an
	// invariant does not hold of s or s2. Its Params[0] is p, and so on.
	Func *ir.Func
	// Given is the part of Func that says whether all invariants hold of the states; nil if Init.
	Given *ir.Func
	// Rest, of a law of progress, is func(p Params, s State, e Event, t State, o Output) bool: whatever the step does, if
	// all invariants hold of s and t, and all laws of a step, then so does the law. Else nil.
	Rest *ir.Func
}

// Name is that of the law, with /init if the question is of that.
func (q *Question) Name() string {
	if q.Init {
		return q.Law.Name + "/init"
	}
	return q.Law.Name
}

// Questions returns what is to prove of a transducer's laws.
func Questions(tr *ir.Transducer) []*Question {
	var out []*Question
	for _, l := range tr.Laws {
		if l.Kind == ir.Invariant {
			out = append(out, &Question{Law: l, Tr: tr, Init: true, Func: writing(tr, l).ofInit(l)})
		}
		q := &Question{Law: l, Tr: tr, Func: writing(tr, l).ofStep(l)}
		w := writing(tr, l)
		_, s, _, s2 := w.given(l)
		w.body = append(w.body, &ir.Return{Values: []ir.Expr{w.invariants(s, s2)}})
		q.Given = w.function(l.Name + "_given")
		if l.Kind == ir.Progress {
			q.Rest = writing(tr, l).ofLaws(l)
		}
		out = append(out, q)
	}
	return out
}

// writer writes a function of a question.
type writer struct {
	tr       *ir.Transducer
	law      *ir.Law
	truth    *ir.Type // bool
	params   []*ir.Var
	vars     int
	body     []ir.Stmt
	p, event *ir.Var
}

func writing(tr *ir.Transducer, l *ir.Law) *writer {
	return &writer{tr: tr, law: l, truth: l.Holds.Results[0]}
}

func (w *writer) variable(name string, t *ir.Type, param bool) *ir.Var {
	v := &ir.Var{Name: name, GoName: name, Type: t, Param: param, Index: w.vars, Pos: w.law.Pos}
	w.vars++
	if param {
		w.params = append(w.params, v)
	}
	return v
}

// local declares a variable with a value.
func (w *writer) local(name string, t *ir.Type, value ir.Expr) *ir.Var {
	v := w.variable(name, t, false)
	w.body = append(w.body, &ir.Declare{Var: v, Init: value})
	return v
}

func (w *writer) ref(v *ir.Var) ir.Expr { return &ir.VarRef{ExprInfo: w.info(v.Type), Var: v} }

func (w *writer) info(t *ir.Type) ir.ExprInfo { return ir.ExprInfo{Typ: t, Pos: w.law.Pos} }

// call calls a function with variables, by address where it takes addresses.
func (w *writer) call(f *ir.Func, args ...*ir.Var) *ir.Call {
	c := &ir.Call{ExprInfo: w.info(nil), Func: f}
	if len(f.Results) == 1 {
		c.Typ = f.Results[0]
	}
	for i, v := range args {
		c.Args = append(c.Args, ir.Arg{X: w.ref(v), ByRef: f.Params[i].ByRef})
	}
	return c
}

func (w *writer) binary(op ir.Op, t *ir.Type, x, y ir.Expr) ir.Expr {
	return &ir.Binary{ExprInfo: w.info(t), Op: op, X: x, Y: y}
}

func (w *writer) not(x ir.Expr) ir.Expr {
	return &ir.Unary{ExprInfo: w.info(w.truth), Op: ir.Not, X: x}
}

func (w *writer) number(t *ir.Type, v uint64) ir.Expr {
	return &ir.Const{ExprInfo: w.info(t), Value: new(big.Int).SetUint64(v)}
}

// all joins conditions; the result of none is true.
func (w *writer) all(op ir.Op, list []ir.Expr) ir.Expr {
	if len(list) == 0 {
		return w.number(w.truth, map[ir.Op]uint64{ir.LAnd: 1, ir.LOr: 0}[op])
	}
	out := list[0]
	for _, x := range list[1:] {
		out = w.binary(op, w.truth, out, x)
	}
	return out
}

// leaf is a scalar of a variable, by its place in ir.Layout.
func (w *writer) leaf(v *ir.Var, n int) ir.Expr {
	x := w.ref(v)
	for t := v.Type; ; t = x.Type() {
		switch t.Kind {
		case ir.Struct:
			for _, f := range t.Fields {
				if k := f.Type.Leaves(); n >= k {
					n -= k
					continue
				}
				x = &ir.FieldRef{ExprInfo: w.info(f.Type), X: x, Field: f}
				break
			}
		case ir.Array:
			k := t.Elem.Leaves()
			x = &ir.Index{ExprInfo: w.info(t.Elem), X: x, I: &ir.Const{ExprInfo: w.info(w.tr.Event), Value: big.NewInt(int64(n / k))}}
			n %= k
		default:
			return x
		}
	}
}

// function ends the function.
func (w *writer) function(name string) *ir.Func {
	f := &ir.Func{DeclInfo: ir.DeclInfo{Pkg: w.tr.Pkg, Pos: w.law.Pos}, Name: name, GoName: name, Params: w.params, Results: []*ir.Type{w.truth}, Body: w.body, Export: true}
	seen := map[*ir.Func]bool{}
	ir.WalkStmts(w.body, func(s ir.Stmt) {
		ir.WalkExprs(s, func(e ir.Expr) {
			if c, ok := e.(*ir.Call); ok && !seen[c.Func] {
				seen[c.Func] = true
				f.Calls = append(f.Calls, c.Func)
			}
		})
	})
	return f
}

// ofInit writes that an invariant holds of what init makes.
func (w *writer) ofInit(l *ir.Law) *ir.Func {
	p := w.variable("p", w.tr.Params, true)
	s := w.local("s", w.tr.State, nil)
	w.body = append(w.body, &ir.CallStmt{Call: w.call(w.tr.Init, p, s)},
		&ir.Return{Values: []ir.Expr{w.call(l.Holds, p, s)}})
	return w.function(l.Name + "_init")
}

// given makes the parameters; s2 is nil but for a law of two connections.
func (w *writer) given(l *ir.Law) (p, s, e, s2 *ir.Var) {
	p, s, e = w.variable("p", w.tr.Params, true), w.variable("s", w.tr.State, true), w.variable("e", w.tr.Event, true)
	if l.Kind == ir.OfTwo {
		s2 = w.variable("s2", w.tr.State, true)
	}
	w.p, w.event = p, e
	return p, s, e, s2
}

// invariants are all invariants of some states.
func (w *writer) invariants(states ...*ir.Var) ir.Expr {
	var list []ir.Expr
	for _, s := range states {
		for _, l := range w.tr.Laws {
			if s != nil && l.Kind == ir.Invariant {
				list = append(list, w.call(l.Holds, w.p, s))
			}
		}
	}
	return w.all(ir.LAnd, list)
}

// ofStep writes that a step from states of which all invariants hold fulfils a law.
func (w *writer) ofStep(l *ir.Law) *ir.Func {
	p, s, e, s2 := w.given(l)
	t := w.local("t", w.tr.State, w.ref(s))
	o := w.local("o", w.tr.Output, w.call(w.tr.Step, p, t, e))
	args := []*ir.Var{p, s, e, t, o}
	if s2 != nil {
		t2 := w.local("t2", w.tr.State, w.ref(s2))
		o2 := w.local("o2", w.tr.Output, w.call(w.tr.Step, p, t2, e))
		args = append(args, s2, t2, o2)
	}
	if l.Kind == ir.Invariant {
		args = []*ir.Var{p, t}
	} else {
		timely := []ir.Expr{w.timely("", s, e)}
		if s2 != nil {
			timely = append(timely, w.timely("2", s2, e))
		}
		args = append(args, w.local("timely", w.truth, w.all(ir.LAnd, timely)))
	}
	given := w.invariants(s, s2)
	w.body = append(w.body, &ir.Return{Values: []ir.Expr{w.binary(ir.LOr, w.truth, w.not(given), w.call(l.Holds, args...))}})
	return w.function(l.Name)
}

// ofLaws writes that a law of progress follows from the invariants and the laws of a step.
func (w *writer) ofLaws(l *ir.Law) *ir.Func {
	p, s, e, _ := w.given(l)
	args := []*ir.Var{p, s, e, w.variable("t", w.tr.State, true), w.variable("o", w.tr.Output, true), w.local("timely", w.truth, w.number(w.truth, 0))}
	list := []ir.Expr{w.invariants(s, args[3])}
	for _, x := range w.tr.Laws {
		if x.Kind == ir.OfStep && !x.Timely {
			list = append(list, w.call(x.Holds, args...))
		}
	}
	w.body = append(w.body, &ir.Return{Values: []ir.Expr{w.binary(ir.LOr, w.truth, w.not(w.all(ir.LAnd, list)), w.call(l.Holds, args...))}})
	return w.function(l.Name + "_of_laws")
}

// timely is the assumption of that name, docs/algorithms.md: the event is the end of the timer that ends first, at its
// deadline, or something else before which no timer ends.
func (w *writer) timely(suffix string, s, e *ir.Var) ir.Expr {
	c := w.tr.Declared()
	if c.Timer == nil {
		return w.all(ir.LAnd, nil)
	}
	kind, now := w.leaf(e, c.Kind), w.leaf(e, c.Now)
	seen := w.local("seen"+suffix, w.tr.State, w.ref(s))
	at := w.local("now"+suffix, w.tr.Next.Params[1].Type, now)
	next := w.local("next"+suffix, w.tr.Next.Results[0], w.call(w.tr.Next, seen, at))
	due, which := w.leaf(next, c.Timer.At), w.leaf(next, c.Timer.Kind)
	timer := func(x ir.Expr) ir.Expr {
		var list []ir.Expr
		for _, k := range c.Events {
			if k.Kind == ir.OnTimer {
				list = append(list, w.binary(ir.Eq, w.truth, x, w.number(x.Type(), k.Value)))
			}
		}
		return w.all(ir.LOr, list)
	}
	half := w.number(due.Type(), 1<<(due.Type().Kind.Bits()-1))
	ends := w.all(ir.LAnd, []ir.Expr{w.binary(ir.Eq, w.truth, which, kind), w.binary(ir.Eq, w.truth, due, now)})
	ahead := w.binary(ir.Lt, w.truth, w.binary(ir.Sub, due.Type(), due, now), half)
	none := w.all(ir.LOr, []ir.Expr{w.not(timer(which)), ahead})
	return w.all(ir.LOr, []ir.Expr{w.all(ir.LAnd, []ir.Expr{timer(kind), ends}), w.all(ir.LAnd, []ir.Expr{w.not(timer(kind)), none})})
}
