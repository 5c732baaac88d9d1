package explain

import (
	"maps"
	"math/bits"
	"slices"

	"smartnic-cc/codegen/ir"
)

// quantity is what an integer measures, as far as arithmetic preserves it: a number with fractional bits in a unit,
// "" for a plain number.
type quantity struct {
	frac int
	unit string
	sign bool
}

// knowledge is what is known of an expression.
type knowledge uint8

const (
	noMeasure  knowledge = iota
	anyMeasure           // a constant, which fits each quantity
	oneMeasure
)

// inference infers what local variables and results measure from the fields that they are computed from: the product
// of a rate and a share in UQ0.16 is a rate with 16 fractional bits. A variable has a quantity if everything assigned
// to it has the same.
type inference struct {
	r       *reals
	vars    map[*ir.Var]quantity
	consts  map[*ir.Var]uint64 // parameters that are the same constant in all calls
	results map[*ir.Func]quantity
}

// evidence is the quantities of what is assigned to something.
type evidence struct {
	q       quantity
	has     bool
	unclear bool
}

func (e *evidence) add(q quantity, k knowledge) {
	switch {
	case k == noMeasure || k == oneMeasure && e.has && e.q != q:
		e.unclear = true
	case k == oneMeasure:
		e.q, e.has = q, true
	}
}

// rounds is how many levels of calls a quantity is propagated through.
const rounds = 8

// inferred runs the inference for the functions that a transducer's step and init reach.
func inferred(r *reals) *inference {
	x := &inference{r: r, vars: map[*ir.Var]quantity{}, consts: map[*ir.Var]uint64{}, results: map[*ir.Func]quantity{}}
	funcs := ir.Reachable(r.def.Step, r.def.Init)
	for range rounds {
		vars, results := map[*ir.Var]*evidence{}, map[*ir.Func]*evidence{}
		consts := map[*ir.Var][]uint64{}
		of := func(v *ir.Var) *evidence {
			if vars[v] == nil {
				vars[v] = &evidence{}
			}
			return vars[v]
		}
		for _, f := range funcs {
			results[f] = &evidence{}
			ir.WalkStmts(f.Body, func(s ir.Stmt) {
				x.statement(f, s, of, results[f])
				ir.WalkExprs(s, func(e ir.Expr) {
					call, ok := e.(*ir.Call)
					if !ok {
						return
					}
					for i, a := range call.Args {
						if a.ByRef {
							continue
						}
						p := call.Func.Params[i]
						of(p).add(x.expr(a.X, nil))
						if v, ok := x.constant(a.X); ok {
							consts[p] = append(consts[p], v)
						} else {
							consts[p] = append(consts[p], 0, 1)
						}
					}
				})
			})
		}
		next := &inference{r: r, vars: settled(vars), consts: map[*ir.Var]uint64{}, results: settled(results)}
		for v, values := range consts {
			if slices.Min(values) == slices.Max(values) {
				next.consts[v] = values[0]
			}
		}
		if maps.Equal(next.vars, x.vars) && maps.Equal(next.results, x.results) && maps.Equal(next.consts, x.consts) {
			break
		}
		x = next
	}
	return x
}

func settled[K comparable](all map[K]*evidence) map[K]quantity {
	out := map[K]quantity{}
	for k, e := range all {
		if e.has && !e.unclear {
			out[k] = e.q
		}
	}
	return out
}

// statement records what a statement assigns or returns.
func (x *inference) statement(f *ir.Func, s ir.Stmt, of func(*ir.Var) *evidence, result *evidence) {
	switch s := s.(type) {
	case *ir.Declare:
		of(s.Var).add(x.expr(s.Init, nil))
	case *ir.Assign:
		v, ok := s.Dst.(*ir.VarRef)
		switch {
		case !ok:
		case s.Op == ir.NoOp || s.Op == ir.Add || s.Op == ir.Sub:
			of(v.Var).add(x.expr(s.Src, v.Var))
		default:
			of(v.Var).unclear = true
		}
	case *ir.MultiAssign:
		for _, v := range s.Dst {
			if v != nil {
				of(v).unclear = true
			}
		}
	case *ir.For:
		of(s.Var).unclear = true
	case *ir.Return:
		if len(s.Values) == 1 {
			result.add(x.expr(s.Values[0], nil))
		}
	}
}

// expr returns what an expression measures. self is the variable that it is assigned to: a use of self adds no
// knowledge.
func (x *inference) expr(e ir.Expr, self *ir.Var) (quantity, knowledge) {
	switch e := e.(type) {
	case nil: // a variable without a value is 0
		return quantity{}, anyMeasure
	case *ir.Const:
		return quantity{}, anyMeasure
	case *ir.VarRef:
		if e.Var == self {
			return quantity{}, anyMeasure
		}
		if q, ok := measures(x.r.ofType(e.Type())); ok {
			return q, oneMeasure
		}
		q, ok := x.vars[e.Var]
		return q, knows(ok)
	case *ir.FieldRef:
		owners, in := fieldsIn(e)
		q, ok := measures(x.r.field(e.Type(), owners, in))
		return q, knows(ok)
	case *ir.Convert:
		q, k := x.expr(e.X, self)
		if k == oneMeasure && e.Type().Kind.IsInteger() {
			q.sign = e.Type().Kind.IsSigned()
		}
		return q, k
	case *ir.MinMax:
		return x.alike(self, e.Args...)
	case *ir.Binary:
		switch e.Op {
		case ir.Add, ir.Sub:
			return x.alike(self, e.X, e.Y)
		case ir.Mul:
			return x.product(e, self)
		}
	case *ir.Shift:
		n, ok := x.constant(e.Count)
		if !ok || n > 64 {
			return quantity{}, noMeasure
		}
		q, k := x.expr(e.X, self)
		if e.Op == ir.Shr {
			return q.scaled(k, -int(n))
		}
		return q.scaled(k, int(n))
	case *ir.Call:
		if e.Type() != nil {
			if q, ok := measures(x.r.ofType(e.Type())); ok {
				return q, oneMeasure
			}
		}
		q, ok := x.results[e.Func]
		return q, knows(ok)
	}
	return quantity{}, noMeasure
}

// alike returns the common quantity of several expressions.
func (x *inference) alike(self *ir.Var, es ...ir.Expr) (quantity, knowledge) {
	var all evidence
	for _, e := range es {
		all.add(x.expr(e, self))
	}
	switch {
	case all.unclear:
		return quantity{}, noMeasure
	case all.has:
		return all.q, oneMeasure
	}
	return quantity{}, anyMeasure
}

// product returns what a product measures; at most one factor may have a unit.
func (x *inference) product(e *ir.Binary, self *ir.Var) (quantity, knowledge) {
	a, ka := x.expr(e.X, self)
	b, kb := x.expr(e.Y, self)
	if n, ok := x.constant(e.Y); ok && ka == oneMeasure && kb == anyMeasure && n > 0 && n&(n-1) == 0 {
		return a.scaled(ka, bits.TrailingZeros64(n))
	}
	if ka != oneMeasure || kb != oneMeasure || a.unit != "" && b.unit != "" {
		return quantity{}, noMeasure
	}
	return quantity{a.frac + b.frac, a.unit + b.unit, a.sign || b.sign}, oneMeasure
}

// leastScale is the shortest shift that changes the fractional bits. A shorter one may just double or halve.
const leastScale = 4

// scaled is q with by more fractional bits.
func (q quantity) scaled(k knowledge, by int) (quantity, knowledge) {
	q.frac += by
	return q, knows(k == oneMeasure && q.frac >= 0 && (by >= leastScale || by <= -leastScale || by == 0))
}

// constant returns the value of an expression that the parameters or all calls fix.
func (x *inference) constant(e ir.Expr) (uint64, bool) {
	switch e := e.(type) {
	case *ir.Const:
		return e.Word(), true
	case *ir.VarRef:
		v, ok := x.consts[e.Var]
		return v, ok
	case *ir.Convert:
		return x.constant(e.X)
	case *ir.FieldRef:
		if e.X.Type() != x.r.def.Params {
			return 0, false
		}
		at, t := ir.FieldAt(x.r.def.Params, e.Field.Name)
		if t == nil || !t.Kind.IsScalar() || at >= len(x.r.values) {
			return 0, false
		}
		return x.r.values[at], true
	}
	return 0, false
}

func knows(ok bool) knowledge {
	if ok {
		return oneMeasure
	}
	return noMeasure
}

// measures returns the quantity of a format; ok is false if arithmetic does not preserve it.
func measures(f format) (q quantity, ok bool) {
	switch f.kind {
	case fixed:
		return quantity{f.frac, f.unit, f.sign}, true
	case rate:
		return quantity{unit: "kb/s"}, true
	case nanos:
		return quantity{unit: "ns"}, true
	case micros:
		return quantity{unit: "us"}, true
	case bytes:
		return quantity{unit: "B"}, true
	}
	return quantity{}, false
}

// format is the reverse of measures.
func (q quantity) format() format {
	if q.frac > 0 {
		return format{kind: fixed, frac: q.frac, sign: q.sign, unit: q.unit}
	}
	return format{kind: unitKinds[q.unit]}
}

// unitKinds are the formats of units.
var unitKinds = map[string]formatKind{"kb/s": rate, "ns": nanos, "us": micros, "B": bytes}
