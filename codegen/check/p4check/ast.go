package p4check

import "math/big"

// The tree that the parser makes. Names are not resolved in it.

type node interface{}

type typeExpr struct {
	pos   Pos
	name  string // bit, int, bool, register or the name of a type
	width *expr  // bit and int; nil is 1
	arg   *typeExpr
}

// expr is an expression. op is the operator, or name, number, cast, call, field,
// slice, cond.
type expr struct {
	pos  Pos // of the operator, or of a field's name
	at   Pos // where it begins
	op   string
	name string // name, field
	num  token  // number
	typ  *typeExpr
	args []*expr
}

type variable struct {
	pos  Pos
	name string
	typ  *typeExpr
	init *expr   // or nil
	args []*expr // of a constructor
	dir  string  // of a parameter: "", in, out, inout
}

type stmt struct {
	pos   Pos
	kind  string // var, const, assign, call, if, block
	v     *variable
	x, y  *expr
	then  []*stmt
	other []*stmt
}

type action struct {
	pos    Pos
	name   string
	params []*variable
	body   []*stmt
}

type keyset struct {
	pos   Pos
	kind  string // value, mask, range, any
	x, y  *expr
	tuple []*keyset
}

type entry struct {
	key  *keyset
	call *expr
}

type table struct {
	pos      Pos
	name     string
	key      *expr
	match    string
	matchPos Pos
	actions  []*expr
	def      *expr
	entries  []entry
}

type state struct {
	pos     Pos
	name    string
	body    []*stmt
	sel     []*expr // nil: next is the target
	cases   []selectCase
	next    string
	nextPos Pos
}

type selectCase struct {
	key  *keyset
	next string
	pos  Pos
}

// block is a parser or a control.
type block struct {
	pos    Pos
	parser bool
	name   string
	params []*variable
	locals []node // *stmt (var, const), *action, *table, *variable (instance) in order
	states []*state
	apply  []*stmt
}

type composite struct {
	pos    Pos
	header bool
	name   string
	fields []*variable
}

type program struct {
	includes []token
	late     bool   // one is behind a declaration
	decls    []node // *stmt (const), *composite, *block
	main     *expr  // V1Switch(...)
	mainPos  Pos
}

func bigInt(v int64) *big.Int { return big.NewInt(v) }
