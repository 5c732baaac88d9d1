package curve_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/saba/curve"
)

// 4 - 6 b + 3 b^2, profiled from 5 % of the link on.
func Example() {
	m := curve.Model{C: [4]int64{4 << 20, -6 << 20, 3 << 20}, Slope: 6 << 20, Low: 13}
	for _, share := range []uint32{0, 13, 64, 128, 256} {
		fmt.Printf("%3d/256: %.3f\n", share, float64(curve.At(&m, share))/curve.One)
	}
	fmt.Println(curve.Bent(&m, 13, curve.Units))
	// Output:
	//   0/256: 4.008
	//  13/256: 3.703
	//  64/256: 2.688
	// 128/256: 1.750
	// 256/256: 1.000
	// false
}
