package ir

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/collect"
)

// ExprString returns an expression in a form like Go, fully parenthesised.
func ExprString(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "<zero>"
	case *Const:
		switch {
		case e.Ref != nil:
			return e.Ref.Name
		case e.Lit || e.Text == "" || e.Text == e.Value.String():
			if e.Text != "" {
				return e.Text
			}
			return e.Value.String()
		}
		return e.Value.String() + " /* " + e.Text + " */"
	case *VarRef:
		if e.Var == nil {
			return "?"
		}
		if e.Var.ByRef {
			return "(*" + e.Var.Name + ")"
		}
		return e.Var.Name
	case *TableRef:
		return e.Table.Name
	case *FieldRef:
		return ExprString(e.X) + "." + e.Field.Name
	case *Index:
		return ExprString(e.X) + "[" + ExprString(e.I) + "]"
	case *Unary:
		return e.Op.String() + ExprString(e.X)
	case *Binary:
		return "(" + ExprString(e.X) + " " + e.Op.String() + " " + ExprString(e.Y) + ")"
	case *Shift:
		return "(" + ExprString(e.X) + " " + e.Op.String() + " " + ExprString(e.Count) + ")"
	case *Convert:
		return e.Typ.String() + "(" + ExprString(e.X) + ")"
	case *MinMax:
		if e.Max {
			return "max(" + exprList(e.Args) + ")"
		}
		return "min(" + exprList(e.Args) + ")"
	case *Intrinsic:
		s := fmt.Sprintf("bits.%s%d(%s)", e.Op, e.Bits, exprList(e.Args))
		if e.Op <= OnesCount {
			s = e.Typ.String() + "(" + s + ")"
		}
		return s
	case *Call:
		var as []string
		for _, a := range e.Args {
			s := ExprString(a.X)
			if a.ByRef {
				s = "&" + s
			}
			as = append(as, s)
		}
		return e.Func.FullName() + "(" + strings.Join(as, ", ") + ")"
	case *Composite:
		var es []string
		for i, x := range e.Elems {
			if e.Typ.Kind == Struct {
				es = append(es, e.Typ.Fields[i].Name+": "+ExprString(x))
			} else {
				es = append(es, ExprString(x))
			}
		}
		return e.Typ.String() + "{" + strings.Join(es, ", ") + "}"
	}
	return fmt.Sprintf("<%T>", e)
}

func exprList(es []Expr) string {
	ss := collect.Of(es, ExprString)
	return strings.Join(ss, ", ")
}
