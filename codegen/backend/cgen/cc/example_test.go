package cc_test

import (
	"fmt"

	"smartnic-cc/codegen/backend/cgen/cc"
)

func ExampleCompiler() {
	for _, c := range cc.All() {
		fmt.Println(c.Name, c.Standard(), c.Package())
	}
	_, err := cc.Compiler{Name: "no-such-cc"}.Find()
	fmt.Println(err)
	// Output:
	// gcc -std=c99 gcc
	// clang -std=c99 clang
	// g++ -std=c++11 g++
	// clang++ -std=c++11 clang
	// compiler no-such-cc is not installed; install it, or name one of gcc, clang, g++, clang++
}
