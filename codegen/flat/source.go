package flat

import (
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Obligation is what an operation of the source must fulfil wherever it is reached: its exact
// result is one of its kind, or an index is in range.
type Obligation struct {
	Pos  ir.Pos
	Func *ir.Func // in which the operation stands: inlined or the function itself
	// Op is Add, Sub (a negation is one from 0), Mul, Div, Shl or Convert, or Lookup for an index.
	Op      Op
	Kind    ir.Kind // of the result, or of the index
	Args    []*Value
	Len     int    // of the array that is indexed
	Reached *Value // the condition under which the operation is reached
}

// Source returns the form of a function as the source says it, and what its operations must
// fulfil, in the order of the source. Calls, loops and branches are resolved as by Build, but no
// operation is simplified beyond what constants and x - x, x & x and their like come to. Values
// have no names, and the body holds also those that no output needs.
func Source(f *ir.Func) (*Function, []Obligation) {
	b := newBuilder()
	b.source = true
	fl := b.function(f, nil)
	fl.Body = append(fl.Body, collect.Where(b.all, func(v *Value) bool { return len(v.Args) > 0 })...)
	return fl, b.obligations
}

// on returns the condition that the frame is reached and c is so; nil but for Source.
func (f *frame) on(c *Value, is bool) *Value {
	switch {
	case f.path == nil:
		return nil
	case !is:
		c = f.not(c)
	}
	return f.and(f.path, c)
}

// require records what an operation must fulfil, if it can fail.
func (f *frame) require(pos ir.Pos, op Op, k ir.Kind, args ...*Value) {
	if f.path == nil {
		return
	}
	switch op {
	case Add, Sub, Mul, Shl, Lookup:
	case Neg:
		op, args = Sub, []*Value{f.constant(k, 0), args[0]}
	case Div:
		if !k.IsSigned() {
			return
		}
	case Convert:
		if from := args[0].Kind; !from.IsInteger() || interval.Of(from).Within(interval.Of(k)) {
			return
		}
	default:
		return
	}
	f.obligations = append(f.obligations, Obligation{Pos: pos, Func: f.fn, Op: op, Kind: k, Args: args, Reached: f.path})
}

// index translates the index of an element.
func (f *frame) index(e *ir.Index) *Value {
	i := f.scalar(e.I)
	if _, isConst := e.I.(*ir.Const); !isConst && f.path != nil {
		f.require(e.Pos, Lookup, i.Kind, i)
		f.obligations[len(f.obligations)-1].Len = e.X.Type().Len
	}
	return i
}

// second translates the right side of a binary operation, which of && and || is reached only
// where the left side, x, does not decide.
func (f *frame) second(e *ir.Binary, x *Value) *Value {
	was := f.path
	if e.Op == ir.LAnd || e.Op == ir.LOr {
		f.path = f.on(x, e.Op == ir.LAnd)
	}
	y := f.scalar(e.Y)
	f.path = was
	return y
}
