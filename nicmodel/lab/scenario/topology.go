package scenario

import (
	"math"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/topology"
)

// topology makes the network of the table [topology].
func (s *Scenario) topology(r *keys.Reader) (*topology.Topology, error) {
	t := &s.Topology
	ways := 0
	for _, way := range [3]Text{t.Kind, t.Preset, t.File} {
		if way != "" {
			ways++
		}
	}
	if ways != 1 {
		return nil, s.errorf("topology", "has %d of the keys kind, preset and file; give one of them, as in kind = \"star\"", ways)
	}
	if key, kinds := keys.Misplaced(*t, string(t.Kind)); key != "" {
		return nil, s.errorf("topology."+key, "goes with kind = %s only", keys.Alternatives(kinds))
	}
	switch {
	case t.Preset != "":
		top, err := topology.Preset(string(t.Preset))
		if err != nil {
			return nil, s.errorf("topology.preset", "%v", err)
		}
		return top, nil
	case t.File != "":
		f, path, err := s.open("topology.file", t.File)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return topology.Read(f, path)
	}
	g := s.generator(r)
	if r.Err != nil {
		return nil, r.Err
	}
	top, err := g.Build()
	if err != nil {
		return nil, s.errorf("topology", "%v", err)
	}
	return top, nil
}

// generator reads the parameters of a kind of network.
func (s *Scenario) generator(r *keys.Reader) topology.Generator {
	t := &s.Topology
	n := func(name string, v Text) uint32 {
		key := "topology." + name
		r.Need(key, v, "4")
		return uint32(r.Count(key, v, 1, 1, math.MaxUint32))
	}
	rate := r.Rate("topology.rate", t.Rate, 100_000_000_000)
	delay := r.Time("topology.delay", t.Delay, event.Microsecond)
	switch r.One("topology.kind", t.Kind, "", "star", "dumbbell", "leafspine", "fattree", "longhaul") {
	case "dumbbell":
		return topology.Dumbbell{
			Left: n("left", t.Left), Right: n("right", t.Right), HostRate: rate, HostDelay: delay,
			TrunkRate: r.Rate("topology.trunk_rate", t.TrunkRate, rate), TrunkDelay: r.Time("topology.trunk_delay", t.TrunkDelay, delay),
		}
	case "leafspine":
		return topology.LeafSpine{
			Leaves: n("leaves", t.Leaves), HostsPerLeaf: n("hosts_per_leaf", t.PerLeaf), Spines: n("spines", t.Spines),
			LinksPerPair: uint32(r.Count("topology.links_per_pair", t.PerPair, 1, 1, 1<<16)),
			HostRate:     rate, UpRate: r.Rate("topology.up_rate", t.UpRate, rate), Delay: delay,
		}
	case "fattree":
		agg := r.Rate("topology.agg_rate", t.AggRate, rate)
		return topology.FatTree{
			Pods: n("pods", t.Pods), ToRPerPod: n("tors_per_pod", t.ToRs), HostsPerToR: n("hosts_per_tor", t.PerToR),
			AggPerPod: n("aggs_per_pod", t.Aggregation), Cores: n("cores", t.Cores),
			HostRate: rate, AggRate: agg, CoreRate: r.Rate("topology.core_rate", t.CoreRate, agg), Delay: delay,
		}
	case "longhaul":
		agg := r.Rate("topology.agg_rate", t.AggRate, rate)
		gateway := r.Rate("topology.gateway_rate", t.GatewayRate, agg)
		return topology.LongHaul{
			ToRs: n("tors_per_site", t.SiteToRs), HostsPerToR: n("hosts_per_tor", t.PerToR), Aggs: n("aggs_per_site", t.SiteAggs),
			HostRate: rate, AggRate: agg, GatewayRate: gateway, LongRate: r.Rate("topology.trunk_rate", t.TrunkRate, gateway),
			Delay: delay, LongDelay: r.Time("topology.trunk_delay", t.TrunkDelay, 500*event.Microsecond),
		}
	default:
		return topology.Star{Hosts: n("hosts", t.Hosts), Rate: rate, Delay: delay}
	}
}
