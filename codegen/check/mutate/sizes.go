package mutate

import (
	"math/bits"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// sizes notes how many bits the values of a run have, expression by expression: a run in
// which one has a number of bits that it had in no other is worth beginning with, for the
// faults that show at the ends only.
type sizes struct {
	m   *interp.Machine
	hit []bool // by expression and number of bits
	new []int32
}

// sizesEach is how many numbers of bits a value can have.
const sizesEach = 65

// newSizes compiles the program so that the arithmetic of some functions is seen.
func newSizes(p *ir.Program, funcs []*ir.Func) *sizes {
	z := &sizes{}
	at := map[ir.Expr]int32{}
	for _, f := range funcs {
		ir.EachStmt(f.Body, func(s ir.Stmt) {
			ir.EachExpr(s, func(e ir.Expr) {
				switch e := e.(type) {
				case *ir.Binary:
					if e.Op.IsCompare() || !e.Typ.Kind.IsInteger() {
						return
					}
				case *ir.Shift, *ir.MinMax, *ir.Call:
					if e.Type() == nil || !e.Type().Kind.IsInteger() {
						return
					}
				default:
					return
				}
				at[e] = int32(len(at)) * sizesEach
			})
		})
	}
	z.hit = make([]bool, len(at)*sizesEach)
	z.m = interp.NewObserved(p, interp.Observer{Value: func(e ir.Expr) func(uint64) error {
		i, ok := at[e]
		if !ok {
			return nil
		}
		signed := e.Type().Kind.IsSigned()
		return func(v uint64) error {
			if signed && int64(v) < 0 {
				v = -v
			}
			if k := i + int32(bits.Len64(v)); !z.hit[k] {
				z.hit[k] = true
				z.new = append(z.new, k)
			}
			return nil
		}
	}})
	return z
}

// know forgets all runs, and takes some sizes as known.
func (z *sizes) know(list []int32) {
	clear(z.hit)
	for _, k := range list {
		z.hit[k] = true
	}
}

// run returns the sizes of a run that no run before had. args is changed as the function
// changes it.
func (z *sizes) run(f *ir.Func, args, results []uint64) []int32 {
	z.new = z.new[:0]
	if z.m.CallInto(f, args, results) != nil {
		return nil
	}
	return z.new
}
