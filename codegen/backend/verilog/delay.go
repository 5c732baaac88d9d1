package verilog

import (
	"math"
	"math/bits"

	"smartnic-cc/codegen/flat"
)

// The model of delays, in ns: those of an iCE40 HX, rounded, with wires as long as in a small design. Only their
// ratios decide where a pipeline is cut; on a faster chip they shrink alike.
const (
	// lutDelay is the delay of a look-up table of four inputs and the wire to it.
	lutDelay = 1.2
	// carryDelay is the delay of one bit of a carry chain.
	carryDelay = 0.14
	// registerDelay is the time that a register takes from a clock period: clock to output, and setup.
	registerDelay = 0.9
)

// adder is the delay of an addition or a comparison of n bits, ns.
func adder(n int) float64 { return lutDelay + carryDelay*float64(n) }

// levels is the delay of a tree with n inputs and node inputs a node, ns.
func levels(n, node int) float64 {
	return lutDelay * math.Ceil(math.Log(float64(max(n, 2)))/math.Log(float64(node)))
}

// delay returns the delay of an operation, by the widths of its result and its arguments.
func (w *widths) delay(v *flat.Value) float64 {
	n := w.form(v).bits
	arg := func(i int) int { return w.form(v.Args[i]).bits }
	constant := func(i int) bool { return w.of(v.Args[i]).IsPoint() }
	switch v.Op {
	case flat.Add, flat.Sub, flat.Neg:
		return adder(n)
	case flat.Mul, flat.MulHi:
		return w.product(v, arg(0), arg(1))
	case flat.Div, flat.Rem:
		return float64(arg(0)) * adder(arg(1)+1) // a row of subtractions
	case flat.Lt, flat.Le:
		return adder(max(arg(0), arg(1)))
	case flat.Eq, flat.Ne:
		if constant(0) || constant(1) {
			return levels(max(arg(0), arg(1)), 4)
		}
		return levels(2*max(arg(0), arg(1)), 4)
	case flat.Shl, flat.Shr:
		if constant(1) {
			return 0
		}
		return lutDelay * float64(bits.Len(uint(w.whole(v.Args[0]).bits))) // a row of selections a bit of the count
	case flat.Leading, flat.Trailing, flat.Len:
		return 2 * lutDelay * float64(bits.Len(uint(arg(0)))) // halved again and again
	case flat.Lookup:
		return lutDelay * (1 + float64(bits.Len(uint(len(v.Table.Values))))/2)
	case flat.Convert, flat.Compl, flat.Not:
		return 0 // its user includes it
	}
	return lutDelay
}

// product is the delay of a multiplication: rows are reduced three to two until two are left.
func (w *widths) product(v *flat.Value, a, b int) float64 {
	rows := min(a, b)
	for _, x := range v.Args {
		if r := w.of(x); r.IsPoint() {
			rows = 0
			for _, word := range r.Lo.Bits() {
				rows += bits.OnesCount(uint(word))
			}
			rows = min(rows, a, b)
		}
	}
	if rows < 2 {
		return 0
	}
	return lutDelay*math.Ceil(math.Log(float64(rows)/2)/math.Log(1.5)) + adder(a+b)
}
