package compare_test

import (
	"fmt"
	"os"

	"smartnic-cc/nicmodel/lab/compare"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

// An incast under DCQCN and under the algorithm of a folder.
func Example() {
	work, err := os.MkdirTemp("", "compare")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(work)
	c, err := compare.New("testdata/small.toml", []string{"dcqcn", "../../../docs/examples/aimd"}, compare.Options{Seeds: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := c.Run(&sweep.Local{Runner: &experiment.Runner{Work: work, Workers: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range r.Contenders {
		s := &r.Contenders[i]
		fmt.Println(s.Title, s.Completed == s.Messages, s.Numbers["slowdown_mean"].Mean > 1, s.Cost.State, "bytes of state")
	}
	// Output:
	// dcqcn (profile paper) true true 32 bytes of state
	// ../../../docs/examples/aimd (profile slow) true true 16 bytes of state
}
