// Package extend is the interface between papers' systems and scenarios: a system's table changes a network
// ([Network]), measures through credit switches ([CreditNetwork]) or schedules in front of one NIC ([Testbed]).
// Package systems lists the implementations; nothing that runs scenarios names one.
package extend

import (
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/workload"
)

// Table is a table of a scenario that changes a network of output-queued switches.
type Table interface {
	// Apply reads the table and adds hooks to the network. The workloads' kinds are known.
	Apply(n *Network)
	// OutputQueued returns why the table does not go with credit switches.
	OutputQueued() string
}

// Network is a configuration of the packet model under construction.
type Network struct {
	*keys.Reader
	Config *nicmodel.Config
	// Workloads are the tables [[workload]].
	Workloads []Workload
	// Classes, if not 0, is the number of data classes of the switches, unless the scenario sets it (OwnClasses).
	Classes    uint8
	OwnClasses bool

	// OnPlan are called with each workload's number and plan, before it is added to the others.
	OnPlan []func(i int, p *workload.Plan)
	// OnConnect are called when plan and NICs are set, OnSwitches when the switches are, too.
	OnConnect, OnSwitches []func()
	// Steer, if not nil, sets ports of the model before its run, and returns the run's Progress.
	Steer func(*nicmodel.Model) (nicmodel.Progress, error)
	// Results return parts of the summary after a run, nil for nothing.
	Results []func(m *nicmodel.Model) any
}

// Workload is a table [[workload]].
type Workload struct {
	Kind, Class string
	// Stages is the plan of one of kind stages, once made, and FirstDependency its first dependency.
	Stages          *workload.Stages
	FirstDependency uint32
}

// Ends returns the dependencies of a workload of stages that are met when it has ended.
func (w *Workload) Ends() []uint32 {
	var list []uint32
	for i := range w.Stages.Hosts {
		list = append(list, w.FirstDependency+w.Stages.End(len(w.Stages.Stages)-1, i))
	}
	return list
}

// HostRates returns the rate of each host's link in bit/s.
func (n *Network) HostRates() []uint64 { return n.Config.Topology.HostRates() }
