package scenario

import (
	"fmt"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/cluster"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
	"smartnic-cc/nicmodel/systems/saba/stage"
	"smartnic-cc/nicmodel/workload"
)

// Saba is the table [saba].
type Saba struct {
	Queues   Text `toml:"queues"`
	Capacity Text `toml:"capacity"`
	Degree   Text `toml:"degree"`
	Levels   Text `toml:"levels"`
	Latency  Text `toml:"latency"`
}

// jobs are the applications of the table [saba], workloads of kind stages.
type jobs struct {
	list []job
	here map[uint32]uint8 // applications on each host
	// rest is what the other workloads have of each port, in units of curve.Units; 0 is that there are none.
	rest uint32
}

// job is where an application is among the model's groups, and among the scenario's workloads.
type job struct{ group, workload int }

// share reads what the other workloads have of each port.
func (b *builder) share() {
	others, applications := -1, 0
	for i := range b.s.Workload {
		if b.s.Workload[i].Kind == "stages" {
			applications++
		} else if others < 0 {
			others = i
		}
	}
	whole, def := uint32(1_000_000), uint32(1_000_000)
	if others >= 0 {
		def = 750_000
	}
	part := b.millionths("saba.capacity", b.s.Saba.Capacity, def)
	j := &b.m.jobs
	// Units, rounded to nearest.
	j.here, j.rest = map[uint32]uint8{}, curve.Units-(part*curve.Units+whole/2)/whole
	switch {
	case b.err != nil:
	case applications == 0:
		b.fail("saba", "there is no application; add a table [[workload]] with kind = \"stages\"")
	case j.rest == curve.Units:
		b.fail("saba.capacity", "%s leaves the applications nothing; give more, such as 0.75", b.s.Saba.Capacity)
	case others >= 0 && j.rest == 0:
		b.fail("saba.capacity", "%s leaves nothing for workload[%d], which is no application; give less than 1, such as 0.75", b.s.Saba.Capacity, others)
	}
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
// next class, a queue of its own in the NIC. Another workload has the last class and level.
func (b *builder) application(i int, p *workload.Plan) {
	key := fmt.Sprintf("workload[%d]", i)
	j := &b.m.jobs
	most, queues := cluster.MaxJobs, uint8(cluster.Queues)
	if j.rest > 0 {
		most, queues = most-1, queues-1
	}
	stages := b.s.Workload[i].Kind == "stages"
	switch {
	case or(b.s.Workload[i].Class, "1") != "1":
		b.fail(key+".class", "does not go with the table saba, which gives each application a queue, and all other workloads one")
	case stages && len(j.list) == most:
		b.fail(key, "the table saba goes with %d applications at most", most)
	}
	if b.err != nil {
		return
	}
	for c := range p.Conns {
		k := &p.Conns[c]
		if !stages {
			if k.Class != 1 {
				b.fail(key+".file", "connection %d has class %d; with the table saba, which gives all workloads that are no applications one queue, use class 1", c, k.Class)
				return
			}
			k.Class = cluster.OtherQueue
			b.c.Fabric.Levels = append(b.c.Fabric.Levels, cluster.OtherLevel)
			continue
		}
		if k.Class = j.here[k.Src] + 1; k.Class > queues {
			b.fail(key+".hosts", "host %d has more than %d applications; a port has so many queues for them", b.c.Topology.IDOf(k.Src), queues)
			return
		}
		b.c.Fabric.Levels = append(b.c.Fabric.Levels, uint8(len(j.list)))
	}
	if !stages {
		return
	}
	for c := range p.Conns {
		k := &p.Conns[c]
		j.here[k.Src] = k.Class
	}
	// It has connections, so it is the next group.
	j.list = append(j.list, job{len(b.m.groups), i})
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
	rest := b.m.jobs.rest
	b.c.Fabric.Queues = cluster.Ports(rest)
	switch way {
	case "one":
		b.c.Fabric.Queues = fabric.OneQueue()
		for i := range b.c.Plan.Conns {
			b.c.Plan.Conns[i].Class = 1
		}
	case "fair":
		b.m.control = cluster.Fair{Rest: rest}
	case "saba":
		table, names := b.profiles(degree)
		b.m.control = cluster.NewSaba(saba.Config{Table: table, Levels: levels, Capacity: curve.Units - rest, Latency: latency}, names)
	}
}

// profiles profiles the applications.
func (b *builder) profiles(degree int) (table []saba.Sensitivity, names []string) {
	links := rates(b.c.Topology)
	for _, j := range b.m.jobs.list {
		g := b.m.groups[j.group].stages
		a := &stage.App{Name: fmt.Sprintf("workload[%d]", j.workload), Stages: g.Stages}
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
	for _, j := range m.jobs.list {
		ends = append(ends, m.groups[j.group].ends())
	}
	s, err := cluster.Steer(net, m.control, cluster.Conns(m.config, net), ends)
	if err != nil {
		return nil, err
	}
	return s.Progress, nil
}
