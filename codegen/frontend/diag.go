package frontend

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Diagnostic is one refusal: a place that is outside the firmware subset.
type Diagnostic struct {
	Pos    ir.Pos
	Rule   string // short name of the rule, as in docs/subset.md
	Msg    string // what is wrong
	Remedy string // what to write instead
}

// String returns "file:line:col: message: remedy".
func (d Diagnostic) String() string {
	s := d.Pos.String() + ": " + d.Msg
	if d.Remedy != "" {
		s += ": " + d.Remedy
	}
	return s
}

// Diagnostics is the error of Load: all refusals, sorted by place.
type Diagnostics struct {
	List []Diagnostic
}

// Error returns one line a refusal.
func (r *Diagnostics) Error() string {
	var b strings.Builder
	for i, d := range r.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.String())
	}
	return b.String()
}

// reporter collects refusals. A second refusal by the same rule on the same line is dropped: a generic function is
// translated once per instance, and one mistake often affects several nodes.
type reporter struct {
	fset *token.FileSet
	list []Diagnostic
	seen map[string]bool
	// ofLaw reports whether a file was made of a law, so that its positions are those of the law.
	ofLaw func(*token.File) bool
}

func (r *reporter) pos(p token.Pos) ir.Pos {
	if !p.IsValid() {
		return ir.Pos{}
	}
	// Unadjusted: a //line directive must not move a message to another file.
	q := r.fset.PositionFor(p, r.ofLaw != nil && r.ofLaw(r.fset.File(p)))
	return ir.Pos{File: q.Filename, Line: q.Line, Col: q.Column}
}

func (r *reporter) refuse(p token.Pos, rule, remedy, format string, args ...any) {
	r.add(Diagnostic{Pos: r.pos(p), Rule: rule, Msg: fmt.Sprintf(format, args...), Remedy: remedy})
}

func (r *reporter) add(d Diagnostic) {
	key := fmt.Sprintf("%s:%d %s", d.Pos.File, d.Pos.Line, d.Rule)
	if d.Rule == ruleCompile || d.Rule == ruleSyntax || d.Rule == rulePrecedence {
		key += d.Msg
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	r.list = append(r.list, d)
}

// drop records a node without a translation. It must have been refused, here or at what it uses; otherwise
// unexplained refuses it, so that a program never silently loses code.
func (t *translator) drop(n ast.Node) {
	if t.dropped == nil {
		t.dropped = n
	}
}

func (t *translator) unexplained() {
	if t.dropped != nil && len(t.list) == 0 {
		t.refuse(t.dropped.Pos(), ruleStmt, "see docs/subset.md", "this is outside the subset")
	}
}

func (r *reporter) err(limit int) error {
	if len(r.list) == 0 {
		return nil
	}
	slices.SortStableFunc(r.list, func(a, b Diagnostic) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Rule, b.Rule))
	})
	list := r.list
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return &Diagnostics{List: list}
}
