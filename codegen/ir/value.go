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
func (e *Const) Word() uint64 { return word(e.Value) }

// FromBig returns the bits of b, or an error that names the range of k.
func (k Kind) FromBig(b *big.Int) (uint64, error) {
	if !k.IsScalar() {
		return 0, fmt.Errorf("%s is not an integer type", k)
	}
	if b.Cmp(k.Min()) < 0 || b.Cmp(k.Max()) > 0 {
		return 0, fmt.Errorf("%s is outside the range of %s, %s to %s", b, k, k.Min(), k.Max())
	}
	return word(b), nil
}

func word(b *big.Int) uint64 {
	if b.Sign() < 0 {
		return uint64(b.Int64())
	}
	return b.Uint64()
}
