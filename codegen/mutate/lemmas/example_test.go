package lemmas_test

import (
	"fmt"

	"smartnic-cc/codegen/mutate/lemmas"
)

// A lemma is a function that is true for all arguments in their ranges.
func Example() {
	const scale, count = 3 << 16, 12
	fmt.Println(lemmas.PaddingAbove(scale, count), lemmas.PaddingFalls(scale, count, count+1))
	// Output: true true
}
