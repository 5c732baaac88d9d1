package fluid_test

import (
	"fmt"

	"smartnic-cc/dolcerc/fluid"
)

// Four arms for a 100 Gb/s bottleneck that 2 to 64 connections share, and the
// queue that each would hold with ten of them.
func ExampleProposeArms() {
	c := fluid.Default()
	arms, err := fluid.ProposeArms(4, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range arms {
		e, err := c.Solve(a, 10)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("alpha %.3f  beta %.3f  marks %.3f %%  queue %.1f KB\n", a.Alpha, a.Beta, 100*e.P, e.Queue/1000)
	}
	// Output:
	// alpha 0.775  beta 0.700  marks 0.018 %  queue 7.9 KB
	// alpha 0.321  beta 0.918  marks 0.052 %  queue 9.6 KB
	// alpha 0.126  beta 1.000  marks 0.187 %  queue 16.2 KB
	// alpha 0.290  beta 1.100  marks 0.497 %  queue 31.5 KB
}
