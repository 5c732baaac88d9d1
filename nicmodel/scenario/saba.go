package scenario

import (
	"fmt"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/saba"
	"smartnic-cc/nicmodel/saba/cluster"
	"smartnic-cc/nicmodel/saba/curve"
	"smartnic-cc/nicmodel/saba/nearest"
	"smartnic-cc/nicmodel/saba/stage"
	"smartnic-cc/nicmodel/workload"
)

// Saba is the table [saba].
type Saba struct {
	Queues  Text `toml:"queues"`
	Degree  Text `toml:"degree"`
	Levels  Text `toml:"levels"`
	Latency Text `toml:"latency"`
}

// stages reads an application of equal stages.
func (w *work) stages(start event.Time, class uint8) *workload.Stages {
	t := w.t
	each := workload.Stage{
		Compute: w.time(w.at("compute"), t.Compute, 0), Overlapped: w.bytes(w.at("overlapped"), t.Overlapped, 0, stage.MaxVolume),
		Serial: w.bytes(w.at("serial"), t.Serial, 0, stage.MaxVolume),
	}
	w.need(w.at("stages"), t.Stages, "10")
	n := w.count(w.at("stages"), t.Stages, 1, 1, stage.MaxStages)
	if w.err == nil && each == (workload.Stage{}) {
		w.fail(w.key, "its stages do nothing; give compute, overlapped or serial, as in serial = \"10MB\"")
	}
	g := &workload.Stages{Hosts: w.hosts(w.at("hosts"), t.Hosts, "all"), Start: start, Class: class}
	for range n {
		g.Stages = append(g.Stages, each)
	}
	return g
}

// application has the workload i run as an application of the table [saba]: on each of its hosts it gets the
// next class, a queue of its own in the NIC.
func (b *builder) application(i int, p *workload.Plan) {
	key := fmt.Sprintf("workload[%d]", i)
	switch {
	case b.s.Workload[i].Kind != "stages":
		b.fail(key+".kind", "%s does not go with the table saba, whose applications are all of kind = \"stages\"", b.s.Workload[i].Kind)
	case or(b.s.Workload[i].Class, "1") != "1":
		b.fail(key+".class", "does not go with the table saba, which gives each application a queue")
	case i >= cluster.MaxJobs:
		b.fail(key, "the table saba goes with %d workloads at most", cluster.MaxJobs)
	}
	if b.err != nil {
		return
	}
	here := map[uint32]uint8{}
	for c := range b.c.Plan.Conns {
		k := &b.c.Plan.Conns[c]
		here[k.Src] = max(here[k.Src], k.Class)
	}
	for c := range p.Conns {
		k := &p.Conns[c]
		if k.Class = here[k.Src] + 1; k.Class > cluster.Queues {
			b.fail(key+".hosts", "host %d has more than %d applications; a port has so many queues", b.c.Topology.IDOf(k.Src), cluster.Queues)
			return
		}
		b.c.Fabric.Levels = append(b.c.Fabric.Levels, uint8(i))
	}
}

// saba makes the control of the table [saba]: the controller knows each application by its profile in the
// fluid model, at the rate of its hosts' links.
func (b *builder) saba() {
	s := b.s.Saba
	if s == nil {
		return
	}
	way := b.one("saba.queues", s.Queues, "saba", "one", "fair", "saba")
	degree := int(b.count("saba.degree", s.Degree, 3, 1, 3))
	levels := int(b.count("saba.levels", s.Levels, nearest.Levels, 1, nearest.Levels))
	latency := b.time("saba.latency", s.Latency, event.Millisecond)
	if b.err != nil {
		return
	}
	b.c.Fabric.Queues = fabric.OneQueue()
	switch way {
	case "one":
		for i := range b.c.Plan.Conns {
			b.c.Plan.Conns[i].Class = 1
		}
	case "fair":
		b.m.control = cluster.Fair{}
	case "saba":
		table, names := b.profiles(degree)
		b.m.control = cluster.NewSaba(saba.Config{Table: table, Levels: levels, Capacity: curve.Units, Latency: latency}, names)
	}
}

// profiles profiles the applications.
func (b *builder) profiles(degree int) (table []saba.Sensitivity, names []string) {
	links := rates(b.c.Topology)
	for i := range b.m.groups {
		g := b.m.groups[i].stages
		a := &stage.App{Name: fmt.Sprintf("workload[%d]", i), Stages: g.Stages}
		for _, host := range g.Hosts {
			if links[host] != links[g.Hosts[0]] {
				b.fail(a.Name+".hosts", "have links of different rates; a profile is of one")
				return nil, nil
			}
		}
		p, err := saba.Measure(a.Name, saba.Percents(), func(percent int) (event.Time, error) { return a.Alone(links[g.Hosts[0]], uint64(percent)) })
		if err == nil {
			var s *saba.Sensitivity
			if s, err = p.Fit(degree); err == nil {
				table, names = append(table, *s), append(names, a.Name)
			}
		}
		if err != nil {
			b.is(a.Name, err)
			return nil, nil
		}
	}
	return table, names
}

// ends returns the gates that have counted all when an application of the plan has ended.
func (g *group) ends() []uint32 {
	var list []uint32
	for i := range g.stages.Hosts {
		list = append(list, g.firstGate+g.stages.End(len(g.stages.Stages)-1, i))
	}
	return list
}

// steer has the scenario's control, if it has one, set the ports of a model; the result is what its run has
// to be given, nil without a control.
func (m *model) steer(net *nicmodel.Model) (nicmodel.Progress, error) {
	if m.control == nil {
		return nil, nil
	}
	var ends [][]uint32
	for i := range m.groups {
		ends = append(ends, m.groups[i].ends())
	}
	s, err := cluster.Steer(net, m.control, cluster.Conns(m.config, net), ends)
	if err != nil {
		return nil, err
	}
	return s.Progress, nil
}
