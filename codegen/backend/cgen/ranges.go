package cgen

import (
	"maps"
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// ranges is what the interval analysis found: a range for every scalar
// expression of the functions that were analysed. It is sound for every input
// of the functions that others may call, and knows for the rest with which
// arguments they are called.
//
// Package codegen/analysis/ranges knows more, and may not stand in its place: it takes the
// declared ranges of parameters and fields for granted, which is how the firmware is
// proved. A caller in C may break them, and is to get the bits of Go and no
// undefined behaviour all the same.
type ranges struct {
	expr    map[ir.Expr]interval.Interval
	results map[*ir.Func][]interval.Interval
	params  map[*ir.Func][]interval.Interval // joined over the call sites; nil for a root
	roots   map[*ir.Func]bool
	record  bool // second phase: record expressions and call sites
}

// Ranges returns a range for each scalar expression of the functions and of those that they call,
// whatever arguments the functions get: the values that the expression may have. Back ends that print
// other languages wrap arithmetic where the range of its exact result says that it may leave its type.
func Ranges(roots []*ir.Func) func(e ir.Expr) interval.Interval {
	isRoot := map[*ir.Func]bool{}
	for _, f := range roots {
		isRoot[f] = true
	}
	return analyse(ir.Reachable(roots...), isRoot).of
}

// env holds the ranges of scalar variables at a place; an absent one has the
// range of its type. Scalars cannot be pointed to in the subset, so nothing but
// an assignment changes one.
type env map[*ir.Var]interval.Interval

// analyse runs over the functions in call order (callees first, as
// ir.Reachable gives them).
func analyse(funcs []*ir.Func, roots map[*ir.Func]bool) *ranges {
	r := &ranges{
		expr:    map[ir.Expr]interval.Interval{},
		results: map[*ir.Func][]interval.Interval{},
		params:  map[*ir.Func][]interval.Interval{},
		roots:   roots,
	}
	for _, f := range funcs { // phase 1: results for any argument
		r.function(f, env{})
	}
	r.record = true
	for i := len(funcs) - 1; i >= 0; i-- { // phase 2: callers first
		f, e := funcs[i], env{}
		if ps := r.params[f]; ps != nil && !roots[f] {
			for j, p := range f.Params {
				if scalar(p) {
					e[p] = ps[j]
				}
			}
		}
		r.function(f, e)
	}
	return r
}

func scalar(v *ir.Var) bool { return !v.ByRef && v.Type.Kind.IsScalar() }

// of returns the range of an expression.
func (r *ranges) of(e ir.Expr) interval.Interval {
	if c, ok := e.(*ir.Const); ok {
		return interval.Point(c.Value)
	}
	if i, ok := r.expr[e]; ok {
		return i
	}
	return interval.Of(e.Type().Kind)
}

type walker struct {
	r   *ranges
	f   *ir.Func
	res []interval.Interval // joined over the returns so far
}

func (r *ranges) function(f *ir.Func, e env) {
	w := &walker{r: r, f: f}
	w.stmts(f.Body, e)
	if w.res == nil {
		for _, t := range f.Results {
			w.res = append(w.res, interval.Of(t.Kind))
		}
	}
	r.results[f] = w.res
}

// stmts returns the state after the list, nil where its end is not reached.
func (w *walker) stmts(list []ir.Stmt, e env) env {
	for _, s := range list {
		if e == nil {
			// Not reached, but printed all the same: with what the types say.
			w.stmt(s, env{})
			continue
		}
		e = w.stmt(s, e)
	}
	return e
}

func (w *walker) stmt(s ir.Stmt, e env) env {
	switch s := s.(type) {
	case *ir.Declare:
		if s.Init != nil {
			w.set(e, s.Var, w.eval(s.Init, e))
		} else {
			w.set(e, s.Var, interval.Point(new(big.Int)))
		}
	case *ir.Assign:
		w.assign(s, e)
	case *ir.MultiAssign:
		w.multiAssign(s, e)
	case *ir.CallStmt:
		w.eval(s.Call, e)
	case *ir.If:
		return w.ifStmt(s, e)
	case *ir.For:
		w.forStmt(s, e)
	case *ir.Switch:
		return w.switchStmt(s, e)
	case *ir.Block:
		return w.stmts(s.Body, e)
	case *ir.Return:
		w.ret(s, e)
		return nil
	case *ir.Break, *ir.Continue:
		return nil
	}
	return e
}

func (w *walker) set(e env, v *ir.Var, i interval.Interval) {
	if scalar(v) {
		e[v] = i
	}
}

func (w *walker) assign(s *ir.Assign, e env) {
	src := w.eval(s.Src, e)
	dst := w.eval(s.Dst, e)
	v, ok := s.Dst.(*ir.VarRef)
	if !ok || !scalar(v.Var) {
		return
	}
	switch s.Op {
	case ir.NoOp:
		e[v.Var] = src
	default:
		e[v.Var] = held(interval.Arith(s.Op, dst, src), v.Var.Type.Kind)
	}
}

func (w *walker) multiAssign(s *ir.MultiAssign, e env) {
	w.eval(s.From, e)
	call, isCall := s.From.(*ir.Call)
	for i, v := range s.Dst {
		switch {
		case v == nil || !scalar(v):
		case isCall && w.r.results[call.Func] != nil:
			e[v] = w.r.results[call.Func][i]
		default:
			delete(e, v)
			if in, ok := s.From.(*ir.Intrinsic); ok && i == 1 && in.Op != ir.MulWide {
				e[v] = interval.Span(0, 1) // a carry
			}
		}
	}
}

func (w *walker) ret(s *ir.Return, e env) {
	for i, v := range s.Values {
		x := w.eval(v, e)
		if len(w.res) <= i {
			w.res = append(w.res, x)
		} else {
			w.res[i] = w.res[i].Join(x)
		}
	}
}

func (w *walker) ifStmt(s *ir.If, e env) env {
	w.eval(s.Cond, e)
	a := w.stmts(s.Then, w.refine(maps.Clone(e), s.Cond, true))
	b := w.stmts(s.Else, w.refine(maps.Clone(e), s.Cond, false))
	return joinEnv(a, b)
}

func (w *walker) switchStmt(s *ir.Switch, e env) env {
	w.eval(s.Tag, e)
	var out env
	hasDefault := false
	for _, c := range s.Cases {
		in := maps.Clone(e)
		if c.Default {
			hasDefault = true
		} else if v := plainVar(s.Tag); v != nil {
			vals := make([]*big.Int, len(c.Values))
			for i, k := range c.Values {
				vals[i] = k.Value
			}
			narrow(in, v, interval.Hull(vals...))
		}
		out = joinEnv(out, w.stmts(c.Body, in))
	}
	if !hasDefault {
		out = joinEnv(out, e)
	}
	return out
}

func (w *walker) forStmt(s *ir.For, e env) {
	// What a turn may assign is unknown at its start and after the loop.
	for v := range assigned(s.Body, map[*ir.Var]bool{}) {
		delete(e, v)
	}
	in := maps.Clone(e)
	last := new(big.Int).Set(s.Hi.Value)
	if !s.Inclusive && s.Down {
		last.Add(last, one)
	} else if !s.Inclusive {
		last.Sub(last, one)
	}
	if s.Iterations > 0 {
		in[s.Var] = interval.Hull(s.Lo.Value, last)
	}
	w.stmts(s.Body, in)
}

// assigned collects the variables that the statements assign.
func assigned(list []ir.Stmt, m map[*ir.Var]bool) map[*ir.Var]bool {
	ir.EachStmt(list, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Declare:
			m[s.Var] = true
		case *ir.Assign:
			if v := rootVar(s.Dst); v != nil {
				m[v] = true
			}
		case *ir.MultiAssign:
			for _, v := range s.Dst {
				if v != nil {
					m[v] = true
				}
			}
		case *ir.For:
			m[s.Var] = true
		}
	})
	return m
}

// rootVar returns the variable in which a place lies, or nil.
func rootVar(e ir.Expr) *ir.Var {
	switch e := e.(type) {
	case *ir.VarRef:
		return e.Var
	case *ir.FieldRef:
		return rootVar(e.X)
	case *ir.Index:
		return rootVar(e.X)
	case *ir.Convert:
		return rootVar(e.X)
	}
	return nil
}

func joinEnv(a, b env) env {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	j := env{}
	for v, x := range a {
		if y, ok := b[v]; ok {
			j[v] = x.Join(y)
		}
	}
	return j
}
