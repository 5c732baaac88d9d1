package htmlreport_test

import (
	"bytes"
	"fmt"
	"strings"

	"smartnic-cc/internal/reports/htmlreport"
)

func ExamplePage_Write() {
	p := htmlreport.Page{Title: "Runs <a & b>", Sections: []htmlreport.Section{{
		Title:  "Completion times",
		Tables: []htmlreport.Table{{Title: "By size", Head: []string{"size", "mean (us)"}, Rows: [][]string{{"up to 1 kB", "7.1"}}}},
	}}}
	var b bytes.Buffer
	stats, err := p.Write(&b)
	fmt.Println(stats.Tables, "table", err)
	fmt.Println(strings.Contains(b.String(), "<title>Runs &lt;a &amp; b&gt;</title>"))
	// Output:
	// 1 table <nil>
	// true
}
