package ir

import (
	"math/big"
	"strings"

	"smartnic-cc/internal/base/text/enum"
)

// Range is a declared range LO..HI, both included (//ccgen:range).
type Range struct {
	Lo, Hi *Bound
	Text   string // as written
	Pos    Pos    // of the directive
}

// BoundOp is the shape of a Bound.
type BoundOp uint8

// The shapes.
const (
	BoundConst BoundOp = iota // Value
	BoundName                 // the value of Name
	BoundLen                  // the number of elements of the array Name
	BoundAdd                  // X + Y
	BoundSub                  // X - Y
	BoundMul                  // X * Y
	BoundShl                  // X << Y
	BoundShr                  // X >> Y
	BoundDiv                  // X / Y, positive, rounded down
	BoundMin                  // min(X, Y)
	BoundMax                  // max(X, Y)
)

// String returns the operator, or the kind of leaf.
func (o BoundOp) String() string {
	return enum.Name(o, "constant", "name", "len", "+", "-", "*", "<<", ">>", "/", "min", "max")
}

// Bound is one end of a Range: an expression of constants and of other values. In the range of a field a Name is a
// field of the same struct ("MaxRate", "Learn.Arm") or, after a type's name, a field of the one value of that type
// which a function is given ("Params.AlphaBits"). In the range of a parameter it is an earlier parameter.
type Bound struct {
	Op    BoundOp
	Value *big.Int
	Name  string
	X, Y  *Bound
}

// Eval returns the value of the bound. value returns the value of a name, or the length of the named array, and nil
// if it is unknown. Eval returns nil if a name is unknown, or if a divisor or shift makes no sense.
func (b *Bound) Eval(value func(name string, length bool) *big.Int) *big.Int {
	switch b.Op {
	case BoundConst:
		return b.Value
	case BoundName, BoundLen:
		return value(b.Name, b.Op == BoundLen)
	}
	x, y := b.X.Eval(value), b.Y.Eval(value)
	if x == nil || y == nil {
		return nil
	}
	r := new(big.Int)
	switch b.Op {
	case BoundAdd:
		return r.Add(x, y)
	case BoundSub:
		return r.Sub(x, y)
	case BoundMul:
		return r.Mul(x, y)
	case BoundMin, BoundMax:
		if (x.Cmp(y) < 0) == (b.Op == BoundMin) {
			return x
		}
		return y
	case BoundDiv:
		if x.Sign() >= 0 && y.Sign() > 0 {
			return r.Quo(x, y)
		}
	case BoundShl, BoundShr:
		if y.Sign() >= 0 && y.Cmp(big.NewInt(128)) <= 0 {
			if b.Op == BoundShl {
				return r.Lsh(x, uint(y.Uint64()))
			}
			return r.Rsh(x, uint(y.Uint64()))
		}
	}
	return nil
}

// Find returns what a name in the range of a leaf of a type means: a leaf of one of some types, or of an array, with
// b.Op BoundLen, its length. in is nil if they have no such thing.
func (d *Range) Find(types []*Type, of *Type, l *Leaf, b *Bound) (in *Type, leaf, length int) {
	look := func(base *Type, at int, name string) bool {
		off, t := FieldAt(base, name)
		if t == nil || (t.Kind == Array) != (b.Op == BoundLen) || t.Kind == Struct {
			return false
		}
		leaf, length = at+off, t.Len
		return true
	}
	sibling := l.Name[:strings.LastIndexByte(l.Name, '.')+1] + b.Name
	for i, x := range Layout(of) {
		if x.Name == sibling && b.Op == BoundName {
			return of, i, 0
		}
	}
	if look(of, 0, sibling) {
		return of, leaf, length
	}
	owner, field, _ := strings.Cut(b.Name, ".")
	for _, t := range types {
		if at, s := StructIn(t, owner, d.Pos.File); s != nil && look(s, at, field) {
			return t, leaf, length
		}
	}
	return nil, 0, 0
}

// Split makes an analysis consider the values Lo..Hi of a parameter, or of a field of one, one by one
// (//ccgen:split); Lo and Hi are nil for all values of its range.
type Split struct {
	Name   string // "shift", "p.AlphaBits"
	Lo, Hi *Bound
	Pos    Pos
}

// Contract is the directives of a function.
type Contract struct {
	Params     map[string]*Range // by the name in Go
	Results    []*Range          // nil where nothing is said; else one a result
	Exhaustive bool              // shown by a run over all arguments in their ranges
	ExhPos     Pos
	Wrap       bool // all arithmetic in it is meant to wrap
	WrapPos    Pos
	WrapReason string
	Splits     []*Split
}

// Wrap is a line on which arithmetic is meant to wrap (//ccgen:wrap REASON at its
// end).
type Wrap struct {
	Line   int
	Reason string
}
