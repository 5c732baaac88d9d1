package mutate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"smartnic-cc/codegen/ir"
)

// values draws scalars for arguments of functions.
type values struct {
	limits map[*ir.Func][]limit
	leaves map[*ir.Func][]ir.Leaf
	consts []uint64 // of the source, which scalars are compared with
}

func newValues(p *ir.Program, funcs []*ir.Func) *values {
	v := &values{limits: map[*ir.Func][]limit{}, leaves: map[*ir.Func][]ir.Leaf{}}
	written := writtenTypes(p)
	for _, f := range p.Exports() {
		v.limits[f], v.leaves[f] = limitsOf(f, written), leavesOf(f)
	}
	for _, f := range funcs {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				if c, ok := e.(*ir.Const); ok && c.Typ.Kind.IsInteger() {
					v.consts = append(v.consts, c.Word())
				}
			})
		})
	}
	slices.Sort(v.consts)
	v.consts = slices.Compact(v.consts)
	return v
}

// holds reports whether arguments are in their ranges.
func (v *values) holds(f *ir.Func, args []uint64) bool { return inRange(v.limits[f], args) }

// draw returns a value for a scalar of a call. like is another call of the function.
func (v *values) draw(rng *rand.Rand, f *ir.Func, i int, args, like []uint64) uint64 {
	kind := v.leaves[f][i].Kind
	r, bounded := v.ends(f, i, args)
	x := args[i]
	switch rng.IntN(10) {
	case 0: // an end of its range, or next to it
		if bounded {
			x = uint64([]int64{r.Lo, r.Hi, r.Lo + 1, r.Hi - 1}[rng.IntN(4)])
			break
		}
		x = rng.Uint64() >> rng.IntN(64)
	case 1, 2: // inside its range
		x = rng.Uint64()
	case 3: // another scalar, or close to it
		x = args[rng.IntN(len(args))] + uint64(rng.IntN(5)) - 2
	case 4: // as it is, or close to it
		x += uint64(rng.IntN(17)) - 8
	case 5: // a bit more or less
		x ^= 1 << rng.IntN(kind.Bits())
	case 6: // a constant, or next to it
		if len(v.consts) > 0 {
			x = v.consts[rng.IntN(len(v.consts))] + uint64(rng.IntN(3)) - 1
		}
	case 7, 8: // its value in the other call
		x = like[i]
	default:
		x = rng.Uint64() >> rng.IntN(64)
	}
	x = kind.Norm(x)
	if width := uint64(r.Hi) - uint64(r.Lo); bounded && width+1 != 0 && !r.Has(x) {
		x = uint64(r.Lo) + x%(width+1)
	}
	return x
}

// ends returns the narrowest declared range of a scalar; ok is false if it has none or it is empty.
func (v *values) ends(f *ir.Func, i int, args []uint64) (r Interval, ok bool) {
	limits := v.limits[f]
	for j := range limits {
		if limits[j].leaf != i {
			continue
		}
		if x, found := limits[j].ends(args); found {
			if ok {
				x = x.meet(r)
			}
			r, ok = x, true
		}
	}
	return r, ok && !r.Empty()
}

func leavesOf(f *ir.Func) []ir.Leaf {
	var out []ir.Leaf
	for _, v := range f.Params {
		for _, l := range ir.Layout(v.Type) {
			l.Name = cmp.Or(l.Name, v.Name)
			out = append(out, l)
		}
	}
	return out
}
