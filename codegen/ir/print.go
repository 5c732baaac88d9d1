package ir

import (
	"fmt"
	"io"
	"strings"
)

// Fprint writes the program in a form like Go, for people and golden files. Constants show
// their value, and the source's text where that differs. The error is that of w.
func Fprint(w io.Writer, prog *Program) error {
	p := &printer{}
	for i, q := range prog.Packages {
		if i > 0 {
			p.ln("")
		}
		p.pkg(q)
	}
	for _, t := range prog.Transducers {
		p.ln("")
		head := "transducer " + t.Name + ": step " + t.Step.FullName() + ", init " + t.Init.FullName()
		if t.Next != nil {
			head += ", next " + t.Next.FullName()
		}
		if t.First != nil {
			head += ", first " + t.First.FullName()
		}
		if t.View != nil {
			head += ", view " + t.View.FullName()
		}
		p.ln("%s", head)
		p.ln("\tparams %s, state %s, event %s, output %s", t.Params, t.State, t.Event, t.Output)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type printer struct {
	b      strings.Builder
	indent int
}

func (p *printer) ln(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if s != "" {
		p.b.WriteString(strings.Repeat("\t", p.indent))
	}
	p.b.WriteString(s)
	p.b.WriteByte('\n')
}

func (p *printer) comment(lines []string) {
	for _, l := range lines {
		p.ln("%s", strings.TrimRight("// "+l, " "))
	}
}

func (p *printer) meta(m Meta) {
	if m.Unit != "" {
		p.ln("//unit %s", m.Unit)
	}
	if m.Format != nil {
		p.ln("//format %s", m.Format.Text)
	}
}

func (p *printer) event(m *EventMark) {
	if m != nil {
		p.ln("//event %s", m.Happening)
	}
}

func trail(s string) string {
	if s == "" {
		return ""
	}
	return " // " + s
}

func (p *printer) pkg(q *Package) {
	p.comment(q.Doc)
	p.ln("package %s // %s", q.Name, q.Path)
	for _, d := range q.Decls {
		p.ln("")
		p.decl(d)
	}
}

func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *CommentDecl:
		p.comment(d.Doc)
	case *ConstGroup:
		p.comment(d.Doc)
		p.consts(d.Consts)
	case *TypeDecl:
		p.comment(d.Doc)
		if d.Size > 0 {
			p.ln("//size %d", d.Size)
		}
		p.meta(d.Meta)
		p.event(d.Event)
		p.typeDecl(d)
	case *Table:
		p.comment(d.Doc)
		p.ln("var %s %s = %s%s", d.Name, d.Type, ExprString(d.Value), trail(d.Trail))
	case *Func:
		p.comment(d.Doc)
		if d.Export {
			p.ln("//export")
		}
		p.fn(d)
	}
}

func (p *printer) consts(cs []*ConstDecl) {
	for _, c := range cs {
		p.comment(c.Doc)
		p.event(c.Event)
		typ := "untyped"
		switch {
		case c.Type != nil:
			typ = c.Type.String()
		case c.Bool:
			typ = "untyped bool"
		}
		text := ""
		if c.Text != "" && c.Text != c.Value.String() {
			text = " /* " + c.Text + " */"
		}
		p.ln("const %s %s = %s%s%s", c.Name, typ, c.Value, text, trail(c.Trail))
	}
}

func (p *printer) typeDecl(d *TypeDecl) {
	note := ""
	if d.Instance {
		note = " // " + d.GoName
	}
	switch d.Type.Kind {
	case Struct:
		p.ln("type %s struct {%s", d.Name, note)
		p.indent++
		for _, f := range d.Type.Fields {
			p.comment(f.Doc)
			p.meta(f.Meta)
			if f.Signal != nil {
				p.ln("//signal %s", f.Signal)
			}
			if f.Control != nil {
				p.ln("//control %s", f.Control)
			}
			if f.Show != nil {
				p.ln("//show %s", f.Show.Name)
			}
			p.ln("%s %s%s", f.Name, f.Type, trail(f.Trail))
		}
		p.indent--
		p.ln("}")
	case Array:
		p.ln("type %s [%d]%s%s", d.Name, d.Type.Len, d.Type.Elem, note)
	default:
		p.ln("type %s %s%s", d.Name, d.Type.Kind, note)
	}
}

func (p *printer) fn(f *Func) {
	var ps, rs []string
	for _, v := range f.Params {
		star := ""
		if v.ByRef {
			star = "*"
		}
		ps = append(ps, v.Name+" "+star+v.Type.String())
	}
	for _, r := range f.Results {
		rs = append(rs, r.String())
	}
	res := strings.Join(rs, ", ")
	if len(rs) > 1 {
		res = "(" + res + ")"
	}
	if res != "" {
		res += " "
	}
	note := ""
	if f.GoName != f.Name {
		note = " // " + f.GoName
	}
	p.ln("func %s(%s) %s{%s", f.Name, strings.Join(ps, ", "), res, note)
	p.block(f.Body)
	p.ln("}")
}

func (p *printer) block(body []Stmt) {
	p.indent++
	for _, s := range body {
		p.stmt(s)
	}
	p.indent--
}

func (p *printer) stmt(s Stmt) {
	i := s.Info()
	if i.Blank {
		p.ln("")
	}
	p.comment(i.Lead)
	t := trail(i.Trail)
	switch s := s.(type) {
	case *Declare:
		if s.Init == nil {
			p.ln("var %s %s%s", s.Var.Name, s.Var.Type, t)
		} else {
			p.ln("%s %s := %s%s", s.Var.Name, s.Var.Type, ExprString(s.Init), t)
		}
	case *DeclareConst:
		p.consts(s.Consts)
	case *Assign:
		p.ln("%s %s= %s%s", ExprString(s.Dst), s.Op, ExprString(s.Src), t)
	case *MultiAssign:
		var ds []string
		for i, v := range s.Dst {
			switch {
			case v == nil:
				ds = append(ds, "_")
			case s.Define[i]:
				ds = append(ds, "var "+v.Name+" "+v.Type.String())
			default:
				ds = append(ds, v.Name)
			}
		}
		p.ln("%s = %s%s", strings.Join(ds, ", "), ExprString(s.From), t)
	case *If:
		p.ln("if %s {%s", ExprString(s.Cond), t)
		p.block(s.Then)
		if len(s.Else) > 0 {
			p.ln("} else {")
			p.block(s.Else)
		}
		p.ln("}")
	case *For:
		op := map[[2]bool]string{{false, false}: "<", {false, true}: "<=", {true, false}: ">", {true, true}: ">="}[[2]bool{s.Down, s.Inclusive}]
		step := "++"
		if s.Down {
			step = "--"
		}
		n := s.Var.Name
		p.ln("for %s %s := %s; %s %s %s; %s%s { // %d turns%s", n, s.Var.Type, ExprString(s.Lo), n, op, ExprString(s.Hi), n, step, s.Trips,
			strings.TrimPrefix(t, " //"))
		p.block(s.Body)
		p.ln("}")
	case *Switch:
		p.ln("switch %s {%s", ExprString(s.Tag), t)
		for _, c := range s.Cases {
			p.comment(c.Lead)
			var vs []string
			for _, v := range c.Values {
				vs = append(vs, ExprString(v))
			}
			if c.Default {
				p.ln("default:%s", trail(c.Trail))
			} else {
				p.ln("case %s:%s", strings.Join(vs, ", "), trail(c.Trail))
			}
			p.block(c.Body)
		}
		p.ln("}")
	case *Return:
		p.ln("%s%s", strings.TrimRight("return "+exprList(s.Values), " "), t)
	case *Break:
		p.ln("break%s", t)
	case *Continue:
		p.ln("continue%s", t)
	case *Block:
		p.ln("{%s", t)
		p.block(s.Body)
		p.ln("}")
	case *CallStmt:
		p.ln("%s%s", ExprString(s.Call), t)
	}
}

func exprList(es []Expr) string {
	var ss []string
	for _, e := range es {
		ss = append(ss, ExprString(e))
	}
	return strings.Join(ss, ", ")
}

// ExprString returns an expression in a form like Go, fully parenthesised.
func ExprString(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "<zero>"
	case *Const:
		switch {
		case e.Ref != nil:
			return e.Ref.Name
		case e.Lit || e.Text == "" || e.Text == e.Value.String():
			if e.Text != "" {
				return e.Text
			}
			return e.Value.String()
		}
		return e.Value.String() + " /* " + e.Text + " */"
	case *VarRef:
		if e.Var == nil {
			return "?"
		}
		if e.Var.ByRef {
			return "(*" + e.Var.Name + ")"
		}
		return e.Var.Name
	case *TableRef:
		return e.Table.Name
	case *FieldRef:
		return ExprString(e.X) + "." + e.Field.Name
	case *Index:
		return ExprString(e.X) + "[" + ExprString(e.I) + "]"
	case *Unary:
		return e.Op.String() + ExprString(e.X)
	case *Binary:
		return "(" + ExprString(e.X) + " " + e.Op.String() + " " + ExprString(e.Y) + ")"
	case *Shift:
		return "(" + ExprString(e.X) + " " + e.Op.String() + " " + ExprString(e.Count) + ")"
	case *Convert:
		return e.Typ.String() + "(" + ExprString(e.X) + ")"
	case *MinMax:
		if e.Max {
			return "max(" + exprList(e.Args) + ")"
		}
		return "min(" + exprList(e.Args) + ")"
	case *Intrinsic:
		s := fmt.Sprintf("bits.%s%d(%s)", e.Op, e.Bits, exprList(e.Args))
		if e.Op <= OnesCount {
			s = e.Typ.String() + "(" + s + ")"
		}
		return s
	case *Call:
		var as []string
		for _, a := range e.Args {
			s := ExprString(a.X)
			if a.ByRef {
				s = "&" + s
			}
			as = append(as, s)
		}
		return e.Func.FullName() + "(" + strings.Join(as, ", ") + ")"
	case *Composite:
		var es []string
		for i, x := range e.Elems {
			if e.Typ.Kind == Struct {
				es = append(es, e.Typ.Fields[i].Name+": "+ExprString(x))
			} else {
				es = append(es, ExprString(x))
			}
		}
		return e.Typ.String() + "{" + strings.Join(es, ", ") + "}"
	}
	return fmt.Sprintf("<%T>", e)
}
