package generics

import "golang.org/x/exp/constraints"

type Number interface {
	constraints.Integer
	Get() uint32 // ERROR "method Get in a constraint"
}

type Words interface{ ~uint32 | ~float32 } // ERROR "type float32"

type Nothing interface{} // ERROR "constraint without types"

func anything[T any](x T) T { return x } // ERROR "type any"

func floats[T constraints.Float](x T) T { return x } // ERROR "no type of the subset"

func inferred[T constraints.Integer](x T) T { return x }

func call() uint32 {
	return uint32(inferred(3)) // ERROR "value of type int"
}

func method[T Number](x T) uint32 {
	return uint32(x)
}

// never is not instantiated, and checked all the same.
func never[T constraints.Unsigned](x, y T) T {
	return x / y // ERROR "division by a variable"
}

type Box[T constraints.Unsigned] struct {
	X T
	P *T // ERROR "pointer field"
}

type Bin[T constraints.Unsigned] struct{ X T }

func (b *Bin[T]) get(n int8) T {
	return b.X << n // ERROR "shift count of signed type"
}

func bound[A [2]uint8 | [4]uint8](a A, n uint8) uint8 {
	s := uint8(0)
	for i := uint8(0); i < uint8(len(a)); i++ {
		s += a[i]
	}
	for i := uint8(0); i < uint8(len(a))+n; i++ { // ERROR "loop bound is not a constant"
		s += n
	}
	return s
}

func instance() uint8 {
	f := bound[[4]uint8] // ERROR "function used as a value"
	return f([4]uint8{}, 3)
}

var instances = [1]uint8{3}
