package cgen

import (
	"math/big"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

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
