package smt

import (
	"fmt"
	"math/big"
	"strings"

	"smartnic-cc/codegen/ir"
)

// frame is a function while it is followed. All paths are followed at once:
// alive says on which arguments the present statement is reached.
type frame struct {
	fn     *ir.Func
	vars   map[*ir.Var]string
	alive  string
	result []string
	breaks []string // of the loops around, when they are left
	next   []string // of the loops around, when their turn ends
}

type goal struct {
	what, term string
	at         int // lines before it
}

type writer struct {
	lines    []string
	goals    []goal
	tables   map[*ir.Table]string
	wraps    map[string]map[int]string
	top      *ir.Func
	contract bool
	count    int
	err      error
}

func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

// name gives a term a name, so that it is written once.
func (w *writer) name(k ir.Kind, term string) string { return w.named(sortOf(k), term) }

func (w *writer) named(sort, term string) string {
	if !strings.HasPrefix(term, "(") || strings.HasPrefix(term, "(_ bv") {
		return term
	}
	w.count++
	n := fmt.Sprintf("t!%d", w.count)
	w.line("(define-fun %s () %s %s)", n, sort, term)
	return n
}

func (w *writer) fail(pos ir.Pos, format string, args ...any) string {
	if w.err == nil {
		w.err = fmt.Errorf("%s: %s: ccgen smt writes functions of scalars", pos, fmt.Sprintf(format, args...))
	}
	return "false"
}

// goal adds a goal: that wrong never is true where fr is alive.
func (w *writer) goal(fr *frame, pos ir.Pos, what, wrong string, mayWrap bool) {
	_, wraps := w.wraps[pos.File][pos.Line]
	if mayWrap && (fr.fn.Contract.Wrap || wraps) || w.contract {
		return
	}
	what = fmt.Sprintf("%s: in %s: %s", pos, fr.fn.FullName(), what)
	if fr.fn != w.top {
		what += ", called from " + w.top.FullName()
	}
	w.goals = append(w.goals, goal{what, fmt.Sprintf("(and %s %s)", fr.alive, wrong), len(w.lines)})
}

// bound writes an end of a declared range in BoundBits bits.
func (w *writer) bound(fr *frame, b *ir.Bound) string {
	term, ok := Bound(b, func(b *ir.Bound) (string, bool) {
		for _, p := range fr.fn.Params {
			if p.GoName == b.Name && b.Op == ir.BoundName {
				return Widen(fr.vars[p], p.Type.Kind), true
			}
		}
		return "", false
	})
	if !ok {
		return w.fail(fr.fn.Pos, "range that names what is no argument")
	}
	return term
}

// run follows the body and returns the results.
func (w *writer) run(fr *frame, alive string) []string {
	fr.alive = alive
	for _, t := range fr.fn.Results {
		fr.result = append(fr.result, constant(new(big.Int), t.Kind))
	}
	w.block(fr, fr.fn.Body)
	return fr.result
}

func (w *writer) block(fr *frame, list []ir.Stmt) {
	for _, s := range list {
		w.stmt(fr, s)
	}
}

func (w *writer) set(fr *frame, v *ir.Var, term string) {
	if old, ok := fr.vars[v]; ok && fr.alive != "true" {
		term = fmt.Sprintf("(ite %s %s %s)", fr.alive, term, old)
	}
	fr.vars[v] = w.name(v.Type.Kind, term)
}

func (w *writer) stmt(fr *frame, s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Declare:
		x := constant(new(big.Int), s.Var.Type.Kind)
		if s.Init != nil {
			x = w.expr(fr, s.Init)
		}
		w.set(fr, s.Var, x)
	case *ir.Assign:
		v, ok := s.Dst.(*ir.VarRef)
		if !ok {
			w.fail(s.Pos, "assignment to a part")
			return
		}
		x := w.expr(fr, s.Src)
		if s.Op != ir.NoOp {
			from := v.Typ.Kind
			if s.Op == ir.Shl || s.Op == ir.Shr {
				from = s.Src.Type().Kind
			}
			x = w.op(fr, s.Pos, s.Op, v.Typ.Kind, fr.vars[v.Var], x, from)
		}
		w.set(fr, v.Var, x)
	case *ir.MultiAssign:
		w.multi(fr, s)
	case *ir.If:
		c := w.name(ir.Bool, w.expr(fr, s.Cond))
		was := fr.alive
		fr.alive = w.name(ir.Bool, fmt.Sprintf("(and %s %s)", was, c))
		w.block(fr, s.Then)
		then := fr.alive
		fr.alive = w.name(ir.Bool, fmt.Sprintf("(and %s (not %s))", was, c))
		w.block(fr, s.Else)
		fr.alive = w.name(ir.Bool, fmt.Sprintf("(or %s %s)", then, fr.alive))
	case *ir.For:
		w.loop(fr, s)
	case *ir.Block:
		w.block(fr, s.Body)
	case *ir.Return:
		for i, e := range s.Values {
			x := w.expr(fr, e)
			fr.result[i] = w.name(e.Type().Kind, fmt.Sprintf("(ite %s %s %s)", fr.alive, x, fr.result[i]))
		}
		fr.alive = "false"
	case *ir.Break:
		i := len(fr.breaks) - 1
		fr.breaks[i] = w.name(ir.Bool, fmt.Sprintf("(or %s %s)", fr.breaks[i], fr.alive))
		fr.alive = "false"
	case *ir.Continue:
		i := len(fr.next) - 1
		fr.next[i] = w.name(ir.Bool, fmt.Sprintf("(or %s %s)", fr.next[i], fr.alive))
		fr.alive = "false"
	case *ir.CallStmt:
		w.expr(fr, s.Call)
	case *ir.Comment, *ir.DeclareConst:
	default:
		w.fail(s.Info().Pos, "%T", s)
	}
}

func (w *writer) loop(fr *frame, s *ir.For) {
	if s.Iterations > 64 {
		w.fail(s.Pos, "loop of %d turns", s.Iterations)
		return
	}
	fr.breaks, fr.next = append(fr.breaks, "false"), append(fr.next, "false")
	v := new(big.Int).Set(s.Lo.Value)
	i := len(fr.next) - 1
	for range s.Iterations {
		fr.vars[s.Var] = constant(v, s.Var.Type.Kind)
		fr.next[i] = "false"
		w.block(fr, s.Body)
		fr.alive = w.name(ir.Bool, fmt.Sprintf("(or %s %s)", fr.alive, fr.next[i]))
		if s.Down {
			v.Sub(v, big.NewInt(1))
		} else {
			v.Add(v, big.NewInt(1))
		}
	}
	fr.alive = w.name(ir.Bool, fmt.Sprintf("(or %s %s)", fr.alive, fr.breaks[i]))
	fr.breaks, fr.next = fr.breaks[:i], fr.next[:i]
}

func (w *writer) multi(fr *frame, s *ir.MultiAssign) {
	var vals []string
	switch from := s.From.(type) {
	case *ir.Call:
		vals = w.call(fr, from)
	case *ir.Intrinsic:
		if from.Op != ir.MulWide {
			w.fail(s.Pos, "bits.%s", from.Op)
			return
		}
		n := from.Bits
		x, y := w.expr(fr, from.Args[0]), w.expr(fr, from.Args[1])
		p := w.named(fmt.Sprintf("(_ BitVec %d)", 2*n), fmt.Sprintf("(bvmul ((_ zero_extend %d) %s) ((_ zero_extend %d) %s))", n, x, n, y))
		vals = []string{fmt.Sprintf("((_ extract %d %d) %s)", 2*n-1, n, p), fmt.Sprintf("((_ extract %d 0) %s)", n-1, p)}
	}
	for i, v := range s.Dst {
		if v != nil && i < len(vals) {
			w.set(fr, v, vals[i])
		}
	}
}

func (w *writer) call(fr *frame, e *ir.Call) []string {
	in := &frame{fn: e.Func, vars: map[*ir.Var]string{}}
	for i, p := range e.Func.Params {
		in.vars[p] = w.name(p.Type.Kind, w.expr(fr, e.Args[i].X))
	}
	return w.run(in, fr.alive)
}
