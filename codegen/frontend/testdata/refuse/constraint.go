//go:build amd64 // ERROR "build constraint"

package constraint

func f() {}
