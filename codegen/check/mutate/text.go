package mutate

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// stmtText writes a statement in a line, without what is nested in it.
func stmtText(s ir.Stmt) string {
	switch s := s.(type) {
	case *ir.Declare:
		if s.Init == nil {
			return "var " + s.Var.Name + " " + s.Var.Type.String()
		}
		return s.Var.Name + " := " + ir.ExprString(s.Init)
	case *ir.Assign:
		return fmt.Sprintf("%s %s= %s", ir.ExprString(s.Dst), s.Op, ir.ExprString(s.Src))
	case *ir.MultiAssign:
		var dst []string
		for _, v := range s.Dst {
			if v == nil {
				dst = append(dst, "_")
			} else {
				dst = append(dst, v.Name)
			}
		}
		return strings.Join(dst, ", ") + " = " + ir.ExprString(s.From)
	case *ir.If:
		return "if " + ir.ExprString(s.Cond) + " {...}"
	case *ir.For:
		return fmt.Sprintf("for %s from %s, %d turns {...}", s.Var.Name, s.Lo.Value, s.Iterations)
	case *ir.Switch:
		return "switch " + ir.ExprString(s.Tag) + " {...}"
	case *ir.Return:
		l := collect.Of(s.Values, ir.ExprString)
		return strings.TrimSpace("return " + strings.Join(l, ", "))
	case *ir.Break:
		return "break"
	case *ir.Continue:
		return "continue"
	case *ir.Block:
		return "{...}"
	case *ir.CallStmt:
		return ir.ExprString(s.Call)
	}
	return fmt.Sprintf("%T", s)
}
