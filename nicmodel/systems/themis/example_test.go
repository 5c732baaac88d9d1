package themis_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/themis"
)

// Two hundred flows of the paper's experiment, without THEMIS and with it.
func Example() {
	for _, v := range []themis.Variant{themis.NoGateway, themis.NotifyAndReact} {
		p := themis.At(v, 1)
		p.Flows = 200
		o, err := p.Run()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %d flows within, %d between; a gateway held something: %t\n", v, o.Intra.Flows, o.Inter.Flows, o.Stats.PeakBytes > 0)
	}
	// Output:
	// DCQCN: 167 flows within, 33 between; a gateway held something: false
	// THEMIS: 167 flows within, 33 between; a gateway held something: true
}
