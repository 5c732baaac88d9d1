package equiv_test

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/equiv"
)

// ExampleFunctions lists functions whose circuits can be proved; Prove does, where yosys and z3 are
// installed.
func ExampleFunctions() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range p.Packages {
		if q.Name != "fixedpoint" {
			continue
		}
		for _, f := range equiv.Functions(q) {
			if strings.HasPrefix(f.Name, "Pack16") {
				fmt.Println(f.FullName())
			}
		}
	}
	// Output:
	// fixedpoint.Pack16Down
	// fixedpoint.Pack16Nearest
	// fixedpoint.Pack16Dither
}
