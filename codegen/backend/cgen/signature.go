package cgen

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// signature prints result, name and parameters, and names the parameters in w.
func (g *gen) signature(f *ir.Func, w *fn) string {
	result := "void"
	if len(f.Results) > 0 {
		result = g.typeName(f.Results[0])
		if f.Results[0].Kind == ir.Array {
			result = g.wrapperName(f.Results[0])
		}
	}
	params := collect.Of(f.Params, func(p *ir.Var) string { return g.param(p, w.declareVar(p)) })
	outs := make([]string, len(f.Results))
	for i := 1; i < len(f.Results); i++ {
		t := f.Results[i]
		outs[i] = w.local(outName(f, i))
		if t.Kind == ir.Array {
			params = append(params, g.decl(t, outs[i]))
		} else {
			params = append(params, g.decl(t, "*"+outs[i]))
		}
	}
	g.outs[f] = outs
	if len(params) == 0 {
		params = []string{"void"}
	}
	return wrapParams(fmt.Sprintf("%s %s(", result, g.n.funcs[f]), params)
}

// wrapParams prints a signature, over several lines if it is long.
func wrapParams(start string, params []string) string {
	const width = 112
	s, used := start, len(start)+len("extern ")
	for i, p := range params {
		sep := ", "
		if i == len(params)-1 {
			sep = ")"
		}
		if i > 0 && used+len(p)+len(sep) > width {
			s = strings.TrimRight(s, " ") + "\n\t"
			used = 8
		}
		s += p + sep
		used += len(p) + len(sep)
	}
	return s
}

func (g *gen) outNames(f *ir.Func) []string { return g.outs[f] }

// outName names the pointer for result i after the variable that is returned,
// if all returns that give a variable agree.
func outName(f *ir.Func, i int) string {
	name := ""
	ir.WalkStmts(f.Body, func(s ir.Stmt) {
		if r, ok := s.(*ir.Return); ok && i < len(r.Values) {
			if v, ok := r.Values[i].(*ir.VarRef); ok && !v.Var.Param {
				if name != "" && name != v.Var.GoName {
					name = "_"
				} else {
					name = v.Var.GoName
				}
			}
		}
	})
	if name == "" || name == "_" {
		return fmt.Sprintf("result%d", i+1)
	}
	return name + "_out"
}

func (g *gen) param(p *ir.Var, name string) string {
	switch {
	case g.pointed(p):
		c := ""
		if !g.mutable[p] && !nestedArray(p.Type) {
			c = "const "
		}
		if p.Type.Kind == ir.Array {
			return c + g.decl(p.Type, name)
		}
		return c + g.decl(p.Type, "*"+name)
	case p.Type.Kind == ir.Array:
		return g.wrapperName(p.Type) + " " + name
	}
	return g.decl(p.Type, name)
}

// nestedArray reports whether t holds an array of arrays. C99 does not convert
// a pointer to such an array to one of const elements, so these go without
// const.
func nestedArray(t *ir.Type) bool {
	switch t.Kind {
	case ir.Array:
		return t.Elem.Kind == ir.Array || nestedArray(t.Elem)
	case ir.Struct:
		for _, f := range t.Fields {
			if nestedArray(f.Type) {
				return true
			}
		}
	}
	return false
}
