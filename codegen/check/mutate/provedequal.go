package mutate

import (
	"context"
	"fmt"
)

// shown looks for calls near those of the vectors, in the declared ranges, that kill mutants, with tries calls for
// each. It returns those that it finds, as FUNCTION[ARGUMENTS]. The error is that of the context.
func shown(ctx context.Context, c *Corpus, mutants []*Mutant, seed uint64, tries int) (map[*Mutant]string, error) {
	out := map[*Mutant]string{}
	found, err := NewSearcher(c.prog, mutants, c.Inputs(), seed).Round(ctx, tries*len(mutants))
	for _, f := range found {
		for _, m := range f.Mutants {
			out[m] = fmt.Sprintf("%s%v", f.Func.FullName(), f.Args)
		}
	}
	return out, err
}
