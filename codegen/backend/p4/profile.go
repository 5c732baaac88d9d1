package p4

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/text/nearest"
)

// Resolve returns the name of a transducer of the built-in program: itself, or that which the name
// of its package means. The error of an unknown name lists those that there are.
func Resolve(p *ir.Program, name string) (string, error) {
	all := Algorithms(p)
	if found, err := algorithms.Resolve(name, profile.Choice{}); err == nil && slices.Contains(all, found) {
		return found, nil
	}
	return "", fmt.Errorf("unknown algorithm %.40q%s; one of %s", name, nearest.Hint(name, all), strings.Join(all, ", "))
}

// Grouped writes the sites a function: its name, and its sites below it.
func (u *Unsupported) Grouped() string {
	var order []string
	by := map[string][]Site{}
	for _, s := range u.Sites {
		if by[s.Func] == nil {
			order = append(order, s.Func)
		}
		by[s.Func] = append(by[s.Func], s)
	}
	var b strings.Builder
	for _, f := range order {
		fmt.Fprintf(&b, "%s\n", f)
		slices.SortStableFunc(by[f], func(a, c Site) int {
			if a.Pos.Line != c.Pos.Line {
				return a.Pos.Line - c.Pos.Line
			}
			return a.Pos.Col - c.Pos.Col
		})
		for _, s := range by[f] {
			fmt.Fprintf(&b, "  %s: %s\n", s.Pos, s.What)
		}
	}
	return b.String()
}
