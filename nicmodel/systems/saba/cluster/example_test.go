package cluster_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/saba/cluster"
)

// Two applications share a switch: with three quarters of each port the one that only sends when it has
// computed is faster, and the one that sends meanwhile is not slower.
func Example() {
	lr, ts := cluster.PairApps()
	for _, weights := range [][2]uint8{{4, 4}, {12, 4}} {
		first, second, err := cluster.Pair(lr, ts, weights)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("weights %v: %s %.2f, %s %.2f times as long as alone\n", weights, lr.Name, first, ts.Name, second)
	}
	// Output:
	// weights [4 4]: LR 1.23, TS 1.00 times as long as alone
	// weights [12 4]: LR 1.14, TS 1.00 times as long as alone
}
