package mutate

import (
	"context"
	"math/rand/v2"
	"slices"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// Found is a call on which a mutant differs from the original.
type Found struct {
	Mutant *Mutant
	// Func is called; a step of a transducer, or an exported function.
	Func *ir.Func
	// Args are its arguments, flattened, in their declared ranges. Base are those of the
	// point of the corpus that they were made from, and Near that point.
	Args, Base []uint64
	Near       Witness
	// Group is the group of that point in its file.
	Group int
}

// Hunter looks for calls that tell mutants from the original, near the points of a corpus.
type Hunter struct {
	c       *Corpus
	right   *interp.Machine
	wrong   *interp.Machine
	written map[*ir.Type]bool
	limits  map[*ir.Func][]limit
	rng     *rand.Rand
}

// NewHunter makes a hunter whose choices follow from the seed.
func NewHunter(c *Corpus, seed uint64) *Hunter {
	return &Hunter{c: c, right: interp.New(c.prog), wrong: interp.New(c.prog), written: writtenTypes(c.prog),
		limits: map[*ir.Func][]limit{}, rng: rand.New(rand.NewPCG(seed, 1))}
}

// Hunt tries so many calls on a mutant. It returns nil if none tells.
func (h *Hunter) Hunt(ctx context.Context, m *Mutant, tries int) *Found {
	points := h.c.reached[m.Stmt]
	if len(points) == 0 {
		return nil
	}
	defer h.wrong.Replace(m.Func, m.Body())()
	var b buffer
	for range tries {
		if ctx.Err() != nil {
			return nil
		}
		i := points[h.rng.IntN(len(points))]
		p := &h.c.points[i]
		if p.step == 0 {
			continue
		}
		h.c.args(p, &b)
		args := slices.Clone(b.args)
		h.change(p, args)
		if !inRange(h.limitsOf(p.fn), args) || !h.tells(p.fn, args) {
			continue
		}
		f := &Found{Mutant: m, Func: p.fn, Args: args, Base: slices.Clone(b.args), Near: h.c.witness(i), Group: p.group}
		h.simplify(f)
		return f
	}
	return nil
}

func (h *Hunter) limitsOf(f *ir.Func) []limit {
	l, ok := h.limits[f]
	if !ok {
		l = limitsOf(f, h.written)
		h.limits[f] = l
	}
	return l
}

// tells tells whether the mutant differs on these arguments.
func (h *Hunter) tells(f *ir.Func, args []uint64) bool {
	x, y := slices.Clone(args), slices.Clone(args)
	want, err := h.right.CallFunc(f, x)
	if err != nil {
		return false
	}
	have, err := h.wrong.CallFunc(f, y)
	return err != nil || transducer.FirstDifference(want, have) >= 0 || transducer.FirstDifference(x, y) >= 0
}

// change changes one to four of the scalars, mostly not the parameters.
func (h *Hunter) change(p *point, args []uint64) {
	leaves := leavesOf(p.fn)
	skip := 0
	if p.step > 0 && h.rng.IntN(3) > 0 {
		skip = len(p.file.Groups[p.group].ParamValues)
	}
	for range 1 + h.rng.IntN(4) {
		i := skip + h.rng.IntN(len(args)-skip)
		args[i] = leaves[i].Kind.Norm(h.value(p.fn, i, args))
	}
}

func (h *Hunter) value(f *ir.Func, i int, args []uint64) uint64 {
	switch h.rng.IntN(8) {
	case 0: // an end of its range, or beside
		for _, l := range h.limitsOf(f) {
			if l.leaf == i {
				if lo, hi, ok := l.ends(args); ok {
					return uint64([]int64{lo, hi, lo + 1, hi - 1}[h.rng.IntN(4)])
				}
			}
		}
	case 1: // inside its range
		for _, l := range h.limitsOf(f) {
			if l.leaf == i {
				if lo, hi, ok := l.ends(args); ok && hi > lo {
					return uint64(lo + h.rng.Int64N(hi-lo+1))
				}
			}
		}
	case 2: // another scalar, or beside
		return args[h.rng.IntN(len(args))] + uint64(h.rng.IntN(5)) - 2
	case 3: // as it is, or beside
		return args[i] + uint64(h.rng.IntN(9)) - 4
	case 4: // a bit more or less
		return args[i] ^ 1<<h.rng.IntN(32)
	case 5:
		return uint64(h.rng.IntN(9))
	case 6: // what it is elsewhere
		if p := &h.c.points[h.rng.IntN(len(h.c.points))]; p.fn == f {
			var b buffer
			h.c.args(p, &b)
			return b.args[i]
		}
	}
	return h.rng.Uint64() >> h.rng.IntN(64)
}

// simplify takes back what was changed and plays no part.
func (h *Hunter) simplify(f *Found) {
	for i := range f.Args {
		if f.Args[i] == f.Base[i] {
			continue
		}
		was := f.Args[i]
		f.Args[i] = f.Base[i]
		if !inRange(h.limitsOf(f.Func), f.Args) || !h.tells(f.Func, f.Args) {
			f.Args[i] = was
		}
	}
}

func leavesOf(f *ir.Func) []ir.Leaf {
	var out []ir.Leaf
	for _, v := range f.Params {
		for _, l := range ir.Layout(v.Type) {
			if l.Name == "" {
				l.Name = v.Name
			}
			out = append(out, l)
		}
	}
	return out
}

// Edges returns so many calls of a function right beside places where what it does turns
// into something else: two calls of the corpus, or one and a change of it, between which
// it does, and halving the distance. Faults in what decides show there first.
func (h *Hunter) Edges(ctx context.Context, f *ir.Func, n int) []*Found {
	var points []int32
	for i := range h.c.points {
		if h.c.points[i].fn == f && h.c.points[i].step != 0 {
			points = append(points, int32(i))
		}
	}
	if len(points) == 0 {
		return nil
	}
	var out []*Found
	var b buffer
	leaves := leavesOf(f)
	for tries := 0; len(out) < n && tries < 4*n && ctx.Err() == nil; tries++ {
		at := points[h.rng.IntN(len(points))]
		p := &h.c.points[at]
		h.c.args(p, &b)
		base := slices.Clone(b.args)
		args := slices.Clone(base)
		h.change(p, args)
		i := h.rng.IntN(len(args))
		if p.step > 0 {
			i = len(p.file.Groups[p.group].ParamValues)
			i += h.rng.IntN(len(args) - i)
		}
		k := leaves[i].Kind
		lo, hi := args[i], k.Norm(h.value(f, i, args))
		if k.IsSigned() || lo > hi {
			lo, hi = hi, lo
		}
		if k.IsSigned() || lo == hi || !inRange(h.limitsOf(f), args) {
			continue
		}
		does := func(v uint64) uint64 { return h.does(f, args, i, v) }
		low := does(lo)
		if low == does(hi) {
			continue
		}
		for hi-lo > 1 {
			if mid := lo + (hi-lo)/2; does(mid) == low {
				lo = mid
			} else {
				hi = mid
			}
		}
		for _, v := range []uint64{lo, hi} {
			edge := slices.Clone(args)
			edge[i] = v
			if inRange(h.limitsOf(f), edge) {
				out = append(out, &Found{Func: f, Args: edge, Base: base, Near: h.c.witness(at), Group: p.group})
			}
		}
	}
	return out
}

// does condenses what a function returns and leaves behind with v for scalar i, but for
// that scalar.
func (h *Hunter) does(f *ir.Func, args []uint64, i int, v uint64) uint64 {
	x := slices.Clone(args)
	x[i] = v
	out, err := h.right.CallFunc(f, x)
	if err != nil {
		return ^uint64(0)
	}
	sum := uint64(14695981039346656037)
	add := func(v uint64) { sum = (sum ^ v) * 1099511628211; sum ^= sum >> 29 }
	for _, v := range out {
		add(v)
	}
	for j, v := range x {
		if j != i {
			add(v)
		}
	}
	return sum
}

// Tells tells whether a call tells a mutant, and simplifies the call where it does.
func (h *Hunter) Tells(m *Mutant, calls []*Found) *Found {
	defer h.wrong.Replace(m.Func, m.Body())()
	for _, c := range calls {
		if h.tells(c.Func, c.Args) {
			f := *c
			f.Mutant, f.Args = m, slices.Clone(c.Args)
			h.simplify(&f)
			return &f
		}
	}
	return nil
}
