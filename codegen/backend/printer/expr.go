// Package printer is shared by the back ends: heads with the hashes of the source, comments, free names; and for
// those that print the structured IR in a language of expressions and blocks, a walker with a table of the language's
// spelling, operators by precedence, constants as the source spells them, and the run of vectors on the output.
package printer

import "smartnic-cc/codegen/ir"

// The precedence of operators, where bits and shifts bind tighter than comparisons, other than in C, and comparisons do not
// stand bare in another.
const (
	PrecNone = iota
	PrecOr
	PrecAnd
	PrecNot
	PrecCompare
	PrecBitOr
	PrecBitXor
	PrecBitAnd
	PrecShift
	PrecAdd
	PrecMul
	PrecCast
	PrecUnary
	PrecPostfix
)

// Text is an expression.
type Text struct {
	S    string
	Prec int
	// Exact, if not nil, is an expression of which this one is the low Bits bits.
	Exact *Text
	Bits  int
	// Typed, if not "", is the text with its type in it, which S leaves to the place.
	Typed string
}

// Atom returns an expression that needs no parentheses anywhere.
func Atom(s string) Text { return Text{S: s, Prec: PrecPostfix} }

// Unary returns an expression that begins with an operator.
func Unary(s string) Text { return Text{S: s, Prec: PrecUnary} }

// In returns the text for a place that needs at least the precedence p.
func (x Text) In(p int) string {
	if x.Prec < p {
		return "(" + x.S + ")"
	}
	return x.S
}

// WithType returns the expression with its type in it, for places that say none.
func (x Text) WithType() Text {
	if x.Typed != "" {
		x.S, x.Typed = x.Typed, ""
	}
	return x
}

var precedence = map[ir.Op]int{
	ir.Add: PrecAdd, ir.Sub: PrecAdd, ir.Mul: PrecMul, ir.Div: PrecMul, ir.Rem: PrecMul,
	ir.And: PrecBitAnd, ir.Or: PrecBitOr, ir.Xor: PrecBitXor, ir.AndNot: PrecBitAnd, ir.Shl: PrecShift, ir.Shr: PrecShift,
	ir.Eq: PrecCompare, ir.Ne: PrecCompare, ir.Lt: PrecCompare, ir.Le: PrecCompare, ir.Gt: PrecCompare, ir.Ge: PrecCompare,
	ir.LAnd: PrecAnd, ir.LOr: PrecOr,
}

// Signs are the operators that languages spell differently.
type Signs struct{ And, Or, Compl string }

// Sign returns the text of an operator; that of &^ is &.
func (l Signs) Sign(op ir.Op) string {
	switch op {
	case ir.LAnd:
		return l.And
	case ir.LOr:
		return l.Or
	case ir.AndNot:
		return "&"
	}
	return op.String()
}

// Infix joins two operands. Operands of bits and shifts that have operators themselves stand in parentheses even where the
// language needs none, but for a chain of one operator.
func (l Signs) Infix(op ir.Op, x, y Text) Text {
	p := precedence[op]
	left, right := p, p+1
	switch op {
	case ir.And, ir.Or, ir.Xor, ir.AndNot, ir.Shl, ir.Shr:
		right = PrecUnary
		if left = PrecUnary; x.Prec == p && op != ir.Shl && op != ir.Shr {
			left = p
		}
	case ir.LAnd:
		right = p
	case ir.LOr: // "and" in "or" is easier to read in parentheses
		right, left = PrecNot, PrecNot
		if x.Prec == PrecOr {
			left = PrecOr
		}
	default:
		if op.IsCompare() {
			left = p + 1
		}
		if op == ir.Lt && x.Prec == PrecCast { // as u32 < would begin the arguments of a generic type
			left = PrecUnary
		}
	}
	return Text{S: x.In(left) + " " + l.Sign(op) + " " + l.Operand(op, y).In(right), Prec: p}
}

// Operand returns the right operand of an operator: the complement of that of &^.
func (l Signs) Operand(op ir.Op, y Text) Text {
	if op == ir.AndNot {
		return Unary(l.Compl + y.In(PrecUnary))
	}
	return y
}
