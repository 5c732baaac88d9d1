package simtrace_test

import (
	"fmt"

	"smartnic-cc/internal/base/packet/simtrace"
)

func ExampleSniff() {
	head := simtrace.AppendPreamble(nil, []simtrace.Link{{Node: 0, Intf: 1, Rate: 100_000_000_000}}, 0)
	fmt.Println(len(head), simtrace.PreambleLen(1))
	fmt.Println(simtrace.Sniff(head, true) == simtrace.WithPreamble, simtrace.Sniff([]byte("time_ns,conn,event\n"), true) == simtrace.NotTrace)
	// Output:
	// 19 19
	// true true
}
