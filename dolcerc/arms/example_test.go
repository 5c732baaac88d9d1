package arms_test

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc/arms"
	"smartnic-cc/dolcerc/profile"
)

// Three arms that brake gently, by a half, and as hard as DCQCN may.
func Example() {
	c := profile.Default(100_000_000)
	c.Arms = []profile.Arm{{Alpha: "0.25", Beta: "1.05"}, {Alpha: "0.5", Beta: "1.05"}, {Alpha: "1", Beta: "1.05"}}
	c.Learn.Arms = len(c.Arms)
	p, err := profile.Params(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s arms.State3
	arms.Init3(&p, &s)
	fmt.Println(arms.First3(&p, &s).Rate, "kb/s")
	arms.Step3(&p, &s, &dcqcn.Event{Now: 1_000_000, Kind: dcqcn.EventCNP, CNPs: 1, Marked: 1})
	fmt.Println(arms.Step3(&p, &s, &dcqcn.Event{Now: 2_000_000, Kind: dcqcn.EventCNP, CNPs: 1, Marked: 1}).Rate < 100_000_000)
	// Output:
	// 100000000 kb/s
	// true
}
