package sweep_test

import (
	"fmt"
	"os"

	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

// A sweep in a text, run by two workers.
func Example() {
	s, err := sweep.Parse([]byte(`
[search]
metric = "slowdown-mean"
[compare]
baseline = { name = "DCQCN", set = ["nic[0].algorithm=dcqcn"] }
rival = { name = "Dolce-RC", set = ["nic[0].algorithm=dolcerc"] }
[[scenario]]
builtin = "canary"
[[axis]]
name = "R_AI, Mb/s"
for = "baseline"
keys = ["nic[0].set+=ai_rate"]
values = [400, 4000]
`), "example.toml")
	if err != nil {
		fmt.Println(err)
		return
	}
	work, err := os.MkdirTemp("", "sweep")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(work)
	report, err := s.Run(&sweep.Local{Runner: &experiment.Runner{Work: work, Workers: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range report.Schemes {
		fmt.Printf("%s: best of %d settings: %s\n", x.Name, x.Tried, x.Best.Setting)
	}
	// Output:
	// DCQCN: best of 3 settings: R_AI, Mb/s 4000
	// Dolce-RC: best of 1 settings: own parameters
}
