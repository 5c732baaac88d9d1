package summary_test

import (
	"fmt"

	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/capture/trace/summary"
)

func ExampleOf() {
	r, err := trace.OpenWith("../../../../../docs/sample/incast.pcapng", trace.Options{Measure: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	s := summary.Of("incast.pcapng", r)
	fmt.Println(s.Format, len(s.Conns), "connections")
	c := s.Conns[0]
	fmt.Printf("%s: %d packets, %.1f %% marked, %d CNPs\n", c.Name, c.DataPackets, 100**c.MarkedShare, c.CNPs)
	// Output:
	// pcapng 8 connections
	// [2001:db8::8]:0x187->[2001:db8::100]:0xa07: 686 packets, 31.5 % marked, 92 CNPs
}
