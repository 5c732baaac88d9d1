package frontend

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

const rangeForm = "write LO..HI with constants, names and + - * / << >> min max len, as in 1..1<<30"

// parseRange reads LO..HI.
func (t *translator) parseRange(p *pkg, pos token.Pos, text string) *ir.Range {
	lo, hi, ok := strings.Cut(text, "..")
	if !ok {
		t.refuse(pos, ruleDirective, rangeForm, "malformed range %s", text)
		return nil
	}
	r := &ir.Range{Lo: t.parseBound(p, pos, lo), Hi: t.parseBound(p, pos, hi), Text: text, Pos: t.pos(pos)}
	if r.Lo == nil || r.Hi == nil {
		return nil
	}
	if r.Lo.Op == ir.BoundConst && r.Hi.Op == ir.BoundConst && r.Lo.Value.Cmp(r.Hi.Value) > 0 {
		t.refuse(pos, ruleDirective, "write the smaller end first", "empty range %s", text)
		return nil
	}
	return r
}

func (t *translator) parseBound(p *pkg, pos token.Pos, text string) *ir.Bound {
	x, err := parser.ParseExpr(text)
	var b *ir.Bound
	if err == nil {
		b = boundOf(p, x)
	}
	if b == nil {
		t.refuse(pos, ruleDirective, rangeForm, "malformed end of a range: %s", strings.TrimSpace(text))
		return nil
	}
	if list := misreads(x); len(list) > 0 {
		t.refuseMisread(pos, x, text[x.Pos()-1:x.End()-1], list)
	}
	return b
}

var boundOps = map[token.Token]ir.BoundOp{token.ADD: ir.BoundAdd, token.SUB: ir.BoundSub, token.MUL: ir.BoundMul,
	token.SHL: ir.BoundShl, token.SHR: ir.BoundShr, token.QUO: ir.BoundDiv}

func boundConst(v *big.Int) *ir.Bound {
	if v == nil {
		return nil
	}
	return &ir.Bound{Op: ir.BoundConst, Value: v}
}

// boundOf translates an end of a range; it returns nil if the expression cannot be one.
func boundOf(p *pkg, x ast.Expr) *ir.Bound {
	switch x := ast.Unparen(x).(type) {
	case *ast.BasicLit:
		if x.Kind != token.INT {
			return nil
		}
		return boundConst(bigValue(constant.MakeFromLiteral(x.Value, x.Kind, 0)))
	case *ast.Ident:
		if c, ok := p.tpkg.Scope().Lookup(x.Name).(*types.Const); ok {
			return boundConst(bigValue(c.Val()))
		}
		return &ir.Bound{Op: ir.BoundName, Name: x.Name}
	case *ast.SelectorExpr:
		if id, ok := x.X.(*ast.Ident); ok {
			for _, imp := range p.tpkg.Imports() {
				if c, ok := imp.Scope().Lookup(x.Sel.Name).(*types.Const); ok && imp.Name() == id.Name {
					return boundConst(bigValue(c.Val()))
				}
			}
		}
		if b := boundOf(p, x.X); b != nil && b.Op == ir.BoundName {
			return &ir.Bound{Op: ir.BoundName, Name: b.Name + "." + x.Sel.Name}
		}
	case *ast.UnaryExpr:
		if b := boundOf(p, x.X); b != nil && x.Op == token.SUB {
			return fold(&ir.Bound{Op: ir.BoundSub, X: boundConst(new(big.Int)), Y: b})
		}
	case *ast.BinaryExpr:
		op, ok := boundOps[x.Op]
		a, b := boundOf(p, x.X), boundOf(p, x.Y)
		if ok && a != nil && b != nil {
			return fold(&ir.Bound{Op: op, X: a, Y: b})
		}
	case *ast.CallExpr:
		return boundCall(p, x)
	}
	return nil
}

func boundCall(p *pkg, x *ast.CallExpr) *ir.Bound {
	id, ok := x.Fun.(*ast.Ident)
	if !ok {
		return nil
	}
	var args []*ir.Bound
	for _, a := range x.Args {
		b := boundOf(p, a)
		if b == nil {
			return nil
		}
		args = append(args, b)
	}
	switch {
	case id.Name == "len" && len(args) == 1 && args[0].Op == ir.BoundName:
		return &ir.Bound{Op: ir.BoundLen, Name: args[0].Name}
	case id.Name == "min" && len(args) == 2:
		return fold(&ir.Bound{Op: ir.BoundMin, X: args[0], Y: args[1]})
	case id.Name == "max" && len(args) == 2:
		return fold(&ir.Bound{Op: ir.BoundMax, X: args[0], Y: args[1]})
	}
	return nil
}

// fold computes b if both operands are constants; nil if it has no value.
func fold(b *ir.Bound) *ir.Bound {
	if b.X.Op != ir.BoundConst || b.Y.Op != ir.BoundConst {
		return b
	}
	return boundConst(b.Eval(nil))
}

// paramRange reads the range of a parameter or, named return, of a result
// (return1 and so on for those after the first).
func (t *translator) paramRange(p *pkg, pos token.Pos, c *ir.Contract, args []string) {
	r := t.parseRange(p, pos, strings.Join(args[1:], " "))
	if n, ok := strings.CutPrefix(args[0], "return"); ok && (n == "" || n[0] >= '0' && n[0] <= '9') {
		i, err := strconv.Atoi("0" + n)
		if err != nil || i > 9 {
			t.refuse(pos, ruleDirective, "write return, return1, ...", "range of %s", args[0])
			return
		}
		for len(c.Results) <= i {
			c.Results = append(c.Results, nil)
		}
		c.Results[i] = r
		return
	}
	if c.Params == nil {
		c.Params = map[string]*ir.Range{}
	}
	c.Params[args[0]] = r
}

func (t *translator) split(p *pkg, pos token.Pos, c *ir.Contract, args []string) {
	s := &ir.Split{Name: args[0], Pos: t.pos(pos)}
	if len(args) > 1 {
		r := t.parseRange(p, pos, strings.Join(args[1:], " "))
		if r == nil {
			return
		}
		s.Lo, s.Hi = r.Lo, r.Hi
	}
	c.Splits = append(c.Splits, s)
}

// contract refuses directives that name what the function does not have.
func (t *translator) contract(fd *ast.FuncDecl, c ir.Contract) {
	names := map[string]bool{}
	for _, list := range []*ast.FieldList{fd.Recv, fd.Type.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, n := range f.Names {
				names[n.Name] = true
			}
		}
	}
	check := func(name string) {
		if first, _, _ := strings.Cut(name, "."); !names[first] {
			t.refuse(fd.Name.Pos(), ruleDirective, "name a parameter, or return", "directive for %s, which %s does not have", name, fd.Name.Name)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(c.Params)) {
		check(n)
	}
	for _, s := range c.Splits {
		check(s.Name)
	}
	if len(c.Results) > fd.Type.Results.NumFields() {
		t.refuse(fd.Name.Pos(), ruleDirective, "name a result that it has", "directive for a result that %s does not have", fd.Name.Name)
	}
}
