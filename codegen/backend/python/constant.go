package python

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"strings"

	"smartnic-cc/codegen/ir"
)

// constant prints a constant as the source has it, where Python reads that alike.
func (f *fn) constant(c *ir.Const) px {
	switch {
	case c.Ref != nil && c.Ref.Local && f.locals[c.Ref] != "":
		return atom(f.locals[c.Ref])
	case c.Ref != nil && !c.Ref.Local && f.g.names.consts[c.Ref] != "":
		return atom(f.g.names.consts[c.Ref])
	case c.Typ.Kind == ir.Bool:
		return atom(boolean(c.Value))
	}
	return f.g.spelled(f.f.Pkg, c.Value, c.Text)
}

func boolean(v *big.Int) string {
	if v.Sign() != 0 {
		return "True"
	}
	return "False"
}

// spelled prints a number, as text has it if that is an expression of literals and constants of the
// package that Python reads alike, else in decimal.
func (g *gen) spelled(pkg *ir.Package, v *big.Int, text string) px {
	t := terms{p: g.p, pkg: pkg, name: func(d *ir.ConstDecl) string { return g.names.consts[d] }}
	if x, w, ok := t.parse(text); ok && w.Cmp(v) == 0 {
		return x
	}
	if v.Sign() < 0 {
		return unary(v.String())
	}
	return atom(v.String())
}

// namedIn returns the named constants in the text of a constant that spelled prints by their names.
func namedIn(p *ir.Program, pkg *ir.Package, c *ir.Const) []*ir.ConstDecl {
	if c.Ref != nil || c.Lit {
		return nil
	}
	var found []*ir.ConstDecl
	t := terms{p: p, pkg: pkg, name: func(d *ir.ConstDecl) string {
		found = append(found, d)
		return "x"
	}}
	if _, v, ok := t.parse(c.Text); !ok || v.Cmp(c.Value) != 0 {
		return nil
	}
	return found
}

// terms reads constant expressions of Go.
type terms struct {
	p    *ir.Program
	pkg  *ir.Package
	name func(*ir.ConstDecl) string
}

func (t *terms) parse(text string) (px, *big.Int, bool) {
	if text == "" {
		return px{}, nil, false
	}
	e, err := parser.ParseExpr(text)
	if err != nil {
		return px{}, nil, false
	}
	return t.expr(e)
}

var constantOps = map[token.Token]struct {
	op  ir.Op
	fun func(z, x, y *big.Int) *big.Int
}{
	token.ADD: {ir.Add, (*big.Int).Add}, token.SUB: {ir.Sub, (*big.Int).Sub}, token.MUL: {ir.Mul, (*big.Int).Mul},
	token.OR: {ir.Or, (*big.Int).Or}, token.AND: {ir.And, (*big.Int).And}, token.XOR: {ir.Xor, (*big.Int).Xor},
}

func (t *terms) expr(e ast.Expr) (px, *big.Int, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.expr(e.X)
	case *ast.BasicLit:
		// Octal with a plain 0 before it is an error in Python.
		octal := len(e.Value) > 1 && e.Value[0] == '0' && e.Value[1] >= '0' && e.Value[1] <= '9'
		v, ok := new(big.Int).SetString(e.Value, 0)
		return atom(e.Value), v, ok && e.Kind == token.INT && !octal
	case *ast.Ident:
		return t.named(t.pkg, e.Name)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return t.named(t.p.Package(x.Name), e.Sel.Name)
		}
	case *ast.UnaryExpr:
		if x, v, ok := t.expr(e.X); ok && e.Op == token.SUB {
			return unary("-" + x.in(precPostfix)), new(big.Int).Neg(v), true
		}
	case *ast.BinaryExpr:
		x, v, okX := t.expr(e.X)
		y, w, okY := t.expr(e.Y)
		if !okX || !okY {
			break
		}
		if o, ok := constantOps[e.Op]; ok {
			return infix(o.op, x, y), o.fun(new(big.Int), v, w), true
		}
		if e.Op == token.SHL && w.Sign() >= 0 && w.BitLen() <= 7 {
			return infix(ir.Shl, x, y), new(big.Int).Lsh(v, uint(w.Uint64())), true
		}
	}
	return px{}, nil, false
}

// named finds a constant as the source of a package calls it.
func (t *terms) named(pkg *ir.Package, name string) (px, *big.Int, bool) {
	if pkg == nil {
		return px{}, nil, false
	}
	for _, d := range pkg.Decls {
		group, ok := d.(*ir.ConstGroup)
		if !ok {
			continue
		}
		for _, c := range group.Consts {
			if c.Name == name && !c.Bool {
				s := t.name(c)
				return atom(s), c.Value, s != ""
			}
		}
	}
	return px{}, nil, false
}

// comment prints lines of a comment.
func comment(lines []string, indent string) string {
	var b strings.Builder
	for _, l := range trim(lines) {
		b.WriteString(strings.TrimRight(indent+"# "+clean(l), " ") + "\n")
	}
	return b.String()
}

// trim drops empty lines at the end.
func trim(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// clean drops what no line of a text file has.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\t", "    "))
}

// docstring prints the documentation of a class or function.
func docstring(lines []string, indent string) string {
	lines = trim(lines)
	if len(lines) == 0 {
		return ""
	}
	escape := strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`)
	var b strings.Builder
	b.WriteString(indent + `"""`)
	for i, l := range lines {
		l = escape.Replace(clean(l))
		if i > 0 && strings.TrimSpace(l) != "" {
			l = indent + l
		}
		if i == len(lines)-1 && strings.HasSuffix(l, `"`) {
			l += " "
		}
		b.WriteString(strings.TrimRight(l, " "))
		if i == len(lines)-1 && strings.HasSuffix(l, " ") {
			b.WriteString(" ")
		}
		if i < len(lines)-1 {
			b.WriteString("\n")
		}
	}
	if len(lines) > 1 {
		b.WriteString("\n" + indent)
	}
	b.WriteString("\"\"\"\n")
	return b.String()
}
