package cgen

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"smartnic-cc/codegen/ir"
)

var one = big.NewInt(1)

// The precedence of C operators, as far as it is needed here.
const (
	precOr = iota + 1
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEq
	precRel
	precShift
	precAdd
	precMul
	precUnary // casts too
	precPostfix
)

// cx is a C expression. Its value is always the value of the Go expression; k
// is the type that C gives it, which for 8 and 16 bit operands may be the
// promoted Int32. A negative or positive number that stands as a bare literal has
// literal set: C converts it without a cast. A constant of the source has fixed set.
type cx struct {
	s       string
	prec    int
	k       ir.Kind
	literal bool
	fixed   bool
}

// in returns the text for a place that needs at least the precedence p.
func (c cx) in(p int) string {
	if c.prec < p {
		return "(" + c.s + ")"
	}
	return c.s
}

var cKind = map[ir.Kind]string{
	ir.Bool: "bool", ir.Int8: "int8_t", ir.Int16: "int16_t", ir.Int32: "int32_t", ir.Int64: "int64_t",
	ir.Uint8: "uint8_t", ir.Uint16: "uint16_t", ir.Uint32: "uint32_t", ir.Uint64: "uint64_t",
}

// suffix names a kind in the names of helpers.
func suffix(k ir.Kind) string {
	s := "u"
	if k.IsSigned() {
		s = "i"
	}
	return fmt.Sprintf("%s%d", s, k.Bits())
}

func cast(k ir.Kind, c cx) cx {
	return cx{s: "(" + cKind[k] + ")" + c.in(precUnary), prec: precUnary, k: k}
}

// as gives c the C type k, of which it holds a value, by a cast where C would
// not convert silently and exactly.
func as(c cx, k ir.Kind) cx {
	switch {
	case c.k == k, c.literal, k == ir.Bool:
		return c
	case c.k.Bits() < k.Bits() && (c.k.IsSigned() == k.IsSigned() || !c.k.IsSigned()) && c.k.Bits() < 32:
		return c // a promotion
	}
	return cast(k, c)
}

func wide(k ir.Kind) bool { return k.Bits() >= 32 }

var shiftText = regexp.MustCompile(`^\(?([0-9]+) ?<< ?([0-9]+)\)?( ?- ?1)?$`)

// number prints a constant of kind k so that C gives it that type (or int, for 8 and 16 bits). text is its spelling
// in the source and lit whether that is one literal; it is kept if it means the same in C.
func number(k ir.Kind, v *big.Int, text string, lit bool) cx {
	c := cx{prec: precPostfix, k: k, literal: !wide(k) || k == ir.Int32}
	if !wide(k) {
		c.k = ir.Int32
	}
	if k == ir.Bool {
		c.k, c.s = ir.Bool, "false"
		if v.Sign() != 0 {
			c.s = "true"
		}
		return c
	}
	if k.IsSigned() && wide(k) && v.Cmp(k.Min()) == 0 {
		c.s = fmt.Sprintf("INT%d_MIN", k.Bits())
		return c
	}
	if s, ok := shiftNumber(k, v, text); ok {
		c.s = s
		return c
	}
	digits := spell(new(big.Int).Abs(v), text, lit)
	switch k {
	case ir.Uint32:
		digits += "u"
	case ir.Uint64:
		digits = "UINT64_C(" + digits + ")"
	case ir.Int64:
		digits = "INT64_C(" + digits + ")"
	}
	c.s = digits
	if v.Sign() < 0 {
		c.s, c.prec = "-"+digits, precUnary
	}
	return c
}

// shiftNumber keeps 1<<16 and 1<<16 - 1 as they are.
func shiftNumber(k ir.Kind, v *big.Int, text string) (string, bool) {
	m := shiftText.FindStringSubmatch(text)
	if m == nil || v.Sign() <= 0 || !wide(k) {
		return "", false
	}
	base, _ := new(big.Int).SetString(m[1], 10)
	n, _ := new(big.Int).SetString(m[2], 10)
	if !n.IsInt64() || n.Int64() >= int64(k.Bits()) {
		return "", false
	}
	w := new(big.Int).Lsh(base, uint(n.Int64()))
	if w.Cmp(k.Max()) > 0 {
		return "", false
	}
	s := fmt.Sprintf("(%s << %s)", number(k, base, "", false).s, m[2])
	if m[3] != "" {
		w.Sub(w, one)
		s = fmt.Sprintf("(%s - %s)", s, number(k, one, "", false).s)
	}
	return s, w.Cmp(v) == 0
}

// spell returns the digits of v >= 0, as in the source if C reads them alike.
func spell(v *big.Int, text string, lit bool) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "-"), "_", "")
	if w, ok := new(big.Int).SetString(text, 0); lit && ok && w.Cmp(v) == 0 {
		lower := strings.ToLower(text)
		if strings.HasPrefix(lower, "0x") {
			return "0x" + strings.ToUpper(lower[2:])
		}
		if text[0] != '0' {
			return text
		}
	}
	if v.BitLen() > 16 && (lit || text == "" || strings.Trim(text, "0123456789") != "") {
		return fmt.Sprintf("0x%X", v)
	}
	return v.String()
}
