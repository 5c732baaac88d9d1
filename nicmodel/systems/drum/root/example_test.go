package root_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/drum/root"
)

// One application alone: a = 2, and a price of 1 for its WQEs. a x and z come together where
// x^(-1/2) + 2/(a^2 x^3) is the price.
func Example() {
	a, u := uint32(2*root.One), int64(0)
	var x, z uint64
	for range 12 {
		x = root.XNewton(root.Square(a), root.XPull(a, z, u, 1<<19), true, x)
		z = root.ZNewton(root.ZPull(a, x, u, 0), z)
		u = root.Update(a, x, z, u)
	}
	fmt.Printf("x %.3f z %.3f\n", float64(x)/root.One, float64(z)/root.One)
	// Output:
	// x 1.441 z 2.882
}
