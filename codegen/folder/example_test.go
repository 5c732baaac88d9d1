package folder_test

import (
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
)

// The example algorithm gets a CNP, with the first of its profiles.
func ExampleOpen() {
	a, err := folder.Open("../../docs/examples/aimd", folder.Options{Set: []string{"Period=20us"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := a.Engine()
	if err != nil {
		fmt.Println(err)
		return
	}
	d := driver.NewDriver(a.Algorithm, engine, 100_000_000)
	c, err := d.Open(0, a.Params, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.PacingRate(), "kb/s")
	err = c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: 1000, CNPs: 1})
	fmt.Println(c.PacingRate(), "kb/s", err)
	at, _, _ := c.NextTimer()
	fmt.Println("a timer ends at", at, "ns")
	// Output:
	// 100000000 kb/s
	// 50000000 kb/s <nil>
	// a timer ends at 21000 ns
}
