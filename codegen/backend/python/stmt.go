package python

import (
	"fmt"
	"maps"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/text/ident"
)

// fn prints one function, or expressions outside of functions.
type fn struct {
	g     *gen
	taken map[string]bool // names of the function and of the module
	printer.Body
}

// at returns a place in a package; nil is one without names of constants.
func (g *gen) at(pkg *ir.Package) *fn {
	f := &fn{g: g, taken: maps.Clone(g.taken)}
	f.Body = printer.NewBody(g.Module, &dialect, f, pkg)
	f.Lines = g.Options.Lines
	return f
}

// function prints a definition.
func (g *gen) function(of *ir.Func) string {
	f := g.at(of.Pkg)
	var params, results []string
	for _, v := range of.Params {
		params = append(params, f.declare(v)+": "+f.TypeName(v.Type))
	}
	for _, t := range of.Results {
		results = append(results, f.TypeName(t))
	}
	result := "None"
	switch {
	case len(results) == 1:
		result = results[0]
	case len(results) > 1:
		result = "tuple[" + f.List(results) + "]"
	}
	f.Line("def %s(%s) -> %s:", g.Names[of], strings.Join(params, ", "), result)
	f.Out.WriteString(documented(of.DeclInfo))
	f.Block(of.Body)
	return f.Out.String()
}

// free returns a name for what is in the function. What has the name of another in a block that is over may share it; what has
// the name of something in the module may not, which it would hide in the whole function.
func (f *fn) free(name string) string {
	if f.g.taken[name] || reserved[name] {
		name = ident.Unique(f.taken, reserved, name)
	}
	return name
}

func (f *fn) declare(v *ir.Var) string {
	f.Vars[v] = f.free(v.Name)
	return f.Vars[v]
}

// Local implements printer.Language.
func (f *fn) Local(c *ir.ConstDecl) string { return f.free(c.Name) }

// own returns a name for what the source has no name for.
func (f *fn) own(name string) string {
	for f.g.taken[name] || reserved[name] || f.named(name) {
		name += "_"
	}
	return name
}

// Declare implements printer.Language.
func (f *fn) Declare(v *ir.Var, _ ir.Expr, x string) {
	f.TypeName(v.Type)
	f.Line("%s = %s", f.declare(v), x)
}

// target is the name on the left of several results.
func (f *fn) target(s *ir.MultiAssign, i int) string {
	v := s.Dst[i]
	switch {
	case v == nil:
		return "_"
	case s.Define[i]:
		return f.declare(v)
	}
	return f.Vars[v]
}

// Multi implements printer.Language.
func (f *fn) Multi(s *ir.MultiAssign) {
	if in, ok := s.From.(*ir.Intrinsic); ok {
		f.multiIntrinsic(s, in)
		return
	}
	call := f.Call(s.From.(*ir.Call)) // before names are declared that it may not see
	names := make([]string, len(s.Dst))
	for i := range s.Dst {
		names[i] = f.target(s, i)
	}
	f.Line("%s = %s", f.List(names), call)
}

// multiIntrinsic prints bits.Mul, Add and Sub: the exact number, of which the two words are taken.
func (f *fn) multiIntrinsic(s *ir.MultiAssign, in *ir.Intrinsic) {
	exact := f.Expr(in.Args[0])
	for _, a := range in.Args[1:] {
		exact = f.Infix(map[ir.IntrinsicOp]ir.Op{ir.MulWide: ir.Mul, ir.AddCarry: ir.Add, ir.SubBorrow: ir.Sub}[in.Op], exact, f.Expr(a))
	}
	low, high := 0, 1
	if in.Op == ir.MulWide {
		low, high = 1, 0
	}
	word := f.own("exact")
	upper := fmt.Sprintf("%s >> %d", word, in.Bits)
	if in.Op == ir.SubBorrow {
		upper = "(" + upper + ") & 1"
	}
	f.Line("%s = %s", word, exact.S)
	if s.Dst[high] != nil {
		f.Line("%s = %s", f.target(s, high), upper)
	}
	if s.Dst[low] != nil {
		f.Line("%s = %s & 0x%s", f.target(s, low), word, strings.Repeat("F", in.Bits/4))
	}
}

// named reports whether some variable of the function has the name.
func (f *fn) named(name string) bool {
	for v := range f.Vars {
		if f.Vars[v] == name {
			return true
		}
	}
	return false
}

// For implements printer.Language.
func (f *fn) For(s *ir.For) {
	lo, hi := f.Const(s.Lo), f.Const(s.Hi)
	end, step := hi.S, ""
	switch {
	case s.Down && s.Inclusive:
		end, step = hi.In(printer.PrecAdd)+" - 1", ", -1"
	case s.Down:
		step = ", -1"
	case s.Inclusive:
		end = hi.In(printer.PrecAdd) + " + 1"
	}
	from := lo.S + ", "
	if s.Lo.Value.Sign() == 0 && step == "" {
		from = ""
	}
	f.Line("for %s in range(%s%s%s):", f.declare(s.Var), from, end, step)
	f.Block(s.Body)
}

// Switch implements printer.Language: a chain of comparisons, the default last.
func (f *fn) Switch(e ir.Expr, cases []*ir.Case, def *ir.Case) {
	tag := f.Expr(e)
	switch e.(type) {
	case *ir.VarRef, *ir.FieldRef:
		f.TrailAbove()
	default: // computed once
		name := f.own("tag")
		f.Vars[&ir.Var{Name: name}] = name
		f.Line("%s = %s", name, tag.S)
		tag = atom(name)
	}
	word := "if"
	for _, c := range cases {
		parts := make([]string, len(c.Values))
		for i, v := range c.Values {
			parts[i] = f.Const(v).In(printer.PrecBitOr)
		}
		test := " == " + parts[0]
		if len(parts) > 1 {
			test = " in (" + strings.Join(parts, ", ") + ")"
		}
		f.Clause(c, word+" "+tag.In(printer.PrecBitOr)+test+":")
		word = "elif"
	}
	switch {
	case def == nil:
	case word == "if":
		f.Stmts(def.Body)
	default:
		f.Clause(def, "else:")
	}
}
