package types

type S struct {
	A uint32
}

type I struct {
	a int     // ERROR "type int"
	b uint    // ERROR "type uint"
	c uintptr // ERROR "type uintptr"
}

type F struct {
	a float32    // ERROR "type float32"
	b float64    // ERROR "type float64"
	c complex64  // ERROR "type complex64"
	d complex128 // ERROR "type complex128"
	e string     // ERROR "type string"
	f error      // ERROR "type error"
	g any        // ERROR "type any"
}

type C struct {
	a []uint32          // ERROR "slice type"
	b map[uint32]uint32 // ERROR "map type"
	c chan uint32       // ERROR "channel type"
	d func()            // ERROR "function type"
	e interface{ M() }  // ERROR "interface type"
	f struct{ X uint8 } // ERROR "struct type without a name"
	g *S                // ERROR "pointer field"
	h [0]uint8          // ERROR "array type without elements"
	i [1048577]uint8    // ERROR "array of more than"
}

type Empty struct{} // ERROR "struct without fields"

type Embeds struct {
	S // ERROR "embedded field"
	B uint8
}

type Blank struct {
	A uint8
	_ uint8 // ERROR "blank field"
}

type Tagged struct {
	A uint8 `json:"a"` // ERROR "struct tag"
}

type Func func(uint32) // ERROR "function type"

type Ptr *S // ERROR "pointer type"

type Slice []uint8 // ERROR "slice type"

type _ uint8 // ERROR "type without a name"

func local() uint8 {
	type T uint8 // ERROR "declared in a function"
	return uint8(T(3))
}
