package ranges

import "smartnic-cc/codegen/ir"

func eachStmt(list []ir.Stmt, f func(ir.Stmt)) { ir.EachStmt(list, f) }

func eachExpr(s ir.Stmt, f func(ir.Expr)) { ir.EachExpr(s, f) }
