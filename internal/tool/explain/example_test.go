package explain_test

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/tool/explain"
)

// A firmware logs a CNP at the line rate. Its rate is half of what it should be: it took
// a shift too many.
func Example() {
	p, _ := profile.Get("paper", 100_000_000)
	params := reference.Flatten(&p.RP)
	packages, _ := codegen.Load(nil)
	dcqcn := firmwarelog.Of(packages.Program.Transducer("dcqcn"))
	log := "Now,Kind,CNPs,Rate,Rates.RC,Rates.RT\n1000000,cnp,1,25000000,25000000,100000000\n"

	r, _ := firmwarelog.NewReader(strings.NewReader(log), "firmware.csv", nil)
	if err := r.Bind(dcqcn); err != nil {
		fmt.Println(err)
		return
	}
	x, _ := explain.New(packages, "dcqcn", params, explain.BuiltIn("dcqcn"))
	_, err := firmwarelog.Compare(r, firmwarelog.Options{Params: params, Differs: func(d *firmwarelog.Difference) error {
		fmt.Println(d)
		e, err := x.Explain(d)
		if err != nil {
			return err
		}
		best := e.Hypotheses[0]
		fmt.Println(best.What)
		fmt.Println(best.Function, best.Before, "->", best.After)
		return nil
	}})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 2, step 1: output.Rate is 25000000, expected 50000000
	// Rates.RC: shifted by 1 bit more
	// dcqcn.Rates_Cut shift -> (shift + 1)
}
