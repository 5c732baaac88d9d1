package ranges

import (
	"encoding/binary"
	"math/big"

	"smartnic-cc/codegen/ir"
)

// sym names a value: two places that hold the same sym hold the same number in every run. A sym of an operation is
// the mathematical result of that operation on its arguments, or that result wrapped to kind if kind is set. Ranges
// depend on the path and are in state.
type sym struct {
	id   int
	op   symOp
	kind ir.Kind // of fresh values their type; of operations Invalid unless wrapped
	val  *big.Int
	args []*sym
	name string // of a fresh value, for messages
	// under: the result of a function is at most c / by.
	under *quotient
}

// quotient is c / by, by positive.
type quotient struct {
	c  *big.Int
	by *sym
}

type symOp uint8

const (
	symFresh symOp = iota
	symConst
	symPhi // one of the args
	symMin
	symMax
	symLen
	symZeros // leading zeros; kind is that of the operand
	symCompl // unsigned complement
	symNot
	symConvert  // wrapping to kind
	symBinary   // + ir.Op
	symCompare  = symBinary + 64
	symMulHigh  = symBinary + 128
	symCallBase = symBinary + 129
)

// syms makes syms; equal operations on equal arguments share one, unless known is nil.
type syms struct {
	next  int
	known map[string]*sym
}

func newSyms() *syms { return &syms{known: map[string]*sym{}} }

func (t *syms) fresh(k ir.Kind, name string) *sym {
	t.next++
	return &sym{id: t.next, op: symFresh, kind: k, name: name}
}

func (t *syms) phi(args ...*sym) *sym {
	t.next++
	return &sym{id: t.next, op: symPhi, args: args}
}

func (t *syms) constant(v *big.Int) *sym {
	key := "c" + v.String()
	if s := t.known[key]; s != nil {
		return s
	}
	t.next++
	s := &sym{id: t.next, op: symConst, val: v}
	if t.known != nil {
		t.known[key] = s
	}
	return s
}

func (t *syms) apply(op symOp, k ir.Kind, args ...*sym) *sym {
	b := make([]byte, 0, 32)
	b = append(b, byte(op), byte(k))
	for _, a := range args {
		b = binary.AppendUvarint(b, uint64(a.id))
	}
	key := string(b)
	if s := t.known[key]; s != nil {
		return s
	}
	t.next++
	s := &sym{id: t.next, op: op, kind: k, args: args}
	if t.known != nil {
		t.known[key] = s
	}
	return s
}

// binop returns the operator of a sym of unwrapped arithmetic.
func (s *sym) binop() ir.Op {
	if s.op > symBinary && s.op < symCompare && s.kind == ir.Invalid {
		return ir.Op(s.op - symBinary)
	}
	return ir.NoOp
}

func (s *sym) compare() ir.Op {
	if s.op > symCompare && s.op < symMulHigh {
		return ir.Op(s.op - symCompare)
	}
	return ir.NoOp
}
