package scenario

import (
	"fmt"
	"math"
	"os"
	"slices"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// kinds of workloads.
var kinds = []string{"poisson", "sites", "streams", "incast", "alltoall", "stages", "messages", "flows", bulk}

// plan makes what is sent, of all tables [[workload]] one after the other.
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
	for _, k := range b.s.Given() {
		if t, is := k.Table.(extend.Table); is {
			t.Apply(b.m.net)
		}
	}
	for i := range b.s.Workload {
		w := &work{builder: b, t: &b.s.Workload[i], key: fmt.Sprintf("workload[%d]", i), index: uint64(i)}
		p, g := w.plan()
		if b.Err != nil {
			return
		}
		if err := p.Validate(b.c.Topology.Hosts, b.c.End); err != nil {
			b.Is(w.key, err)
			return
		}
		for _, planned := range b.m.net.Planned {
			if planned(i, p); b.Err != nil {
				return
			}
		}
		b.m.net.Workloads[i].Stages, b.m.net.Workloads[i].FirstGate = g.stages, uint32(len(b.c.Plan.Gates))
		_, first, err := b.c.Plan.Append(p)
		if err != nil {
			b.Is(w.key, err)
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
	index uint64
}

// at names a key of the table.
func (w *work) at(name string) string { return w.key + "." + name }

func (w *work) plan() (*workload.Plan, group) {
	t := w.t
	w.Need(w.at("kind"), t.Kind, `"poisson"`)
	kind := w.One(w.at("kind"), t.Kind, "", kinds...)
	if kind == bulk {
		w.Fail(w.at("kind"), "%q goes with credit switches (switch.kind) only; incast of long messages is its like", bulk)
	}
	if key, kinds := keys.Misplaced(*t, kind); key != "" {
		w.Fail(w.at(key), "goes with kind = %s only", keys.Alternatives(kinds))
	}
	g := group{kind: kind}
	if w.Err != nil {
		return nil, g
	}
	start := w.Time(w.at("start"), t.Start, 0)
	class := uint8(w.Count(w.at("class"), t.Class, 1, 1, fabric.Classes-1))
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
		hosts := w.hosts(w.at("hosts"), t.Hosts, "all")
		count = uint32(w.Count(w.at("count"), t.Count, 0, 1, workload.MaxMessages))
		flows := workload.Poisson{
			Hosts: hosts, Load: w.load(), Rate: w.rateOf(hosts), Size: w.size(),
			Start: start, Duration: w.duration(start), Count: count,
			Class: class, Seed: w.seed(), Index: w.index,
		}
		if p = flows; kind == "sites" {
			w.Need(w.at("far"), t.Far, "0.2")
			sites := workload.Sites{
				Poisson: flows, Number: uint32(w.Count(w.at("sites"), t.Sites, 2, 2, 1<<16)), Far: w.Millionths(w.at("far"), t.Far, 0),
				Front: w.One(w.at("mix"), t.Mix, "even", "even", "front") == "front",
			}
			p, g.site = sites, siteOf(hosts, sites.Number)
		}
	case "streams":
		receiver := w.host(w.at("receiver"), t.Receiver)
		p = workload.Streams{
			Senders: w.senders(receiver), Receiver: receiver, Load: w.load(), Rate: w.rateOf([]uint32{receiver}), Size: w.size(),
			MessageBytes: w.Bytes(w.at("message_bytes"), t.MessageBytes, 0, workload.MaxBytes),
			Start:        start, Duration: w.duration(start), Class: class, Seed: w.seed(), Index: w.index,
		}
	case "incast":
		receiver := w.host(w.at("receiver"), t.Receiver)
		w.Need(w.at("bytes"), t.Bytes, `"2MB"`)
		senders := w.senders(receiver)
		flows := w.Count(w.at("flows"), t.Flows, 1, 1, 1<<20)
		if uint64(len(senders))*flows > workload.MaxMessages {
			w.Fail(w.at("flows"), "%d flows of %d senders are more than %d", flows, len(senders), workload.MaxMessages)
			return nil, g
		}
		p = workload.Incast{
			Senders: slices.Repeat(senders, int(flows)), Receiver: receiver, Bytes: w.Bytes(w.at("bytes"), t.Bytes, 0, workload.MaxBytes),
			Start: start, Stagger: w.Time(w.at("stagger"), t.Stagger, 0), Class: class,
		}
	case "alltoall":
		w.Need(w.at("bytes"), t.Bytes, `"64KiB"`)
		a := workload.AllToAll{
			Hosts:        w.hosts(w.at("hosts"), t.Hosts, "all"),
			RanksPerHost: uint32(w.Count(w.at("ranks_per_host"), t.Ranks, 1, 1, 1<<16)),
			Bytes:        w.Bytes(w.at("bytes"), t.Bytes, 0, workload.MaxBytes),
			Iterations:   uint32(w.Count(w.at("iterations"), t.Iterations, 1, 1, 1<<20)),
			WarmUp:       uint32(w.Count(w.at("warm_up"), t.WarmUp, 0, 0, 1<<20)),
			Start:        start, Compute: w.Time(w.at("compute"), t.Compute, 0), Class: class,
		}
		g.allToAll = &a
		p = a
	case "stages":
		g.stages = w.stages(start, class)
		w.c.Record.Gates = true
		p = g.stages
	}
	if w.Err != nil {
		return nil, g
	}
	plan, err := p.Plan()
	w.Is(w.key, err)
	if count != 0 && w.Err == nil && t.Duration == "" && len(plan.Messages) < int(count) {
		w.Fail(w.at("count"), "only %d of %d flows begin before the end of the run at %v; raise run.end", len(plan.Messages), count, w.c.End)
	}
	if kind != "streams" && kind != "stages" {
		w.split(plan)
	}
	return plan, g
}

// stages reads an application of equal stages.
func (w *work) stages(start event.Time, class uint8) *workload.Stages {
	t := w.t
	each := workload.Stage{
		Compute: w.Time(w.at("compute"), t.Compute, 0), Overlapped: w.Bytes(w.at("overlapped"), t.Overlapped, 0, workload.MaxBytes),
		Serial: w.Bytes(w.at("serial"), t.Serial, 0, workload.MaxBytes),
	}
	w.Need(w.at("stages"), t.Stages, "10")
	n := w.Count(w.at("stages"), t.Stages, 1, 1, workload.MaxStages)
	if w.Err == nil && each == (workload.Stage{}) {
		w.Fail(w.key, "its stages do nothing; give compute, overlapped or serial, as in serial = \"10MB\"")
	}
	g := &workload.Stages{Hosts: w.hosts(w.at("hosts"), t.Hosts, "all"), Start: start, Class: class}
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
		w.Is(w.at("message_bytes"), p.Split(w.Bytes(w.at("message_bytes"), w.t.MessageBytes, 0, workload.MaxBytes)))
	}
}

// senders are those given, or all hosts but the receiver.
func (w *work) senders(receiver uint32) []uint32 {
	list := w.hosts(w.at("senders"), w.t.Senders, "all")
	if w.t.Senders == "" {
		list = slices.DeleteFunc(list, func(host uint32) bool { return host == receiver })
	}
	return list
}

func (w *work) load() uint32 {
	w.Need(w.at("load"), w.t.Load, "0.3")
	v := w.Millionths(w.at("load"), w.t.Load, 0)
	if v == 0 {
		w.Fail(w.at("load"), "has to be above 0")
	}
	return v
}

func (w *work) seed() uint64 {
	return w.Count(w.at("seed"), w.t.Seed, w.c.Seed, 0, math.MaxUint64)
}

// duration has to end before the run does. A number of flows can take its place: these then
// have the time to the end of the run.
func (w *work) duration(start event.Time) event.Time {
	if w.t.Duration == "" && w.t.Count != "" {
		return max(w.c.End-start, 0)
	}
	w.Need(w.at("duration"), w.t.Duration, `"1ms"`)
	d := w.Time(w.at("duration"), w.t.Duration, 0)
	if w.Err == nil && (start >= w.c.End || d > w.c.End-start) {
		w.Fail(w.at("duration"), "arrivals until %v go on past the end of the run at %v; raise run.end", start+d, w.c.End)
	}
	return d
}

// rateOf is the rate that a load is a part of: the hosts' links', which have to agree.
func (w *work) rateOf(hosts []uint32) uint64 {
	if w.t.Rate != "" {
		return w.Rate(w.at("rate"), w.t.Rate, 0)
	}
	links := w.c.Topology.HostRates()
	for _, host := range hosts {
		if links[host] != links[hosts[0]] {
			w.Fail(w.at("rate"), "the links of the hosts have rates of %s and %s; say which one the load is a part of",
				topology.FormatRate(links[hosts[0]]), topology.FormatRate(links[host]))
			return 0
		}
	}
	if len(hosts) == 0 {
		return 0
	}
	return links[hosts[0]]
}

// size reads one of the keys that say how large flows are.
func (w *work) size() *workload.Distribution {
	t := w.t
	given := 0
	for _, v := range [3]Text{t.Distribution, t.SizesFile, t.Bytes} {
		if v != "" {
			given++
		}
	}
	var d *workload.Distribution
	var err error
	key := ""
	switch {
	case given != 1:
		w.Fail(w.key, "has %d of the keys distribution, distribution_file and bytes; give one of them, as in distribution = \"websearch\"", given)
	case t.Distribution != "":
		key = "distribution"
		d, err = workload.Named(string(t.Distribution))
	case t.Bytes != "":
		key = "bytes"
		d, err = workload.Fixed(w.Bytes(w.at(key), t.Bytes, 0, workload.MaxBytes))
	default:
		var f *os.File
		var path string
		if f, path, err = w.s.open(w.at("distribution_file"), t.SizesFile); err == nil {
			defer f.Close()
			d, err = workload.ReadDistribution(f, path)
		}
		if err != nil && w.Err == nil {
			w.Err = err // it names file and line itself
		}
		return d
	}
	w.Is(w.at(key), err)
	return d
}

// flows reads a list of flows.
func (w *work) flows() *workload.Plan {
	w.Need(w.at("file"), w.t.File, `"flows.txt"`)
	if w.Err != nil {
		return nil
	}
	f, path, err := w.s.open(w.at("file"), w.t.File)
	if err != nil {
		w.Err = err
		return nil
	}
	defer f.Close()
	p, err := workload.ReadFlows(f, path, w.c.Topology, w.c.End)
	if err != nil {
		w.Err = err // it names file and line itself
		return nil
	}
	for i := range p.Conns {
		if p.Conns[i].Class == 0 {
			w.Fail(w.at("file"), "connection %d has class 0, which is control; data has classes 1 to %d", i, fabric.Classes-1)
			return nil
		}
	}
	w.split(p)
	return p
}

// messages is one connection with messages at equal distances.
func (w *work) messages(start event.Time, class uint8) *workload.Plan {
	t := w.t
	src := w.host(w.at("src"), t.Src)
	dst := src
	if !t.Loopback {
		dst = w.host(w.at("dst"), t.Dst)
	} else if t.Dst != "" {
		w.Fail(w.at("dst"), "says nothing with loopback; leave it out")
	}
	w.Need(w.at("bytes"), t.Bytes, `"1MB"`)
	bytes := w.Bytes(w.at("bytes"), t.Bytes, 0, workload.MaxBytes)
	count := w.Count(w.at("count"), t.Count, 1, 1, workload.MaxMessages)
	every := w.Time(w.at("every"), t.Every, 0)
	switch {
	case w.Err != nil:
		return nil
	case src == dst && !t.Loopback:
		w.Fail(w.at("dst"), "host %d would send to itself; give another destination", w.c.Topology.IDOf(src))
		return nil
	case start >= w.c.End || event.Time(count-1) > 0 && every > (w.c.End-1-start)/event.Time(count-1):
		w.Fail(w.at("every"), "the last of %d messages would start past the end of the run at %v; raise run.end", count, w.c.End)
		return nil
	}
	if t.Loopback {
		dst = src + 1 // the plan of another is made, and turned
	}
	p, err := workload.Incast{Senders: []uint32{src}, Receiver: dst, Bytes: bytes, Start: start, Class: class}.Plan()
	w.Is(w.key, err)
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
