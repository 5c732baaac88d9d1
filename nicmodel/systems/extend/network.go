// Package extend is what a paper's system and a scenario know of one another: what the system's table changes about a
// network ([Network]), measures through credit switches ([CreditNetwork]) or schedules in front of one NIC ([Testbed]). Package
// systems lists those that implement it; nothing that runs scenarios names one.
package extend

import (
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/workload"
)

// Table is a table of a scenario that changes a network of output-queued switches.
type Table interface {
	// Apply reads the table and adds to the network's lists of what is to be done when. The workloads' kinds are there.
	Apply(n *Network)
	// OutputQueued says why the table does not go with credit switches.
	OutputQueued() string
}

// Network is a configuration of the packet model in the making.
type Network struct {
	*keys.Reader
	Config *nicmodel.Config
	// Workloads are the tables [[workload]].
	Workloads []Workload
	// Classes, if not 0, is how many classes of data the switches have, where the scenario does not say (OwnClasses).
	Classes    uint8
	OwnClasses bool

	// OnPlan are called with each workload's number and plan, before it joins those before it.
	OnPlan []func(i int, p *workload.Plan)
	// OnConnect are called when plan and NICs are there, and OnSwitches when the switches are, too.
	OnConnect, OnSwitches []func()
	// Steer, if not nil, sets ports of the model that is to run; the run is given what it returns.
	Steer func(*nicmodel.Model) (nicmodel.Progress, error)
	// Results return what is to be in the summary of a model that has run, nil for nothing.
	Results []func(m *nicmodel.Model) any
}

// Workload is a table [[workload]].
type Workload struct {
	Kind, Class string
	// Stages is the plan of one of kind stages, once it is there, and FirstDependency its first dependency.
	Stages          *workload.Stages
	FirstDependency uint32
}

// Ends returns the dependencies of a workload of stages that have counted all when it has ended.
func (w *Workload) Ends() []uint32 {
	var list []uint32
	for i := range w.Stages.Hosts {
		list = append(list, w.FirstDependency+w.Stages.End(len(w.Stages.Stages)-1, i))
	}
	return list
}

// HostRates returns the rate of each host's link in bit/s.
func (n *Network) HostRates() []uint64 { return n.Config.Topology.HostRates() }
