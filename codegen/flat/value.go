package flat

import (
	"fmt"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/enum"
)

// Op is the operation that computes a Value from its arguments.
type Op uint8

// The operations. Each takes its arguments as numbers, whatever their kinds, and wraps the result to its own kind: an
// Add of kind uint64 may have arguments of kind uint8, and a Shr of kind uint32 one of kind uint64. So most
// conversions of the source need no operation.
const (
	Const    Op = iota // Value.Bits
	Input              // an input of the function
	Add                // wraps
	Sub                // wraps
	Mul                // low half of the product
	MulHi              // high half of the product of two unsigned
	Div                // by a non-zero constant, toward zero
	Rem                // by a non-zero constant, sign of the dividend
	And                // bitwise; logical for bool
	Or                 // bitwise; logical for bool
	Xor                // bitwise
	Shl                // Args[1] is a count of any unsigned kind; the width or more gives 0
	Shr                // likewise; a signed value is filled with its sign
	Eq                 // bool from two numbers, both with a sign or both without; and so the next three
	Ne                 //
	Lt                 //
	Le                 //
	Neg                // two's complement
	Compl              // all bits inverted
	Not                // of a bool
	Select             // Args[0], a bool, ? Args[1] : Args[2]
	Convert            // wraps
	Leading            // zero bits above the top one of an unsigned Args[0]; its width for 0
	Trailing           // zero bits below the lowest one of an unsigned Args[0]; its width for 0
	Len                // bits that an unsigned Args[0] needs
	Lookup             // Table at Args[0], of any integer kind
)

var opNames = [...]string{"const", "input", "add", "sub", "mul", "mulhi", "div", "rem", "and", "or", "xor",
	"shl", "shr", "eq", "ne", "lt", "le", "neg", "compl", "not", "select", "convert",
	"leading", "trailing", "len", "lookup"}

// String returns the name of the operation.
func (o Op) String() string { return enum.Name(o, opNames[:]...) }

var operators = [Lookup + 1]ir.Op{Add: ir.Add, Sub: ir.Sub, Mul: ir.Mul, Div: ir.Div, Rem: ir.Rem, And: ir.And, Or: ir.Or, Xor: ir.Xor,
	Shl: ir.Shl, Shr: ir.Shr, Eq: ir.Eq, Ne: ir.Ne, Lt: ir.Lt, Le: ir.Le, Neg: ir.Neg, Compl: ir.Compl, Not: ir.Not}

// Operator returns the source operator of the operation, ir.NoOp if there is no such operator.
func (o Op) Operator() ir.Op { return operators[o] }

// Value is one operation and the name of its result. Values are shared: two equal
// operations of a function are one Value. (A named constant and a number are two.)
type Value struct {
	Op   Op
	Kind ir.Kind // bool or an integer kind
	Args []*Value
	Bits uint64 // Const: the value, normalised as by ir.Kind.Norm
	// Ref is the named constant of the source that a Const refers to, or nil.
	Ref *ir.ConstDecl
	// Table is what Lookup reads.
	Table *Table
	// Name is unique in the function. It comes from the source if Source is set, and is t_N for a part of an
	// expression.
	Name   string
	Source bool
	// Pos is the position of the operation in the source, Func the function that contains it, and Comment the
	// source's comment above the statement, at its first value.
	Pos     ir.Pos
	Func    *ir.Func
	Comment []string
	// Max is a bound of an unsigned or bool value; for a signed one it is meaningless.
	Max uint64
	// Uses counts the values and outputs that refer to this one.
	Uses int

	id        int    // order of creation, from 1
	order     int    // place in the text: the id of the value that it replaces
	stmt      ir.Pos // the statement
	may, must uint64 // bits that may be one, and that must be; for signed values all and none
}

// Table is an array of constants, or one column of an array of structs.
type Table struct {
	Name   string // of the source, with the field's path for a column
	Doc    []string
	Kind   ir.Kind
	Values []uint64
}

// Output is a result: a returned value, or a leaf of a parameter passed by address.
type Output struct {
	Leaf  ir.Leaf
	Param *ir.Var // nil for a returned value
	Value *Value
}

// Function is a function in flat form.
type Function struct {
	Func *ir.Func
	// Inputs are the parameters by leaf, in order; Leaves are their names and Params the parameters that they belong
	// to. An input that was fixed is a Const.
	Inputs []*Value
	Leaves []ir.Leaf
	Params []*ir.Var
	// Body holds the operations, each after its arguments, without constants and inputs.
	Body []*Value
	// Outputs are the returned values by leaf, then all leaves of parameters passed by
	// address.
	Outputs []Output
}

// String writes one operation, as in "rc_3 uint32 = add(rc_2, t_7)".
func (v *Value) String() string {
	s := fmt.Sprintf("%s %s = %s(", v.Name, v.Kind, v.Op)
	if v.Op == Lookup {
		s += v.Table.Name + ", "
	}
	for i, a := range v.Args {
		if i > 0 {
			s += ", "
		}
		s += a.ref()
	}
	return s + ")"
}

func (v *Value) ref() string {
	if v.Op == Const {
		return v.Kind.Format(v.Bits)
	}
	return v.Name
}
