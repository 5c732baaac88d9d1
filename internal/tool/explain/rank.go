package explain

import (
	"cmp"
	"slices"
	"strings"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/testvectors/transducer"
)

// order is the sort key of otherwise equal hypotheses: their IDs, except that a missing bound precedes min and max
// confused.
func (h *Hypothesis) order() string {
	return strings.Replace(h.ID, "/"+string(mutate.MinMax)+"/", "/"+string(mutate.Saturation)+"~/", 1)
}

// sortHypotheses puts those first that no earlier step contradicts, then those that predict the later steps, then
// those whose kind assumes the least, then sorts by name.
func sortHypotheses(hs []Hypothesis) {
	slices.SortStableFunc(hs, func(a, b Hypothesis) int {
		return cmp.Or(cmp.Compare(min(a.Contradicted+a.Elsewhere, 1), min(b.Contradicted+b.Elsewhere, 1)), cmp.Compare(a.Missed, b.Missed), cmp.Compare(a.rank, b.rank),
			cmp.Compare(a.Contradicted, b.Contradicted), cmp.Compare(a.order(), b.order()))
	})
}

// subject puts the field that a hypothesis explains before its description of an operation: "Alpha truncated instead
// of rounded half up". It is the field that is reported to differ, or that of the state with the same value;
// preferably a field of the state that is not a set of bits.
func subject(d *firmwarelog.Difference, explains []string, what string) string {
	if rest, ok := strings.CutPrefix(what, "rounded down instead"); ok {
		what = "truncated instead" + strings.Replace(rest, "of half up", "of rounded half up", 1)
	}
	fs := collect.Where(d.Differing(), func(f transducer.FieldRef) bool { return slices.Contains(explains, f.Name(d.Algorithm)) })
	of := fs[0]
	if of.Part == transducer.PartOutput {
		small := d.Algorithm.Output[of.Index].Bits <= 8
		if i := slices.IndexFunc(fs, func(f transducer.FieldRef) bool {
			return f.Part == transducer.PartState && (small || d.State.V[f.Index] == d.Output.V[of.Index])
		}); i >= 0 {
			of = fs[i]
		}
	}
	_, leaf, _ := strings.Cut(of.Name(d.Algorithm), ".")
	return leaf + ": " + what
}
