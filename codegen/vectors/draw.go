package vectors

import (
	"iter"
	"math/bits"
	"slices"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/base/num/splitmix"
	"smartnic-cc/testvectors/transducer"
)

// rng is a stream of random numbers.
type rng struct{ splitmix.Source }

func newRNG(seed uint64, part string) *rng {
	r := &rng{splitmix.Source(seed)}
	for _, c := range []byte(part) {
		r.Source = splitmix.Source(r.Uint64() ^ uint64(c))
	}
	return r
}

// below returns a number in 0..n-1; the modulus' bias does not matter here.
func (r *rng) below(n uint64) uint64 { return r.Uint64() % n }

// one reports true once in n.
func (r *rng) one(n uint64) bool { return r.below(n) == 0 }

// drawer draws values in the declared ranges of what a function is given.
type drawer struct {
	ranges *mutate.Ranges
	leaves []transducer.Leaf
	rng    *rng
}

// settle moves values into their ranges, which may depend on one another, keeping those with the fixed indices. It
// returns nil if that does not converge.
func (d *drawer) settle(given []uint64, fixed ...int) []uint64 {
	for range 8 {
		for i := range given {
			if slices.Contains(fixed, i) {
				continue
			}
			if r := d.ranges.At(given, i); !r.Empty() {
				given[i] = d.leaves[i].Wrap(r.Nearest(given[i]))
			}
		}
		if d.ranges.Hold(given) {
			return given
		}
	}
	return nil
}

// typical returns values in the middle, by magnitude, of their ranges.
func (d *drawer) typical() []uint64 {
	given := make([]uint64, len(d.leaves))
	for i := range given {
		r := d.ranges.At(given, i)
		given[i] = d.leaves[i].Wrap(middle(r))
	}
	if out := d.settle(slices.Clone(given)); out != nil {
		return out
	}
	return given
}

// middle returns a value in a range whose distance from the lower end, or from 0 if the range contains it, has half
// as many bits as the range.
func middle(r mutate.Interval) uint64 {
	width := uint64(r.Hi) - uint64(r.Lo)
	half := uint64(1) << (bits.Len64(width) / 2)
	if width == 0 {
		half = 0
	}
	if !r.Unsigned && r.Lo < 0 && r.Hi > 0 {
		return min(half, uint64(r.Hi))
	}
	return uint64(r.Lo) + min(half, width)
}

// edge is a set of values of which one is at an end.
type edge struct {
	values []uint64
	name   string
}

// edges returns copies of base, each with one of the values from..to-1 at an end of its range or next to it, and the
// others as near to base as their ranges then allow. Most callers take only the first copies for a large array, so
// they are made one at a time.
func (d *drawer) edges(base []uint64, from, to int) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for i := from; i < to; i++ {
			r := d.ranges.At(base, i)
			for _, e := range []struct {
				v    int64
				name string
			}{{r.Lo, "least"}, {r.Hi, "most"}, {r.Lo + 1, "least+1"}, {r.Hi - 1, "most-1"}} {
				v := d.leaves[i].Wrap(uint64(e.v))
				if !r.Has(uint64(e.v)) || v == base[i] {
					continue
				}
				given := slices.Clone(base)
				given[i] = v
				if given = d.settle(given, i); given != nil && !yield(edge{given, d.leaves[i].Name + " " + e.name}) {
					return
				}
			}
		}
	}
}

// random returns base with the values from..to-1 drawn at random. All magnitudes are equally likely, and ends occur
// now and then.
func (d *drawer) random(base []uint64, from, to int) []uint64 {
	given := slices.Clone(base)
	for i := from; i < to; i++ {
		given[i] = d.value(given, i)
	}
	var fixed []int
	for i := range given {
		if i < from || i >= to {
			fixed = append(fixed, i)
		}
	}
	return d.settle(given, fixed...)
}

// value draws one value: of any magnitude, an end, near 0, or near one of the others, since values that are compared
// are usually close.
func (d *drawer) value(given []uint64, i int) uint64 {
	r := d.ranges.At(given, i)
	if r.Empty() {
		return given[i]
	}
	width := uint64(r.Hi) - uint64(r.Lo)
	v := uint64(r.Lo)
	switch part := d.rng.Uint64() >> (64 - d.rng.below(uint64(bits.Len64(width))+1)); d.rng.below(10) {
	case 0:
	case 1:
		v += width
	case 2:
		v += width - min(part, width)
	case 3:
		if width+1 != 0 {
			v += d.rng.below(width + 1)
		}
	case 4:
		v = r.Nearest(d.rng.below(3) - 1)
	case 5:
		v = r.Nearest(given[d.rng.below(uint64(len(given)))] + d.rng.below(3) - 1)
	default:
		v += min(part, width)
	}
	return d.leaves[i].Wrap(v)
}
