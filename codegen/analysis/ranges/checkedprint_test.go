package ranges

import (
	"bytes"
	"fmt"
	"go/format"
	"math/big"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// printChecked prints the functions that //ccgen:exhaustive marks, with all that they call, as Go in
// which every operation that must fit is checked, and for each a loop over its
// domain. It is a file of the program that runChecked runs.
//
// Unsigned values are held as uint64 and signed ones as int64, so that what does
// not fit a narrow type is seen; lines that are written as wrapping wrap.
func printChecked(p *ir.Program) ([]byte, error) {
	c := &checker{rec: newRecorder(p.Wraps()), done: map[*ir.Func]bool{}, tables: map[*ir.Table]bool{}}
	var roots []*ir.Func
	for _, f := range p.Funcs() {
		if f.Contract.Exhaustive {
			roots = append(roots, f)
		}
	}
	var body bytes.Buffer
	c.w = &body
	for _, f := range ir.Reachable(roots...) {
		c.function(f)
	}
	for _, f := range roots {
		c.driver(f)
	}
	var out bytes.Buffer
	out.WriteString("package main\n\nimport \"math/bits\"\n\nvar _ = bits.Len64\n\n")
	out.WriteString("// runs are the loops over the domains.\nvar runs = []run{\n")
	for _, f := range roots {
		lo, hi, names := c.outerLoop(f)
		fmt.Fprintf(&out, "{%q, %q, %s, %s, %s},\n", f.FullName(), strings.Join(names, ", "), lo, hi, "run_"+ident(f))
	}
	out.WriteString("}\n\n// sites are the places that are checked.\nvar sites = []string{\n")
	for _, s := range c.sites {
		fmt.Fprintf(&out, "%q,\n", s)
	}
	out.WriteString("}\n\n")
	out.Write(body.Bytes())
	if c.err != nil {
		return nil, c.err
	}
	return format.Source(out.Bytes())
}

type checker struct {
	rec    *recorder
	w      *bytes.Buffer
	fn     *ir.Func
	done   map[*ir.Func]bool
	tables map[*ir.Table]bool
	sites  []string
	err    error
}

func (c *checker) fail(pos ir.Pos, format string, args ...any) string {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s: a function that //ccgen:exhaustive covers works on scalars, without loops", pos, fmt.Sprintf(format, args...))
	}
	return "0"
}

func ident(f *ir.Func) string { return f.Pkg.Name + "_" + f.Name }

func goType(k ir.Kind) string {
	switch {
	case k == ir.Bool:
		return "bool"
	case k.IsSigned():
		return "int64"
	}
	return "uint64"
}

func (c *checker) site(pos ir.Pos, what string) int {
	c.sites = append(c.sites, fmt.Sprintf("%s: in %s: %s", pos, c.fn.FullName(), what))
	return len(c.sites) - 1
}

func (c *checker) function(f *ir.Func) {
	c.fn = f
	fmt.Fprintf(c.w, "func %s(", ident(f))
	for _, p := range f.Params {
		if p.ByRef || !p.Type.Kind.IsScalar() {
			c.fail(f.Pos, "parameter %s", p.Name)
		}
		fmt.Fprintf(c.w, "%s %s, ", local(p), goType(p.Type.Kind))
	}
	fmt.Fprint(c.w, ") (")
	for _, r := range f.Results {
		if !r.Kind.IsScalar() {
			c.fail(f.Pos, "result %s", r)
		}
		fmt.Fprintf(c.w, "%s, ", goType(r.Kind))
	}
	fmt.Fprint(c.w, ") {\n")
	c.block(f.Body)
	fmt.Fprint(c.w, "}\n\n")
}

func local(v *ir.Var) string { return v.Name + "_" }

func (c *checker) block(list []ir.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) stmt(s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Declare:
		x := "0"
		if s.Var.Type.Kind == ir.Bool {
			x = "false"
		}
		if s.Init != nil {
			x = c.expr(s.Init)
		}
		fmt.Fprintf(c.w, "var %s %s = %s\n_ = %s\n", local(s.Var), goType(s.Var.Type.Kind), x, local(s.Var))
	case *ir.Assign:
		v, ok := s.Dst.(*ir.VarRef)
		if !ok {
			c.fail(s.Pos, "assignment to a part")
			return
		}
		x := c.expr(s.Src)
		if s.Op != ir.NoOp {
			x = c.op(s.Pos, s.Op, v.Typ.Kind, local(v.Var), x)
		}
		fmt.Fprintf(c.w, "%s = %s\n", local(v.Var), x)
	case *ir.MultiAssign:
		c.multi(s)
	case *ir.If:
		fmt.Fprintf(c.w, "if %s {\n", c.expr(s.Cond))
		c.block(s.Then)
		if len(s.Else) > 0 {
			fmt.Fprint(c.w, "} else {\n")
			c.block(s.Else)
		}
		fmt.Fprint(c.w, "}\n")
	case *ir.Block:
		fmt.Fprint(c.w, "{\n")
		c.block(s.Body)
		fmt.Fprint(c.w, "}\n")
	case *ir.Return:
		var vals []string
		for _, v := range s.Values {
			vals = append(vals, c.expr(v))
		}
		fmt.Fprintf(c.w, "return %s\n", strings.Join(vals, ", "))
	case *ir.Comment, *ir.DeclareConst:
	default:
		c.fail(s.Info().Pos, "%T", s)
	}
}

func (c *checker) multi(s *ir.MultiAssign) {
	var names []string
	for i, v := range s.Dst {
		if v == nil {
			names = append(names, "_")
			continue
		}
		if s.Define[i] {
			fmt.Fprintf(c.w, "var %s %s\n", local(v), goType(v.Type.Kind))
		}
		names = append(names, local(v))
	}
	switch from := s.From.(type) {
	case *ir.Call:
		fmt.Fprintf(c.w, "%s = %s\n", strings.Join(names, ", "), c.expr(from))
	case *ir.Intrinsic:
		if from.Op != ir.MulWide || from.Bits != 64 {
			c.fail(s.Pos, "bits.%s%d", from.Op, from.Bits)
			return
		}
		fmt.Fprintf(c.w, "%s = bits.Mul64(%s, %s)\n", strings.Join(names, ", "), c.expr(from.Args[0]), c.expr(from.Args[1]))
	}
	for _, n := range names {
		if n != "_" {
			fmt.Fprintf(c.w, "_ = %s\n", n)
		}
	}
}

func number(v *big.Int, k ir.Kind) string {
	if k == ir.Bool {
		return fmt.Sprint(v.Sign() != 0)
	}
	if v.Sign() < 0 {
		return fmt.Sprintf("%s(-0x%s)", goType(k), new(big.Int).Neg(v).Text(16))
	}
	return fmt.Sprintf("%s(0x%s)", goType(k), v.Text(16))
}

func (c *checker) expr(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Const:
		return number(e.Value, e.Typ.Kind)
	case *ir.VarRef:
		return local(e.Var)
	case *ir.Index:
		t, ok := e.X.(*ir.TableRef)
		if !ok || !e.Typ.Kind.IsScalar() {
			return c.fail(e.Pos, "index of a variable")
		}
		return fmt.Sprintf("%s[%s]", c.table(t.Table), c.expr(e.I))
	case *ir.Unary:
		return c.unary(e)
	case *ir.Binary:
		x, y := c.expr(e.X), c.expr(e.Y)
		if e.Op.IsCompare() || e.Op == ir.LAnd || e.Op == ir.LOr {
			return fmt.Sprintf("(%s %s %s)", x, e.Op, y)
		}
		return c.op(e.Pos, e.Op, e.Typ.Kind, x, y)
	case *ir.Shift:
		return c.op(e.Pos, e.Op, e.Typ.Kind, c.expr(e.X), c.expr(e.Count))
	case *ir.Convert:
		return c.convert(e)
	case *ir.MinMax:
		name := "min"
		if e.Max {
			name = "max"
		}
		var args []string
		for _, a := range e.Args {
			args = append(args, c.expr(a))
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	case *ir.Intrinsic:
		t := goType(e.Typ.Kind)
		x := c.expr(e.Args[0])
		switch e.Op {
		case ir.LeadingZeros:
			return fmt.Sprintf("%s(bits.LeadingZeros64(%s) - %d)", t, x, 64-e.Bits)
		case ir.Len:
			return fmt.Sprintf("%s(bits.Len64(%s))", t, x)
		case ir.OnesCount:
			return fmt.Sprintf("%s(bits.OnesCount64(%s))", t, x)
		case ir.TrailingZeros:
			return fmt.Sprintf("%s(min(bits.TrailingZeros64(%s), %d))", t, x, e.Bits)
		}
		return c.fail(e.Pos, "bits.%s%d", e.Op, e.Bits)
	case *ir.Call:
		var args []string
		for _, a := range e.Args {
			args = append(args, c.expr(a.X))
		}
		return ident(e.Func) + "(" + strings.Join(args, ", ") + ")"
	}
	return c.fail(e.At(), "%T", e)
}

// table prints a table at its first use.
func (c *checker) table(t *ir.Table) string {
	name := t.Pkg.Name + "_" + t.Name
	if c.tables[t] {
		return name
	}
	c.tables[t] = true
	k := t.Type.Elem.Kind
	var b strings.Builder
	fmt.Fprintf(&b, "var %s = [%d]%s{", name, t.Type.Len, goType(k))
	comp, ok := t.Value.(*ir.Composite)
	if !ok || !k.IsScalar() {
		return c.fail(t.Pos, "table %s", t.Name)
	}
	for i, x := range comp.Elems {
		if i%8 == 0 {
			b.WriteString("\n")
		}
		v := zero
		if n, ok := x.(*ir.Const); ok {
			v = n.Value
		}
		fmt.Fprintf(&b, "%s, ", v)
	}
	b.WriteString("\n}\n\n")
	rest := c.w.String()
	c.w.Reset()
	c.w.WriteString(b.String() + rest)
	return name
}

func (c *checker) wraps(pos ir.Pos) bool {
	_, ok := c.rec.wrapping(c.fn, pos)
	return ok
}

// cut prints x reduced to kind k.
func cut(x string, k ir.Kind) string {
	switch {
	case k.Bits() == 64:
		return "(" + x + ")"
	case k.IsSigned():
		return fmt.Sprintf("((%s) << %d >> %d)", x, 64-k.Bits(), 64-k.Bits())
	}
	return fmt.Sprintf("((%s) & 0x%s)", x, k.Max().Text(16))
}

func (c *checker) unary(e *ir.Unary) string {
	x, k := c.expr(e.X), e.Typ.Kind
	switch {
	case e.Op == ir.Not:
		return "(!" + x + ")"
	case e.Op == ir.Compl:
		return cut("^"+x, k)
	case c.wraps(e.Pos):
		return cut("-"+x, k)
	}
	return c.op(e.Pos, ir.Sub, k, number(zero, k), x)
}

// op prints an operation, checked unless the line wraps.
func (c *checker) op(pos ir.Pos, op ir.Op, k ir.Kind, x, y string) string {
	if !overflows(op) || op == ir.Div {
		return fmt.Sprintf("(%s %s %s)", x, op, y)
	}
	if c.wraps(pos) {
		return cut(fmt.Sprintf("%s %s %s", x, op, y), k)
	}
	name := map[ir.Op]string{ir.Add: "add", ir.Sub: "sub", ir.Mul: "mul", ir.Shl: "shl"}[op]
	return fmt.Sprintf("%s(%s, %s, %d, %d)", name+suffix(k), x, y, k.Bits(), c.site(pos, k.String()+" "+op.String()))
}

func suffix(k ir.Kind) string {
	if k.IsSigned() {
		return "I"
	}
	return "U"
}

func (c *checker) convert(e *ir.Convert) string {
	from, to := e.X.Type().Kind, e.Typ.Kind
	x := c.expr(e.X)
	if from == ir.Bool || from == to {
		return x
	}
	if interval.Of(from).Within(interval.Of(to)) {
		return fmt.Sprintf("%s(%s)", goType(to), x)
	}
	if c.wraps(e.Pos) {
		return cut(fmt.Sprintf("%s(%s)", goType(to), x), to)
	}
	return fmt.Sprintf("conv%s%s(%s, %d, %d)", suffix(from), suffix(to), x, to.Bits(), c.site(e.Pos, from.String()+" to "+to.String()))
}
