package topology

import "smartnic-cc/nicmodel/event"

// LongHaul is two data centres, joined by one long link between their gateways. In each every ToR
// switch is linked to every aggregation switch, and those to the gateway. Host h is on ToR switch
// h/HostsPerToR, the first half of the hosts in the first data centre; the switches are all ToR, then
// all aggregation, then the two gateways.
type LongHaul struct {
	// ToRs and Aggs are those of one data centre.
	ToRs, HostsPerToR, Aggs uint32
	// HostRate is of the links of hosts, AggRate of those between ToR and aggregation switches,
	// GatewayRate of those to the gateway, LongRate of the long link; bit/s.
	HostRate, AggRate, GatewayRate, LongRate uint64
	// Delay is of the links within a data centre, LongDelay of the long one.
	Delay, LongDelay event.Time
}

// Build makes the two data centres. The error names a field that is out of range.
func (g LongHaul) Build() (*Topology, error) {
	tors, aggs := uint64(g.ToRs), uint64(g.Aggs)
	params := []param{{"ToRs", tors}, {"HostsPerToR", uint64(g.HostsPerToR)}, {"Aggs", aggs}}
	hosts := 2 * tors * uint64(g.HostsPerToR)
	b, err := start("long-haul", params, hosts, 2*(tors+aggs+1), hosts+2*(tors*aggs+aggs)+1)
	if err != nil {
		return nil, err
	}
	n := b.t.Hosts
	firstAgg := n + 2*g.ToRs
	gateway := firstAgg + 2*g.Aggs
	for h := range n {
		b.link(h, n+h/g.HostsPerToR, g.HostRate, g.Delay)
	}
	for site := range uint32(2) {
		for tor := range g.ToRs {
			for agg := range g.Aggs {
				b.link(n+site*g.ToRs+tor, firstAgg+site*g.Aggs+agg, g.AggRate, g.Delay)
			}
		}
	}
	for site := range uint32(2) {
		for agg := range g.Aggs {
			b.link(firstAgg+site*g.Aggs+agg, gateway+site, g.GatewayRate, g.Delay)
		}
	}
	b.link(gateway, gateway+1, g.LongRate, g.LongDelay)
	return b.finish()
}
