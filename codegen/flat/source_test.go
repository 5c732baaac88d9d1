package flat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// met writes down an operation that must fit, as a run comes to it with a result of its kind.
func met(pos ir.Pos, k ir.Kind, result uint64) string {
	return fmt.Sprintf("%s %s %s", pos, k, k.Format(result))
}

// TestSourceAgainstRuns: the form of Source gives what the interpreter gives, and of its
// obligations those are reached, each with the same result, which the interpreter comes to.
func TestSourceAgainstRuns(t *testing.T) {
	for seed := range uint64(60) {
		p, src, err := flattest.Program(9000 + seed)
		require.NoError(t, err)
		sourceAgainstRuns(t, p, p.Transducers[0].Step, seed, 12, src)
	}
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for _, f := range p.Exports() {
		if f.Scalars() {
			sourceAgainstRuns(t, p, f, 1, 12, "")
		}
	}
}

func sourceAgainstRuns(t *testing.T, p *ir.Program, fn *ir.Func, seed uint64, runs int, src string) {
	form, obligations := flat.Source(fn)
	asked := *form // gives also what says of obligations whether they are reached, and of what
	for _, o := range obligations {
		for _, v := range append([]*flat.Value{o.Reached}, o.Args...) {
			asked.Outputs = append(asked.Outputs, flat.Output{Value: v})
		}
	}
	machine := flat.NewMachine(&asked)
	var have []string
	m := interp.NewObserved(p, observer(p, &have))
	r := rand.New(rand.NewPCG(seed, 12))
	for range runs {
		args := flattest.Draw(r, form.Leaves)
		out, err := machine.Run(args)
		require.NoError(t, err)
		have = []string{}
		results, err := m.CallFunc(fn, args)
		require.NoError(t, err, src)
		want := slices.Clone(results)
		for i, v := range form.Params {
			if v.ByRef {
				want = append(want, args[i])
			}
		}
		require.Equal(t, want, out[:len(form.Outputs)], "%s, seed %d\n%s", fn.FullName(), seed, src)
		reached := []string{}
		at := len(form.Outputs)
		for _, o := range obligations {
			vals := out[at : at+1+len(o.Args)]
			at += len(vals)
			if vals[0] != 0 {
				reached = append(reached, met(o.Pos, o.Kind, result(o, vals[1:])))
			}
		}
		slices.Sort(have)
		slices.Sort(reached)
		// An observer of what is stored evaluates the indices of the place a second time.
		require.Equal(t, slices.Compact(have), slices.Compact(reached), "%s, seed %d\n%s", fn.FullName(), seed, src)
	}
}

// result is what an obligation's operation gives; of an index, the index.
func result(o flat.Obligation, args []uint64) uint64 {
	switch o.Op {
	case flat.Lookup, flat.Convert:
		return o.Kind.Norm(args[0])
	}
	return o.Op.Operator().Apply(o.Kind, args[0], args[1])
}

// observer writes down every operation that must fit, and every index.
func observer(p *ir.Program, to *[]string) interp.Observer {
	index := map[ir.Expr]ir.Pos{} // of what is an index, where the element stands
	for _, f := range p.Funcs() {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				if x, ok := e.(*ir.Index); ok {
					index[x.I] = x.Pos
				}
			})
		})
	}
	return interp.Observer{
		Value: func(e ir.Expr) func(uint64) error {
			at, isIndex := index[e]
			fits := exprMustFit(e)
			if !isIndex && !fits {
				return nil
			}
			return func(v uint64) error {
				if fits {
					*to = append(*to, met(e.At(), e.Type().Kind, v))
				}
				if isIndex {
					*to = append(*to, met(at, e.Type().Kind, v))
				}
				return nil
			}
		},
		Stored: func(s ir.Stmt) func([]uint64) {
			as, ok := s.(*ir.Assign)
			if !ok || !mustFit(as.Op, as.Dst.Type().Kind) {
				return nil
			}
			return func(v []uint64) { *to = append(*to, met(as.Pos, as.Dst.Type().Kind, v[0])) }
		},
	}
}

func exprMustFit(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Binary:
		return mustFit(e.Op, e.Typ.Kind)
	case *ir.Shift:
		return e.Op == ir.Shl
	case *ir.Unary:
		return e.Op == ir.Neg
	case *ir.Convert:
		from, to := e.X.Type().Kind, e.Typ.Kind
		return from.IsInteger() && to.IsInteger() && (from.Min().Cmp(to.Min()) < 0 || from.Max().Cmp(to.Max()) > 0)
	}
	return false
}

func mustFit(op ir.Op, k ir.Kind) bool {
	return op == ir.Add || op == ir.Sub || op == ir.Mul || op == ir.Shl || op == ir.Div && k.IsSigned()
}
