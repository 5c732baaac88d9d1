package weigh_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/weigh"
)

// An application that slows down four times, with one that hardly does.
func Example() {
	p := weigh.Params{Capacity: curve.Units, Least: 5}
	var s weigh.State8
	weigh.Init(&p, &s)
	for _, c := range [][4]int64{{4 << 20, -6 << 20, 3 << 20}, {3 << 19, -1 << 20, 1 << 19}} {
		weigh.Step(&p, &s, &weigh.Event{Kind: weigh.EventAdd, Model: curve.Model{C: c}})
	}
	for s.Left > 0 {
		weigh.Step(&p, &s, &weigh.Event{Kind: weigh.EventGive})
	}
	fmt.Println(s.App[0].Share, s.App[1].Share, s.Bent)
	// Output:
	// 219 37 false
}
