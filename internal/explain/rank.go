package explain

import (
	"cmp"
	"slices"
	"strings"
)

// sortHypotheses puts those first that no earlier step contradicts, of those the ones that
// tell what comes later, of those the ones whose kind takes the least for granted; then by
// their names.
func sortHypotheses(hs []Hypothesis) {
	slices.SortStableFunc(hs, func(a, b Hypothesis) int {
		return cmp.Or(cmp.Compare(min(a.Contradicted, 1), min(b.Contradicted, 1)), cmp.Compare(a.Missed, b.Missed), cmp.Compare(a.rank, b.rank),
			cmp.Compare(a.Contradicted, b.Contradicted), cmp.Compare(a.ID, b.ID))
	})
}

// subject puts the field that a hypothesis explains before what it says of an operation:
// "Alpha truncated instead of rounded half up".
func subject(fields []string, what string) string {
	if rest, ok := strings.CutPrefix(what, "rounded down instead"); ok {
		what = "truncated instead" + strings.Replace(rest, "of half up", "of rounded half up", 1)
	}
	name := ""
	for _, f := range fields {
		part, leaf, _ := strings.Cut(f, ".")
		if name == "" || part == "state" {
			name = leaf
		}
		if part == "state" {
			break
		}
	}
	return name + ": " + what
}
