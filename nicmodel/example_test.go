package nicmodel_test

import (
	"fmt"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// printer is a sink that prints completions.
type printer struct{}

func (printer) Flush(b *nicmodel.Batch) error {
	for _, c := range b.Completions {
		fmt.Printf("host %d is done after %v\n", c.Conn, c.At-c.Posted)
	}
	return nil
}

// Two hosts send 500 kB each to a third, through one switch at 100 Gb/s that marks, with
// the algorithm of a folder at the senders.
func Example() {
	top, err := topology.Star{Hosts: 3, Rate: 100_000_000_000, Delay: event.Microsecond}.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := workload.Incast{Senders: []uint32{0, 1}, Receiver: 2, Bytes: 500_000, Class: 1}.Plan()
	if err != nil {
		fmt.Println(err)
		return
	}
	aimd, err := folder.Open("../docs/examples/aimd", folder.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	nic := nicmodel.DefaultNIC()
	nic.Algorithm = &aimd.Setup
	nic.NP.Interval = 50_000 // ns
	m, err := nicmodel.New(&nicmodel.Config{
		Topology: top, Plan: plan, NICs: []nicmodel.NIC{nic}, End: 10 * event.Millisecond,
		Fabric: fabric.Config{
			Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048,
			Marking: []fabric.Marking{{Kmin: 100_000, Kmax: 400_000, PmaxPPM: 100_000}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("alone it would take", m.Ideal(0, 500_000))
	r, err := m.Run(printer{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Completed, "messages,", r.Marks, "packets marked,", r.CNPs, "CNPs,", r.DroppedPackets, "lost")
	// Output:
	// alone it would take 46.01344us
	// host 1 is done after 81.64544us
	// host 0 is done after 87.93344us
	// 2 messages, 27 packets marked, 3 CNPs, 0 lost
}
