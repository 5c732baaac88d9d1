package codegen_test

import (
	"fmt"

	"smartnic-cc/codegen"
)

func ExampleFirmware() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"dcqcn", "dolcerc4", "dolcercplus4"} {
		t := p.Transducer(name)
		fmt.Println(t.Name, t.Step.FullName(), t.State.Size(), "bytes of state")
	}
	// Output:
	// dcqcn dcqcn.Step 32 bytes of state
	// dolcerc4 dolcerc.Step4 48 bytes of state
	// dolcercplus4 dolcercplus.Step4 24 bytes of state
}
