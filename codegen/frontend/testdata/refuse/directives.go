package directives

// ERROR+2 "unknown directive //ccgen:exports"
//
//ccgen:exports
func a() {}

// ERROR+2 "malformed directive //ccgen:export now!"
//
//ccgen:export now!
func b() {}

// ERROR+2 "1 names for 2 results of two"
//
//ccgen:export one
func two() (uint32, bool) { return 1, true }

// ERROR+2 "//ccgen:size does not belong to a func"
//
//ccgen:size 4
func c() {}

// ERROR+2 "//ccgen:export does not belong to a type"
//
//ccgen:export
type T struct{ A uint32 }

// ERROR+2 "//ccgen:size does not belong to a const"
//
//ccgen:size 4
const K = 4

// ERROR+2 "8 bytes, not 5"
//
//ccgen:size 5
type Size struct {
	A uint32
	B uint8
}

// ERROR+2 "//ccgen:size zero"
//
//ccgen:size zero
type Zero struct{ A uint8 }

// ERROR+2 "which is no struct"
//
//ccgen:size 4
type Scalar uint32

// ERROR+2 "depends on its arguments"
//
//ccgen:size 4
type Gen[T uint8 | uint16] struct{ A T }

// ERROR+2 "generic function d is marked for export"
//
//ccgen:export
func d[T uint8 | uint16](x T) T { return x }

// ERROR+1 "belongs to nothing"
//ccgen:export

func e() uint32 {
	// ERROR+1 "belongs to nothing"
	//ccgen:export
	return 3
}

// ERROR+2 "//ccgen:size does not belong to a type group"
//
//ccgen:size 4
type (
	X struct{ A uint32 }
)
