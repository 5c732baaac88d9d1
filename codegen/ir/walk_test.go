package ir_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// TestWalk walks one statement of each kind that holds others or expressions, and checks that each is visited once,
// in order: parts of an expression before it.
func TestWalk(t *testing.T) {
	names := map[ir.Expr]string{}
	leaf := func(name string) ir.Expr {
		c := &ir.Const{Value: big.NewInt(1)}
		names[c] = name
		return c
	}
	node := func(name string, e ir.Expr) ir.Expr {
		names[e] = name
		return e
	}
	sum := node("sum", &ir.Binary{X: leaf("a"), Y: node("neg", &ir.Unary{X: leaf("b")})})
	pair := node("pair", &ir.Composite{Elems: []ir.Expr{leaf("e0"), nil, leaf("e2")}})
	call := &ir.Call{Args: []ir.Arg{{X: node("min", &ir.MinMax{Args: []ir.Expr{leaf("x"), leaf("y")}})}}}
	names[call] = "call"
	list := []ir.Stmt{
		&ir.Declare{},
		&ir.If{Cond: sum, Then: []ir.Stmt{&ir.Declare{Init: pair}}, Else: []ir.Stmt{&ir.Block{Body: []ir.Stmt{&ir.CallStmt{Call: call}}}}},
		&ir.For{Body: []ir.Stmt{&ir.Switch{Tag: leaf("tag"), Cases: []*ir.Case{{Body: []ir.Stmt{&ir.Break{}}}, {Default: true, Body: []ir.Stmt{&ir.Return{Values: []ir.Expr{
			node("shift", &ir.Shift{X: leaf("s"), Count: leaf("n")}), node("index", &ir.Index{X: leaf("t"), I: node("conv", &ir.Convert{X: leaf("i")})}),
		}}}}}}}},
		&ir.Assign{Dst: node("field", &ir.FieldRef{X: leaf("d")}), Src: leaf("src")},
		&ir.MultiAssign{From: node("mul", &ir.Intrinsic{Args: []ir.Expr{leaf("p"), leaf("q")}})},
	}
	var got []string
	stmts := 0
	ir.WalkStmts(list, func(s ir.Stmt) {
		stmts++
		ir.WalkExprs(s, func(e ir.Expr) { got = append(got, names[e]) })
	})
	require.Equal(t, 11, stmts)
	require.Equal(t, []string{"a", "b", "neg", "sum", "e0", "e2", "pair", "x", "y", "min", "call", "tag", "s", "n", "shift",
		"t", "i", "conv", "index", "src", "d", "field", "p", "q", "mul"}, got)
	require.Len(t, names, len(got), "each expression once")
}

// TestBase: a part of a variable or table leads to it, another expression to itself.
func TestBase(t *testing.T) {
	v := &ir.Var{Name: "v"}
	ref := &ir.VarRef{Var: v}
	part := &ir.Index{X: &ir.FieldRef{X: ref}, I: &ir.Const{}}
	require.Same(t, ref, ir.Base(part))
	require.Same(t, v, ir.BaseVar(part))
	table := &ir.TableRef{}
	require.Same(t, table, ir.Base(&ir.Index{X: table, I: ref}))
	require.Nil(t, ir.BaseVar(&ir.Index{X: table, I: ref}))
	sum := &ir.Binary{X: ref, Y: ref}
	require.Same(t, sum, ir.Base(sum))
	require.Nil(t, ir.BaseVar(sum))
}
