package scenario

import (
	"fmt"
	"os"
	"slices"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// plan makes the plan of all tables [[workload]], one after the other.
func (b *builder) plan() {
	b.c.Plan = &workload.Plan{}
	if len(b.s.Workload) == 0 {
		b.Fail("workload", "there is none; add a table [[workload]]")
	}
	for i := range b.s.Workload {
		t := &b.s.Workload[i]
		b.m.net.Workloads = append(b.m.net.Workloads, extend.Workload{Kind: string(t.Kind), Class: string(t.Class)})
	}
	b.m.net.OwnClasses = len(b.s.Switch.Class) > 0
	for _, k := range b.s.Present() {
		if t, is := k.Table.(extend.Table); is {
			t.Apply(b.m.net)
		}
	}
	for i := range b.s.Workload {
		w := &work{builder: b, t: &b.s.Workload[i], key: fmt.Sprintf("workload[%d]", i), index: uint64(i)}
		w.keys = b.Table(w.key, w.t)
		p, g := w.plan()
		if b.Err != nil {
			return
		}
		if err := p.Validate(b.c.Topology.Hosts, b.c.End); err != nil {
			b.Check(w.key, err)
			return
		}
		for _, planned := range b.m.net.OnPlan {
			if planned(i, p); b.Err != nil {
				return
			}
		}
		b.m.net.Workloads[i].Stages, b.m.net.Workloads[i].FirstDependency = g.stages, uint32(len(b.c.Plan.Dependencies))
		_, first, err := b.c.Plan.Append(p)
		if err != nil {
			b.Check(w.key, err)
			return
		}
		g.firstConn = first
		if len(p.Conns) > 0 {
			g.workload = i
			b.m.groups = append(b.m.groups, g)
		}
	}
	if len(b.c.Plan.Messages) == 0 {
		b.Fail("workload[0]", "nothing is sent; raise the load or the duration")
	}
}

// work is one table [[workload]].
type work struct {
	*builder
	t     *Workload
	key   string
	keys  *keys.Table
	index uint64
}

func (w *work) plan() (*workload.Plan, group) {
	t, k := w.t, w.keys
	kind := k.One(&t.Kind)
	if kind == bulk {
		w.Fail(k.At(&t.Kind), "%q goes with credit switches (switch.kind) only; incast of long messages is its like", bulk)
	}
	g := group{kind: kind}
	if k.Kind("kind", kind); w.Err != nil {
		return nil, g
	}
	start, class := k.Time(&t.Start), uint8(k.Count(&t.Class))
	var p interface {
		Plan() (*workload.Plan, error)
	}
	var count uint32
	switch kind {
	case "flows":
		return w.flows(), g
	case "messages":
		return w.messages(start, class), g
	case "poisson", "sites":
		hosts := w.hosts(k, &t.Hosts)
		count = uint32(k.Count(&t.Count, 0))
		flows := workload.Poisson{
			Hosts: hosts, Load: w.load(), Rate: w.rateOf(hosts), Size: w.size(),
			Start: start, Duration: w.duration(start), Count: count,
			Class: class, Seed: w.seed(), Index: w.index,
		}
		if p = flows; kind == "sites" {
			sites := workload.Sites{Poisson: flows, Number: uint32(k.Count(&t.Sites)), Far: k.Millionths(&t.Far), Front: k.One(&t.Mix) == "front"}
			if p = sites; w.Err == nil {
				g.site = siteOf(hosts, sites.Number)
			}
		}
	case "streams":
		receiver := w.host(k, &t.Receiver)
		p = workload.Streams{
			Senders: w.senders(receiver), Receiver: receiver, Load: w.load(), Rate: w.rateOf([]uint32{receiver}), Size: w.size(),
			MessageBytes: k.Bytes(&t.MessageBytes),
			Start:        start, Duration: w.duration(start), Class: class, Seed: w.seed(), Index: w.index,
		}
	case "incast":
		receiver := w.host(k, &t.Receiver)
		k.Need(&t.Bytes, `"2MB"`)
		senders := w.senders(receiver)
		flows := k.Count(&t.Flows)
		if uint64(len(senders))*flows > workload.MaxMessages {
			w.Fail(k.At(&t.Flows), "%d flows of %d senders are more than %d", flows, len(senders), workload.MaxMessages)
			return nil, g
		}
		p = workload.Incast{
			Senders: slices.Repeat(senders, int(flows)), Receiver: receiver, Bytes: k.Bytes(&t.Bytes),
			Start: start, Stagger: k.Time(&t.Stagger), Class: class,
		}
	case "alltoall":
		k.Need(&t.Bytes, `"64KiB"`)
		a := workload.AllToAll{
			Hosts:        w.hosts(k, &t.Hosts),
			RanksPerHost: uint32(k.Count(&t.Ranks)), Bytes: k.Bytes(&t.Bytes), Iterations: uint32(k.Count(&t.Iterations)), WarmUp: uint32(k.Count(&t.WarmUp)),
			Start: start, Compute: k.Time(&t.Compute), Class: class,
		}
		g.allToAll = &a
		p = a
	case "stages":
		g.stages = w.stages(start, class)
		w.c.Record.Dependencies = true
		p = g.stages
	}
	if w.Err != nil {
		return nil, g
	}
	plan, err := p.Plan()
	w.Check(w.key, err)
	if count != 0 && w.Err == nil && t.Duration == "" && len(plan.Messages) < int(count) {
		w.Fail(k.At(&t.Count), "only %d of %d flows begin before the end of the run at %v; raise run.end", len(plan.Messages), count, w.c.End)
	}
	if kind != "streams" && kind != "stages" {
		w.split(plan)
	}
	return plan, g
}

// stages reads an application of equal stages.
func (w *work) stages(start event.Time, class uint8) *workload.Stages {
	t, k := w.t, w.keys
	each := workload.Stage{Compute: k.Time(&t.Compute), Overlapped: k.Bytes(&t.Overlapped), Serial: k.Bytes(&t.Serial)}
	n := k.Count(&t.Stages)
	if w.Err == nil && each == (workload.Stage{}) {
		w.Fail(w.key, "its stages do nothing; give compute, overlapped or serial, as in serial = \"10MB\"")
	}
	g := &workload.Stages{Hosts: w.hosts(k, &t.Hosts), Start: start, Class: class}
	for range n {
		g.Stages = append(g.Stages, each)
	}
	return g
}

// siteOf returns the site of each host.
func siteOf(hosts []uint32, number uint32) map[uint32]uint32 {
	site := make(map[uint32]uint32, len(hosts))
	for i, host := range hosts {
		site[host] = uint32(i) / max(uint32(len(hosts))/number, 1)
	}
	return site
}

// split cuts messages as message_bytes says.
func (w *work) split(p *workload.Plan) {
	if w.Err == nil {
		w.Check(w.keys.At(&w.t.MessageBytes), p.Split(w.keys.Bytes(&w.t.MessageBytes)))
	}
}

// senders returns the given ones, or all hosts but the receiver.
func (w *work) senders(receiver uint32) []uint32 {
	if w.t.Senders != "" {
		return w.hosts(w.keys, &w.t.Senders)
	}
	var list []uint32
	for host := range w.c.Topology.Hosts {
		if host != receiver {
			list = append(list, host)
		}
	}
	return list
}

func (w *work) load() uint32 {
	v := w.keys.Millionths(&w.t.Load)
	if v == 0 {
		w.Fail(w.keys.At(&w.t.Load), "has to be above 0")
	}
	return v
}

func (w *work) seed() uint64 {
	return w.keys.Count(&w.t.Seed, w.c.Seed)
}

// duration reads the duration, which must end before the run does. With a number of flows instead it is the time to
// the end of the run.
func (w *work) duration(start event.Time) event.Time {
	if w.t.Duration == "" && w.t.Count != "" {
		return max(w.c.End-start, 0)
	}
	w.keys.Need(&w.t.Duration, `"1ms"`)
	d := w.keys.Time(&w.t.Duration)
	if w.Err == nil && (start >= w.c.End || d > w.c.End-start) {
		w.Fail(w.keys.At(&w.t.Duration), "arrivals until %v go on past the end of the run at %v; raise run.end", start+d, w.c.End)
	}
	return d
}

// rateOf returns the rate that a load is a share of: that of the hosts' links, which must be equal.
func (w *work) rateOf(hosts []uint32) uint64 {
	if w.t.Rate != "" {
		return w.keys.Rate(&w.t.Rate)
	}
	links := w.c.Topology.HostRates()
	for _, host := range hosts {
		if links[host] != links[hosts[0]] {
			w.Fail(w.keys.At(&w.t.Rate), "the links of the hosts have rates of %s and %s; say which one the load is a part of",
				topology.FormatRate(links[hosts[0]]), topology.FormatRate(links[host]))
			return 0
		}
	}
	if len(hosts) == 0 {
		return 0
	}
	return links[hosts[0]]
}

// size reads one of the keys of the flows' sizes.
func (w *work) size() *workload.Distribution {
	t := w.t
	given := collect.Count([]Text{t.Distribution, t.SizesFile, t.Bytes}, func(v Text) bool { return v != "" })
	var d *workload.Distribution
	var err error
	switch {
	case given != 1:
		w.Fail(w.key, "has %d of the keys distribution, distribution_file and bytes; give one of them, as in distribution = \"websearch\"", given)
	case t.Distribution != "":
		d, err = workload.Named(string(t.Distribution))
		w.Check(w.keys.At(&t.Distribution), err)
	case t.Bytes != "":
		d, err = workload.Fixed(w.keys.Bytes(&t.Bytes))
		w.Check(w.keys.At(&t.Bytes), err)
	default:
		var f *os.File
		var path string
		if f, path, err = w.s.open(w.keys.At(&t.SizesFile), t.SizesFile); err == nil {
			defer f.Close()
			d, err = workload.ReadDistribution(f, path)
		}
		if err != nil && w.Err == nil {
			w.Err = err // it names file and line itself
		}
	}
	return d
}

// flows reads a list of flows.
func (w *work) flows() *workload.Plan {
	name := Text(w.keys.Text(&w.t.File))
	if w.Err != nil {
		return nil
	}
	f, path, err := w.s.open(w.keys.At(&w.t.File), name)
	if err != nil {
		w.Err = err
		return nil
	}
	defer f.Close()
	p, err := workload.ReadFlows(f, path, w.c.Topology, w.c.End, w.t.Rest)
	if err != nil {
		w.Err = err // it names file and line itself
		return nil
	}
	for i := range p.Conns {
		if p.Conns[i].Class == 0 {
			w.Fail(w.keys.At(&w.t.File), "connection %d has class 0, which is control; data has classes 1 to %d", i, fabric.Classes-1)
			return nil
		}
	}
	w.split(p)
	return p
}

// messages is one connection with messages at equal distances.
func (w *work) messages(start event.Time, class uint8) *workload.Plan {
	t, k := w.t, w.keys
	src := w.host(k, &t.Src)
	dst := src
	if !t.Loopback {
		dst = w.host(k, &t.Dst)
	} else if t.Dst != "" {
		w.Fail(k.At(&t.Dst), "has no effect with loopback; leave it out")
	}
	k.Need(&t.Bytes, `"1MB"`)
	bytes, count, every := k.Bytes(&t.Bytes), k.Count(&t.Count, 1), k.Time(&t.Every)
	switch {
	case w.Err != nil:
		return nil
	case src == dst && !t.Loopback:
		w.Fail(k.At(&t.Dst), "host %d would send to itself; give another destination", w.c.Topology.IDOf(src))
		return nil
	case start >= w.c.End || event.Time(count-1) > 0 && every > (w.c.End-1-start)/event.Time(count-1):
		w.Fail(k.At(&t.Every), "the last of %d messages would start past the end of the run at %v; raise run.end", count, w.c.End)
		return nil
	}
	if t.Loopback {
		dst = src + 1 // a plan to another host is made, then redirected
	}
	p, err := workload.Incast{Senders: []uint32{src}, Receiver: dst, Bytes: bytes, Start: start, Class: class}.Plan()
	w.Check(w.key, err)
	if w.Err != nil {
		return nil
	}
	if t.Loopback {
		p.Conns[0].Dst, p.Conns[0].Loopback = src, true
	}
	for i := event.Time(1); i < event.Time(count); i++ {
		m := p.Messages[0]
		m.Start += i * every
		p.Messages = append(p.Messages, m)
	}
	return p
}
