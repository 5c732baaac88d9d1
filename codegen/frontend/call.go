package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"math/big"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// bitsFunc returns the name of the function of math/bits that e calls, or "".
func (b *body) bitsFunc(e *ast.CallExpr) string {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if o, ok := b.p.info.Uses[sel.Sel].(*types.Func); ok && o.Pkg() != nil && o.Pkg().Path() == bitsPath {
		return o.Name()
	}
	return ""
}

func (b *body) isBuiltin(e *ast.CallExpr) string {
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if o, ok := b.p.info.Uses[id].(*types.Builtin); ok {
			return o.Name()
		}
	}
	return ""
}

// isCount reports whether e is a call that gives an int: len or a count of
// math/bits.
func (b *body) isCount(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || b.isConversion(c) {
		return false
	}
	if b.isBuiltin(c) == "len" {
		return true
	}
	name := b.bitsFunc(c)
	return name != "" && intrinsics[strings.TrimRight(name, "0123456789")].count
}

type intrinsic struct {
	op    ir.IntrinsicOp
	count bool
	args  int
	min   int // least width in the subset
}

var intrinsics = map[string]intrinsic{
	"LeadingZeros":  {ir.LeadingZeros, true, 1, 8},
	"TrailingZeros": {ir.TrailingZeros, true, 1, 8},
	"Len":           {ir.Len, true, 1, 8},
	"OnesCount":     {ir.OnesCount, true, 1, 8},
	"RotateLeft":    {ir.RotateLeft, false, 2, 32},
	"Mul":           {ir.MulWide, false, 2, 32},
	"Add":           {ir.AddCarry, false, 3, 32},
	"Sub":           {ir.SubBorrow, false, 3, 32},
}

// countAs translates T(len(a)) and T(bits.LeadingZeros32(x)).
func (b *body) countAs(conv, c *ast.CallExpr, t *ir.Type) ir.Expr {
	if b.isBuiltin(c) == "len" {
		n := b.lenOf(c)
		if n == 0 || t == nil || !t.Kind.IsInteger() {
			return nil
		}
		return b.constNode(conv, t, t.Kind.Wrap(big.NewInt(int64(n))))
	}
	x := b.intrinsic(c, t)
	if x == nil || t == nil {
		return nil
	}
	if !t.Kind.IsInteger() {
		b.refuse(conv.Pos(), ruleConvert, useFixedWidth, "conversion of a count to %s", t)
		return nil
	}
	return x
}

// lenOf returns the length of the array in len(a), or 0 after a refusal.
func (b *body) lenOf(e ast.Expr) int {
	c, ok := e.(*ast.CallExpr)
	if !ok || b.isBuiltin(c) != "len" || len(c.Args) != 1 {
		return 0
	}
	x := b.base(c.Args[0])
	if x == nil {
		return 0
	}
	if x.Type().Kind != ir.Array {
		b.refuse(c.Pos(), ruleBuiltin, "use it on arrays", "len of %s", x.Type())
		return 0
	}
	return x.Type().Len
}

// call translates a call that is not a conversion. Only where it is whole may
// it have pointer arguments.
func (b *body) call(e *ast.CallExpr, whole bool) ir.Expr {
	if name := b.isBuiltin(e); name != "" {
		return b.builtin(e, name)
	}
	if name := b.bitsFunc(e); name != "" {
		if intrinsics[strings.TrimRight(name, "0123456789")].count && name[len(name)-1] <= '9' {
			b.refuse(e.Pos(), ruleInt, useConvertAt, "bits.%s gives an int", name)
			return nil
		}
		return b.intrinsic(e, nil)
	}
	fn, recv := b.callee(e)
	if fn == nil {
		return nil
	}
	c := &ir.Call{ExprInfo: b.at(nil, e), Func: fn}
	if len(fn.Results) == 1 {
		c.Typ = fn.Results[0]
	}
	args := e.Args
	if recv != nil {
		args = append([]ast.Expr{recv}, args...)
	}
	if len(args) != len(fn.Params) {
		b.refuse(e.Pos(), ruleOrder, "assign the results to variables first", "several results passed on as arguments")
		return nil
	}
	ok := true
	for i, a := range args {
		arg := b.argument(a, fn.Params[i], recv != nil && i == 0)
		ok = ok && arg.X != nil
		c.Args = append(c.Args, arg)
	}
	if !ok {
		return nil
	}
	b.noteCall(fn)
	if c.HasByRef() {
		if !whole {
			b.refuse(e.Pos(), ruleOrder, useVarFirst+" (the call changes what its pointer arguments point to)",
				"call of %s inside an expression", fn.GoName)
			return nil
		}
		if !b.apart(c) {
			return nil
		}
	}
	return c
}

func (b *body) noteCall(fn *ir.Func) {
	if b.fn == nil {
		return // the value of a table, refused for the call
	}
	for _, f := range b.fn.Calls {
		if f == fn {
			return
		}
	}
	b.fn.Calls = append(b.fn.Calls, fn)
}

// callee finds the function that e calls, and the receiver if it is a method.
func (b *body) callee(e *ast.CallExpr) (*ir.Func, ast.Expr) {
	fun := ast.Unparen(e.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(x.X)
	}
	if b.refused[fun] || b.refused[ast.Unparen(e.Fun)] {
		return nil, nil
	}
	var id *ast.Ident
	var recv ast.Expr
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
		if sel := b.p.info.Selections[x]; sel != nil {
			if sel.Kind() != types.MethodVal {
				b.refuse(e.Pos(), ruleFuncValue, "call the method: x.M(...)", "call of %s, which is no declared function", id.Name)
				return nil, nil
			}
			recv = x.X
		}
	}
	if id == nil {
		return nil, nil // a value of function type is refused where it comes from
	}
	o, _ := b.p.info.Uses[id].(*types.Func)
	if o == nil {
		return nil, nil
	}
	args, ok := b.typeArgs(id, o, e)
	if !ok {
		return nil, nil
	}
	if rv := o.Type().(*types.Signature).Recv(); rv != nil {
		if _, ok := rv.Type().Underlying().(*types.Interface); ok {
			b.refuse(e.Pos(), ruleConstraint, "call a function", "method %s of a constraint", o.Name())
			return nil, nil
		}
	}
	return b.instance(o.Origin(), args), recv
}

// typeArgs returns the type arguments of the generic function or method o.
func (b *body) typeArgs(id *ast.Ident, o *types.Func, e ast.Node) ([]*ir.Type, bool) {
	list := b.p.info.Instances[id].TypeArgs
	if rv := o.Type().(*types.Signature).Recv(); rv != nil {
		rt := rv.Type()
		if p, ok := types.Unalias(rt).(*types.Pointer); ok {
			rt = p.Elem()
		}
		if n, ok := types.Unalias(rt).(*types.Named); ok {
			list = n.TypeArgs()
		}
	}
	var args []*ir.Type
	for i := range list.Len() {
		a := b.typ(list.At(i), b.env, e.Pos())
		if a == nil {
			return nil, false
		}
		args = append(args, a)
	}
	return args, true
}

// argument translates one argument for the parameter p.
func (b *body) argument(e ast.Expr, p *ir.Var, recv bool) ir.Arg {
	e = ast.Unparen(e)
	if b.refused[e] {
		return ir.Arg{}
	}
	if !p.ByRef {
		if id, ok := e.(*ast.Ident); ok && recv { // value method called on a pointer
			if v := b.vars[b.p.info.Uses[id]]; v != nil && v.ByRef {
				return ir.Arg{X: b.mustBe(b.base(e), p.Type)}
			}
		}
		return ir.Arg{X: b.value(e, p.Type)}
	}
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return ir.Arg{X: b.mustBe(b.place(x.X), p.Type), ByRef: true}
		}
	case *ast.Ident:
		v := b.vars[b.p.info.Uses[x]]
		if v == nil && b.tableRoot(e) == nil {
			return ir.Arg{} // refused where it is declared
		}
		if v != nil && (v.ByRef || recv) {
			return ir.Arg{X: b.mustBe(b.base(e), p.Type), ByRef: true}
		}
	case *ast.CallExpr:
		if b.refused[ast.Unparen(x.Fun)] {
			return ir.Arg{}
		}
	}
	if recv {
		return ir.Arg{X: b.mustBe(b.place(e), p.Type), ByRef: true}
	}
	b.refuse(e.Pos(), rulePointer, "write &variable, &p.field or &a[i]", "argument for pointer parameter %s", p.Name)
	return ir.Arg{}
}

// place translates what can be assigned to or passed by address.
func (b *body) place(e ast.Expr) ir.Expr {
	e = ast.Unparen(e)
	if b.refused[e] {
		return nil
	}
	if o := b.tableRoot(e); o != nil {
		b.refuse(e.Pos(), ruleTable, "keep what changes in a struct that the caller passes", "table %s is not only read", o.Name())
		return nil
	}
	x := b.expr(e)
	if x == nil {
		return nil
	}
	v := root(x)
	if v == nil {
		b.refuse(e.Pos(), rulePointer, useVarFirst, "value without a place")
		return nil
	}
	if b.loops[v] {
		b.refuse(e.Pos(), ruleLoopVar, "use another variable: the loop must be provably bounded", "loop variable %s is changed in the body", v.GoName)
		return nil
	}
	return x
}

// tableRoot returns the package-level variable that e is a part of, if any.
func (b *body) tableRoot(e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if b.p.info.Selections[x] == nil {
				o := b.p.info.Uses[x.Sel]
				if v, ok := o.(*types.Var); ok && !v.IsField() {
					return o
				}
				return nil
			}
			e = x.X
		case *ast.Ident:
			o := b.p.info.Uses[x]
			if v, ok := o.(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return o
			}
			return nil
		default:
			return nil
		}
	}
}

// root returns the variable that a place is a part of, or nil.
func root(e ir.Expr) *ir.Var {
	for {
		switch x := e.(type) {
		case *ir.VarRef:
			return x.Var
		case *ir.FieldRef:
			e = x.X
		case *ir.Index:
			e = x.X
		default:
			return nil
		}
	}
}

// apart refuses a call of which two pointer arguments may overlap. Different
// variables do not, pointer parameters included: no call lets them.
func (b *body) apart(c *ir.Call) bool {
	for i, x := range c.Args {
		for _, y := range c.Args[:i] {
			if x.ByRef && y.ByRef && overlap(x.X, y.X) {
				b.add(Diagnostic{Pos: x.X.At(), Rule: ruleAlias, Msg: "two pointer arguments of " + c.Func.GoName + " may be the same memory",
					Remedy: "pass parts that do not overlap, or copy one to a variable"})
				return false
			}
		}
	}
	return true
}

// overlap reports whether two places may share memory: one path is a prefix
// of the other, where an index that is not constant equals any.
func overlap(x, y ir.Expr) bool {
	vx, px := accessPath(x, nil)
	vy, py := accessPath(y, nil)
	if vx != vy {
		return false
	}
	for i := range min(len(px), len(py)) {
		if px[i] != py[i] && px[i] != "?" && py[i] != "?" {
			return false
		}
	}
	return true
}

func accessPath(e ir.Expr, tail []string) (*ir.Var, []string) {
	switch x := e.(type) {
	case *ir.FieldRef:
		v, p := accessPath(x.X, tail)
		return v, append(p, x.Field.Name)
	case *ir.Index:
		v, p := accessPath(x.X, tail)
		if c, ok := x.I.(*ir.Const); ok {
			return v, append(p, c.Value.String())
		}
		return v, append(p, "?")
	case *ir.VarRef:
		return x.Var, tail
	}
	return nil, tail
}

// builtin translates min, max, and refuses a len that is not converted.
func (b *body) builtin(e *ast.CallExpr, name string) ir.Expr {
	switch name {
	case "len":
		b.refuse(e.Pos(), ruleInt, useConvertAt, "len gives an int")
		return nil
	case "min", "max":
	default:
		return nil // refused by the checker
	}
	m := &ir.MinMax{Max: name == "max"}
	ok := true
	for _, a := range e.Args {
		x := b.expr(a)
		if ok = ok && x != nil; !ok {
			continue
		}
		if m.Typ == nil {
			m.ExprInfo = b.at(x.Type(), e)
		}
		ok = b.mustBe(x, m.Typ) != nil
		m.Args = append(m.Args, x)
	}
	if !ok {
		return nil
	}
	if !m.Typ.Kind.IsInteger() {
		b.refuse(e.Pos(), ruleBuiltin, "use it on integers", "%s of %s", name, m.Typ)
		return nil
	}
	return b.foldMinMax(e, m)
}

func (b *body) foldMinMax(e ast.Expr, m *ir.MinMax) ir.Expr {
	var v *big.Int
	for _, a := range m.Args {
		c, ok := a.(*ir.Const)
		if !ok {
			return m
		}
		if v == nil || (c.Value.Cmp(v) > 0) == m.Max {
			v = c.Value
		}
	}
	return b.constNode(e, m.Typ, v)
}

// intrinsic translates a call of math/bits. t is the type that a count is
// converted to.
func (b *body) intrinsic(e *ast.CallExpr, t *ir.Type) ir.Expr {
	name := b.bitsFunc(e)
	base := strings.TrimRight(name, "0123456789")
	in, known := intrinsics[base]
	width, _ := strconv.Atoi(name[len(base):])
	switch {
	case !known:
		b.refuse(e.Pos(), ruleBits, "see docs/subset.md for those that are in", "bits.%s is outside the subset", name)
		return nil
	case width == 0:
		b.refuse(e.Pos(), ruleInt, "use bits."+name+"32 or bits."+name+"64", "bits.%s is of the machine's word size", name)
		return nil
	case width < in.min:
		b.refuse(e.Pos(), ruleBits, "use bits."+base+"32", "bits.%s is outside the subset", name)
		return nil
	}
	if len(e.Args) != in.args {
		b.refuse(e.Pos(), ruleOrder, "assign the results to variables first", "several results passed on as arguments")
		return nil
	}
	ut := b.basicType(map[int]ir.Kind{8: ir.Uint8, 16: ir.Uint16, 32: ir.Uint32, 64: ir.Uint64}[width])
	x := &ir.Intrinsic{ExprInfo: b.at(t, e), Op: in.op, Bits: width}
	ok := true
	for i, a := range e.Args {
		var arg ir.Expr
		if in.op == ir.RotateLeft && i == 1 {
			arg = b.rotation(a, width)
		} else {
			arg = b.value(a, ut)
		}
		ok = ok && arg != nil
		x.Args = append(x.Args, arg)
	}
	if !ok {
		return nil
	}
	if in.op == ir.RotateLeft {
		x.Typ = ut
	}
	return x
}

// rotation translates the count of a rotation: a constant, of either sign in
// Go, here in [0, width).
func (b *body) rotation(e ast.Expr, width int) ir.Expr {
	v := bigOf(b.p.info.Types[e])
	if v == nil {
		b.refuse(e.Pos(), ruleBits, "rotate by a constant, or write x<<n | x>>(width-n) with unsigned n", "rotation by a variable")
		return nil
	}
	return b.constNode(e, b.basicType(ir.Uint32), new(big.Int).Mod(v, big.NewInt(int64(width))))
}

func bigOf(tv types.TypeAndValue) *big.Int {
	if tv.Value == nil {
		return nil
	}
	return bigValue(tv.Value)
}
