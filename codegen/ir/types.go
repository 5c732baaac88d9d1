package ir

import (
	"cmp"
	"fmt"
	"math/big"

	"smartnic-cc/internal/base/text/enum"
)

// Pos is a place in the source. File is relative to the root of the file
// system that was loaded, with forward slashes; Line and Col count from 1
// (Col in bytes). The zero Pos is unknown.
type Pos struct {
	File      string
	Line, Col int
}

// String returns file:line:col.
func (p Pos) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Compare orders places by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Kind is the shape of a Type.
type Kind uint8

// The kinds. Bool and the integers are scalar.
const (
	Invalid Kind = iota
	Bool
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Struct
	Array
)

var kindNames = [...]string{"invalid", "bool", "int8", "int16", "int32", "int64",
	"uint8", "uint16", "uint32", "uint64", "struct", "array"}

// String returns the Go name of a scalar kind, or "struct" or "array".
func (k Kind) String() string {
	return enum.Name(k, kindNames[:]...)
}

// IsInteger reports whether k is an integer kind.
func (k Kind) IsInteger() bool { return k >= Int8 && k <= Uint64 }

// IsScalar reports whether k is Bool or an integer kind.
func (k Kind) IsScalar() bool { return k >= Bool && k <= Uint64 }

// IsSigned reports whether k is a signed integer kind.
func (k Kind) IsSigned() bool { return k >= Int8 && k <= Int64 }

// Bits returns the width of an integer kind in bits, 1 for Bool and 0 for the rest.
func (k Kind) Bits() int {
	switch k {
	case Bool:
		return 1
	case Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32:
		return 32
	case Int64, Uint64:
		return 64
	}
	return 0
}

// Min returns the least value of a scalar kind.
func (k Kind) Min() *big.Int {
	if k.IsSigned() {
		return new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(k.Bits()-1)))
	}
	return new(big.Int)
}

// Max returns the greatest value of a scalar kind (1 for Bool).
func (k Kind) Max() *big.Int {
	n := k.Bits()
	if k.IsSigned() {
		n--
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return m.Sub(m, big.NewInt(1))
}

// Wrap returns v reduced to the range of the integer kind k as Go's
// arithmetic and conversions do: modulo 2^bits, two's complement if signed.
func (k Kind) Wrap(v *big.Int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(k.Bits()))
	r := new(big.Int).Mod(v, m) // Mod is Euclidean: 0 <= r < m
	if k.IsSigned() && r.Cmp(k.Max()) > 0 {
		r.Sub(r, m)
	}
	return r
}

// Type is an interned type: identical types of one Program are one pointer.
type Type struct {
	Kind   Kind
	Decl   *TypeDecl // the declaration of a named type, else nil
	Fields []*Field  // Struct
	Elem   *Type     // Array
	Len    int       // Array: number of elements
}

// Field is a field of a struct type.
type Field struct {
	Name        string
	Type        *Type
	Pos         Pos
	Doc         []string // comment lines above
	LineComment string   // comment on the same line
	Index       int      // place in Type.Fields
	Range       *Range   // declared by //ccgen:range, of every scalar in it; else nil

	Meta
	Signal  *SignalMark  // nil if the field is not a signal
	Control *ControlMark // nil if the field is not a control
	Probe   *ProbeMark   // nil if logs do not show it
}

// String returns the Go spelling: the name (with its package, if it has one),
// [N]T for an array, the basic name for a scalar.
func (t *Type) String() string {
	switch {
	case t == nil:
		return "<none>"
	case t.Decl != nil && t.Decl.Pkg != nil:
		return t.Decl.Pkg.Name + "." + t.Decl.Name
	case t.Decl != nil:
		return t.Decl.Name
	case t.Kind == Array:
		return fmt.Sprintf("[%d]%s", t.Len, t.Elem)
	}
	return t.Kind.String()
}

// Size returns the size of t in bytes with natural alignment, as Go on a
// 64-bit machine and the usual C ABIs lay it out.
func (t *Type) Size() int {
	switch t.Kind {
	case Bool:
		return 1
	case Array:
		return t.Len * t.Elem.Size()
	case Struct:
		n := 0
		for _, f := range t.Fields {
			n = roundUp(n, f.Type.Align()) + f.Type.Size()
		}
		return roundUp(n, t.Align())
	}
	return t.Kind.Bits() / 8
}

// Align returns the natural alignment of t in bytes (at least 1).
func (t *Type) Align() int {
	switch t.Kind {
	case Array:
		return t.Elem.Align()
	case Struct:
		a := 1
		for _, f := range t.Fields {
			a = max(a, f.Type.Align())
		}
		return a
	}
	return max(1, t.Kind.Bits()/8)
}

func roundUp(n, a int) int { return (n + a - 1) / a * a }
