package rust

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
)

// The precedence of Rust's operators, as far as it is used here.
const (
	precNone = iota
	precOr
	precAnd
	precCompare
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precAdd
	precMul
	precCast
	precUnary
	precPostfix
)

// rx is a Rust expression. full, where it is not "", is the text with the type in it, which s leaves to the place.
type rx struct {
	s    string
	prec int
	full string
}

func atom(s string) rx { return rx{s: s, prec: precPostfix} }

// in returns the text for a place that needs at least the precedence p.
func (x rx) in(p int) string {
	if x.prec < p {
		return "(" + x.s + ")"
	}
	return x.s
}

// typed returns the expression with the type in it, for places that say none.
func (x rx) typed() rx {
	if x.full != "" {
		x.s, x.full = x.full, ""
	}
	return x
}

// method prints a call of a method.
func (x rx) method(name string, args ...string) rx {
	return atom(x.typed().in(precPostfix) + "." + name + "(" + strings.Join(args, ", ") + ")")
}

func (x rx) cast(k ir.Kind) rx { return rx{s: x.typed().in(precCast) + " as " + scalar(k), prec: precCast} }

var precs = map[ir.Op]int{ir.Add: precAdd, ir.Sub: precAdd, ir.Mul: precMul, ir.Div: precMul, ir.Rem: precMul,
	ir.And: precBitAnd, ir.Or: precBitOr, ir.Xor: precBitXor, ir.AndNot: precBitAnd, ir.Shl: precShift, ir.Shr: precShift,
	ir.Eq: precCompare, ir.Ne: precCompare, ir.Lt: precCompare, ir.Le: precCompare, ir.Gt: precCompare, ir.Ge: precCompare,
	ir.LAnd: precAnd, ir.LOr: precOr}

func sign(op ir.Op) string {
	if op == ir.AndNot {
		return "&"
	}
	return op.String()
}

// infix joins two operands. Operands of bits and shifts that have operators themselves stand in parentheses, but for a
// chain of one operator; so does a cast before <, where Rust would read a generic type.
func infix(op ir.Op, x, y rx) rx {
	p := precs[op]
	left, right := p, p+1
	switch {
	case op == ir.And || op == ir.Or || op == ir.Xor || op == ir.AndNot || op == ir.Shl || op == ir.Shr:
		if right = precUnary; x.prec != p || op == ir.Shl || op == ir.Shr {
			left = precUnary
		}
	case op.IsCompare():
		left = p + 1
		if op == ir.Lt && x.prec <= precCast {
			left = precUnary
		}
	case op == ir.LOr: // && in || is easier read apart
		if right = precCompare; x.prec != p {
			left = precCompare
		}
	}
	if op == ir.AndNot {
		y = rx{s: "!" + y.in(precUnary), prec: precUnary}
	}
	return rx{s: x.in(left) + " " + sign(op) + " " + y.in(right), prec: p}
}

// expr prints an expression; a struct or array is copied where it is used.
func (f *fn) expr(e ir.Expr) rx {
	switch e := e.(type) {
	case *ir.Const:
		return f.constant(e)
	case *ir.VarRef:
		if e.Var.ByRef {
			return rx{s: "*" + f.vars[e.Var], prec: precUnary}
		}
		return atom(f.vars[e.Var])
	case *ir.TableRef:
		f.g.use(e.Table)
		return atom(f.g.path(f.pkg, e.Table.Pkg, e.Table))
	case *ir.FieldRef:
		return atom(f.place(e.X) + "." + f.g.names.of[e.Field])
	case *ir.Index:
		return atom(f.place(e.X) + "[" + f.subscript(e) + "]")
	case *ir.Unary:
		return f.unary(e)
	case *ir.Binary:
		if e.Op.IsCompare() || e.Op == ir.LAnd || e.Op == ir.LOr {
			return infix(e.Op, f.expr(e.X), f.expr(e.Y))
		}
		return f.arith(e.Op, e.Pos, f.expr(e.X), e.X, e.Y, e.Typ.Kind)
	case *ir.Shift:
		return f.arith(e.Op, e.Pos, f.expr(e.X), e.X, e.Count, e.Typ.Kind)
	case *ir.Convert:
		x, k := f.expr(e.X), e.Typ.Kind
		if k == ir.Struct && e.Typ != e.X.Type() {
			f.g.fail(e.Pos, "a struct is converted to another, which Rust cannot; assign its fields")
		}
		if k == e.X.Type().Kind {
			return x
		}
		return x.cast(k)
	case *ir.MinMax:
		name := "min"
		if e.Max {
			name = "max"
		}
		x := f.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			x = x.method(name, f.expr(a).s)
		}
		return x
	case *ir.Intrinsic:
		return f.intrinsic(e)
	case *ir.Call:
		return atom(f.call(e))
	case *ir.Composite:
		return f.composite(e)
	}
	f.g.fail(e.At(), "unexpected expression %T", e)
	return atom("0")
}

// place prints what a field or an element is taken of: a reference is followed without a star.
func (f *fn) place(e ir.Expr) string {
	if v, ok := e.(*ir.VarRef); ok {
		return f.vars[v.Var]
	}
	return f.expr(e).in(precPostfix)
}

// subscript prints an index. One that is out of range panics, as in Go; a number that no usize holds, too.
func (f *fn) subscript(e *ir.Index) string {
	if c, ok := e.I.(*ir.Const); ok && c.Ref == nil {
		return c.Value.String()
	}
	x, r := f.expr(e.I).typed(), f.g.ranges(e.I)
	if e.I.Type().Kind.Bits() == 64 && !(r.NonNegative() && r.Below(int64(e.X.Type().Len))) {
		return "usize::try_from(" + x.s + ").unwrap_or(usize::MAX)"
	}
	return x.in(precCast) + " as usize"
}

func (f *fn) unary(e *ir.Unary) rx {
	x, k := f.expr(e.X), e.Typ.Kind
	exact := interval.Arith(ir.Sub, interval.Point(new(big.Int)), f.g.ranges(e.X))
	switch {
	case e.Op != ir.Neg:
		return rx{s: "!" + x.typed().in(precUnary), prec: precUnary}
	case k.IsSigned() && f.g.plain(f.f, e.Pos, exact, k):
		return rx{s: "-" + x.in(precUnary), prec: precUnary}
	}
	return x.method("wrapping_neg")
}

// arith prints an operation on x, the text of ex, and ey.
func (f *fn) arith(op ir.Op, pos ir.Pos, x rx, ex, ey ir.Expr, k ir.Kind) rx {
	y, ry := f.expr(ey), f.g.ranges(ey)
	exact := interval.Arith(op, f.g.ranges(ex), ry)
	name := map[ir.Op]string{ir.Add: "wrapping_add", ir.Sub: "wrapping_sub", ir.Mul: "wrapping_mul", ir.Div: "wrapping_div", ir.Rem: "wrapping_rem"}[op]
	switch op {
	case ir.Shl, ir.Shr:
		x = x.typed()
		bits := int64(k.Bits())
		switch {
		case ry.Below(bits):
			return infix(op, x, y)
		case op == ir.Shr && k.IsSigned(): // the sign is what is left
			return infix(op, x, y.method("min", strconv.FormatInt(bits-1, 10)))
		case !ry.Fits(ir.Uint32):
			y = y.method("min", "255")
		}
		if ey.Type().Kind != ir.Uint32 {
			y = y.cast(ir.Uint32)
		}
		return x.method(map[ir.Op]string{ir.Shl: "checked_shl", ir.Shr: "checked_shr"}[op], y.s).method("unwrap_or", "0")
	case ir.Div, ir.Rem: // of the least number by -1, which panics in every build
		if interval.Arith(ir.Div, f.g.ranges(ex), ry).Fits(k) {
			return infix(op, x, y)
		}
	case ir.Add, ir.Sub, ir.Mul:
		if f.g.plain(f.f, pos, exact, k) {
			return infix(op, x, y)
		}
	default:
		return infix(op, x, y)
	}
	return x.method(name, y.s)
}

func (f *fn) intrinsic(e *ir.Intrinsic) rx {
	x := f.expr(e.Args[0])
	switch e.Op {
	case ir.RotateLeft:
		return x.method("rotate_left", f.expr(e.Args[1]).s)
	case ir.Len:
		x = infix(ir.Sub, atom(strconv.Itoa(e.Bits)), x.method("leading_zeros"))
	default:
		x = x.method(map[ir.IntrinsicOp]string{ir.LeadingZeros: "leading_zeros", ir.TrailingZeros: "trailing_zeros", ir.OnesCount: "count_ones"}[e.Op])
	}
	if e.Typ.Kind == ir.Uint32 {
		return x
	}
	return x.cast(e.Typ.Kind)
}

// call prints a call. A value that is read of what another argument lends for writing is read before.
func (f *fn) call(c *ir.Call) string {
	args := make([]string, len(c.Args))
	var lent []ir.Expr
	before := ""
	for i, a := range c.Args {
		v, whole := a.X.(*ir.VarRef)
		switch writes := a.ByRef && f.g.mutable[c.Func.Params[i]]; {
		case a.ByRef && whole && v.Var.ByRef:
			args[i] = f.vars[v.Var]
			if writes {
				lent = append(lent, a.X)
			}
		case writes:
			args[i] = "&mut " + f.expr(a.X).s
			lent = append(lent, a.X)
		case a.ByRef:
			args[i] = "&" + f.expr(a.X).s
		default:
			args[i] = f.expr(a.X).s
			read := map[ir.Expr]bool{} // places, but not those that they are in
			ir.EachPart(a.X, func(e ir.Expr) {
				read[e] = true
				switch e := e.(type) {
				case *ir.FieldRef:
					delete(read, e.X)
				case *ir.Index:
					delete(read, e.X)
				}
			})
			taken := false
			for e := range read {
				taken = taken || slices.ContainsFunc(lent, func(l ir.Expr) bool { return overlap(e, l) })
			}
			if taken {
				before += fmt.Sprintf("let value%d = %s; ", i, args[i])
				args[i] = fmt.Sprintf("value%d", i)
			}
		}
	}
	text := f.g.path(f.pkg, c.Func.Pkg, c.Func) + "(" + strings.Join(args, ", ") + ")"
	if before != "" {
		return "{ " + before + text + " }"
	}
	return text
}

// overlap reports whether two places may have a part in common.
func overlap(a, b ir.Expr) bool {
	if v := ir.BaseVar(a); v == nil || v != ir.BaseVar(b) {
		return false
	}
	x, y := fields(a), fields(b)
	for i := range min(len(x), len(y)) {
		if x[i] == nil || y[i] == nil {
			break
		}
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// fields lists the fields that lead to a place, nil for an element.
func fields(e ir.Expr) []*ir.Field {
	switch e := e.(type) {
	case *ir.FieldRef:
		return append(fields(e.X), e.Field)
	case *ir.Index:
		return append(fields(e.X), nil)
	}
	return nil
}

// zero prints a zero value.
func (g *gen) zero(in *ir.Package, t *ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return "false"
	case ir.Struct:
		return g.typeName(in, t) + "::ZERO"
	case ir.Array:
		return fmt.Sprintf("[%s; %d]", g.zero(in, t.Elem), t.Len)
	}
	return "0"
}

// composite prints a struct or array, with the fields by name.
func (f *fn) composite(c *ir.Composite) rx {
	var parts []string
	given := 0
	for i, e := range c.Elems {
		x := ""
		if e != nil {
			x, given = f.expr(e).s, given+1
		} else if c.Typ.Kind == ir.Array {
			x = f.g.zero(f.pkg, c.Typ.Elem)
		}
		switch {
		case c.Typ.Kind == ir.Struct && x != "":
			if name := f.g.names.of[c.Typ.Fields[i]]; name != x {
				x = name + ": " + x
			}
			parts = append(parts, x)
		case x != "":
			parts = append(parts, x)
		}
	}
	switch {
	case given == 0:
		return atom(f.g.zero(f.pkg, c.Typ))
	case c.Typ.Kind == ir.Array:
		return atom("[" + strings.Join(parts, ", ") + "]")
	case given < len(c.Elems):
		parts = append(parts, ".."+f.g.zero(f.pkg, c.Typ))
	}
	return rx{s: f.g.typeName(f.pkg, c.Typ) + " { " + strings.Join(parts, ", ") + " }"}
}

// constant prints a constant as the source has it, where Rust reads that alike.
func (f *fn) constant(c *ir.Const) rx {
	k := c.Typ.Kind
	if c.Ref != nil && c.Ref.Local && f.locals[c.Ref] != "" {
		return f.g.named(f.locals[c.Ref], c.Ref, k)
	}
	if c.Ref != nil && !c.Ref.Local && f.g.names.of[c.Ref] != "" && f.g.constKind(c.Ref, k) != ir.Invalid {
		return f.g.named(f.g.path(f.pkg, c.Ref.Pkg, c.Ref), c.Ref, k)
	}
	return f.g.number(f.pkg, c.Value, c.Text, k)
}

// named prints a constant by its name for a place of type k.
func (g *gen) named(name string, d *ir.ConstDecl, k ir.Kind) rx {
	g.use(d)
	if have := g.constKind(d, k); have != k {
		return atom(name).cast(k)
	}
	return atom(name)
}

// constKind returns the type of a constant: that of its declaration, or if that has none, of its uses, of which k is one.
// Where these differ it is the first of some that holds the value; Invalid if none does.
func (g *gen) constKind(d *ir.ConstDecl, k ir.Kind) ir.Kind {
	if d.Bool {
		return ir.Bool
	}
	if d.Type != nil {
		return d.Type.Kind
	}
	had, ok := g.kinds[d]
	switch {
	case !ok && k != ir.Invalid:
		g.kinds[d], g.changed = k, true
		return k
	case ok && (k == ir.Invalid || had == k):
		return had
	}
	for _, wide := range []ir.Kind{ir.Uint32, ir.Int32, ir.Uint64, ir.Int64} {
		if interval.Point(d.Value).Fits(wide) {
			if ok && had != wide {
				g.kinds[d], g.changed = wide, true
			}
			return wide
		}
	}
	return ir.Invalid
}

// number prints a value of type k, by its text if that is an expression of literals and constants that Rust computes alike.
func (g *gen) number(pkg *ir.Package, v *big.Int, text string, k ir.Kind) rx {
	if k == ir.Bool {
		return atom(strconv.FormatBool(v.Sign() != 0))
	}
	if e, err := parser.ParseExpr(text); err == nil {
		if x, w, ok := g.spelled(pkg, e, k); ok && w.Cmp(v) == 0 {
			return x
		}
	}
	digits := v.String()
	if v.BitLen() > 16 && v.Sign() > 0 {
		digits = fmt.Sprintf("0x%X", v)
	}
	x := rx{s: digits, prec: precPostfix, full: digits + "_" + scalar(k)}
	if v.Sign() < 0 {
		x.prec = precUnary
	}
	return x
}

var constantOps = map[token.Token]ir.Op{token.ADD: ir.Add, token.SUB: ir.Sub, token.MUL: ir.Mul, token.OR: ir.Or, token.AND: ir.And, token.SHL: ir.Shl}

// spelled prints a constant expression and returns its value; no part may leave the type.
func (g *gen) spelled(pkg *ir.Package, e ast.Expr, k ir.Kind) (x rx, v *big.Int, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.spelled(pkg, e.X, k)
	case *ast.BasicLit:
		v, ok = new(big.Int).SetString(e.Value, 0)
		octal := len(e.Value) > 1 && e.Value[0] == '0' && e.Value[1] >= '0' && e.Value[1] <= '9'
		digits := strings.ReplaceAll(e.Value, "0X", "0x")
		return rx{s: digits, prec: precPostfix, full: digits + "_" + scalar(k)}, v, ok && e.Kind == token.INT && !octal && interval.Point(v).Fits(k)
	case *ast.SelectorExpr:
		if p, is := e.X.(*ast.Ident); is && g.p.Package(p.Name) != nil {
			return g.spelledName(pkg, g.p.Package(p.Name), e.Sel.Name, k)
		}
	case *ast.Ident:
		return g.spelledName(pkg, pkg, e.Name, k)
	case *ast.UnaryExpr:
		if x, v, ok = g.spelled(pkg, e.X, k); ok && e.Op == token.SUB && k.IsSigned() {
			return rx{s: "-" + x.in(precPostfix), prec: precUnary, full: "-" + x.typed().in(precPostfix)}, v.Neg(v), true
		}
	case *ast.BinaryExpr:
		ky := k
		if e.Op == token.SHL {
			ky = ir.Uint32
		}
		left, v, okX := g.spelled(pkg, e.X, k)
		right, w, okY := g.spelled(pkg, e.Y, ky)
		if op, known := constantOps[e.Op]; known && okX && okY && (op != ir.Shl || w.Cmp(big.NewInt(int64(k.Bits()))) < 0) {
			r := interval.Arith(op, interval.Point(v), interval.Point(w))
			if op == ir.Or || op == ir.And {
				r = interval.Point(map[ir.Op]func(x, y *big.Int) *big.Int{ir.Or: new(big.Int).Or, ir.And: new(big.Int).And}[op](v, w))
			}
			x := infix(op, left, right)
			x.full = infix(op, left.typed(), right).s
			return x, r.Lo, r.IsPoint() && r.Fits(k)
		}
	}
	return rx{}, nil, false
}

// spelledName prints a constant of a package that has the type k.
func (g *gen) spelledName(in, pkg *ir.Package, name string, k ir.Kind) (rx, *big.Int, bool) {
	for _, d := range pkg.Decls {
		group, ok := d.(*ir.ConstGroup)
		for i := 0; ok && i < len(group.Consts); i++ {
			if c := group.Consts[i]; c.Name == name && g.constKind(c, k) == k {
				return g.named(g.path(in, pkg, c), c, k), new(big.Int).Set(c.Value), true
			}
		}
	}
	return rx{}, nil, false
}
