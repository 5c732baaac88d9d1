package flat

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

var (
	unsignedKinds = []ir.Kind{ir.Uint8, ir.Uint16, ir.Uint32, ir.Uint64}
	allKinds      = append([]ir.Kind{ir.Int8, ir.Int16, ir.Int32, ir.Int64}, unsignedKinds...)
)

// drawn is an operation and how it is computed without being simplified.
type drawn struct {
	v    *Value
	eval func(in []uint64) uint64
}

type drawer struct {
	r    *rand.Rand
	b    *builder
	pool map[ir.Kind][]drawn
	in   []*Value
}

func newDrawer(seed uint64) *drawer {
	d := &drawer{r: rand.New(rand.NewPCG(seed, 12)), b: newBuilder(), pool: map[ir.Kind][]drawn{}}
	for _, k := range append([]ir.Kind{ir.Bool, ir.Bool, ir.Uint8, ir.Uint8}, allKinds...) {
		n := len(d.in)
		v := d.b.make(key{op: Input, isInput: n + 1}, &Value{Op: Input, Kind: k, Name: fmt.Sprintf("in%d", n), Source: true})
		d.in = append(d.in, v)
		d.pool[k] = append(d.pool[k], drawn{v, func(in []uint64) uint64 { return in[n] }})
	}
	return d
}

// pick returns a value of a kind, often a constant that matters to what follows.
func (d *drawer) pick(k ir.Kind) drawn {
	if d.r.IntN(4) == 0 {
		c := []uint64{0, 1, 1 << d.r.IntN(64), 1<<d.r.IntN(64) - 1, ^uint64(0), d.r.Uint64()}[d.r.IntN(6)]
		c = k.Norm(c)
		return drawn{d.b.constant(k, c), func([]uint64) uint64 { return c }}
	}
	all := d.pool[k]
	if n := d.r.IntN(len(all)); d.r.IntN(2) == 0 {
		return all[max(n, len(all)-3)]
	}
	return all[d.r.IntN(len(all))]
}

// add draws an operation, with arguments of the kinds that a source can give it.
func (d *drawer) add() {
	k := allKinds[d.r.IntN(len(allKinds))]
	op := []Op{Add, Sub, Mul, And, And, Or, Xor, Shl, Shr, Neg, Compl, Convert, Convert, Select, Select, Select,
		Eq, Lt, Le, Ne, MulHi, Div, Rem, Leading, Trailing, Len, Not}[d.r.IntN(27)]
	if d.r.IntN(4) == 0 {
		k, op = ir.Bool, []Op{And, Or, Xor, Select, Not, Eq, Ne}[d.r.IntN(7)]
	}
	args := []drawn{d.pick(k), d.pick(k)}
	if d.r.IntN(12) == 0 {
		d.lesser(k, args[0], args[1])
		return
	}
	result := k
	switch op {
	case Shl, Shr:
		args[1] = d.pick(unsignedKinds[d.r.IntN(4)])
	case Neg, Compl:
		args = args[:1]
	case Convert:
		args = []drawn{d.pick(allKinds[d.r.IntN(len(allKinds))])}
	case Select:
		args = append([]drawn{d.pick(ir.Bool)}, args...)
	case Eq, Ne, Lt, Le:
		result = ir.Bool
	case Not:
		args, result = []drawn{d.pick(ir.Bool)}, ir.Bool
	case MulHi, Leading, Trailing, Len:
		u := unsignedKinds[d.r.IntN(4)]
		args = []drawn{d.pick(u), d.pick(u)}
		if result = u; op != MulHi {
			args, result = args[:1], ir.Uint8
		}
	case Div, Rem: // by a constant that is not 0
		c := k.Norm(1 << d.r.IntN(k.Bits()))
		args[1] = drawn{d.b.constant(k, c), func([]uint64) uint64 { return c }}
	}
	var vals []*Value
	for _, a := range args {
		vals = append(vals, a.v)
	}
	ak := args[0].v.Kind
	whole := func(in []uint64) uint64 {
		var x [3]uint64
		for i, a := range args {
			x[i] = a.eval(in)
		}
		if op == Ne {
			return truth(x[0] != x[1])
		}
		return eval(op, result, ak, x[0], x[1], x[2])
	}
	d.pool[result] = append(d.pool[result], drawn{d.b.op(op, result, vals...), whole})
}

// lesser adds one of two by which is the smaller, or another one instead of one.
func (d *drawer) lesser(k ir.Kind, x, y drawn) {
	sides := []drawn{x, y}
	d.r.Shuffle(2, func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
	if d.r.IntN(2) == 0 {
		sides[d.r.IntN(2)] = d.pick(k)
	}
	v := d.b.op(Select, k, d.b.op(Lt, ir.Bool, x.v, y.v), sides[0].v, sides[1].v)
	d.pool[k] = append(d.pool[k], drawn{v, func(in []uint64) uint64 {
		if eval(Lt, ir.Bool, k, x.eval(in), y.eval(in), 0) != 0 {
			return sides[0].eval(in)
		}
		return sides[1].eval(in)
	}})
}

// TestRewrites compares drawn operations, simplified while they are made and shrunk
// afterwards, with what they are without that. Bounds and known bits hold.
func TestRewrites(t *testing.T) {
	seeds := uint64(400)
	if tier.Long() {
		seeds = 1500
	}
	for seed := range seeds {
		d := newDrawer(seed)
		for range 60 {
			d.add()
		}
		f := &Function{Func: &ir.Func{}, Inputs: d.in}
		var want []drawn
		for _, k := range append([]ir.Kind{ir.Bool}, allKinds...) {
			for _, w := range d.pool[k] {
				if d.r.IntN(3) == 0 { // not all, or each would be used more than once
					want = append(want, w)
					f.Outputs = append(f.Outputs, Output{Value: w.v})
				}
			}
		}
		d.b.shrink(f.Outputs)
		f.finish(nil)
		for i, o := range f.Outputs {
			require.Equal(t, want[i].v.Kind, o.Value.Kind)
		}
		m := NewMachine(f)
		for range 20 {
			in := make([]uint64, len(d.in))
			for i, v := range d.in {
				in[i] = v.Kind.Norm([]uint64{d.r.Uint64(), uint64(d.r.IntN(3)), -uint64(d.r.IntN(3)), 1 << d.r.IntN(64)}[d.r.IntN(4)])
				if v.Kind == ir.Bool {
					in[i] = d.r.Uint64() & 1
				}
			}
			out, err := m.Run(in)
			require.NoError(t, err)
			for i, w := range want {
				require.Equal(t, w.eval(in), out[i], "seed %d: %s", seed, f.Outputs[i].Value)
			}
			for _, k := range append([]ir.Kind{ir.Bool}, unsignedKinds...) {
				for _, w := range d.pool[k] {
					x := w.eval(in)
					require.LessOrEqual(t, x, w.v.Max, "seed %d: %s", seed, w.v)
					require.Zero(t, x&^w.v.may|w.v.must&^x, "seed %d: %s", seed, w.v)
				}
			}
		}
	}
}
