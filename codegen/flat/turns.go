package flat

import (
	"slices"

	"smartnic-cc/codegen/ir"
)

// Turn is a place between two turns of a loop in a function that is given a value of some type, or a part of one, by
// address.
type Turn struct {
	Before  []*Value // the value, by leaf, as the turn before leaves it
	After   []*Value // what replaces it from then on, by leaf: inputs, but for what the function is not given
	Reached *Value   // the condition under which the next turn begins
}

// Turns is Source with constants for some inputs, and with a value of type t that a function is given by address
// forgotten between the turns of its loops: further inputs, at the end, replace it. What is proven of Before for any
// After that it is proven of holds after any number of turns.
func Turns(f *ir.Func, fixed Fixed, t *ir.Type) (*Function, []Turn) {
	b := newBuilder()
	b.source, b.between = true, t
	fl := b.function(f, fixed)
	for _, turn := range b.turns {
		for _, v := range turn.After {
			if v.Op == Input && !slices.Contains(fl.Inputs, v) {
				fl.Inputs = append(fl.Inputs, v)
			}
		}
	}
	return fl, b.turns
}

// never reports whether a condition of Source is false.
func never(c *Value) bool {
	return isConst(c, 0) || c.Op == And && (never(c.Args[0]) || never(c.Args[1]))
}

// turn forgets the values of the type, or of the part of it that the function is given.
func (f *frame) turn() {
	var part *ir.Var
	for _, p := range f.fn.Params {
		if vals, _ := f.vars[p.Index].whole(f.between); p.ByRef && vals != nil {
			if part != nil {
				return // two parts: one changes without the other
			}
			part = p
		}
	}
	if part == nil || never(f.path) {
		return
	}
	c := f.vars[part.Index]
	before, at := c.whole(f.between)
	turn := Turn{Before: before, After: slices.Clone(before), Reached: f.path}
	for i, l := range c.leaf {
		turn.After[at+i] = f.input(part, i, l, nil)
	}
	c.vals = slices.Clone(turn.After[at : at+len(c.leaf)])
	f.turns = append(f.turns, turn)
}

// whole returns the values of the variable of type t that the cell is, or is a part of, and where the part begins; nil
// if there is none.
func (c *cell) whole(t *ir.Type) ([]*Value, int) {
	vals, at := slices.Clone(c.vals), 0
	for c.typ != t {
		p := c.of
		if p.cell == nil || len(p.dyn) > 0 {
			return nil, 0
		}
		around := slices.Clone(p.cell.vals)
		copy(around[p.off:], vals)
		vals, at, c = around, at+p.off, p.cell
	}
	return vals, at
}
