package scenario

import (
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/topology"
)

// topology makes the network of the table [topology].
func (s *Scenario) topology(r *keys.Reader) (*topology.Topology, error) {
	t := &s.Topology
	ways := collect.Count([]Text{t.Kind, t.Preset, t.File}, func(way Text) bool { return way != "" })
	if ways != 1 {
		return nil, s.errorf("topology", "has %d of the keys kind, preset and file; give one of them, as in kind = \"star\"", ways)
	}
	k := r.Table("topology", t)
	if k.Kind("kind", string(t.Kind)); r.Err != nil {
		return nil, r.Err
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
	g := t.generator(k)
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
func (t *Topology) generator(k *keys.Table) topology.Generator {
	n := func(f *Text) uint32 { return uint32(k.Count(f)) }
	rate, delay := k.Rate(&t.Rate), k.Time(&t.Delay)
	switch k.One(&t.Kind) {
	case "dumbbell":
		return topology.Dumbbell{
			Left: n(&t.Left), Right: n(&t.Right), HostRate: rate, HostDelay: delay,
			TrunkRate: k.Rate(&t.TrunkRate, rate), TrunkDelay: k.Time(&t.TrunkDelay, delay),
		}
	case "leafspine":
		return topology.LeafSpine{
			Leaves: n(&t.Leaves), HostsPerLeaf: n(&t.PerLeaf), Spines: n(&t.Spines),
			LinksPerPair: n(&t.PerPair),
			HostRate:     rate, UpRate: k.Rate(&t.UpRate, rate), Delay: delay,
		}
	case "fattree":
		agg := k.Rate(&t.AggRate, rate)
		return topology.FatTree{
			Pods: n(&t.Pods), ToRPerPod: n(&t.ToRs), HostsPerToR: n(&t.PerToR),
			AggPerPod: n(&t.Aggregation), Cores: n(&t.Cores),
			HostRate: rate, AggRate: agg, CoreRate: k.Rate(&t.CoreRate, agg), Delay: delay,
		}
	case "longhaul":
		agg := k.Rate(&t.AggRate, rate)
		gateway := k.Rate(&t.GatewayRate, agg)
		return topology.LongHaul{
			ToRs: n(&t.SiteToRs), HostsPerToR: n(&t.PerToR), Aggs: n(&t.SiteAggs),
			HostRate: rate, AggRate: agg, GatewayRate: gateway, LongRate: k.Rate(&t.TrunkRate, gateway),
			Delay: delay, LongDelay: k.Time(&t.TrunkDelay, 500*event.Microsecond),
		}
	default:
		return topology.Star{Hosts: n(&t.Hosts), Rate: rate, Delay: delay}
	}
}
