package contracts_test

import (
	"fmt"

	"smartnic-cc/codegen/analysis/smt/contracts"
)

// A contract is true for all arguments in their ranges; ccgen smt asks a solver for one that
// makes it false.
func Example() {
	fmt.Println(contracts.ISqrtExact(99), contracts.ISqrtExact(1<<32-1))
	fmt.Println(contracts.TimeOrder(1<<32-1, 0)) // time wraps
	// Output:
	// true true
	// true
}
