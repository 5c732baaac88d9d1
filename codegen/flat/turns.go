package flat

import "smartnic-cc/codegen/ir"

// Turn is a place between two turns of a loop in a function that is given a value of some type by address.
type Turn struct {
	Before  []*Value // the value, by leaf, as the turn before leaves it
	After   []*Value // inputs, by leaf, that replace it from then on
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
		fl.Inputs = append(fl.Inputs, turn.After...)
	}
	return fl, b.turns
}

// never reports whether a condition of Source is false.
func never(c *Value) bool {
	return isConst(c, 0) || c.Op == And && (never(c.Args[0]) || never(c.Args[1]))
}

// turn forgets the values of the type.
func (f *frame) turn() {
	for _, p := range f.fn.Params {
		if !p.ByRef || p.Type != f.between || never(f.path) {
			continue
		}
		c := f.vars[p.Index]
		turn := Turn{Before: c.vals, Reached: f.path}
		c.vals = nil
		for i, l := range c.leaf {
			turn.After = append(turn.After, f.input(p, i, l, nil))
		}
		c.vals = append(c.vals, turn.After...)
		f.turns = append(f.turns, turn)
	}
}
