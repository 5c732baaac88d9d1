package cluster

import (
	"fmt"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/stage"
	"smartnic-cc/nicmodel/workload"
)

// Table is the table [saba] of a scenario.
type Table struct {
	Queues   keys.Text `toml:"queues" one:"one,fair,saba" default:"saba" doc:"saba: by the controller; fair: a queue for each application at a port, all of one weight; one: one queue."`
	Capacity keys.Text `toml:"capacity" unit:"part" doc:"The part of each port that the applications share out; the rest is the weight of the other workloads' queue. What one does not use the others have. Default: 1; 0.75 with other workloads."`
	Degree   keys.Text `toml:"degree" unit:"count" range:"1..3" default:"3" doc:"The degree of the polynomials of sensitivity."`
	Levels   keys.Text `toml:"levels" unit:"count" range:"1..16" default:"16" doc:"Priority levels of applications."`
	Latency  keys.Text `toml:"latency" unit:"time" default:"1ms" doc:"From an application's start or end until the ports are set again."`
}

// jobs are the applications of the table, workloads of kind stages.
type jobs struct {
	*extend.Network
	table *Table
	list  []int            // workloads
	here  map[uint32]uint8 // applications on each host
	// rest is the share of the other workloads at each port, in units of 1/curve.Units; 0 without any.
	rest uint32
}

// OutputQueued implements extend.Table.
func (t *Table) OutputQueued() string { return "it weighs queues of other switches" }

// Apply gives applications separate queues, which a control sets.
func (t *Table) Apply(n *extend.Network) {
	if n.OwnClasses {
		n.Fail("switch.class[0]", "does not go with the table saba, which weighs queues itself")
	}
	j := &jobs{Network: n, table: t, here: map[uint32]uint8{}}
	j.share()
	n.Classes = Queues
	n.OnPlan = append(n.OnPlan, j.application)
	n.OnConnect = append(n.OnConnect, j.controlled)
}

// share reads the share of the other workloads at each port.
func (j *jobs) share() {
	b := j.Network
	others, applications := -1, 0
	for i := range b.Workloads {
		if b.Workloads[i].Kind == "stages" {
			applications++
		} else if others < 0 {
			others = i
		}
	}
	whole, def := uint32(1_000_000), uint32(1_000_000)
	if others >= 0 {
		def = 750_000
	}
	k := b.Table("saba", j.table)
	part := k.Millionths(&j.table.Capacity, def)
	// Units, rounded to nearest.
	j.rest = curve.Units - (part*curve.Units+whole/2)/whole
	switch {
	case b.Err != nil:
	case applications == 0:
		b.Fail("saba", "there is no application; add a table [[workload]] with kind = \"stages\"")
	case j.rest == curve.Units:
		b.Fail(k.At(&j.table.Capacity), "%s leaves the applications nothing; give more, such as 0.75", j.table.Capacity)
	case others >= 0 && j.rest == 0:
		b.Fail(k.At(&j.table.Capacity), "%s leaves nothing for workload[%d], which is no application; give less than 1, such as 0.75", j.table.Capacity, others)
	}
}

// application runs workload i as an application of the table [saba]: on each of its hosts it gets the next class, a
// separate queue in the NIC. A workload that is not an application has the last class and level.
func (j *jobs) application(i int, p *workload.Plan) {
	b := j.Network
	key := fmt.Sprintf("workload[%d]", i)
	most, queues := MaxJobs, uint8(Queues)
	if j.rest > 0 {
		most, queues = most-1, queues-1
	}
	stages := b.Workloads[i].Kind == "stages"
	switch {
	case b.Workloads[i].Class != "" && b.Workloads[i].Class != "1":
		b.Fail(key+".class", "does not go with the table saba, which gives each application a queue, and all other workloads one")
	case stages && len(j.list) == most:
		b.Fail(key, "the table saba goes with %d applications at most", most)
	}
	if b.Err != nil {
		return
	}
	for c := range p.Conns {
		k := &p.Conns[c]
		if !stages {
			if k.Class != 1 {
				b.Fail(key+".file", "connection %d has class %d; with the table saba, which gives all workloads that are no applications one queue, use class 1", c, k.Class)
				return
			}
			k.Class = OtherQueue
			b.Config.Fabric.Levels = append(b.Config.Fabric.Levels, OtherLevel)
			continue
		}
		if k.Class = j.here[k.Src] + 1; k.Class > queues {
			b.Fail(key+".hosts", "host %d has more than %d applications; a port has one queue for each", b.Config.Topology.IDOf(k.Src), queues)
			return
		}
		b.Config.Fabric.Levels = append(b.Config.Fabric.Levels, uint8(len(j.list)))
	}
	if !stages {
		return
	}
	for c := range p.Conns {
		k := &p.Conns[c]
		j.here[k.Src] = k.Class
	}
	j.list = append(j.list, i)
}

// controlled makes the control of the table [saba]: the controller knows each application by its profile in the fluid
// model, at the rate of its hosts' links.
func (j *jobs) controlled() {
	b, s := j.Network, j.table
	k := b.Table("saba", s)
	way, degree, levels, latency := k.One(&s.Queues), int(k.Count(&s.Degree)), int(k.Count(&s.Levels)), k.Time(&s.Latency)
	if b.Err != nil {
		return
	}
	rest := j.rest
	var control Control
	b.Config.Fabric.Queues = InitialQueues(rest)
	switch way {
	case "one":
		b.Config.Fabric.Queues = fabric.OneQueue()
		for i := range b.Config.Plan.Conns {
			b.Config.Plan.Conns[i].Class = 1
		}
	case "fair":
		control = Fair{Rest: rest}
	case "saba":
		table, names := j.profiles(degree)
		control = NewSaba(saba.Config{Table: table, Levels: levels, Capacity: curve.Units - rest, Latency: latency}, names)
	}
	if control == nil {
		return
	}
	b.Steer = func(m *nicmodel.Model) (nicmodel.Progress, error) {
		ends := collect.Of(j.list, func(i int) []uint32 { return b.Workloads[i].Ends() })
		s, err := NewSteering(m, control, Conns(b.Config, m), ends)
		if err != nil {
			return nil, fmt.Errorf("saba: %w", err)
		}
		return s.Progress, nil
	}
}

// profiles profiles the applications.
func (j *jobs) profiles(degree int) (table []saba.Sensitivity, names []string) {
	b := j.Network
	links := b.HostRates()
	for _, i := range j.list {
		g := b.Workloads[i].Stages
		a := &stage.App{Name: fmt.Sprintf("workload[%d]", i), Stages: g.Stages}
		for _, host := range g.Hosts {
			if links[host] != links[g.Hosts[0]] {
				b.Fail(a.Name+".hosts", "have links of different rates; a profile is of one")
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
			b.Check(a.Name, err)
			return nil, nil
		}
	}
	return table, names
}
