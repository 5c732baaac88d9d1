package mutate

// Kind is a kind of fault.
type Kind string

// The kinds, each with its meaning in a port.
const (
	Arithmetic Kind = "arithmetic" // an operator for another: + for -, & for |
	Boundary   Kind = "boundary"   // < for <=, > for >=
	Condition  Kind = "condition"  // a condition negated, left out, or joined by the other of && and ||
	Constant   Kind = "constant"   // a constant, or an end of a loop, is 1 more or less
	ShiftCount Kind = "shift"      // a shift by 1 bit more or less, or to the other side
	Rounding   Kind = "rounding"   // down for half up, up for half up, half up for down
	Saturation Kind = "saturation" // a bound of a min or max is missing
	MinMax     Kind = "min-max"    // min for max and max for min
	Deletion   Kind = "deletion"   // an assignment, call or field of a result is missing
	Order      Kind = "order"      // two updates in the other order; one reads the other's old or new value
	Variable   Kind = "variable"   // another variable, field or argument of the same type
	Sign       Kind = "sign"       // an operand or result is negated
	Signedness Kind = "signedness" // arithmetic for logical shift and the reverse; sign extension lost or too much
	Width      Kind = "width"      // an intermediate result has half the bits
	OffByOne   Kind = "off-by-one" // a result is 1 more or less
	Complement Kind = "complement" // 1 - g for g
	ByteOrder  Kind = "byte-order" // a field is read with its bytes in the other order
	Unit       Kind = "unit"       // a time in ns is taken for us, and the reverse
)

// Kinds returns all kinds, in the order of the table.
func Kinds() []Kind {
	return []Kind{Arithmetic, Boundary, Condition, Constant, ShiftCount, Rounding, Saturation, MinMax, Deletion, Order,
		Variable, Sign, Signedness, Width, OffByOne, Complement, ByteOrder, Unit}
}
