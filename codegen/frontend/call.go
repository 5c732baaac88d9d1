package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"smartnic-cc/codegen/ir"
)

// call translates a call that is not a conversion. Pointer arguments are allowed only if it is whole.
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
