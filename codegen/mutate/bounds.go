package mutate

import (
	"errors"
	"fmt"
	"slices"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// Bounds is the scope of a mutant that changes the rough root, but within what the lemmas say
// of it, and nothing else: a run over all counts shows the first, runs over all arguments of
// the other functions that call it the second, and a solver that what calls the rough root is the
// same with any two for which the lemmas hold.
const Bounds Scope = "bounds"

// roughRoot is the function, and roughLemmas are what its callers build on.
const roughRoot = "fixedpoint.RSqrtRough"

var roughLemmas = []string{"PaddingAbove", "PaddingBelow"}

// Bounded is what there is to be shown of a mutant in the scope Bounds.
type Bounded struct {
	Mutant *Mutant
	// Trial is of the other functions through which others come to the mutant; nil if there
	// are none.
	Trial *Trial
	// Problems are of the functions that call the rough root.
	Problems []*Problem
	text     string
}

// Hash identifies what is to be shown.
func (b *Bounded) Hash() string { return hashOf(b.text) }

var errBounds = errors.New("the mutant is no part of " + roughRoot + ", or of more than can be tried")

// Bounded returns what there is to be shown of a mutant in the scope Bounds.
func (p *Prover) Bounded(m *Mutant) (*Bounded, error) {
	rough := p.prog.Func(roughRoot)
	if rough == nil || rough.Export || !slices.Contains(ir.Reachable(rough), m.Func) {
		return nil, errBounds
	}
	b := &Bounded{Mutant: m}
	if m.Func != rough {
		var in []*ir.Func
		if !p.above(m.Func, rough, &in) {
			return nil, errBounds
		}
		if len(in) > 0 {
			b.Trial = p.trialOf(m, in)
			b.text = b.Trial.text
		}
	}
	b.text += p.trialOf(m, []*ir.Func{rough}).text
	for _, f := range p.callersOf(rough) {
		q, err := p.withTwo(m, f, rough, roughLemmas)
		if err != nil {
			return nil, err
		}
		b.Problems = append(b.Problems, q)
		b.text += q.Text
	}
	return b, nil
}

// withTwo writes the problem whether in is the same with another function in the place of one
// that it calls, as far as lemmas hold for that.
func (p *Prover) withTwo(m *Mutant, in, another *ir.Func, lemmas []string) (*Problem, error) {
	out := &Problem{Mutant: m, Scope: Bounds, In: in, terms: newTerms(), calls: newCuts(in)}
	out.calls.another = another
	c, err := p.compare(out, in, out.calls)
	if err != nil {
		return nil, err
	}
	t := out.terms
	s := &symbolic{terms: t, calls: out.calls}
	said, err := s.lemmas(nil)
	if err != nil {
		return nil, err
	}
	out.calls.second = true
	ofAnother, err := s.lemmas(lemmas)
	if err != nil {
		return nil, err
	}
	out.askLinear(c, append(said, ofAnother...))
	return out, nil
}

// Roots shows for the rough root with the mutant, or without if m is nil, that PaddingAbove and
// PaddingBelow hold for every count and scale. Of a count, in units of 2^-38 for a scale of 1, let
//
//	Y = y 2^k     what the rough padding is before it is rounded down,
//	R = rs 2^22   what the padding is before it is rounded down,
//	H = 2^21      2^-17, half a unit of the root.
//
// Rounding down takes less than 1. So padding <= scale R, and the sum of the rough one, its
// 2^-15th part rounded down and 2 is more than scale Y (1 + 2^-15) - 2^-15: PaddingAbove holds
// where scale (Y + Y 2^-15 - H - R) >= 2^-15, and the smaller scales are tried one by one.
// padding + 1 > scale R and rough <= scale Y: PaddingBelow holds where Y <= R + H. (Of the
// count 1 the padding saturates at the largest scale; it is then the largest word, which
// the rough one does not exceed.)
func Roots(m *Mutant) (tried int, err error) {
	p, err := lemmaProgram()
	if err != nil {
		return 0, err
	}
	machine := interp.New(p)
	if m != nil {
		same, err := sameMutant(p, m)
		if err != nil {
			return 0, err
		}
		defer machine.Replace(same.Func, same.Body())()
	}
	rough, root := p.Func(roughRoot), p.Func("fixedpoint.RSqrt")
	above := p.Func("lemmas." + roughLemmas[0])
	for c := uint64(1); c < 1<<16; c++ {
		out, err := machine.CallFunc(rough, []uint64{c})
		if err != nil {
			return tried, err
		}
		y, k := out[0], out[1]
		if y >= 1<<31 || k > 15 {
			return tried, fmt.Errorf("count %d: y %d or k %d is too large", c, y, k)
		}
		rs, err := machine.CallFunc(root, []uint64{c})
		if err != nil {
			return tried, err
		}
		const half = 1 << 21
		near, exact := int64(y)<<k, int64(rs[0])<<22
		// 2^15 (Y + Y 2^-15 - H - R) is exact; a scale s is shown from s gain >= 2^38 on.
		gain := (near-half-exact)<<15 + near
		if near > exact+half || gain <= 0 {
			return tried, fmt.Errorf("count %d: the rough root %d 2^%d is not near %d", c, y, k, rs[0])
		}
		for scale := range min(uint64(1<<38+gain-1)/uint64(gain), mostScale+1) {
			holds, err := machine.CallFunc(above, []uint64{scale, c})
			if err != nil {
				return tried, err
			}
			if tried++; holds[0] == 0 {
				return tried, fmt.Errorf("count %d: %s does not hold for a scale of %d", c, above.FullName(), scale)
			}
		}
	}
	return tried, nil
}

// mostScale is the largest scale of the lemmas, 256 in UQ16.16.
const mostScale = 1 << 24

// sameMutant finds a mutant in another program with the same source.
func sameMutant(p *ir.Program, m *Mutant) (*Mutant, error) {
	for _, x := range List(p) {
		if x.ID == m.ID && x.Before == m.Before && x.After == m.After {
			return x, nil
		}
	}
	return nil, fmt.Errorf("%s: the program of the lemmas has no such mutant", m.ID)
}
