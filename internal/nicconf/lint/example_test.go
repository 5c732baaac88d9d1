package lint_test

import (
	"fmt"

	"smartnic-cc/internal/nicconf"
	"smartnic-cc/internal/nicconf/lint"
)

func ExampleRun() {
	nic, err := nicconf.BuiltIn("connectx", 100_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := lint.Run(lint.Input{NIC: nic, Line: 100_000_000, Connections: 16, RTT: 10_000, MTU: 1024, Queue: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range found {
		fmt.Println(f.Severity, f.ID)
	}
	fmt.Println(found[0].Severity.AtLeast(lint.Error))
	// Output:
	// note alpha-timer
	// false
}
