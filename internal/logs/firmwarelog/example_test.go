package firmwarelog_test

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/internal/logs/firmwarelog"
)

// The log of a notification point, with an interval of 50 us, sends a CNP too early.
func Example() {
	log := `# algorithm dcqcnnp
# params Interval=50000
event.Now,event.Marked,output.CNP,state.LastCNP
1000000,1,1,1000000
1030000,1,0,1000000
1049000,1,1,1049000
1099000,1,1,1099000
`
	r, err := firmwarelog.NewReader(strings.NewReader(log), "np.csv", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := codegen.Firmware()
	a := firmwarelog.Of(p.Transducer(r.Header().Algorithm))
	params, _ := r.Header().Values(&a.Algorithm)
	if err := r.Bind(a); err != nil {
		fmt.Println(err)
		return
	}
	s, err := firmwarelog.Compare(r, firmwarelog.Options{Params: params, Resync: true, Differs: func(d *firmwarelog.Difference) error {
		fmt.Println(d)
		return nil
	}})
	fmt.Println(s.Differences, "of", s.Steps, "steps differ", err)
	// Output:
	// line 6, step 3: output.CNP is 1, expected 0
	// 1 of 4 steps differ <nil>
}
