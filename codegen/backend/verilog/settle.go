package verilog

import (
	"slices"

	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
)

// choose removes operations that the ranges have decided: a Select whose condition is known becomes its side, and a
// bool And or Or with a known neutral argument becomes the other one. Values that only the other side needed are then
// in no stage and in no text. It reports whether it removed anything; new ranges may decide more.
func (w *widths) choose(f *flat.Function) bool {
	put := map[*flat.Value]*flat.Value{}
	of := func(v *flat.Value) *flat.Value {
		if to, ok := put[v]; ok {
			return to
		}
		return v
	}
	for _, v := range f.Body {
		for i, a := range v.Args {
			v.Args[i] = of(a)
		}
		if to := w.chosenBy(v); to != nil && to.Kind == v.Kind {
			put[v] = to
		}
	}
	for i := range f.Outputs {
		f.Outputs[i].Value = of(f.Outputs[i].Value)
	}
	f.Body = slices.DeleteFunc(f.Body, func(v *flat.Value) bool { return put[v] != nil })
	return len(put) > 0
}

// chosenBy returns the argument that a value equals for all inputs in their ranges, or nil.
func (w *widths) chosenBy(v *flat.Value) *flat.Value {
	switch {
	case v.Op == flat.Select:
		if c := w.of(v.Args[0]); c.IsPoint() {
			return v.Args[2-c.Lo.Sign()]
		}
	case (v.Op == flat.And || v.Op == flat.Or) && v.Kind == ir.Bool:
		for i, a := range v.Args {
			// And equals the other argument if this one is true, Or if it is false.
			if c := w.of(a); c.IsPoint() && (c.Lo.Sign() != 0) == (v.Op == flat.And) {
				return v.Args[1-i]
			}
		}
	}
	return nil
}
