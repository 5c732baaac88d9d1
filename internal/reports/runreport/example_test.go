package runreport_test

import (
	"fmt"

	"smartnic-cc/internal/reports/runreport"
)

// Commands that a report shows can be copied into a shell.
func ExampleLine() {
	fmt.Println(runreport.Line("cctrace", "report", "two words", "it's"))
	// Output:
	// cctrace report 'two words' 'it'\''s'
}
