package mutate

import (
	"cmp"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// turns condenses what a run does at each place where small changes are lost or decide: comparisons, minimum and
// maximum, right shifts, divisions, and conversions to fewer bits. A small fault shows next to an argument at which
// one of them turns.
type turns struct {
	m    *interp.Machine
	sums []uint64 // by place
	all  []uint64 // followed by what the function changes, and its results
}

// turn is one place.
type turn struct {
	sum      *uint64
	operands []uint64
	signed   bool
}

// newTurns compiles the program with the places in some functions observed.
func newTurns(p *ir.Program, funcs []*ir.Func) *turns {
	t := &turns{}
	hooks := map[ir.Expr]func(uint64) error{}
	var places []*turn
	for _, f := range funcs {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				x := &turn{}
				switch e := e.(type) {
				case *ir.Binary:
					if e.Op != ir.Div && !e.Op.IsCompare() || !e.X.Type().Kind.IsScalar() {
						return
					}
					if e.Op.IsCompare() {
						x.signed = e.X.Type().Kind.IsSigned()
						x.watch(hooks, e.X, e.Y)
						hooks[e] = func(uint64) error { x.order(); return nil }
					} else {
						hooks[e] = x.value
					}
				case *ir.MinMax:
					x.signed = e.Typ.Kind.IsSigned()
					x.watch(hooks, e.Args...)
					hooks[e] = func(uint64) error { x.order(); return nil }
				case *ir.Shift:
					if e.Op != ir.Shr {
						return
					}
					hooks[e] = x.value
				case *ir.Convert:
					if e.X.Type().Kind.Bits() <= e.Typ.Kind.Bits() {
						return
					}
					hooks[e] = x.value
				default:
					return
				}
				places = append(places, x)
			})
		})
	}
	t.sums = make([]uint64, len(places))
	for i, x := range places {
		x.sum = &t.sums[i]
	}
	t.m = interp.NewObserved(p, interp.Observer{Value: func(e ir.Expr) func(uint64) error { return hooks[e] }})
	return t
}

// watch records the operands of a place, in addition to other hooks on them.
func (x *turn) watch(hooks map[ir.Expr]func(uint64) error, operands ...ir.Expr) {
	x.operands = make([]uint64, len(operands))
	for i, e := range operands {
		if c, ok := e.(*ir.Const); ok {
			x.operands[i] = c.Word()
			continue
		}
		inner := hooks[e]
		hooks[e] = func(v uint64) error {
			x.operands[i] = v
			if inner != nil {
				return inner(v)
			}
			return nil
		}
	}
}

func (x *turn) value(v uint64) error {
	*x.sum = mix(*x.sum, v)
	return nil
}

// order adds how the operands compare with the first of them.
func (x *turn) order() {
	for _, v := range x.operands[1:] {
		c := cmp.Compare(x.operands[0], v)
		if x.signed {
			c = cmp.Compare(int64(x.operands[0]), int64(v))
		}
		*x.sum = mix(*x.sum, uint64(c))
	}
}

func mix(sum, v uint64) uint64 {
	sum = (sum ^ v ^ 0x9E3779B97F4A7C15) * 1099511628211
	return sum ^ sum>>29
}

// run runs a function and returns what it does, place by place; the slice is valid until the next run. args is not
// changed.
func (t *turns) run(f *ir.Func, args, scratch, results []uint64) ([]uint64, error) {
	copy(scratch, args)
	clear(t.sums)
	if err := t.m.CallInto(f, scratch, results); err != nil {
		return nil, err
	}
	t.all = append(t.all[:0], t.sums...)
	for i, v := range scratch {
		t.all = append(t.all, v-args[i])
	}
	t.all = append(t.all, results...)
	return t.all, nil
}
