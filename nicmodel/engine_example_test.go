package nicmodel_test

import (
	"fmt"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// An incast whose senders decide on two cores each at 1 GHz.
func ExampleEngine() {
	top, err := topology.Star{Hosts: 9, Rate: 100_000_000_000, Delay: event.Microsecond}.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	chosen, err := (&reaction.Choice{Algo: "dolcerc", Profile: "hpcc", Line: 100_000_000}).Setup()
	if err != nil {
		fmt.Println(err)
		return
	}
	setup, err := chosen.Driver()
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := &workload.Plan{}
	for i := range uint32(8) {
		plan.Conns = append(plan.Conns, workload.Conn{Src: i, Dst: 8, SrcPort: uint16(10_000 + i), DstPort: 100, Class: 1})
		plan.Messages = append(plan.Messages, workload.Message{Conn: i, Bytes: 1_000_000, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency})
	}
	nic := nicmodel.DefaultNIC()
	nic.Notify, nic.Algorithm = nicmodel.NotifyEcho, &setup
	nic.Engine = &nicmodel.Engine{Cores: 2, ClockHz: 1_000_000_000, Depth: 32, Target: "dpa", SentBytes: 8_000}
	m, err := nicmodel.New(&nicmodel.Config{
		Topology: top, Plan: plan, NICs: []nicmodel.NIC{nic}, End: 10 * event.Millisecond,
		Fabric: fabric.Config{
			Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048,
			Marking: []fabric.Marking{{Kmin: 400_000, Kmax: 1_600_000, PmaxPPM: 200_000}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := m.Run(nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &r.Engine
	fmt.Printf("%d of %d messages\n", r.Completed, r.Messages)
	fmt.Printf("all notifications told of: %v, one by one: %v\n", s.Lost == 0, s.Coalesced == 0)
	fmt.Printf("a decision takes less than a microsecond in the mean: %v\n", s.Decision.Sum/event.Time(s.Decision.Count) < event.Microsecond)
	// Output:
	// 8 of 8 messages
	// all notifications told of: true, one by one: true
	// a decision takes less than a microsecond in the mean: true
}
