package mutate

import (
	"reflect"

	"smartnic-cc/codegen/ir"
)

// cloner copies functions within a program, under other names.
type cloner struct {
	funcs map[*ir.Func]*ir.Func // what is called instead
	vars  map[*ir.Var]*ir.Var
}

// clone copies a function, with a body that may be another.
func (c *cloner) clone(f *ir.Func, body []ir.Stmt, suffix string) *ir.Func {
	c.vars = map[*ir.Var]*ir.Var{}
	n := *f
	n.Name += suffix
	n.Doc = nil
	n.Params = c.copy(reflect.ValueOf(f.Params)).Interface().([]*ir.Var)
	n.Body = c.copy(reflect.ValueOf(body)).Interface().([]ir.Stmt)
	n.Calls = nil
	seen := map[*ir.Func]bool{}
	ir.EachStmt(n.Body, func(s ir.Stmt) {
		ir.EachExpr(s, func(e ir.Expr) {
			if call, ok := e.(*ir.Call); ok && !seen[call.Func] {
				seen[call.Func] = true
				n.Calls = append(n.Calls, call.Func)
			}
		})
	})
	return &n
}

// copy copies what a body is made of: statements, expressions and variables, not the types,
// constants, tables and functions that it mentions.
func (c *cloner) copy(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(c.copy(v.Elem()))
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.copy(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(c.copy(v.Field(i)))
			}
		}
		return out
	case reflect.Pointer:
		return c.pointer(v)
	}
	return v
}

func (c *cloner) pointer(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	switch x := v.Interface().(type) {
	case *ir.Var:
		n := c.vars[x]
		if n == nil {
			own := *x
			n = &own
			c.vars[x] = n
		}
		return reflect.ValueOf(n)
	case *ir.Func:
		if n := c.funcs[x]; n != nil {
			return reflect.ValueOf(n)
		}
		return v
	case ir.Stmt, ir.Expr, *ir.Case:
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(c.copy(v.Elem()))
		return out
	}
	return v
}
