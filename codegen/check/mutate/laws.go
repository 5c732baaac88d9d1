package mutate

import (
	"context"
	"slices"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// Broken is what the laws of an algorithm say of a mutant that the vectors kill.
type Broken struct {
	Mutant    *Mutant
	Algorithm string
	Law       *ir.Law // the first that one of the vectors' steps does not fulfil; nil if all do
	By        Witness // that step
}

// Laws runs the steps of algorithms that have laws on the mutants of a program, from the vectors' states, and checks the
// laws. It returns an element for each mutant and algorithm of which a step runs the changed statement. progress, if not
// nil, is called with the number of mutants done. The error is that of the context.
func (c *Corpus) Laws(ctx context.Context, mutants []*Mutant, progress func(done, total int)) ([]Broken, error) {
	of := map[*ir.Func]*ir.Transducer{}
	laws := interp.New(c.prog) // without faults
	for _, t := range c.prog.Transducers {
		if t.Check != nil {
			of[t.Step] = t
			laws.Add(t.Check)
		}
	}
	m := interp.New(c.prog)
	var out []Broken
	var b buffer
	for i, x := range mutants {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		points := map[*ir.Transducer][]int32{}
		for _, n := range c.reached[x.Stmt] {
			if t := of[c.points[n].fn]; t != nil && c.points[n].step > 0 {
				points[t] = append(points[t], n)
			}
		}
		restore := m.Replace(x.Func, x.Body())
		for _, t := range c.prog.Transducers {
			if len(points[t]) == 0 {
				continue
			}
			found := Broken{Mutant: x, Algorithm: t.Name}
			for j := range spread(len(points[t])) {
				n := points[t][j]
				if l := c.breaks(m, laws, t, &c.points[n], &b); l > 0 {
					found.Law, found.By = t.Laws[l-1], c.witness(n)
					break
				}
			}
			out = append(out, found)
		}
		restore()
		if progress != nil {
			progress(i+1, len(mutants))
		}
	}
	return out, nil
}

// breaks returns the number of a law that a step at a point does not fulfil, or 0; also 0 if the step faults.
func (c *Corpus) breaks(m, laws *interp.Machine, t *ir.Transducer, p *point, b *buffer) uint64 {
	c.args(p, b)
	np, ns := t.Params.Leaves(), t.State.Leaves()
	args := slices.Clone(b.args)
	out, err := m.CallFunc(p.fn, b.args)
	if err != nil {
		return 0
	}
	args = append(append(args, b.args[np:np+ns]...), out...)
	law, err := laws.CallFunc(t.Check, args)
	if err != nil {
		return 0
	}
	return law[0]
}

// LawCount is how many mutants of one algorithm break a law.
type LawCount struct {
	Algorithm string `json:"algorithm"`
	Mutants   int    `json:"mutants"` // that the vectors kill and steps of the algorithm run
	Broken    int    `json:"broken"`  // of those, that break a law
}

// LawTable counts by algorithm, in the order of the list.
func LawTable(list []Broken) []LawCount {
	var out []LawCount
	for _, x := range list {
		i := slices.IndexFunc(out, func(n LawCount) bool { return n.Algorithm == x.Algorithm })
		if i < 0 {
			i = len(out)
			out = append(out, LawCount{Algorithm: x.Algorithm})
		}
		out[i].Mutants++
		if x.Law != nil {
			out[i].Broken++
		}
	}
	return out
}
