package ir

import (
	"fmt"
	"math/big"
	"strconv"
)

// A scalar value is held as 64 bits: an unsigned integer zero-extended, a
// signed one sign-extended (uint64(int64(v))), a bool as 0 or 1.

// Norm returns the value of kind k that the low bits of v hold: it wraps an
// integer and takes any non-zero v as true.
func (k Kind) Norm(v uint64) uint64 {
	if k == Bool {
		if v != 0 {
			return 1
		}
		return 0
	}
	s := uint(64 - k.Bits())
	if k.IsSigned() {
		return uint64(int64(v<<s) >> s)
	}
	return v << s >> s
}

// Format returns v in decimal; a bool as 0 or 1.
func (k Kind) Format(v uint64) string {
	if k.IsSigned() {
		return strconv.FormatInt(int64(v), 10)
	}
	return strconv.FormatUint(v, 10)
}

// Parse reads a decimal or 0x-prefixed integer (0 or 1 for a bool). The error
// names the range where the value is outside it.
func (k Kind) Parse(s string) (uint64, error) {
	b, ok := new(big.Int).SetString(s, 0)
	if !ok {
		return 0, fmt.Errorf("%q is not an integer: write it in decimal or with 0x", s)
	}
	return k.FromBig(b)
}

// Word returns the value of a constant as it is held.
func (e *Const) Word() uint64 { return Word(e.Value) }

// FromBig returns the bits of b, or an error that names the range of k.
func (k Kind) FromBig(b *big.Int) (uint64, error) {
	if !k.IsScalar() {
		return 0, fmt.Errorf("%s is not an integer type", k)
	}
	if b.Cmp(k.Min()) < 0 || b.Cmp(k.Max()) > 0 {
		return 0, fmt.Errorf("%s is outside the range of %s, %s to %s", b, k, k.Min(), k.Max())
	}
	return Word(b), nil
}

// Word returns a number of 64 bits as it is held.
func Word(b *big.Int) uint64 {
	if b.Sign() < 0 {
		return uint64(b.Int64())
	}
	return b.Uint64()
}

// Apply returns what Go computes for the operator on values of kind k: a result of kind k, or of
// a comparison a bool. y is the count of a shift, and of no account to a unary operator. / and %
// want a y that is not 0.
func (o Op) Apply(k Kind, x, y uint64) uint64 {
	signed := k.IsSigned()
	switch o {
	case Add:
		return k.Norm(x + y)
	case Sub:
		return k.Norm(x - y)
	case Mul:
		return k.Norm(x * y)
	case Div:
		if signed {
			return k.Norm(uint64(int64(x) / int64(y)))
		}
		return x / y
	case Rem:
		if signed {
			return uint64(int64(x) % int64(y))
		}
		return x % y
	case And, LAnd:
		return x & y
	case Or, LOr:
		return x | y
	case Xor:
		return x ^ y
	case AndNot:
		return x &^ y
	case Shl:
		return k.Norm(x << y)
	case Shr:
		if signed {
			return uint64(int64(x) >> y)
		}
		return x >> y
	case Neg:
		return k.Norm(-x)
	case Compl:
		return k.Norm(^x)
	case Not:
		return x ^ 1
	}
	if signed { // with the sign turned over, words are in the order of the numbers
		x, y = x^1<<63, y^1<<63
	}
	holds := false
	switch o {
	case Eq:
		holds = x == y
	case Ne:
		holds = x != y
	case Lt:
		holds = x < y
	case Le:
		holds = x <= y
	case Gt:
		holds = x > y
	case Ge:
		holds = x >= y
	default:
		panic("ir: no value for operator " + o.String())
	}
	if holds {
		return 1
	}
	return 0
}

// Big returns a value of kind k as a number.
func (k Kind) Big(v uint64) *big.Int {
	if k.IsSigned() {
		return big.NewInt(int64(v))
	}
	return new(big.Int).SetUint64(v)
}
