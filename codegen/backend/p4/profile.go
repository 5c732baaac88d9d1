package p4

import (
	"fmt"
	"slices"
	"strings"
)

// Grouped writes the sites a function: its name, and its sites below it.
func (u *UnsupportedError) Grouped() string {
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
