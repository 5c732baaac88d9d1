package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

func (f *fn) declare(s *ir.Declare) {
	v := s.Var
	var init string
	k := v.Type.Kind
	switch x := s.Init.(type) {
	case nil:
		init = f.g.useZero()
		if k.IsScalar() {
			init = zeroScalar(k)
		}
	case *ir.Composite:
		b, ok := f.braces(x)
		if !ok {
			f.buildComposite(v, x)
			return
		}
		init = b
	default:
		if k == ir.Array {
			f.declareArray(v, s.Init)
			return
		}
		init = f.byValue(s.Init)
	}
	f.line("%s = %s;", f.g.decl(v.Type, f.declareVar(v)), init)
	f.voidUnread(v)
}

// voidUnread marks a variable as used if it was mentioned only in branches that the types exclude.
func (f *fn) voidUnread(v *ir.Var) {
	if f.info.unread[v] {
		f.line("(void)%s;", f.vars[v])
	}
}

// buildComposite declares v and fills it element by element.
func (f *fn) buildComposite(v *ir.Var, c *ir.Composite) {
	name := f.declareVar(v)
	f.line("%s = %s;", f.g.decl(v.Type, name), f.g.useZero())
	f.fill(name, c)
}

func (f *fn) fill(dst string, c *ir.Composite) {
	for i, e := range c.Elems {
		if e == nil {
			continue
		}
		d := fmt.Sprintf("%s[%d]", dst, i)
		if c.Typ.Kind == ir.Struct {
			d = dst + "." + f.g.n.fields[c.Typ.Fields[i]]
		}
		if x, ok := e.(*ir.Composite); ok {
			f.fill(d, x)
			continue
		}
		f.store(d, e)
	}
}

// store prints dst = e for any type; dst is new, so e does not mention it.
func (f *fn) store(dst string, e ir.Expr) {
	if e.Type().Kind != ir.Array {
		f.line("%s = %s;", dst, f.byValue(e))
		return
	}
	src := f.arraySource(e)
	f.copyArray(dst, src, e.Type())
}

// arraySource prints an array that can be read element by element, storing one without a place in a variable.
func (f *fn) arraySource(e ir.Expr) string {
	if !temporary(e) {
		s, _ := f.place(e)
		return s
	}
	w := f.wrapper(e)
	t := f.local("array")
	f.line("%s %s = %s;", f.g.wrapperName(e.Type()), t, w)
	return t + ".v"
}

func (f *fn) copyArray(dst, src string, t *ir.Type) {
	i := f.local("i")
	f.open("for (uint32_t %s = 0u; %s < %du; %s++)", i, i, t.Len, i)
	d, s := fmt.Sprintf("%s[%s]", dst, i), fmt.Sprintf("%s[%s]", src, i)
	if t.Elem.Kind == ir.Array {
		f.copyArray(d, s, t.Elem)
	} else {
		f.line("%s = %s;", d, s)
	}
	f.close("")
	delete(f.scopes[len(f.scopes)-1], i)
}

func (f *fn) declareArray(v *ir.Var, init ir.Expr) {
	src := f.arraySource(init)
	f.line("%s;", f.g.decl(v.Type, f.declareVar(v)))
	f.copyArray(f.vars[v], src, v.Type)
	f.voidUnread(v)
}

// declareConst prints constants of a block as const variables. A constant that is never used, or used as several
// types, is printed as its value at each use.
func (f *fn) declareConst(s *ir.DeclareConst) {
	for _, c := range s.Consts {
		if !f.g.final || f.info.kinds[c] == ir.Invalid { // without a name in C
			continue
		}
		if len(c.Doc) > 0 {
			f.out.WriteString(comment(f.prose(c.Doc), strings.Repeat("\t", f.indent)))
		}
		k := f.info.kinds[c]
		t := cKind[k]
		if c.Type != nil {
			t = f.g.typeName(c.Type)
		}
		f.consts[c] = f.local(c.Name)
		if c.LineComment != "" {
			f.trail = f.remark(c.LineComment)
		}
		f.line("const %s %s = %s;", t, f.consts[c], number(k, c.Value, c.Text, true).s)
	}
}
