package frontend

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"
)

// cPrecedence is how tightly C binds the operators; the tightest has the
// highest number. &^ is & ~ there. Go has fewer levels: it binds << >> & &^ as
// tightly as *, and | ^ as tightly as +.
var cPrecedence = map[token.Token]int{
	token.LOR: 1, token.LAND: 2, token.OR: 3, token.XOR: 4, token.AND: 5, token.AND_NOT: 5,
	token.EQL: 6, token.NEQ: 6, token.LSS: 7, token.LEQ: 7, token.GTR: 7, token.GEQ: 7,
	token.SHL: 8, token.SHR: 8, token.ADD: 9, token.SUB: 9, token.MUL: 10, token.QUO: 10, token.REM: 10,
}

// miscompiled is an operand that C would split.
type miscompiled struct {
	operand *ast.BinaryExpr
	by      token.Token // the operator that it is an operand of
}

// misreads returns the operands without parentheses in e, at any depth, that C
// binds looser than the operator that Go applies to them. Without any, C reads
// e as Go does: operators of one level in C are of one level in Go, and both
// apply them from left to right.
func misreads(e ast.Expr) []miscompiled {
	var list []miscompiled
	ast.Inspect(e, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok {
			for _, x := range []ast.Expr{b.X, b.Y} {
				if o, ok := x.(*ast.BinaryExpr); ok && cPrecedence[o.Op] < cPrecedence[b.Op] {
					list = append(list, miscompiled{o, b.Op})
				}
			}
		}
		return true
	})
	return list
}

// refuseMisread refuses an expression with the text src, once for all its operands that C misreads.
func (r *reporter) refuseMisread(at token.Pos, e ast.Expr, src string, list []miscompiled) {
	m := list[0]
	r.refuse(at, rulePrecedence, "write "+withParentheses(e, src, list), "%s is another value in C, which binds %s looser than %s",
		withParentheses(e, src, nil), m.operand.Op, m.by)
}

// precedence refuses n if C would parse it differently.
func (c *checker) precedence(n *ast.BinaryExpr) {
	if n.Pos() < c.readTo {
		return // part of an expression that was looked at
	}
	c.readTo = n.End()
	if list := misreads(n); len(list) > 0 {
		from, to := c.fset.PositionFor(n.Pos(), false).Offset, c.fset.PositionFor(n.End(), false).Offset
		c.refuseMisread(list[0].operand.OpPos, n, string(c.f.src[from:to]), list)
	}
}

// withParentheses returns src, the text of e on one line as formatted by gofmt, with the operands of list in
// parentheses.
func withParentheses(e ast.Expr, src string, list []miscompiled) string {
	at := make([][2]string, len(src)+1) // what to write before a byte: closing, opening
	for _, m := range list {
		at[m.operand.End()-e.Pos()][0] += ")"
		at[m.operand.Pos()-e.Pos()][1] += "("
	}
	var b strings.Builder
	for i := range at {
		b.WriteString(at[i][0] + at[i][1])
		if i < len(src) {
			b.WriteByte(src[i])
		}
	}
	text := b.String()
	x, err := parser.ParseExpr(text)
	if err != nil {
		return text
	}
	var out strings.Builder
	if printer.Fprint(&out, token.NewFileSet(), x) != nil {
		return text
	}
	return out.String()
}
