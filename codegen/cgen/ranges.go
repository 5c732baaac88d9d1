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
// Package codegen/ranges knows more, and may not stand in its place: it takes the
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
	if s.Trips > 0 {
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

// narrow cuts the range of v in e. An empty meet means that the place is not
// reached; the range is left, which is sound.
func narrow(e env, v *ir.Var, to interval.Interval) {
	have, ok := e[v]
	if !ok {
		have = interval.Of(v.Type.Kind)
	}
	if m, ok := have.Meet(to); ok {
		e[v] = m
	}
}

// plainVar returns the scalar variable that e is, looking through conversions
// only where their operand keeps its value in every case.
func plainVar(e ir.Expr) *ir.Var {
	switch e := e.(type) {
	case *ir.VarRef:
		if scalar(e.Var) {
			return e.Var
		}
	case *ir.Convert:
		if e.X.Type().Kind.IsInteger() && interval.Of(e.X.Type().Kind).Fits(e.Typ.Kind) {
			return plainVar(e.X)
		}
	}
	return nil
}

// refine cuts the ranges in e by the truth of cond.
func (w *walker) refine(e env, cond ir.Expr, truth bool) env {
	switch c := cond.(type) {
	case *ir.Unary:
		if c.Op == ir.Not {
			return w.refine(e, c.X, !truth)
		}
	case *ir.Binary:
		switch {
		case c.Op == ir.LAnd && truth, c.Op == ir.LOr && !truth:
			return w.refine(w.refine(e, c.X, truth), c.Y, truth)
		case c.Op.IsCompare() && c.X.Type().Kind.IsInteger():
			op := c.Op
			if !truth {
				op = op.Negated()
			}
			x, y := w.peek(c.X, e), w.peek(c.Y, e)
			if v := plainVar(c.X); v != nil {
				narrowBy(e, v, op, x, y)
			}
			if v := plainVar(c.Y); v != nil {
				narrowBy(e, v, op.Mirrored(), y, x)
			}
		}
	}
	return e
}

// narrowBy cuts v, of range have, by "v op bound".
func narrowBy(e env, v *ir.Var, op ir.Op, have, bound interval.Interval) {
	to := have
	switch op {
	case ir.Eq:
		to = bound
	case ir.Ne:
		if bound.IsPoint() { // a point at an end of the range
			if have.Lo.Cmp(bound.Lo) == 0 {
				to = interval.New(new(big.Int).Add(have.Lo, one), have.Hi)
			} else if have.Hi.Cmp(bound.Lo) == 0 {
				to = interval.New(have.Lo, new(big.Int).Sub(have.Hi, one))
			}
		}
	case ir.Lt:
		to = interval.New(have.Lo, interval.Least(have.Hi, new(big.Int).Sub(bound.Hi, one)))
	case ir.Le:
		to = interval.New(have.Lo, interval.Least(have.Hi, bound.Hi))
	case ir.Gt:
		to = interval.New(interval.Greatest(have.Lo, new(big.Int).Add(bound.Lo, one)), have.Hi)
	case ir.Ge:
		to = interval.New(interval.Greatest(have.Lo, bound.Lo), have.Hi)
	}
	if to.Lo.Cmp(to.Hi) <= 0 {
		narrow(e, v, to)
	}
}

// held returns the range of a value of kind k whose mathematical result is in i.
func held(i interval.Interval, k ir.Kind) interval.Interval {
	if k.IsScalar() && i.Fits(k) {
		return i
	}
	return interval.Of(k)
}

// peek evaluates without recording.
func (w *walker) peek(x ir.Expr, e env) interval.Interval {
	was := w.r.record
	w.r.record = false
	defer func() { w.r.record = was }()
	return w.eval(x, e)
}

// eval returns the range of x in e and records it for x and its parts.
func (w *walker) eval(x ir.Expr, e env) interval.Interval {
	i := w.eval1(x, e)
	if w.r.record {
		if _, isConst := x.(*ir.Const); !isConst {
			if old, ok := w.r.expr[x]; ok {
				i = i.Join(old)
			}
			w.r.expr[x] = i
		}
	}
	return i
}

func (w *walker) eval1(x ir.Expr, e env) interval.Interval {
	k := ir.Invalid
	if x.Type() != nil {
		k = x.Type().Kind
	}
	switch x := x.(type) {
	case *ir.Const:
		return interval.Point(x.Value)
	case *ir.VarRef:
		if i, ok := e[x.Var]; ok && scalar(x.Var) {
			return i
		}
	case *ir.FieldRef:
		w.eval(x.X, e)
	case *ir.Index:
		w.eval(x.I, e)
		if t, ok := x.X.(*ir.TableRef); ok {
			if i, ok := elements(t.Table.Value); ok && k.IsScalar() {
				return i
			}
			break
		}
		w.eval(x.X, e)
	case *ir.Unary:
		a := w.eval(x.X, e)
		if x.Op == ir.Neg {
			return held(interval.Arith(ir.Sub, interval.Point(new(big.Int)), a), k)
		}
		if x.Op == ir.Compl && k.IsSigned() { // ^a is -1 - a
			return held(interval.Arith(ir.Sub, interval.Span(-1, -1), a), k)
		}
	case *ir.Binary:
		return w.binary(x, k, e)
	case *ir.Shift:
		a, c := w.eval(x.X, e), w.eval(x.Count, e)
		return held(interval.Arith(x.Op, a, c), k)
	case *ir.Convert:
		return held(w.eval(x.X, e), k)
	case *ir.MinMax:
		return w.minMax(x, e)
	case *ir.Intrinsic:
		return w.intrinsic(x, e)
	case *ir.Call:
		return w.call(x, k, e)
	case *ir.Composite:
		for _, el := range x.Elems {
			if el != nil {
				w.eval(el, e)
			}
		}
	}
	return interval.Of(k)
}

// elements returns the range of the scalars of a table.
func elements(v ir.Expr) (interval.Interval, bool) {
	c, ok := v.(*ir.Composite)
	if !ok {
		return interval.Interval{}, false
	}
	var r interval.Interval
	for i, el := range c.Elems {
		x := interval.Point(new(big.Int))
		if el != nil {
			k, ok := el.(*ir.Const)
			if !ok {
				return interval.Interval{}, false
			}
			x = interval.Point(k.Value)
		}
		if i == 0 {
			r = x
		} else {
			r = r.Join(x)
		}
	}
	return r, len(c.Elems) > 0
}

func (w *walker) binary(x *ir.Binary, k ir.Kind, e env) interval.Interval {
	a := w.eval(x.X, e)
	if x.Op == ir.LAnd || x.Op == ir.LOr {
		w.eval(x.Y, w.refine(maps.Clone(e), x.X, x.Op == ir.LAnd))
		return interval.Of(k)
	}
	b := w.eval(x.Y, e)
	if x.Op.IsCompare() {
		return interval.Of(k)
	}
	return held(interval.Arith(x.Op, a, b), k)
}

func (w *walker) minMax(x *ir.MinMax, e env) interval.Interval {
	r := w.eval(x.Args[0], e)
	for _, a := range x.Args[1:] {
		r = interval.Extreme(x.Max, r, w.eval(a, e))
	}
	return r
}

func (w *walker) intrinsic(x *ir.Intrinsic, e env) interval.Interval {
	var args []interval.Interval
	for _, a := range x.Args {
		args = append(args, w.eval(a, e))
	}
	n := int64(x.Bits)
	least, most := int64(args[0].Lo.BitLen()), int64(args[0].Hi.BitLen())
	switch x.Op {
	case ir.LeadingZeros:
		return interval.Span(n-most, n-least)
	case ir.Len:
		return interval.Span(least, most)
	case ir.TrailingZeros, ir.OnesCount:
		return interval.Span(0, n)
	}
	if x.Typ == nil {
		return interval.Of(ir.Invalid)
	}
	return interval.Of(x.Typ.Kind)
}

func (w *walker) call(x *ir.Call, k ir.Kind, e env) interval.Interval {
	args := make([]interval.Interval, len(x.Args))
	for i, a := range x.Args {
		args[i] = w.eval(a.X, e)
	}
	if w.r.record {
		if have := w.r.params[x.Func]; have != nil {
			for i := range args {
				args[i] = args[i].Join(have[i])
			}
		}
		w.r.params[x.Func] = args
	}
	if res := w.r.results[x.Func]; len(res) == 1 && k.IsScalar() {
		return res[0]
	}
	return interval.Of(k)
}
