package rust

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
)

// fn prints one function, or expressions of a module.
type fn struct {
	g      *gen
	f      *ir.Func
	pkg    *ir.Package
	vars   map[*ir.Var]string
	goName map[string]string // of the names of variables
	locals map[*ir.ConstDecl]string
	printer.Body
}

// function prints a definition.
func (g *gen) function(f *ir.Func) string {
	w := &fn{g: g, f: f, pkg: f.Pkg, vars: map[*ir.Var]string{}, goName: map[string]string{}, locals: map[*ir.ConstDecl]string{}}
	w.Body = printer.Body{Language: w, Prose: func(text string) string { return g.prose(f.Pkg, text) }, Syntax: printer.Syntax{
		Mark: "//", Trail: " // ", If: "if %s {", ElseIf: "} else if %s {", Else: "} else {", End: "}", Semicolon: ";"}}
	var params, results []string
	for _, v := range f.Params {
		ref := map[bool]string{true: "&mut ", false: "&"}[g.mutable[v]]
		name := w.declare(v)
		if !v.ByRef {
			ref = ""
		} else {
			name = w.vars[v]
		}
		params = append(params, name+": "+ref+g.typeName(f.Pkg, v.Type))
	}
	for _, t := range f.Results {
		results = append(results, g.typeName(f.Pkg, t))
	}
	result := ""
	if len(results) > 0 {
		result = " -> " + tuple(results)
	}
	w.Line("%s fn %s(%s)%s {", visibility(f.Export || exported(f.Name)), g.names[f], strings.Join(params, ", "), result)
	w.Block(f.Body)
	w.Close()
	return g.docs(f.Pkg, f.Doc, f.Name, g.names[f], fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line), "") + w.Out.String()
}

func tuple(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// declare names a variable for its declaration: not as another that may be seen there, nor as anything of the module.
func (f *fn) declare(v *ir.Var) string {
	name := snake(v.Name)
	for i := 2; f.g.taken[f.pkg][name] || f.goName[name] != "" && f.goName[name] != v.Name; i++ {
		name = snake(v.Name) + "_" + strconv.Itoa(i)
	}
	f.goName[name], f.vars[v] = v.Name, name
	if f.g.mutable[v] {
		return "mut " + name
	}
	return name
}

// Condition implements printer.Language.
func (f *fn) Condition(e ir.Expr) string { return f.expr(e).S }

// Fail implements printer.Language.
func (f *fn) Fail(pos ir.Pos, format string, args ...any) { f.g.fail(pos, format, args...) }

// Declare implements printer.Language.
func (f *fn) Declare(s *ir.Declare) {
	x, t := f.g.zero(f.pkg, s.Var.Type), ": "+f.g.typeName(f.pkg, s.Var.Type)
	if s.Init != nil {
		x = f.expr(s.Init).S
	}
	switch s.Init.(type) {
	case nil, *ir.Const, *ir.Composite:
	default:
		t = ""
	}
	f.Line("let %s%s = %s;", f.declare(s.Var), t, x)
}

// DeclareConst implements printer.Language.
func (f *fn) DeclareConst(c *ir.ConstDecl) {
	if k := f.g.constKind(c, ir.Invalid); k != ir.Invalid {
		f.locals[c] = screaming(c.Name)
		f.Line("const %s: %s = %s;", f.locals[c], scalar(k), f.g.number(f.pkg, c.Value, c.Text, k).S)
	}
}

// Assign implements printer.Language.
func (f *fn) Assign(s *ir.Assign) {
	dst, src := f.expr(s.Dst), f.expr(s.Src)
	if s.Op != ir.NoOp {
		full := f.arith(s.Op, s.Pos, s.Dst, s.Src)
		if full.S == signs.Infix(s.Op, dst, src).S {
			f.Line("%s %s= %s;", dst.S, signs.Sign(s.Op), signs.Operand(s.Op, src).S)
			return
		}
		src = full // a method
	}
	f.Line("%s = %s;", dst.S, src.S)
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
			names[i], let = f.vars[v], ""
		}
	}
	for i, v := range s.Dst {
		if v != nil && s.Define[i] {
			if names[i] = f.declare(v); let == "" { // one pattern either declares or assigns
				f.Line("let %s: %s;", names[i], f.g.typeName(f.pkg, v.Type))
				names[i] = f.vars[v]
			}
		}
	}
	f.Line("%s%s = %s;", let, tuple(names), from)
}

// wide prints bits.Mul, Add and Sub: the exact number, of which the two words are taken.
func (f *fn) wide(e *ir.Intrinsic) string {
	args := make([]any, len(e.Args))
	for i, a := range e.Args {
		args[i] = f.expr(a).WithType().In(printer.PrecCast) + " as u" + strconv.Itoa(2*e.Bits)
	}
	text := map[ir.IntrinsicOp]string{ir.MulWide: "{ let wide = (%s) * (%s); (HIGH, LOW) }", ir.AddCarry: "{ let wide = (%s) + (%s) + (%s); (LOW, HIGH) }",
		ir.SubBorrow: "{ let wide = (%s).wrapping_sub(%s).wrapping_sub(%s); (LOW, HIGH & 1) }"}[e.Op]
	word := "u" + strconv.Itoa(e.Bits)
	return fmt.Sprintf(strings.NewReplacer("LOW", "wide as "+word, "HIGH", "(wide >> "+strconv.Itoa(e.Bits)+") as "+word).Replace(text), args...)
}

// For implements printer.Language.
func (f *fn) For(s *ir.For) {
	lo, hi := f.constant(s.Lo), f.constant(s.Hi)
	text := lo.In(printer.PrecAdd) + ".." + hi.WithType().In(printer.PrecAdd)
	switch {
	case s.Down && s.Inclusive:
		text = "(" + hi.In(printer.PrecAdd) + "..=" + lo.WithType().In(printer.PrecAdd) + ").rev()"
	case s.Down:
		first := f.g.number(f.pkg, new(big.Int).Add(s.Hi.Value, big.NewInt(1)), "", s.Hi.Typ.Kind)
		text = "(" + first.S + "..=" + lo.WithType().In(printer.PrecAdd) + ").rev()"
	case s.Inclusive:
		text = strings.Replace(text, "..", "..=", 1)
	}
	f.Line("for %s in %s {", f.declare(s.Var), text)
	f.Block(s.Body)
	f.Close()
}

// Switch implements printer.Language: a match, the default last.
func (f *fn) Switch(tag ir.Expr, cases []*ir.Case, def *ir.Case) {
	f.Line("match %s {", f.expr(tag).S)
	f.Indent++
	for _, c := range cases {
		patterns := make([]string, len(c.Values))
		for i, v := range c.Values {
			if patterns[i] = f.constant(v).S; strings.ContainsAny(patterns[i], " (") { // no path and no literal
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

// Return implements printer.Language.
func (f *fn) Return(s *ir.Return) {
	values := make([]string, len(s.Values))
	for i, e := range s.Values {
		values[i] = " " + f.expr(e).S
	}
	if len(values) > 1 {
		values = []string{" (" + strings.Join(values, ",")[1:] + ")"}
	}
	f.Line("return%s;", strings.Join(values, ""))
}
