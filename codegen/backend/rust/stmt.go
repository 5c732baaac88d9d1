package rust

import (
	"fmt"
	"go/token"
	"math/big"
	"strconv"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
)

// fn prints one function, or expressions of a module.
type fn struct {
	g      *gen
	of     *ir.Func
	goName map[string]string // of the names of variables
	printer.Body
}

// at returns a place in a package; nil is outside of all.
func (g *gen) at(pkg *ir.Package) *fn {
	f := &fn{g: g, goName: map[string]string{}}
	f.Body = printer.NewBody(g.Module, &dialect, f, pkg)
	f.Prose = func(text string) string { return g.prose(pkg, text) }
	return f
}

// function prints a definition.
func (g *gen) function(of *ir.Func) string {
	f := g.at(of.Pkg)
	f.of = of
	var params, results []string
	for _, v := range of.Params {
		name := f.declare(v)
		if v.ByRef {
			name = f.Vars[v]
		}
		params = append(params, name+": "+g.Ref(v)+f.TypeName(v.Type))
	}
	for _, t := range of.Results {
		results = append(results, f.TypeName(t))
	}
	result := ""
	if len(results) > 0 {
		result = " -> " + f.List(results)
	}
	f.Line("%s fn %s(%s)%s {", visibility(of.Export || token.IsExported(of.Name)), g.Names[of], strings.Join(params, ", "), result)
	f.Block(of.Body)
	f.Close()
	return g.docs(of.Pkg, of.Doc, of.Name, g.Names[of], fmt.Sprintf("%s:%d", of.Pos.File, of.Pos.Line), "") + f.Out.String()
}

// declare names a variable for its declaration: not as another that may be seen there, nor as anything of the module.
func (f *fn) declare(v *ir.Var) string {
	name := snake(v.Name)
	for i := 2; f.g.taken[f.Pkg][name] || f.goName[name] != "" && f.goName[name] != v.Name; i++ {
		name = snake(v.Name) + "_" + strconv.Itoa(i)
	}
	f.goName[name], f.Vars[v] = v.Name, name
	if f.g.mutable[v] {
		return "mut " + name
	}
	return name
}

// Local implements printer.Language.
func (f *fn) Local(c *ir.ConstDecl) string { return screaming(c.Name) }

// Declare implements printer.Language.
func (f *fn) Declare(v *ir.Var, init ir.Expr, x string) {
	t := ": " + f.TypeName(v.Type)
	switch init.(type) {
	case nil, *ir.Const, *ir.Composite:
	default:
		t = ""
	}
	f.Line("let %s%s = %s;", f.declare(v), t, x)
}

// Multi implements printer.Language.
func (f *fn) Multi(s *ir.MultiAssign) {
	from := ""
	if e, ok := s.From.(*ir.Intrinsic); ok {
		from = f.wide(e)
	} else {
		from = f.Call(s.From.(*ir.Call))
	}
	names, let := make([]string, len(s.Dst)), "let "
	for i, v := range s.Dst {
		if names[i] = "_"; v != nil && !s.Define[i] {
			names[i], let = f.Vars[v], ""
		}
	}
	for i, v := range s.Dst {
		if v != nil && s.Define[i] {
			if names[i] = f.declare(v); let == "" { // one pattern either declares or assigns
				f.Line("let %s: %s;", names[i], f.TypeName(v.Type))
				names[i] = f.Vars[v]
			}
		}
	}
	f.Line("%s%s = %s;", let, f.List(names), from)
}

// wide prints bits.Mul, Add and Sub: the exact number, of which the two words are taken.
func (f *fn) wide(e *ir.Intrinsic) string {
	args := make([]any, len(e.Args))
	for i, a := range e.Args {
		args[i] = f.Expr(a).WithType().In(printer.PrecCast) + " as u" + strconv.Itoa(2*e.Bits)
	}
	text := map[ir.IntrinsicOp]string{ir.MulWide: "{ let wide = (%s) * (%s); (HIGH, LOW) }", ir.AddCarry: "{ let wide = (%s) + (%s) + (%s); (LOW, HIGH) }",
		ir.SubBorrow: "{ let wide = (%s).wrapping_sub(%s).wrapping_sub(%s); (LOW, HIGH & 1) }"}[e.Op]
	word := "u" + strconv.Itoa(e.Bits)
	return fmt.Sprintf(strings.NewReplacer("LOW", "wide as "+word, "HIGH", "(wide >> "+strconv.Itoa(e.Bits)+") as "+word).Replace(text), args...)
}

// For implements printer.Language.
func (f *fn) For(s *ir.For) {
	first, last, format := f.Const(s.Lo), f.Const(s.Hi), "for %s in %s..%s {"
	if s.Down {
		first, last, format = last, first, "for %s in (%s..=%s).rev() {"
	} else if s.Inclusive {
		format = "for %s in %s..=%s {"
	}
	if s.Down && !s.Inclusive {
		first = f.Number(new(big.Int).Add(s.Hi.Value, big.NewInt(1)), "", s.Hi.Typ.Kind)
	}
	f.Line(format, f.declare(s.Var), first.In(printer.PrecAdd), last.WithType().In(printer.PrecAdd))
	f.Block(s.Body)
	f.Close()
}

// Switch implements printer.Language: a match, the default last.
func (f *fn) Switch(tag ir.Expr, cases []*ir.Case, def *ir.Case) {
	f.Line("match %s {", f.Expr(tag).S)
	f.Indent++
	for _, c := range cases {
		patterns := make([]string, len(c.Values))
		for i, v := range c.Values {
			if patterns[i] = f.Const(v).S; strings.ContainsAny(patterns[i], " (") { // no path and no literal
				patterns[i] = v.Value.String()
			}
		}
		f.Clause(c, strings.Join(patterns, " | ")+" => {")
		f.Close()
	}
	if def == nil {
		def = &ir.Case{}
	}
	f.Clause(def, "_ => {")
	f.Close()
	f.Indent--
	f.Close()
}
