package ranges

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// TestForAnyHoldsAllRuns: on arguments of any values, outside of declared ranges too, every value of
// every expression is in its range, and every result.
func TestForAnyHoldsAllRuns(t *testing.T) {
	for seed := range uint64(60) {
		p, src, err := flattest.Program(11000 + seed)
		require.NoError(t, err)
		holdsRuns(t, p, []*ir.Func{p.Transducers[0].Step, p.Transducers[0].Init}, seed, 12, src)
	}
	p, err := codegen.Firmware()
	require.NoError(t, err)
	roots := p.Exports()
	for _, d := range p.Transducers {
		roots = append(roots, d.Step, d.Init)
	}
	holdsRuns(t, p, roots, 1, 60, "")
}

func holdsRuns(t *testing.T, p *ir.Program, roots []*ir.Func, seed uint64, runs int, src string) {
	found := ForAny(roots)
	m := interp.NewObserved(p, interp.Observer{Value: func(e ir.Expr) func(uint64) error {
		in := found.Of(e)
		return func(v uint64) error {
			if !interval.Point(e.Type().Kind.Big(v)).Within(in) {
				return fmt.Errorf("%s is %s, not in %s", ir.ExprString(e), e.Type().Kind.Format(v), in)
			}
			return nil
		}
	}})
	r := rand.New(rand.NewPCG(seed, 13))
	for _, f := range roots {
		var leaves []ir.Leaf
		for _, v := range f.Params {
			leaves = append(leaves, ir.Layout(v.Type)...)
		}
		for range runs {
			args := flattest.Draw(r, leaves)
			out, err := m.CallFunc(f, args)
			require.NoError(t, err, "%s%v\n%s", f.FullName(), args, src)
			at := 0
			for i, k := range f.Results {
				if k.Kind.IsScalar() {
					require.True(t, interval.Point(k.Kind.Big(out[at])).Within(found.Results(f)[i]), "%s%v: result %d is %d, not in %s", f.FullName(), args, i, out[at], found.Results(f)[i])
				}
				at += k.Leaves()
			}
		}
	}
}
