package python

import (
	"math/big"
	"strings"

	"smartnic-cc/codegen/backend/printer"
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
	t := printer.Spelling{Program: g.p, Package: pkg, Signs: signs, Name: func(d *ir.ConstDecl) string { return g.names.consts[d] }}
	if x, ok := t.Constant(text, v); ok {
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
	t := printer.Spelling{Program: p, Package: pkg, Signs: signs, Name: func(d *ir.ConstDecl) string {
		found = append(found, d)
		return "x"
	}}
	if _, ok := t.Constant(c.Text, c.Value); !ok {
		return nil
	}
	return found
}

// comment prints lines of a comment.
func comment(lines []string, indent string) string { return printer.Comment(lines, indent+"#") }

var trim, clean, indents, wrapped = printer.Trim, printer.Clean, printer.Indents, printer.Wrapped

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
