package study_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/saba/study"
)

// An application that sends for half of its time, against one that sends while it computes.
func ExamplePair() {
	g, err := study.Pair(500, 300, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f times as fast as with equal shares, the slower one %.2f\n", g.App.Geometric, g.Worst)
	// Output:
	// 1.11 times as fast as with equal shares, the slower one 1.00
}
