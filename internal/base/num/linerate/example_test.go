package linerate_test

import (
	"fmt"

	"smartnic-cc/internal/base/num/linerate"
)

func ExampleParse() {
	r, err := linerate.Parse("1.6Tbps")
	fmt.Println(uint32(r), "kb/s", linerate.Format(r), err)
	_, err = linerate.Parse("100")
	fmt.Println(err)
	// Output:
	// 1600000000 kb/s 1.6T <nil>
	// line rate: "100" is not a rate such as 25G, 100Gbps or 1.6T (1M to 1.6T)
}
