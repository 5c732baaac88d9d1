package smartnic_test

import (
	"bytes"
	"fmt"

	smartnic "smartnic-cc"
)

// The binary carries the source of the firmware, comments and all.
func ExampleSource() {
	for _, dir := range smartnic.FirmwareDirs() {
		entries, err := smartnic.Source.ReadDir(dir)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(dir, len(entries) > 0)
	}
	text, err := smartnic.Source.ReadFile("dcqcn/rp.go")
	fmt.Println(bytes.Contains(text, []byte("package dcqcn\n")), err)
	// Output:
	// fixedpoint true
	// bandit true
	// dcqcn true
	// dolcerc true
	// dolcercplus true
	// true <nil>
}
