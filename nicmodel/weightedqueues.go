package nicmodel

import (
	"fmt"

	"smartnic-cc/nicmodel/fabric"
)

// SetQueues sets the weighted queues of a port of a node, whose connections have priority levels
// (fabric.Config.Levels). At a NIC, port 0 of a host, a connection's queue is its class in the plan, and only the
// weights change. Call it before a run or in its Progress, between two windows: it applies to all that leaves after
// it, for any number of partitions and threads.
func (m *Model) SetQueues(node uint32, port uint16, q *fabric.Queues) error {
	switch {
	case node >= m.config.Topology.Nodes():
		return fmt.Errorf("node %d does not exist; there are %d", node, m.config.Topology.Nodes())
	case node >= m.hostCount:
		return m.network.SetQueues(node, port, q)
	case m.config.Fabric.Levels == nil:
		return fmt.Errorf("connections have no priority levels; give them by Config.Fabric.Levels")
	case port != 0:
		return fmt.Errorf("host %d has no port %d; a NIC has one", m.config.Topology.IDOf(node), port)
	}
	if err := q.Check(len(m.config.Fabric.Classes)); err != nil {
		return err
	}
	m.hosts[node].rule = q.Scheduler(m.config.Fabric.MTUWire)
	return nil
}

// Path returns the ports of switches by which a connection's data leaves, in order.
func (m *Model) Path(conn uint32) []fabric.Egress {
	w := m.paths(conn)
	return m.network.Path(w.Source, w.Dest, w.Forward)
}

// DependencyMet reports whether a dependency of the plan is met. Call it before a run, in its Progress, or after it.
func (m *Model) DependencyMet(gate uint32) bool {
	return m.dependencies[gate] >= m.config.Plan.Dependencies[gate].Need
}
