package nicconf_test

import (
	"fmt"
	"os"

	"smartnic-cc/internal/nicconf"
)

// What a NIC's settings say against the built-in profile that they stand on.
func ExampleCompare() {
	const text = "rp_time_reset 500\nrp_ai_rate 10\n" // as grep . cc_params/* prints it
	nic, _, err := nicconf.Parse([]byte(text), "saved", nicconf.Options{Name: "leaf12"})
	if err != nil {
		fmt.Println(err)
		return
	}
	base, err := nicconf.BuiltIn("connectx", 100_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := nicconf.Compare(base, nic, 100_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.Write(os.Stdout, false); err != nil {
		fmt.Println(err)
	}
	// Output:
	// parameter                    connectx                leaf12
	// * time_reset                   300us                   500us
	// * ai_rate                      5Mbps                   10Mbps
}
