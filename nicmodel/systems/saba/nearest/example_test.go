package nearest_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// Three levels by c0 and c1: hardly, somewhat and very sensitive.
func Example() {
	point := func(c0, c1 int64) nearest.Point { return nearest.Point{C: [4]int64{c0 << 20, c1 << 20}} }
	t := nearest.Table{Used: 3, Level: [nearest.Levels]nearest.Point{point(1, 0), point(3, -2), point(5, -4)}}
	p := point(4, -4)
	level, distance := nearest.Of(&t, &p)
	fmt.Println(level, float64(distance)/(1<<40))
	// Output:
	// 2 1
}
