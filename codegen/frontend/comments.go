package frontend

import (
	"go/ast"
	"go/token"
	"regexp"
	"sort"
	"strings"
)

var directiveRE = regexp.MustCompile(`^//[a-z0-9]+:[a-z0-9]`)

// commentLines returns the text of the groups, a line each, without comment
// marks and directives. A group after the first starts with an empty line.
func commentLines(groups ...*ast.CommentGroup) []string {
	var out []string
	for _, g := range groups {
		if g == nil {
			continue
		}
		var lines []string
		for _, c := range g.List {
			if reason, ok := wrapReason(c.Text); ok && reason != "" {
				lines = append(lines, "wraps: "+reason)
				continue
			}
			if directiveRE.MatchString(c.Text) || strings.HasPrefix(c.Text, "// +build") {
				continue
			}
			lines = append(lines, commentText(c.Text)...)
		}
		for len(lines) > 0 && lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		if len(lines) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return out
}

// commentText strips the marks of one comment. Indentation that the text has
// beyond one space is kept: it is a table or a formula.
func commentText(s string) []string {
	if t, ok := strings.CutPrefix(s, "//"); ok {
		return []string{strings.TrimRight(strings.TrimPrefix(t, " "), " \t\r")}
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "/*"), "*/")
	lines := strings.Split(s, "\n")
	for i, t := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(t, "\t"), " "), " \t\r")
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func oneLine(lines []string) string { return strings.Join(lines, " ") }

func (l *loader) line(p token.Pos) int { return l.fset.PositionFor(p, false).Line }

// between returns the comment groups of f that lie in (from, to).
func between(f *file, from, to token.Pos) []*ast.CommentGroup {
	cs := f.ast.Comments
	i := sort.Search(len(cs), func(i int) bool { return cs[i].Pos() >= from })
	j := i
	for j < len(cs) && cs[j].End() <= to {
		j++
	}
	return cs[i:j]
}

// gap is the source between two adjacent elements of a list.
type gap struct {
	trail []string // comment on the line where the first ends
	lead  []string // comments before the second
	blank bool     // an empty line in between
}

// gapBetween returns the gap from the end of one node (or a brace) to the start of the next (or a brace).
func (l *loader) gapBetween(f *file, from, to token.Pos) gap {
	var g gap
	last := l.line(from)
	var lead []*ast.CommentGroup
	for _, c := range between(f, from, to) {
		start := l.line(c.Pos())
		if start == l.line(from) && start != l.line(to) && len(lead) == 0 {
			g.trail = append(g.trail, commentLines(c)...)
			last = l.line(c.End())
			continue
		}
		if start > last+1 {
			g.blank = true
		}
		lead = append(lead, c)
		last = l.line(c.End())
	}
	if l.line(to) > last+1 {
		g.blank = true
	}
	g.lead = commentLines(lead...)
	return g
}

// source returns the text of a node if it is on one line, else "".
func source(l *loader, f *file, n ast.Node) string {
	from, to := l.fset.PositionFor(n.Pos(), false).Offset, l.fset.PositionFor(n.End(), false).Offset
	if from < 0 || to > len(f.src) || from > to {
		return ""
	}
	s := string(f.src[from:to])
	if strings.ContainsAny(s, "\n\r") || strings.Contains(s, "/*") {
		return ""
	}
	return s
}
