package mutate

import (
	"fmt"
	"strings"
)

// lets returns a problem with its definitions as lets around one assertion of them all. z3
// reads the very same terms from it, but takes a time for n definitions that grows with their
// square, and that its count of resources leaves out: minutes for ten thousand.
func lets(text string) string {
	var head, definitions, goals strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "(define-fun "); ok {
			name, sorted, _ := strings.Cut(rest, " ")
			// Those of tables have an argument.
			if body, ok := strings.CutPrefix(sorted, "() "); ok {
				fmt.Fprintf(&definitions, "(let ((%s %s))\n", name, strings.TrimSuffix(withoutSort(body), ")\n"))
				n++
				continue
			}
		}
		if goal, ok := strings.CutPrefix(line, "(assert "); ok {
			goals.WriteString(" " + strings.TrimSuffix(goal, ")\n"))
			continue
		}
		if line != "(check-sat)\n" {
			head.WriteString(line)
		}
	}
	return fmt.Sprintf("%s(assert %s(and%s)%s)\n(check-sat)\n", head.String(), definitions.String(), goals.String(), strings.Repeat(")", n))
}

// withoutSort returns what follows the sort that a text begins with: Bool or (_ BitVec 8).
func withoutSort(text string) string {
	end := " "
	if text[0] == '(' {
		end = ") "
	}
	_, rest, _ := strings.Cut(text, end)
	return rest
}
