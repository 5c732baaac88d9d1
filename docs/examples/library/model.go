package main

import (
	"fmt"
	"io"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// model builds the same network of parts, without a scenario: every sender has the algorithm that
// is linked in.
func model(w io.Writer) error {
	star, err := topology.Star{Hosts: 5, Rate: 100_000_000_000, Delay: event.Microsecond}.Build()
	if err != nil {
		return err
	}
	plan, err := workload.Incast{Senders: []uint32{0, 1, 2, 3}, Receiver: 4, Bytes: 1_000_000, Class: 1}.Plan()
	if err != nil {
		return err
	}
	a, err := folder.Open(source, folder.Options{})
	if err != nil {
		return err
	}
	setup := a.Setup
	setup.Engine = func() (driver.Engine, error) { return linked(), nil } // one a thread
	nic := nicmodel.DefaultNIC()
	nic.Algorithm = &setup
	nic.NP.Interval = 50_000 // ns between two CNPs
	m, err := nicmodel.New(&nicmodel.Config{
		Topology: star, Plan: plan, NICs: []nicmodel.NIC{nic}, End: 5 * event.Millisecond,
		Fabric: fabric.Config{
			Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: nic.Wire(),
			Marking: []fabric.Marking{{Kmin: 100_000, Kmax: 400_000, PmaxPPM: 100_000}},
		},
	})
	if err != nil {
		return err
	}
	r, err := m.Run(completions{w}, nil)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%d messages, %d packets marked, %d CNPs\n", r.Completed, r.Marks, r.CNPs)
	return err
}
