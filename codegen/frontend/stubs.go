package frontend

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

const (
	bitsPath        = "math/bits"
	constraintsPath = "golang.org/x/exp/constraints"
)

// The declarations of the two packages outside the module that firmware code
// may import, written out here so that the tool needs no Go installation. Only
// the types count: the bodies are the intrinsics of package ir.

const constraintsStub = `package constraints
type Signed interface{ ~int | ~int8 | ~int16 | ~int32 | ~int64 }
type Unsigned interface{ ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr }
type Integer interface{ Signed | Unsigned }
type Float interface{ ~float32 | ~float64 }
type Complex interface{ ~complex64 | ~complex128 }
type Ordered interface{ Integer | Float | ~string }
`

// bitsStub writes the declarations of math/bits. Functions outside the subset
// are there too, so that their use is refused as such and not as a type error.
func bitsStub() string {
	var b strings.Builder
	b.WriteString("package bits\nconst UintSize = 64\n")
	for _, w := range []string{"", "8", "16", "32", "64"} {
		u := "uint" + w
		for _, f := range []string{"LeadingZeros", "TrailingZeros", "OnesCount", "Len"} {
			fmt.Fprintf(&b, "func %s%s(x %s) int\n", f, w, u)
		}
		fmt.Fprintf(&b, "func RotateLeft%s(x %s, k int) %s\n", w, u, u)
		fmt.Fprintf(&b, "func Reverse%s(x %s) %s\n", w, u, u)
		if w != "8" {
			fmt.Fprintf(&b, "func ReverseBytes%s(x %s) %s\n", w, u, u)
		}
		if w == "8" || w == "16" {
			continue
		}
		fmt.Fprintf(&b, "func Add%s(x, y, carry %s) (sum, carryOut %s)\n", w, u, u)
		fmt.Fprintf(&b, "func Sub%s(x, y, borrow %s) (diff, borrowOut %s)\n", w, u, u)
		fmt.Fprintf(&b, "func Mul%s(x, y %s) (hi, lo %s)\n", w, u, u)
		fmt.Fprintf(&b, "func Div%s(hi, lo, y %s) (quo, rem %s)\n", w, u, u)
		fmt.Fprintf(&b, "func Rem%s(hi, lo, y %s) %s\n", w, u, u)
	}
	return b.String()
}

// stubPackage type-checks a stub. A failure is a mistake in this file.
func stubPackage(path string) *types.Package {
	src := constraintsStub
	if path == bitsPath {
		src = bitsStub()
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		panic("frontend: stub of " + path + ": " + err.Error())
	}
	conf := types.Config{IgnoreFuncBodies: true}
	p, err := conf.Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		panic("frontend: stub of " + path + ": " + err.Error())
	}
	return p
}
