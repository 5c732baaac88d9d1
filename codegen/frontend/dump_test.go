package frontend

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// dump writes a program in a form like Go, for golden files. Constants show their value, and
// the source's text where that differs.
func dump(prog *ir.Program) string {
	p := &dumper{}
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
	return p.b.String()
}

type dumper struct {
	b      strings.Builder
	indent int
}

func (p *dumper) ln(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if s != "" {
		p.b.WriteString(strings.Repeat("\t", p.indent))
	}
	p.b.WriteString(s)
	p.b.WriteByte('\n')
}

func (p *dumper) comment(lines []string) {
	for _, l := range lines {
		p.ln("%s", strings.TrimRight("// "+l, " "))
	}
}

func (p *dumper) meta(m ir.Meta) {
	if m.Unit != "" {
		p.ln("//unit %s", m.Unit)
	}
	if m.Format != nil {
		p.ln("//format %s", m.Format.Text)
	}
}

func (p *dumper) event(m *ir.EventMark) {
	if m != nil {
		p.ln("//event %s", m.Kind)
	}
}

func trail(s string) string {
	if s == "" {
		return ""
	}
	return " // " + s
}

func (p *dumper) pkg(q *ir.Package) {
	p.comment(q.Doc)
	p.ln("package %s // %s", q.Name, q.Path)
	for _, d := range q.Decls {
		p.ln("")
		p.decl(d)
	}
}

func (p *dumper) decl(d ir.Decl) {
	switch d := d.(type) {
	case *ir.CommentDecl:
		p.comment(d.Doc)
	case *ir.ConstGroup:
		p.comment(d.Doc)
		p.consts(d.Consts)
	case *ir.TypeDecl:
		p.comment(d.Doc)
		if d.Size > 0 {
			p.ln("//size %d", d.Size)
		}
		p.meta(d.Meta)
		p.event(d.Event)
		p.typeDecl(d)
	case *ir.Table:
		p.comment(d.Doc)
		p.ln("var %s %s = %s%s", d.Name, d.Type, ir.ExprString(d.Value), trail(d.LineComment))
	case *ir.Func:
		p.comment(d.Doc)
		if d.Export {
			p.ln("//export")
		}
		p.fn(d)
	}
}

func (p *dumper) consts(cs []*ir.ConstDecl) {
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
		p.ln("const %s %s = %s%s%s", c.Name, typ, c.Value, text, trail(c.LineComment))
	}
}

func (p *dumper) typeDecl(d *ir.TypeDecl) {
	note := ""
	if d.Instance {
		note = " // " + d.GoName
	}
	switch d.Type.Kind {
	case ir.Struct:
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
			if f.Probe != nil {
				p.ln("//show %s", f.Probe.Name)
			}
			p.ln("%s %s%s", f.Name, f.Type, trail(f.LineComment))
		}
		p.indent--
		p.ln("}")
	case ir.Array:
		p.ln("type %s [%d]%s%s", d.Name, d.Type.Len, d.Type.Elem, note)
	default:
		p.ln("type %s %s%s", d.Name, d.Type.Kind, note)
	}
}

func (p *dumper) fn(f *ir.Func) {
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

func (p *dumper) block(body []ir.Stmt) {
	p.indent++
	for _, s := range body {
		p.stmt(s)
	}
	p.indent--
}

func (p *dumper) stmt(s ir.Stmt) {
	i := s.Info()
	if i.Blank {
		p.ln("")
	}
	p.comment(i.LeadComment)
	t := trail(i.LineComment)
	switch s := s.(type) {
	case *ir.Declare:
		if s.Init == nil {
			p.ln("var %s %s%s", s.Var.Name, s.Var.Type, t)
		} else {
			p.ln("%s %s := %s%s", s.Var.Name, s.Var.Type, ir.ExprString(s.Init), t)
		}
	case *ir.DeclareConst:
		p.consts(s.Consts)
	case *ir.Assign:
		p.ln("%s %s= %s%s", ir.ExprString(s.Dst), s.Op, ir.ExprString(s.Src), t)
	case *ir.MultiAssign:
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
		p.ln("%s = %s%s", strings.Join(ds, ", "), ir.ExprString(s.From), t)
	case *ir.If:
		p.ln("if %s {%s", ir.ExprString(s.Cond), t)
		p.block(s.Then)
		if len(s.Else) > 0 {
			p.ln("} else {")
			p.block(s.Else)
		}
		p.ln("}")
	case *ir.For:
		op := map[[2]bool]string{{false, false}: "<", {false, true}: "<=", {true, false}: ">", {true, true}: ">="}[[2]bool{s.Down, s.Inclusive}]
		step := "++"
		if s.Down {
			step = "--"
		}
		n := s.Var.Name
		p.ln("for %s %s := %s; %s %s %s; %s%s { // %d turns%s", n, s.Var.Type, ir.ExprString(s.Lo), n, op, ir.ExprString(s.Hi), n, step, s.Iterations,
			strings.TrimPrefix(t, " //"))
		p.block(s.Body)
		p.ln("}")
	case *ir.Switch:
		p.ln("switch %s {%s", ir.ExprString(s.Tag), t)
		for _, c := range s.Cases {
			p.comment(c.LeadComment)
			var vs []string
			for _, v := range c.Values {
				vs = append(vs, ir.ExprString(v))
			}
			if c.Default {
				p.ln("default:%s", trail(c.LineComment))
			} else {
				p.ln("case %s:%s", strings.Join(vs, ", "), trail(c.LineComment))
			}
			p.block(c.Body)
		}
		p.ln("}")
	case *ir.Return:
		p.ln("%s%s", strings.TrimRight("return "+exprList(s.Values), " "), t)
	case *ir.Break:
		p.ln("break%s", t)
	case *ir.Continue:
		p.ln("continue%s", t)
	case *ir.Block:
		p.ln("{%s", t)
		p.block(s.Body)
		p.ln("}")
	case *ir.CallStmt:
		p.ln("%s%s", ir.ExprString(s.Call), t)
	}
}

func exprList(es []ir.Expr) string {
	var ss []string
	for _, e := range es {
		ss = append(ss, ir.ExprString(e))
	}
	return strings.Join(ss, ", ")
}
