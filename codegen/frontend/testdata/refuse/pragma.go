package pragma

// ERROR+2 "compiler directive //go:nosplit"
//
//go:nosplit
func f() {}

// ERROR+2 "line directive"
//
//line other.go:10
func g() {}
