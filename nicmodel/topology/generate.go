package topology

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Generator makes a valid topology from parameters, or an error that names the parameter.
type Generator interface {
	Build() (*Topology, error)
}

// Star is one switch with all hosts.
type Star struct {
	Hosts uint32
	// Rate is the hosts', bit/s.
	Rate  uint64
	Delay event.Time
}

// Dumbbell is two switches with a trunk between them: hosts 0..Left-1 on one,
// the Right ones after them on the other.
type Dumbbell struct {
	Left, Right uint32
	// HostRate and TrunkRate are in bit/s.
	HostRate, TrunkRate   uint64
	HostDelay, TrunkDelay event.Time
}

// LeafSpine has every leaf linked to every spine. Host h is on leaf h/HostsPerLeaf; the
// switches are the leaves, then the spines.
type LeafSpine struct {
	Leaves, HostsPerLeaf, Spines uint32
	// LinksPerPair is the number of links between a leaf and a spine; 0 means 1.
	LinksPerPair uint32
	// HostRate and UpRate are in bit/s.
	HostRate, UpRate uint64
	Delay            event.Time
}

// FatTree has three tiers: in each pod every ToR switch is linked to every aggregation
// switch. Host h is on ToR switch h/HostsPerToR, which is in pod h/(HostsPerToR
// ToRPerPod); the switches are all ToR, then all aggregation, then the core switches.
//
// Core switch j is linked to aggregation switch j mod AggPerPod of every pod, so that the
// cores fall into AggPerPod groups, of equal size if AggPerPod divides Cores. With fewer
// cores than aggregation switches in a pod, aggregation switch i of every pod is linked to
// core switch i mod Cores. Either way all pods agree, every aggregation switch has a core,
// and the path between two pods is fixed by its core.
type FatTree struct {
	Pods, ToRPerPod, HostsPerToR, AggPerPod, Cores uint32
	// HostRate is of the links of hosts, AggRate of those between ToR and aggregation
	// switches, CoreRate of those above; bit/s.
	HostRate, AggRate, CoreRate uint64
	Delay                       event.Time
}

// build collects links.
type build struct {
	t *Topology
}

func (b *build) link(x, y uint32, rate uint64, delay event.Time) {
	b.t.Links = append(b.t.Links, Link{A: x, B: y, Rate: rate, Delay: delay})
}

// param is a generator's parameter, for range checks.
type param struct {
	name  string
	value uint64
}

// start checks that no count is 0, and the resulting sizes before anything is allocated.
func start(name string, params []param, hosts, switches, links uint64) (*build, error) {
	for _, p := range params {
		if p.value == 0 {
			return nil, fmt.Errorf("topology %s: %s is 0; it has to be 1 at least", name, p.name)
		}
		// No product of three factors below MaxNodes overflows.
		if p.value > MaxNodes {
			return nil, fmt.Errorf("topology %s: %s is %d; %d nodes fit", name, p.name, p.value, MaxNodes)
		}
	}
	if hosts > MaxNodes || switches > MaxNodes || hosts+switches > MaxNodes {
		return nil, fmt.Errorf("topology %s: %d hosts and %d switches are more than the %d nodes that fit", name, hosts, switches, MaxNodes)
	}
	if links > MaxLinks {
		return nil, fmt.Errorf("topology %s: %d links are more than the %d that fit", name, links, MaxLinks)
	}
	return &build{&Topology{Name: name, Hosts: uint32(hosts), Switches: uint32(switches), Links: make([]Link, 0, links)}}, nil
}

// finish derives the rest and checks rates, delays and limits.
func (b *build) finish() (*Topology, error) {
	b.t.Finish()
	if f := b.t.check(); f != nil {
		return nil, fmt.Errorf("topology %s: %s", b.t.Name, f.text)
	}
	return b.t, nil
}

// Build makes the star: all hosts at one switch. The error names a field that is out of
// range.
func (g Star) Build() (*Topology, error) {
	n := uint64(g.Hosts)
	b, err := start("star", []param{{"Hosts", n}}, n, 1, n)
	if err != nil {
		return nil, err
	}
	for h := range g.Hosts {
		b.link(h, g.Hosts, g.Rate, g.Delay)
	}
	return b.finish()
}

// Build makes the dumbbell: two switches with hosts, and one link between them. The error
// names a field that is out of range.
func (g Dumbbell) Build() (*Topology, error) {
	left, right := uint64(g.Left), uint64(g.Right)
	b, err := start("dumbbell", []param{{"Left", left}, {"Right", right}}, left+right, 2, left+right+1)
	if err != nil {
		return nil, err
	}
	hosts := g.Left + g.Right
	for h := range hosts {
		s := hosts
		if h >= g.Left {
			s++
		}
		b.link(h, s, g.HostRate, g.HostDelay)
	}
	b.link(hosts, hosts+1, g.TrunkRate, g.TrunkDelay)
	return b.finish()
}

// Build makes the leaf-spine network: each leaf linked to each spine. The error names a field
// that is out of range.
func (g LeafSpine) Build() (*Topology, error) {
	per := max(g.LinksPerPair, 1)
	leaves, spines := uint64(g.Leaves), uint64(g.Spines)
	hosts := leaves * uint64(g.HostsPerLeaf)
	b, err := start("leaf-spine",
		[]param{{"Leaves", leaves}, {"HostsPerLeaf", uint64(g.HostsPerLeaf)}, {"Spines", spines}, {"LinksPerPair", uint64(per)}},
		hosts, leaves+spines, hosts+leaves*spines*uint64(per))
	if err != nil {
		return nil, err
	}
	n := b.t.Hosts
	for h := range n {
		b.link(h, n+h/g.HostsPerLeaf, g.HostRate, g.Delay)
	}
	for leaf := range g.Leaves {
		for spine := range g.Spines {
			for range per {
				b.link(n+leaf, n+g.Leaves+spine, g.UpRate, g.Delay)
			}
		}
	}
	return b.finish()
}

// Build makes the fat-tree: pods of top-of-rack and aggregation switches, and cores above
// them. The error names a field that is out of range.
func (g FatTree) Build() (*Topology, error) {
	pods, tors, aggs, cores := uint64(g.Pods), uint64(g.ToRPerPod), uint64(g.AggPerPod), uint64(g.Cores)
	params := []param{{"Pods", pods}, {"ToRPerPod", tors}, {"HostsPerToR", uint64(g.HostsPerToR)}, {"AggPerPod", aggs}, {"Cores", cores}}
	hosts := pods * tors * uint64(g.HostsPerToR)
	b, err := start("fat-tree", params, hosts, pods*(tors+aggs)+cores, hosts+pods*(tors*aggs+max(aggs, cores)))
	if err != nil {
		return nil, err
	}
	n := b.t.Hosts
	firstAgg := n + g.Pods*g.ToRPerPod
	firstCore := firstAgg + g.Pods*g.AggPerPod
	for h := range n {
		b.link(h, n+h/g.HostsPerToR, g.HostRate, g.Delay)
	}
	for pod := range g.Pods {
		for tor := range g.ToRPerPod {
			for agg := range g.AggPerPod {
				b.link(n+pod*g.ToRPerPod+tor, firstAgg+pod*g.AggPerPod+agg, g.AggRate, g.Delay)
			}
		}
	}
	for pod := range g.Pods {
		for i := range max(g.AggPerPod, g.Cores) {
			b.link(firstAgg+pod*g.AggPerPod+i%g.AggPerPod, firstCore+i%g.Cores, g.CoreRate, g.Delay)
		}
	}
	return b.finish()
}
