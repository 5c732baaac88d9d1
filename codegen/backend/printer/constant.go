package printer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// Spelling prints constants as expressions of literals and of constants of the source.
type Spelling struct {
	Program *ir.Program
	Package *ir.Package // whose source is printed; nil if names are not available
	Signs   Signs
	// Name returns the name of a constant, "" if it has to be a number.
	Name func(*ir.ConstDecl) string
	// Fits reports whether the language can compute a part of the value; nil is of one without a limit.
	Fits func(*big.Int) bool
	// Suffix is what says the type behind a literal.
	Suffix string
}

// Constant prints a value by its text in the source. ok is false if the text is nothing that the language reads alike.
func (t Spelling) Constant(text string, value *big.Int) (x Text, ok bool) {
	if text == "" {
		return x, false
	}
	e, err := parser.ParseExpr(text)
	if err != nil {
		return x, false
	}
	x, v, ok := t.expr(e)
	return x, ok && v.Cmp(value) == 0
}

var constantOps = map[token.Token]struct {
	op  ir.Op
	fun func(z, x, y *big.Int) *big.Int
}{
	token.ADD: {ir.Add, (*big.Int).Add}, token.SUB: {ir.Sub, (*big.Int).Sub}, token.MUL: {ir.Mul, (*big.Int).Mul},
	token.OR: {ir.Or, (*big.Int).Or}, token.AND: {ir.And, (*big.Int).And}, token.XOR: {ir.Xor, (*big.Int).Xor},
	token.SHL: {ir.Shl, func(z, x, y *big.Int) *big.Int { return z.Lsh(x, uint(y.Uint64())) }},
}

func (t Spelling) expr(e ast.Expr) (x Text, v *big.Int, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.expr(e.X)
	case *ast.BasicLit:
		// Octal with a plain 0 before it is an error in Python, and decimal in Rust.
		octal := len(e.Value) > 1 && e.Value[0] == '0' && e.Value[1] >= '0' && e.Value[1] <= '9'
		v, ok = new(big.Int).SetString(e.Value, 0)
		x = Atom(e.Value)
		x.Typed = e.Value + t.Suffix
		return x, v, ok && e.Kind == token.INT && !octal && t.fits(v)
	case *ast.Ident:
		return t.named(t.Package, e.Name)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && t.Package != nil {
			return t.named(t.Program.Package(x.Name), e.Sel.Name)
		}
	case *ast.UnaryExpr:
		if x, v, ok := t.expr(e.X); ok && e.Op == token.SUB {
			neg := Unary("-" + x.In(PrecPostfix))
			neg.Typed = "-" + x.WithType().In(PrecPostfix)
			v = new(big.Int).Neg(v)
			return neg, v, t.fits(v)
		}
	case *ast.BinaryExpr:
		count := t
		if e.Op == token.SHL { // of any type
			count.Fits, count.Suffix = func(n *big.Int) bool { return n.Sign() >= 0 && n.BitLen() <= 7 }, ""
		}
		x, v, okX := t.expr(e.X)
		y, w, okY := count.expr(e.Y)
		if o, known := constantOps[e.Op]; known && okX && okY {
			v = o.fun(new(big.Int), v, w)
			both := t.Signs.Infix(o.op, x, y)
			both.Typed = t.Signs.Infix(o.op, x.WithType(), y).S
			return both, v, t.fits(v)
		}
	}
	return x, nil, false
}

func (t Spelling) fits(v *big.Int) bool { return v != nil && (t.Fits == nil || t.Fits(v)) }

// named finds a constant as the source of a package calls it.
func (t Spelling) named(pkg *ir.Package, name string) (Text, *big.Int, bool) {
	if pkg == nil {
		return Text{}, nil, false
	}
	for _, d := range pkg.Decls {
		group, ok := d.(*ir.ConstGroup)
		if !ok {
			continue
		}
		for _, c := range group.Consts {
			if c.Name == name && !c.Bool {
				s := t.Name(c)
				return Atom(s), c.Value, s != ""
			}
		}
	}
	return Text{}, nil, false
}
