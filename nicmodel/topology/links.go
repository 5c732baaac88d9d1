package topology

import "smartnic-cc/nicmodel/event"

// HostRates returns the rate of each host's link in bit/s.
func (t *Topology) HostRates() []uint64 {
	list := make([]uint64, t.Hosts)
	for i := range t.Links {
		l := &t.Links[i]
		for _, node := range [2]uint32{l.A, l.B} {
			if t.IsHost(node) {
				list[node] = l.Rate
			}
		}
	}
	return list
}

// LongLinks reports for each switch, numbered from 0, whether it has a link with at least a delay, and so memory for
// it: the value of fabric.Config.Deep.
func (t *Topology) LongLinks(least event.Time) []bool {
	deep := make([]bool, t.Switches)
	for i := range t.Links {
		if l := &t.Links[i]; l.Delay >= least {
			for _, node := range [2]uint32{l.A, l.B} {
				if node >= t.Hosts {
					deep[node-t.Hosts] = true
				}
			}
		}
	}
	return deep
}
