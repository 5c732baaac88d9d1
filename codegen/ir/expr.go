package ir

import (
	"math/big"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/enum"
)

// Expr is an expression: *Const, *VarRef, *TableRef, *FieldRef, *Index,
// *Unary, *Binary, *Shift, *Convert, *MinMax, *Intrinsic, *Call, *Composite.
type Expr interface {
	Type() *Type // concrete; nil only for a Call or Intrinsic of no or several results
	At() Pos
	isExpr()
}

// ExprInfo is the part common to all expressions.
type ExprInfo struct {
	Typ *Type
	Pos Pos
}

// Type returns the type of the value.
func (e *ExprInfo) Type() *Type { return e.Typ }

// At returns the position in the source.
func (e *ExprInfo) At() Pos { return e.Pos }

func (*ExprInfo) isExpr() {}

// Op is a unary or binary operator.
type Op uint8

// The operators. On integers they wrap to the type of the operands.
const (
	NoOp   Op = iota
	Add       // +
	Sub       // -
	Mul       // *
	Div       // / by a non-zero Const, toward zero
	Rem       // % by a non-zero Const, with the sign of the dividend
	And       // &
	Or        // |
	Xor       // ^
	AndNot    // &^
	Shl       // <<
	Shr       // >>
	Eq        // ==
	Ne        // !=
	Lt        // <
	Le        // <=
	Gt        // >
	Ge        // >=
	LAnd      // &&, short-circuit
	LOr       // ||, short-circuit
	Neg       // unary -
	Compl     // unary ^
	Not       // !
)

var opNames = [...]string{"", "+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>",
	"==", "!=", "<", "<=", ">", ">=", "&&", "||", "-", "^", "!"}

// String returns the Go spelling of the operator.
func (o Op) String() string {
	if o == NoOp {
		return ""
	}
	return enum.Name(o, opNames[:]...)
}

// IsCompare reports whether o compares (Eq to Ge).
func (o Op) IsCompare() bool { return o >= Eq && o <= Ge }

var (
	negated  = map[Op]Op{Eq: Ne, Ne: Eq, Lt: Ge, Ge: Lt, Le: Gt, Gt: Le}
	mirrored = map[Op]Op{Eq: Eq, Ne: Ne, Lt: Gt, Ge: Le, Le: Ge, Gt: Lt}
)

// Negated returns the comparison that holds where o does not: Lt of Ge.
func (o Op) Negated() Op { return negated[o] }

// Swapped returns the comparison of y and x that says what o says of x and y: Gt of Lt.
func (o Op) Swapped() Op { return mirrored[o] }

// Const is a constant of a scalar type. Value lies in the range of the type
// (0 or 1 for bool).
type Const struct {
	ExprInfo
	Value *big.Int
	Ref   *ConstDecl // the named constant of which this is a plain mention, else nil
	Text  string     // the source: a literal's spelling ("0xFF") or a constant expression; "" if computed
	Lit   bool       // Text is a single literal, possibly signed
}

// VarRef is a variable, or for a ByRef parameter the object it points to.
type VarRef struct {
	ExprInfo
	Var *Var
}

// TableRef is a table. It occurs only as the X of an Index.
type TableRef struct {
	ExprInfo
	Table *Table
}

// FieldRef is X.Field of a struct.
type FieldRef struct {
	ExprInfo
	X     Expr
	Field *Field
}

// Offset returns at which leaf of X the field begins.
func (e *FieldRef) Offset() int {
	return collect.Sum(e.X.Type().Fields[:e.Field.Index], func(f *Field) int { return f.Type.Leaves() })
}

// Index is X[I] of an array. I is an integer of any type; out of range
// is a fault (Go panics, the interpreter traps). A Const index is in range.
type Index struct {
	ExprInfo
	X Expr
	I Expr
}

// Unary is Neg or Compl of an integer, or Not of a bool.
type Unary struct {
	ExprInfo
	Op Op
	X  Expr
}

// Binary is an arithmetic, comparison or logical operation. X and Y have the
// same type; a comparison has the type bool (or a named bool). Shifts are Shift.
type Binary struct {
	ExprInfo
	Op   Op
	X, Y Expr
}

// Shift is X << Count or X >> Count. The type is that of X. Count has an
// unsigned type, or is a non-negative Const; it may be the width or more.
type Shift struct {
	ExprInfo
	Op    Op // Shl or Shr
	X     Expr
	Count Expr
}

// Convert is T(X) between integer types (it wraps), or between types of the
// same underlying type.
type Convert struct {
	ExprInfo
	X Expr
}

// MinMax is min or max of one or more integers of the same type.
type MinMax struct {
	ExprInfo
	Max  bool
	Args []Expr
}

// IntrinsicOp is a function of math/bits.
type IntrinsicOp uint8

// The intrinsics, of the width Intrinsic.Bits.
const (
	LeadingZeros  IntrinsicOp = iota // of x; the width for 0
	TrailingZeros                    // of x; the width for 0
	Len                              // bits needed for x; 0 for 0
	OnesCount                        // of x
	RotateLeft                       // x by Args[1], a Const in [0, width)
	MulWide                          // x, y: hi, lo (two results)
	AddCarry                         // x, y, carry (0 or 1): sum, carry out (two results)
	SubBorrow                        // x, y, borrow (0 or 1): difference, borrow out (two results)
)

var intrinsicNames = [...]string{"LeadingZeros", "TrailingZeros", "Len", "OnesCount",
	"RotateLeft", "Mul", "Add", "Sub"}

// String returns the name in math/bits without the width.
func (o IntrinsicOp) String() string { return enum.Name(o, intrinsicNames[:]...) }

// Intrinsic is a call of a function of math/bits. The counts (LeadingZeros to
// OnesCount) are int in Go and stand inside a conversion in the source; here
// Type is the fixed-width type converted to, which holds every result.
// Operands have the unsigned basic type of Bits bits.
type Intrinsic struct {
	ExprInfo // Typ is nil for MulWide, AddCarry, SubBorrow, which occur only in MultiAssign
	Op       IntrinsicOp
	Bits     int // 8, 16, 32, 64
	Args     []Expr
}

// Arg is an argument of a call.
type Arg struct {
	X     Expr // for ByRef a place: VarRef, FieldRef, Index of places
	ByRef bool // pass the address of X
}

// Call is a call of a firmware function. Typ is nil unless it has one result.
// No two ByRef arguments overlap.
type Call struct {
	ExprInfo
	Func *Func
	Args []Arg // the receiver first
}

// HasByRef reports whether any argument is passed by address.
func (c *Call) HasByRef() bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool { return a.ByRef })
}

// Composite is a struct or array value. Elems has one entry per field or
// element, nil for the zero value.
type Composite struct {
	ExprInfo
	Elems []Expr
	Keys  bool // the source names fields or indices
}
