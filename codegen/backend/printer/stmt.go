package printer

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Body is the text of a function, or the place of expressions outside of functions.
type Body struct {
	*Module
	*Dialect
	Language
	Pkg    *ir.Package // the package being printed; nil if names of constants cannot be used
	Vars   map[*ir.Var]string
	Locals map[*ir.ConstDecl]string
	// Prose converts the names in a comment to the language; nil leaves them.
	Prose func(text string) string
	Lines bool // the line of the source follows each statement
	// Class returns the name of a struct where one is made; nil is of its name as a type.
	Class func(*ir.Type) string

	Out    strings.Builder
	Indent int
	trail  string // comment for the end of the next line
	fresh  bool   // a block begins: no blank line
}

// NewBody returns an empty text of a package.
func NewBody(m *Module, d *Dialect, l Language, pkg *ir.Package) Body {
	return Body{Module: m, Dialect: d, Language: l, Pkg: pkg, Vars: map[*ir.Var]string{}, Locals: map[*ir.ConstDecl]string{}}
}

// Line prints a line, with the comment that is to stand behind it.
func (b *Body) Line(format string, args ...any) {
	s := Indents(b.Indent) + fmt.Sprintf(format, args...)
	if b.trail != "" {
		s += b.Dialect.Trail + b.trail
	}
	b.Out.WriteString(s + "\n")
	b.trail, b.fresh = "", false
}

// Comment prints lines of a comment.
func (b *Body) Comment(lines []string) {
	if lines = Trim(lines); len(lines) > 0 {
		b.Out.WriteString(Comment(strings.Split(b.prose(strings.Join(lines, "\n")), "\n"), Indents(b.Indent)+b.Mark))
		b.fresh = false
	}
}

func (b *Body) prose(text string) string {
	if b.Prose == nil {
		return text
	}
	return b.Prose(text)
}

// Lead prints the comments before a statement or clause, and keeps the one after it.
func (b *Body) Lead(s *ir.StmtInfo) {
	if s.Blank && !b.fresh {
		b.Out.WriteString("\n")
	}
	b.Comment(s.LeadComment)
	b.trail = Clean(b.prose(s.LineComment))
	if b.Lines && s.Pos.Line > 0 {
		b.trail = strings.TrimSuffix(fmt.Sprintf("%s:%d: %s", s.Pos.File, s.Pos.Line, b.trail), ": ")
	}
}

// TrailAbove prints the comment at the end of a line that the language has not.
func (b *Body) TrailAbove() {
	if b.trail != "" && !b.Lines {
		b.Out.WriteString(Comment([]string{b.trail}, Indents(b.Indent)+b.Mark))
	}
	b.trail = ""
}

// Block prints the statements of a block, one deeper.
func (b *Body) Block(list []ir.Stmt) {
	b.Indent++
	before := b.Out.Len()
	b.fresh = true
	b.Stmts(list)
	code := b.Empty == ""
	for l := range strings.Lines(b.Out.String()[before:]) {
		l = strings.TrimSpace(l)
		code = code || l != "" && !strings.HasPrefix(l, b.Mark)
	}
	if !code {
		b.Line("%s", b.Empty)
	}
	b.Indent--
}

// Clause prints a block under a head, which is that of a case.
func (b *Body) Clause(c *ir.Case, head string) {
	b.Lead(&ir.StmtInfo{LeadComment: c.LeadComment, LineComment: c.LineComment})
	b.Line("%s", head)
	b.Block(c.Body)
}

// Stmts prints statements at the depth of the body; code after a statement that leaves it is not printed.
func (b *Body) Stmts(list []ir.Stmt) {
	for _, s := range list {
		b.stmt(s)
		switch s.(type) {
		case *ir.Return, *ir.Break, *ir.Continue:
			return
		}
	}
}

func (b *Body) stmt(s ir.Stmt) {
	b.Lead(s.Info())
	switch s := s.(type) {
	case *ir.Declare:
		b.declare(s)
	case *ir.DeclareConst:
		for _, c := range s.Consts {
			if c.Name != "_" {
				b.Comment(c.Doc)
				if c.LineComment != "" {
					b.trail = Clean(b.prose(c.LineComment))
				}
				b.declareConst(c)
			}
		}
	case *ir.Assign:
		b.assign(s)
	case *ir.MultiAssign:
		b.Multi(s)
	case *ir.CallStmt:
		b.Line("%s%s", b.Call(s.Call), b.Semicolon)
	case *ir.If:
		b.ifStmt(s)
	case *ir.For:
		if s.Iterations > 0 {
			b.For(s)
		}
	case *ir.Switch:
		b.switchStmt(s)
	case *ir.Block:
		b.TrailAbove()
		b.Stmts(s.Body)
	case *ir.Return:
		b.ret(s)
	case *ir.Break:
		b.Line("break%s", b.Semicolon)
	case *ir.Continue:
		b.Line("continue%s", b.Semicolon)
	case *ir.Comment:
	default:
		b.Fail(s.Info().Pos, "unexpected statement %T", s)
	}
	b.trail = ""
}

// Close ends a block, where the language has a line for that.
func (b *Body) Close() {
	if b.End != "" {
		b.Line("%s", b.End)
	}
}

// ifStmt prints a conditional. A condition that an instance of a generic made constant leaves only its
// branch.
func (b *Body) ifStmt(s *ir.If) {
	if c, ok := s.Cond.(*ir.Const); ok {
		b.TrailAbove()
		if c.Value.Sign() != 0 {
			b.Stmts(s.Then)
		} else {
			b.Stmts(s.Else)
		}
		return
	}
	b.Line(b.If, b.Expr(s.Cond).S)
	for {
		b.Block(s.Then)
		if len(s.Else) == 0 {
			break
		}
		next, ok := s.Else[0].(*ir.If)
		if ok && len(s.Else) == 1 && len(next.LeadComment) == 0 {
			if _, known := next.Cond.(*ir.Const); !known {
				b.Lead(&ir.StmtInfo{Pos: next.Pos, LineComment: next.LineComment})
				b.Line(b.ElseIf, b.Expr(next.Cond).S)
				s = next
				continue
			}
		}
		b.Line("%s", b.Else)
		b.Block(s.Else)
		break
	}
	b.Close()
}

// switchStmt prints the one clause of a switch on a constant, which an instance of a generic may make, and others by the
// language.
func (b *Body) switchStmt(s *ir.Switch) {
	var def *ir.Case
	var cases []*ir.Case
	for _, c := range s.Cases {
		if c.Default {
			def = c
		} else {
			cases = append(cases, c)
		}
	}
	k, known := s.Tag.(*ir.Const)
	if !known {
		b.Switch(s.Tag, cases, def)
		return
	}
	b.TrailAbove()
	for _, c := range cases {
		for _, v := range c.Values {
			if v.Value.Cmp(k.Value) == 0 {
				b.Stmts(c.Body)
				return
			}
		}
	}
	if def != nil {
		b.Stmts(def.Body)
	}
}
