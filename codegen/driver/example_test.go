package driver_test

import (
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/reference"
)

// DCQCN gets a CNP, and its timers run for 60 us.
func Example() {
	firmware, _ := codegen.Firmware()
	algorithm, _ := driver.New(firmware.Transducer("dcqcn"))
	engine, _ := driver.Interpreted(interp.New(firmware), "dcqcn")
	p, _ := profile.Get("paper", 100_000_000)

	d := driver.NewDriver(algorithm, engine, 100_000_000)
	d.Seen = func(c *driver.Conn, s *driver.Step) error {
		fmt.Println(s.Time, s.Event.Label, c.Controls().Rate)
		return nil
	}
	c, err := d.Open(0, reference.Flatten(&p.RP), 0)
	fmt.Println(c.Controls().Rate, err)
	fmt.Println(c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: 1000, CNPs: 1}))
	fmt.Println(c.ExpireTimers(60_000))
	// Output:
	// 100000000 <nil>
	// 1000 cnp 50000000
	// <nil>
	// 56000 alpha-timer 50000000
	// 56000 increase-timer 75000000
	// <nil>
}
