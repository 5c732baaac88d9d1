package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/exact"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/workload"
)

// model is a scenario's configuration, with what reports need of it.
type model struct {
	config *nicmodel.Config
	// allRates reports whether the log has every event.
	allRates bool
	groups   []group   // by workload.Conn.Group
	kinds    []nicKind // by NIC of the configuration
	opened   map[*NIC]*folder.Algorithm
	net      *extend.Network
	exact    *exact.Simulator // nil without the table [exact]
}

// group is a workload in the plan.
type group struct {
	kind      string
	firstConn uint32
	allToAll  *workload.AllToAll
	site      map[uint32]uint32 // of each host, of kind sites
	stages    *workload.Stages
	workload  int // its table
}

// Config derives the configuration of the NIC model. Errors name file, line and key.
func (s *Scenario) Config() (*nicmodel.Config, error) {
	m, err := s.build()
	if err != nil {
		return nil, err
	}
	return m.config, nil
}

func (s *Scenario) build() (*model, error) {
	if err := s.noTestbed(); err != nil {
		return nil, err
	}
	r := s.reader()
	if s.switchKind(r) == creditKind {
		r.Fail("switch.kind", "%q has no congestion control and so no configuration of the packet model; it runs a [probe]", creditKind)
	}
	if r.Err != nil {
		return nil, r.Err
	}
	run := r.Table("run", &s.Run)
	c := &nicmodel.Config{
		Seed: run.Count(&s.Run.Seed), End: run.Time(&s.Run.End), Threads: int(run.Count(&s.Run.Threads)), Partitions: int(run.Count(&s.Run.Partitions)),
	}
	if r.Err != nil {
		return nil, r.Err
	}
	var err error
	if c.Topology, err = s.topology(r); err != nil {
		return nil, err
	}
	net := &extend.Network{Reader: r, Config: c}
	b := &builder{Reader: r, s: s, c: c, byID: c.Topology.ByID(), m: &model{config: c, net: net, opened: map[*NIC]*folder.Algorithm{}}}
	for _, step := range []func(){b.plan, b.nics, b.described, b.connected, b.fabric, b.deep, b.switched, b.record, b.exactly} {
		if step(); r.Err != nil {
			return nil, r.Err
		}
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if b.exact != nil {
		var err error
		if b.m.exact, err = exact.New(c, *b.exact); err != nil {
			return nil, s.errorf("exact", "%v", err)
		}
	}
	return b.m, nil
}

// builder makes the parts of a model with a topology.
type builder struct {
	*keys.Reader
	s    *Scenario
	c    *nicmodel.Config
	m    *model
	byID []uint32
	// exact are the options of the table [exact], nil without it.
	exact *exact.Options
}

// locate returns the path of a file that a scenario names.
func (s *Scenario) locate(name Text) string {
	if path := string(name); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, string(name))
}

// open opens a file that a scenario names.
func (s *Scenario) open(key string, name Text) (f *os.File, path string, err error) {
	path = s.locate(name)
	if f, err = os.Open(path); err != nil {
		return nil, "", s.errorf(key, "%v", readfile.WithName(path, err))
	}
	return f, path, nil
}

// hosts reads a list of hosts, by the numbers of the topology's file, and returns their
// nodes.
func (b *builder) hosts(k *keys.Table, f *Text) []uint32 {
	top := b.c.Topology
	if b.byID == nil || k.Text(f) == "all" {
		return k.Numbers(f, "host", top.Hosts)
	}
	nodes := k.Numbers(f, "node", top.Nodes())
	for i, id := range nodes {
		nodes[i] = b.byID[id]
		if !top.IsHost(nodes[i]) {
			b.Fail(k.At(f), "node %d is a switch, not a host", id)
			return nil
		}
	}
	return nodes
}

// host reads one host.
func (b *builder) host(k *keys.Table, f *Text) uint32 {
	k.Need(f, "0")
	if b.Err != nil {
		return 0
	}
	list := b.hosts(k, f)
	if len(list) != 1 {
		b.Fail(k.At(f), "%.40q is not one host", string(*f))
		return 0
	}
	return list[0]
}

// fabric derives the switches' configuration, from NICs and plan: they give the largest packet and the classes in
// use.
func (b *builder) fabric() {
	s, f := &b.s.Switch, &b.c.Fabric
	k := b.Table("switch", s)
	f.Seed = k.Count(&s.Seed, b.c.Seed)
	f.Buffer = fabric.Buffer{
		Bytes: k.Bytes(&s.Buffer), Reserve: uint32(k.Bytes(&s.Reserve)), Headroom: uint32(k.Bytes(&s.Headroom)),
		HeadroomBDP: uint32(k.Count(&s.HeadroomBDP)), Shift: uint8(k.Count(&s.Shift)), Resume: uint32(k.Bytes(&s.Resume)),
	}
	for i := range b.c.NICs {
		f.MTUWire = max(f.MTUWire, b.c.NICs[i].Wire())
	}
	b.classes(k)
	b.marking(k)
}

// classes reads the given classes, or sets one lossless class for each that the workload uses.
func (b *builder) classes(table *keys.Table) {
	s, f := &b.s.Switch, &b.c.Fabric
	pfc := table.True(&s.PFC)
	most := uint8(1)
	for i := range b.c.Plan.Conns {
		most = max(most, b.c.Plan.Conns[i].Class)
	}
	if n := b.m.net.Classes; n != 0 {
		most = n
	}
	f.Classes = []fabric.Class{{Strict: true}}
	if len(s.Class) == 0 {
		for range most {
			f.Classes = append(f.Classes, fabric.Class{Weight: 1, Lossless: pfc})
		}
		return
	}
	if len(s.Class) >= fabric.Classes {
		b.Fail(fmt.Sprintf("switch.class[%d]", fabric.Classes-1), "more than %d classes of data", fabric.Classes-1)
	}
	for i := range s.Class {
		t := &s.Class[i]
		k := b.Table(fmt.Sprintf("switch.class[%d]", i), t)
		c := fabric.Class{Strict: t.Strict, Lossless: pfc}
		if t.Lossless != nil {
			c.Lossless = *t.Lossless
			if c.Lossless && !pfc {
				b.Fail(k.At(&t.Lossless), "true, but switch.pfc is false")
			}
		}
		c.Weight = uint8(k.Count(&t.Weight))
		f.Classes = append(f.Classes, c)
	}
	if int(most) >= len(f.Classes) {
		b.Fail("switch.class", "%d tables, but a connection is of class %d", len(s.Class), most)
	}
}

// marking reads the given marking, or sets 4 and 16 KB for every Gb/s of a port.
func (b *builder) marking(table *keys.Table) {
	s, f := &b.s.Switch, &b.c.Fabric
	if !table.True(&s.ECN) {
		if len(s.Marking) > 0 {
			b.Fail("switch.ecn", "false, but there are tables switch.marking")
		}
		return
	}
	for i := range s.Marking {
		t := &s.Marking[i]
		k := b.Table(fmt.Sprintf("switch.marking[%d]", i), t)
		m := fabric.Marking{Rate: k.Rate(&t.Rate), Kmin: uint32(k.Bytes(&t.Kmin)), Kmax: uint32(k.Bytes(&t.Kmax)), PmaxPPM: k.Millionths(&t.Pmax)}
		if b.Err == nil && m.Kmin > m.Kmax {
			b.Fail(k.At(&t.Kmin), "%d bytes are above kmax, %d", m.Kmin, m.Kmax)
		}
		f.Marking = append(f.Marking, m)
	}
	if len(s.Marking) > 0 {
		return
	}
	none := &Marking{}
	pmax := b.Table("switch.marking", none).Millionths(&none.Pmax)
	var known []uint64
	for i := range b.c.Topology.Links {
		known = append(known, b.c.Topology.Links[i].Rate)
	}
	slices.Sort(known)
	for _, rate := range slices.Compact(known) {
		kmin := uint32(rate / 250_000) // 4000 bytes for every 1e9
		f.Marking = append(f.Marking, fabric.Marking{Rate: rate, Kmin: kmin, Kmax: 4 * kmin, PmaxPPM: pmax})
	}
}

// connected and switched call the hooks of the systems' tables.
func (b *builder) connected() { b.all(b.m.net.OnConnect) }
func (b *builder) switched()  { b.all(b.m.net.OnSwitches) }

func (b *builder) all(steps []func()) {
	for _, step := range steps {
		if step(); b.Err != nil {
			return
		}
	}
}

// deep sets the switches with memory for a long link.
func (b *builder) deep() {
	f := &b.c.Fabric
	if long := b.Table("switch", &b.s.Switch).Time(&b.s.Switch.Deep); long > 0 {
		f.Deep = b.c.Topology.LongLinks(long)
		if !slices.Contains(f.Deep, true) {
			b.Fail("switch.deep", "no link between switches has a delay of %v or more", long)
		}
	} else if b.s.Switch.Deep != "" && b.Err == nil {
		b.Fail("switch.deep", "0s; give the delay from which on a link's switches have memory for it, or leave it out")
	}
}

// record derives what is recorded.
func (b *builder) record() {
	s, c := &b.s.Record, b.c
	k := b.Table("record", s)
	b.m.allRates = k.One(&s.RateLog) == "all"
	switch {
	case s.Rates == "all":
		c.Record.AllRates = true
	case s.Rates != "":
		c.Record.Rates = k.Numbers(&s.Rates, "connection", uint32(len(c.Plan.Conns)))
	case s.Captures:
		b.Fail("record.captures", "has no effect without record.rates, the connections to capture")
	case s.RateLog != "":
		b.Fail("record.rate_log", "has no effect without record.rates, the connections to log")
	}
	c.Record.Captures = s.Captures
	c.Record.Pauses = s.Pauses
	c.Fabric.SampleEvery, c.Record.Bin = k.Time(&s.Queues), k.Time(&s.Throughput)
	if s.Spans == "" {
		return
	}
	c.Record.SpanHosts = b.hosts(k, &s.Spans)
	slices.Sort(c.Record.SpanHosts)
	c.Record.SpanHosts = slices.Compact(c.Record.SpanHosts)
	for _, host := range c.Record.SpanHosts {
		if n := &c.NICs[c.Kind[host]]; b.Err == nil && n.Engine == nil && n.Host == nil {
			b.Fail("record.spans", "the NIC of host %d has no cores; give its table [[nic]] a table [nic.engine], or [nic.host]", c.Topology.IDOf(host))
		}
	}
}
