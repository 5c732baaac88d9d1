package ir_test

import (
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
)

// A driver reads from an algorithm's source what to report to it, and what to take back.
func ExampleTransducer_Contract() {
	p, err := codegen.Firmware()
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := p.Transducer("dolcerc4").Contract()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range c.Events {
		fmt.Printf("event %d %s: %s\n", e.Value, e.Label, e.Kind)
	}
	for _, s := range c.Signals {
		fmt.Printf("leaf %d %s: %s\n", s.Index, s.Name, s.Field.Signal)
	}
	rate := c.Control(ir.ControlRate, "")
	fmt.Printf("output %d %s: %s %s\n", rate.Index, rate.Name, rate.Control, rate.Field.UnitOf())
	for _, s := range c.Probes {
		format := ""
		if f := s.Field.FormatOf(); f != nil {
			format = f.Text
		}
		fmt.Printf("shows %s: %s%s\n", s.Name, s.Field.UnitOf(), format)
	}
	// Output:
	// event 1 alpha-timer: timer
	// event 2 cut-timer: timer
	// event 3 increase-timer: timer
	// event 4 sent: sent
	// event 5 cnp: cnp
	// leaf 0 Now: now
	// leaf 1 Bytes: bytes
	// leaf 2 Packets: packets
	// leaf 3 CNPs: cnps
	// leaf 4 Marked: marked
	// leaf 5 Kind: kind
	// output 0 Rate: rate kb/s
	// shows rc: kb/s
	// shows rt: kb/s
	// shows time_stage: stages
	// shows byte_stage: stages
	// shows alpha: UQ0.16
	// shows arm: index
}
