// Package ir is the typed, structured form into which the frontend turns the
// firmware subset of Go, and from which every backend prints.
//
// It is close to the source: names, order, literals and comments survive, so that what a backend prints reads like
// what was written. It is also explicit where Go is implicit, so that a backend needs no type checker:
//
//   - Generics are gone. Each instance is a separate TypeDecl or Func, with a readable name that is unique in its
//     package.
//   - Types are interned: two types of a Program are identical exactly if
//     their *Type pointers are equal. Every expression has a concrete type.
//   - There are no pointers in expressions. A parameter of Go type *T is a Var
//     with ByRef set; a VarRef to it denotes the object pointed to, and an Arg
//     with ByRef set passes the address of the place that it holds.
//   - Constants are exact. An expression that is constant in Go (or becomes so
//     by instantiation) is a Const with its value, and with the name of the
//     constant or the text of the source it came from.
//   - A variable has a name that no other variable in scope where it is declared
//     has: one that shadows another gets a suffix (x, x_2, ...). Disjoint blocks
//     may use a name twice (Var.Index is unique in the function); the variables
//     of an Implicit block count as declared in the block around it.
//   - Order of evaluation cannot matter inside an expression: a Call with a
//     ByRef argument (the only expression with a side effect) occurs only as a
//     whole CallStmt.Call, Declare.Init, Assign.Src (with Op 0), MultiAssign.From,
//     If.Cond, Switch.Tag, or as the single value of a Return. All else is
//     free of side effects, though an Index may be out of range and && and ||
//     must short-circuit for that reason.
//   - Parallel assignment, if and switch with an init statement, switch without
//     a tag, op-assignment with ++ and --, and `return f()` of several results
//     are lowered to the simpler statements here.
//   - What a declaration is to people, to tools and at a NIC (Meta, EventMark, SignalMark,
//     ControlMark, ProbeMark) changes nothing that is computed. Transducer's Contract
//     collects it.
//
// Arithmetic is Go's: it wraps at the width of the type, for signed types too;
// a shift by the width or more gives 0, or the sign for >> of a signed type;
// / and % truncate toward zero and have a constant, non-zero divisor, and
// MinInt / -1 wraps to MinInt.
package ir
