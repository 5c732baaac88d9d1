package rangedirs

// ERROR+2 "malformed range 5"
//
//ccgen:range 5
type A uint8

// ERROR+2 "malformed end of a range"
//
//ccgen:range 0..f(3)
type B uint8

// ERROR+2 "empty range 3..2"
//
//ccgen:range 3..2
type C uint8

// ERROR+2 "malformed end of a range: 1.5"
//
//ccgen:range 0..1.5
type D uint8

// S has fields.
type S struct {
	// ERROR+2 "//ccgen:wrap does not belong to a field"
	//
	//ccgen:wrap x
	A uint32
	// ERROR+2 "malformed range 1"
	//
	//ccgen:range 1
	B uint32
}

//ccgen:range y 0..3
func f(x uint8) uint8 { return x } // ERROR "directive for y, which f does not have"

//ccgen:split z
func g(x uint8) uint8 { return x } // ERROR "directive for z, which g does not have"

//ccgen:range return1 0..3
func h(x uint8) uint8 { return x } // ERROR "a result that h does not have"

// ERROR+2 "malformed directive //ccgen:range 0..3"
//
//ccgen:range 0..3
func i(x uint8) uint8 { return x }

// ERROR+2 "malformed directive //ccgen:exhaustive x"
//
//ccgen:exhaustive x
func j(x uint8) uint8 { return x }

// ERROR+1 "belongs to nothing"
//ccgen:wrap outside of a function

// ERROR+2 "//ccgen:split does not belong to a type"
//
//ccgen:split x
type E uint8

//ccgen:range x 0..2
//ccgen:range return 0..1<<2
func k(x uint8) uint8 {
	return x + x //ccgen:wrap it may
}
