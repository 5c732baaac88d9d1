package scenario

import (
	"smartnic-cc/nicmodel"
)

// engine reads the cores of the NIC's congestion control.
func (n *nic) engine(v *nicmodel.NIC) {
	t := n.t.Engine
	v.Engine = &nicmodel.Engine{
		Target:    n.One(n.at("engine.target"), t.Target, "dpa", "dpa", "nic64", "generic32"),
		Cores:     int(n.Count(n.at("engine.cores"), t.Cores, 8, 1, nicmodel.MaxCores)),
		ClockHz:   n.Hertz(n.at("engine.clock"), t.Clock, 1_800_000_000),
		Depth:     int(n.Count(n.at("engine.depth"), t.Depth, 1024, 1, nicmodel.MaxDepth)),
		Worst:     t.Worst,
		Cycles:    n.Count(n.at("engine.cycles"), t.Cycles, 0, 0, nicmodel.MaxCycles),
		SentBytes: uint32(n.Bytes(n.at("engine.sent_bytes"), t.SentBytes, 0, 1<<24)),
	}
}
